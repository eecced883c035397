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

// Value is what the variable was; nil when it was not set.
var Value = take()

func take() *string {
	v, ok := os.LookupEnv(Name)
	if !ok {
		return nil
	}
	_ = os.Unsetenv(Name)
	return &v
}
