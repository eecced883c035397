package config

import (
	"strings"
	"testing"
)

func TestServersAreNamedAfterWhatTheirCommandStarts(t *testing.T) {
	for command, want := range map[string]string{
		"npx -y @modelcontextprotocol/server-everything":                                 "server-everything",
		"npx -y @modelcontextprotocol/server-everything@2026.8.31 stdio":                 "server-everything",
		"npx --yes --package=@azure/mcp azmcp server start":                              "azmcp",
		"node node_modules/@modelcontextprotocol/server-everything/dist/index.js stdio":  "server-everything",
		"node /srv/billing/dist/index.js":                                                "billing",
		"node --import tsx src/weather.ts":                                               "weather",
		"bunx mcp-tool":                                                                  "mcp-tool",
		"bun run ./servers/notes.ts":                                                     "notes",
		"pnpm dlx some-server":                                                           "some-server",
		"uvx mcp-server-git --repository .":                                              "mcp-server-git",
		"uvx --from git+https://example.com/x.git my-server":                             "my-server",
		"uv run --directory /srv/thing python -m thing.server":                           "thing.server",
		"uv tool run mcp-server-time":                                                    "mcp-server-time",
		"python3 -m mcp_server_fetch":                                                    "mcp_server_fetch",
		"python /home/ada/tickets/main.py":                                               "tickets",
		"go run ./cmd/billing":                                                           "billing",
		"go run example.com/tools/ledger@v1.2.3":                                         "ledger",
		"docker run -i --rm -e TOKEN --name x ghcr.io/github/github-mcp-server:v1 stdio": "github-mcp-server",
		"env LOG=debug ./bin/ledger":                                                     "ledger",
		"./elicit serve wild":                                                            "elicit",
		"/usr/local/bin/my-server.sh":                                                    "my-server",
		"java -jar build/tickets.jar":                                                    "tickets",
		"node":                                                                           "node",
	} {
		if got := NameOf(strings.Fields(command)); got != want {
			t.Errorf("%s: named %q, want %q", command, got, want)
		}
	}
}
