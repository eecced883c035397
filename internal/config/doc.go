// Package config finds the servers that configuration files name, says how each
// is started, and remembers which project's commands a person agreed to
// (DESIGN.md §4.11, §6).
//
// It starts nothing, asks nobody and never changes a configuration file.
//
// Start reading at [Find], then [Entry.Resolve].
package config
