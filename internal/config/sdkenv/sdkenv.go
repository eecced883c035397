// Package sdkenv takes MCPGODEBUG out of this process's environment before the
// MCP SDK reads it: a value that the SDK does not know would end the program at
// its start, and servers would inherit it. The person's intent is for their own
// Go servers, so `--env MCPGODEBUG=…` still hands it to one.
//
// It must be imported by package main, and may import nothing but os: packages
// without pending imports are initialised in the order of their paths, and this
// one's sorts before the SDK's.
package sdkenv

import "os"

// Name is the variable.
const Name = "MCPGODEBUG"

// Value is what the variable was, and whether it was set.
var Value, Set = take()

func take() (string, bool) {
	v, ok := os.LookupEnv(Name)
	if ok {
		_ = os.Unsetenv(Name)
	}
	return v, ok
}
