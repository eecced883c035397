// Package foreign obtains and locates MCP servers that nobody here wrote, so
// that tests run against what is really out there.
//
// The servers live in a cache folder outside the tree ([Dir]), pinned by
// version and, for npm packages, by a lock file. They are put there by
//
//	go run ./internal/foreign/get     (or: make foreign)
//
// which is quick when there is nothing to do, and safe to run twice at once.
// Tests only look: [ServerEverything] and its neighbours return the command
// that starts a server, and skip the test with a reason when it is missing.
// With CI=true in the environment a missing server fails the test instead.
// [Program] does the same for a tool that a test needs beside them.
//
// The package is for tests; the product never imports it.
//
// Start reading at catalogue.go, then [Provision].
package foreign
