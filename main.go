// Command elicit answers the questions of MCP servers from a terminal.
package main

import (
	"os"

	"elicit/internal/cli"
	_ "elicit/internal/config/sdkenv" // before the SDK reads its variable
)

func main() { os.Exit(cli.Main(os.Args[1:], cli.System())) }
