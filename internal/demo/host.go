package demo

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// host is a server under construction.
type host struct {
	*mcp.Server
	seal seal
}

// tool is one tool; run is plain sequential code in both eras.
type tool struct {
	name, title, about string
	input              string // inputSchema; empty takes nothing
	output             string // outputSchema; may be empty
	readOnly           bool
	run                func(context.Context, *conversation) (*mcp.CallToolResult, error)
}

const noArguments = `{"type":"object","properties":{},"additionalProperties":false}`

func (h *host) tool(t tool) {
	m := &mcp.Tool{
		Name: t.name, Title: t.title, Description: t.about,
		InputSchema: json.RawMessage(noArguments),
		Annotations: &mcp.ToolAnnotations{ReadOnlyHint: t.readOnly},
	}
	if t.input != "" {
		m.InputSchema = json.RawMessage(t.input)
	}
	if t.output != "" {
		m.OutputSchema = json.RawMessage(t.output)
	}
	h.AddTool(m, func(ctx context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		c := &conversation{
			session: r.Session, protocol: r.ProtocolVersion(), capabilities: r.ClientCapabilities(),
			responses: r.Params.InputResponses, progress: r.Params.GetProgressToken(), args: r.Params.Arguments,
			subject: "tool " + t.name + "\n" + string(r.Params.Arguments),
		}
		if err := c.takeUp(h.seal, r.Params.RequestState); err != nil {
			return nil, err
		}
		res, err := t.run(ctx, c)
		if more, ok := errors.AsType[*needsInputError](err); ok {
			return &mcp.CallToolResult{InputRequests: more.requests, RequestState: more.state}, nil
		}
		return ended(ctx, res, err)
	})
}

// ended makes a tool's own failures results of the tool, so that whoever called
// it can read them.
func ended(ctx context.Context, res *mcp.CallToolResult, err error) (*mcp.CallToolResult, error) {
	switch {
	case err == nil:
		return res, nil
	case ctx.Err() != nil:
		return nil, ctx.Err()
	}
	res = say("%s", err)
	res.IsError = true
	return res, nil
}

// prompt is one prompt; its arguments are always strings.
func (h *host) prompt(p *mcp.Prompt, run func(context.Context, *conversation, map[string]string) (*mcp.GetPromptResult, error)) {
	h.AddPrompt(p, func(ctx context.Context, r *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
		c := &conversation{
			session: r.Session, protocol: r.ProtocolVersion(), capabilities: r.ClientCapabilities(),
			responses: r.Params.InputResponses, subject: "prompt " + p.Name + "\n" + fmt.Sprint(r.Params.Arguments),
		}
		if err := c.takeUp(h.seal, r.Params.RequestState); err != nil {
			return nil, err
		}
		res, err := run(ctx, c, r.Params.Arguments)
		if more, ok := errors.AsType[*needsInputError](err); ok {
			return &mcp.GetPromptResult{InputRequests: more.requests, RequestState: more.state}, nil
		}
		return res, err
	})
}

// resource is one resource that may ask before it gives its text.
func (h *host) resource(d *mcp.Resource, run func(context.Context, *conversation) (string, error)) {
	h.AddResource(d, func(ctx context.Context, r *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
		c := &conversation{
			session: r.Session, protocol: r.ProtocolVersion(), capabilities: r.ClientCapabilities(),
			responses: r.Params.InputResponses, subject: "resource " + d.URI,
		}
		if err := c.takeUp(h.seal, r.Params.RequestState); err != nil {
			return nil, err
		}
		text, err := run(ctx, c)
		if more, ok := errors.AsType[*needsInputError](err); ok {
			return &mcp.ReadResourceResult{InputRequests: more.requests, RequestState: more.state}, nil
		}
		if err != nil {
			return nil, err
		}
		return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{{URI: r.Params.URI, MIMEType: d.MIMEType, Text: text}}}, nil
	})
}

func say(format string, a ...any) *mcp.CallToolResult {
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: fmt.Sprintf(format, a...)}}}
}

// counted is a number of things in words: "1 ticket", "2 tickets".
func counted(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}
