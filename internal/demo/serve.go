package demo

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"slices"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Default is the name of the server that shows the whole range.
const Default = "demo"

// Server says what a built-in server is for.
type Server struct {
	Name, About string
	fill        func(*host)
}

var servers = []Server{
	{Default, "a travel desk that asks everything a server can ask", fillDesk},
	{"billing", "a small billing service: seats, plans, a cancellation", fillBilling},
	{"wild", "questions as servers in the wild send them: nullable, untyped, hostile", fillWild},
}

// Servers are the built-in servers, the default first.
func Servers() []Server { return slices.Clone(servers) }

// Lookup finds a built-in server; its error lists the names there are.
func Lookup(name string) (Server, error) {
	var names []string
	for _, s := range servers {
		if s.Name == name {
			return s, nil
		}
		names = append(names, s.Name)
	}
	return Server{}, fmt.Errorf("no built-in server is called %q; there are %v", name, names)
}

// Serve speaks MCP on in and out until in ends or ctx does. The protocol is
// one version to speak, or "auto" (or empty) for all of them. Calls can be taken
// up by a later process that has the same key; see [Key].
func Serve(ctx context.Context, name, protocol string, key []byte, in io.ReadCloser, out io.WriteCloser) error {
	s, err := Lookup(name)
	if err != nil {
		return err
	}
	o := &mcp.ServerOptions{
		Instructions: "Built into elicit: " + s.About + ". Nothing is booked, bought or kept.",
		Logger:       slog.New(slog.DiscardHandler),
		//nolint:staticcheck // deprecated by the protocol, and still what servers declare
		Capabilities: &mcp.ServerCapabilities{Logging: &mcp.LoggingCapabilities{}},
	}
	if protocol != "" && protocol != "auto" {
		o.SupportedProtocolVersions = []string{protocol}
	}
	h := &host{
		Server: mcp.NewServer(&mcp.Implementation{Name: "elicit-" + s.Name, Title: "Built into elicit: " + s.Name, Version: "1"}, o),
		seal:   newSeal(key),
	}
	h.AddSendingMiddleware(keepAnswersUntouched)
	s.fill(h)
	err = h.Run(ctx, &mcp.IOTransport{Reader: in, Writer: out})
	if err != nil && !errors.Is(err, io.EOF) && ctx.Err() == nil {
		return fmt.Errorf("server %s: %w", name, err)
	}
	return nil
}
