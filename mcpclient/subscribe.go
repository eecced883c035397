package mcpclient

import (
	"context"
	"encoding/json"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// watchLists asks a modern server to tell when its lists change; legacy servers
// tell unasked. Only who has listed something can want to know, so it is not
// done at the start (2026-07-28 basic/patterns/subscriptions).
func (s *Session) watchLists() {
	if s.era != Modern || s.server.Unwatched {
		return
	}
	s.watch.Do(func() {
		var kinds []string
		for _, what := range []string{"tools", "prompts", "resources"} {
			if string(rawObject(s.capabilities.get(what)).get("listChanged")) == "true" {
				kinds = append(kinds, `"`+what+`ListChanged":true`)
			}
		}
		if kinds == nil {
			return
		}
		want := `{"notifications":{` + strings.Join(kinds, ",") + `},"_meta":`
		x := &exchange{aside: true, method: "subscriptions/listen", params: func(sdk json.RawMessage) json.RawMessage {
			return json.RawMessage(want + string(rawObject(sdk).get("_meta")) + "}")
		}}
		go func() { // open for as long as the session; a refusal changes nothing
			_, _ = s.roundTrip(s.lifetime, x.method, x, func(ctx context.Context) error {
				_, err := s.sdk.ListTools(ctx, &mcp.ListToolsParams{})
				return err
			})
		}()
	})
}

// askForLogs sets the level of log messages in the legacy era; in the modern one
// each call carries it.
func (s *Session) askForLogs() {
	if s.era != Legacy || s.server.LogLevel == "" || !s.Has("logging") {
		return
	}
	level := quote(s.server.LogLevel)
	x := &exchange{aside: true, method: "logging/setLevel", params: func(json.RawMessage) json.RawMessage {
		return json.RawMessage(`{"level":` + string(level) + `}`)
	}}
	go func() { // nothing waits for it
		_, _ = s.roundTrip(s.lifetime, x.method, x, func(ctx context.Context) error {
			return s.sdk.Ping(ctx, nil)
		})
	}()
}
