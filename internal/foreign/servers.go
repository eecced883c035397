package foreign

import (
	"os"
	"os/exec"
	"testing"
)

// ServerEverything is @modelcontextprotocol/server-everything, legacy era.
func ServerEverything(t testing.TB) []string {
	t.Helper()
	return need(t, "server-everything")
}

// MongoDB is mongodb-mcp-server, without a database.
func MongoDB(t testing.TB) []string {
	t.Helper()
	return need(t, "mongodb")
}

// TypeScriptV2 is a small server on @modelcontextprotocol/server 2.x, both
// eras: see npm/typescript-v2/server.mjs for its tools.
func TypeScriptV2(t testing.TB) []string {
	t.Helper()
	return need(t, "typescript-v2")
}

// Azure is @azure/mcp with its key vault tools, without an account. It is a
// native program that npm brings.
func Azure(t testing.TB) []string {
	t.Helper()
	return need(t, "azure")
}

// ConformanceServer is the Go SDK's conformance server, both eras.
func ConformanceServer(t testing.TB) []string {
	t.Helper()
	return need(t, "go-sdk-conformance")
}

// GoSDKEverything is the Go SDK's example server, whose tools have spaces and
// brackets in their names.
func GoSDKEverything(t testing.TB) []string {
	t.Helper()
	return need(t, "go-sdk-everything")
}

// MCPGoElicitation is mcp-go's elicitation example, legacy era.
func MCPGoElicitation(t testing.TB) []string {
	t.Helper()
	return need(t, "mcp-go-elicitation")
}

// need is the command that starts a server. A program and its arguments, ready
// for os/exec and for the command line after "--".
func need(t testing.TB, name string) []string {
	t.Helper()
	command, err := named(name).command()
	if err != nil {
		missing(t, err)
	}
	return command
}

// Program is the path of a program that a test needs beside the servers. It is
// looked for as they are: without it the test is skipped, or fails in CI.
func Program(t testing.TB, name string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		missing(t, err)
	}
	return path
}

func missing(t testing.TB, err error) {
	t.Helper()
	if os.Getenv("CI") == "true" {
		t.Fatal(err)
	} else {
		t.Skip(err)
	}
}
