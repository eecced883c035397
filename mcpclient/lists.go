package mcpclient

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"elicit/internal/safetext"
)

// Bounds of a list whose server never stops giving cursors.
const (
	maxPages     = 1000
	maxListBytes = 64 << 20
)

// Tools lists the tools, all pages of them, none left out.
func (s *Session) Tools(ctx context.Context) ([]Tool, error) {
	items, err := s.list(ctx, "tools/list", "tools", func(ctx context.Context) error {
		_, err := s.sdk.ListTools(ctx, &mcp.ListToolsParams{})
		return err
	})
	tools := make([]Tool, 0, len(items))
	for _, raw := range items {
		o := rawObject(raw)
		t := Tool{
			Name: safetext.Of(text(o.get("name"))), Title: safetext.Of(text(o.get("title"))),
			Description: safetext.Of(text(o.get("description"))),
			InputSchema: o.get("inputSchema"), OutputSchema: o.given("outputSchema"),
			Annotations: o.given("annotations"), Raw: raw,
		}
		if t.Title.Empty() { // where titles were before 2025-06-18
			t.Title = safetext.Of(text(rawObject(t.Annotations).get("title")))
		}
		tools = append(tools, t)
	}
	return tools, err
}

// Prompts lists the prompts, all pages of them.
func (s *Session) Prompts(ctx context.Context) ([]Prompt, error) {
	items, err := s.list(ctx, "prompts/list", "prompts", func(ctx context.Context) error {
		_, err := s.sdk.ListPrompts(ctx, &mcp.ListPromptsParams{})
		return err
	})
	prompts := make([]Prompt, 0, len(items))
	for _, raw := range items {
		o := rawObject(raw)
		p := Prompt{
			Name: safetext.Of(text(o.get("name"))), Title: safetext.Of(text(o.get("title"))),
			Description: safetext.Of(text(o.get("description"))), Raw: raw,
		}
		for _, arg := range list(o.get("arguments")) {
			a := rawObject(arg)
			p.Arguments = append(p.Arguments, PromptArgument{
				Name: safetext.Of(text(a.get("name"))), Title: safetext.Of(text(a.get("title"))),
				Description: safetext.Of(text(a.get("description"))),
				Required:    string(a.get("required")) == "true",
			})
		}
		prompts = append(prompts, p)
	}
	return prompts, err
}

// Resources lists the resources and then the resource templates. A server that
// has only one of the two is not held to the other.
func (s *Session) Resources(ctx context.Context) ([]Resource, error) {
	items, err := s.list(ctx, "resources/list", "resources", func(ctx context.Context) error {
		_, err := s.sdk.ListResources(ctx, &mcp.ListResourcesParams{})
		return err
	})
	if err != nil {
		return nil, err
	}
	all := readResources(items, "uri")
	items, err = s.list(ctx, "resources/templates/list", "resourceTemplates", func(ctx context.Context) error {
		_, err := s.sdk.ListResourceTemplates(ctx, &mcp.ListResourceTemplatesParams{})
		return err
	})
	if _, ok := errors.AsType[*CallError](err); ok {
		return all, nil
	}
	return append(all, readResources(items, "uriTemplate")...), err
}

func readResources(items []json.RawMessage, uri string) []Resource {
	all := make([]Resource, 0, len(items))
	for _, raw := range items {
		o := rawObject(raw)
		size, _ := strconv.ParseInt(string(o.get("size")), 10, 64)
		all = append(all, Resource{
			URI: safetext.Of(text(o.get(uri))), Name: safetext.Of(text(o.get("name"))),
			Title: safetext.Of(text(o.get("title"))), Description: safetext.Of(text(o.get("description"))),
			MIMEType: safetext.Of(text(o.get("mimeType"))), Size: size,
			Template: uri == "uriTemplate", Raw: raw,
		})
	}
	return all
}

// list reads all pages of a list. A server's cursor is opaque and goes back in
// its own bytes; the same cursor twice would never end.
func (s *Session) list(ctx context.Context, method, name string, send func(context.Context) error) ([]json.RawMessage, error) {
	s.watchLists()
	var all []json.RawMessage
	var cursor json.RawMessage
	size := 0
	for range maxPages {
		x := &exchange{params: func(sdk json.RawMessage) json.RawMessage {
			return listParams(cursor, rawObject(sdk).get("_meta"))
		}}
		raw, err := s.roundTrip(ctx, method, x, send)
		if err != nil {
			return nil, s.listError(ctx, method, err)
		}
		if size += len(raw); size > maxListBytes {
			return nil, &ProtocolError{Server: s.server.Name, Target: method, What: fmt.Sprintf("has more than %d bytes", maxListBytes)}
		}
		o := rawObject(raw)
		all = append(all, list(o.get(name))...)
		next := o.given("nextCursor")
		if next == nil {
			return all, nil
		}
		if string(next) == string(cursor) {
			return nil, &ProtocolError{Server: s.server.Name, Target: method, What: "gives the same cursor again and again"}
		}
		cursor = next
	}
	return nil, &ProtocolError{Server: s.server.Name, Target: method, What: fmt.Sprintf("has more than %d pages", maxPages)}
}

func listParams(cursor, meta json.RawMessage) json.RawMessage {
	switch {
	case cursor == nil && meta == nil:
		return json.RawMessage("{}")
	case cursor == nil:
		return json.RawMessage(`{"_meta":` + string(meta) + `}`)
	case meta == nil:
		return json.RawMessage(`{"cursor":` + string(cursor) + `}`)
	}
	return json.RawMessage(`{"cursor":` + string(cursor) + `,"_meta":` + string(meta) + `}`)
}

func (s *Session) listError(ctx context.Context, method string, err error) error {
	switch {
	case ctx.Err() != nil:
		return &cancelledError{s.server.Name, method, context.Cause(ctx)}
	case isOwn(err):
		return err
	}
	return s.gone()
}
