// Package cli is the command line: flags in, the other rooms wired together,
// an exit code out (DESIGN.md §4.12, §5).
//
// It speaks no MCP, reads no schema and draws no screen itself. A result goes
// to stdout and nothing else does; what is for the person goes to the terminal
// or to stderr. Everything it touches of the outside comes in [Streams], so
// that each command runs in a test with buffers.
//
// Start reading at [Main], then at the command of interest, each in the file of
// its name; invoke.go is what call, prompt and read have in common.
package cli
