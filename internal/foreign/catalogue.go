package foreign

// A server is one entry of the catalogue.
type server struct {
	name   string
	source source
	start  []string // within its folder; the first element may be "node"
	env    []string // K=V that it needs
}

// A source is where a server comes from: an npm lock file in npm/<name>, or a
// Go command.
type source struct {
	npm bool
	pkg string // of a Go command, with @version
}

// script is a server of our own making on a foreign SDK; it is copied beside
// the packages that it imports.
const script = "server.mjs"

// The catalogue is every server, by the name that people are told.
var catalogue = []server{
	{
		name:   "server-everything",
		source: source{npm: true},
		start:  []string{"node", "node_modules/@modelcontextprotocol/server-everything/dist/index.js", "stdio"},
	},
	{
		name:   "mongodb",
		source: source{npm: true},
		start:  []string{"node", "node_modules/mongodb-mcp-server/dist/esm/index.js"},
		// Nothing listens there: the server asks before it connects.
		env: []string{"MDB_MCP_CONNECTION_STRING=mongodb://127.0.0.1:1/", "MDB_MCP_TELEMETRY=disabled"},
	},
	{
		name:   "typescript-v2",
		source: source{npm: true},
		start:  []string{"node", script},
	},
	{
		name:   "azure",
		source: source{npm: true},
		start:  []string{"node", "node_modules/@azure/mcp/index.js", "server", "start", "--mode", "all", "--namespace", "keyvault"},
		env:    []string{"DOTNET_SYSTEM_GLOBALIZATION_INVARIANT=1", "AZURE_MCP_COLLECT_TELEMETRY=false"},
	},
	{
		name:   "go-sdk-conformance",
		source: source{pkg: "github.com/modelcontextprotocol/go-sdk/conformance/everything-server@v1.8.0"},
		start:  []string{"everything-server"},
	},
	{
		name:   "go-sdk-everything",
		source: source{pkg: "github.com/modelcontextprotocol/go-sdk/examples/server/everything@v1.8.0"},
		start:  []string{"everything"},
	},
	{
		name:   "mcp-go-elicitation",
		source: source{pkg: "github.com/mark3labs/mcp-go/examples/elicitation@v1.2.1"},
		start:  []string{"elicitation"},
	},
}

func named(name string) server {
	for _, s := range catalogue {
		if s.name == name {
			return s
		}
	}
	panic("foreign: no server " + name + " in the catalogue")
}
