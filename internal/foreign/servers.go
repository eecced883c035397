package foreign

import (
	"os"
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
	switch {
	case err == nil:
	case os.Getenv("CI") == "true":
		t.Fatal(err)
	default:
		t.Skip(err)
	}
	return command
}
