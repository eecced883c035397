package demo

import (
	"context"
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

var onboardColleague = tool{
	name: "onboard_colleague", title: "Welcome a new colleague",
	about: "Asks in rounds: three questions at once, then one that sums them up. A modern server carries the answers in its request state between the rounds.",
	run: func(ctx context.Context, c *conversation) (*mcp.CallToolResult, error) {
		first, err := c.askAll(ctx,
			question{key: "1-person", message: "Who is starting?", schema: `{
  "type": "object",
  "properties": {
    "name": {"type": "string", "title": "Name", "minLength": 1},
    "starts": {"type": "string", "title": "First day", "format": "date"}
  },
  "required": ["name"]
}`},
			question{key: "2-desk", message: "Where will they work?", schema: `{
  "type": "object",
  "properties": {"desk": {"type": "string", "title": "Desk", "enum": ["by the door", "by the window", "at home"]}},
  "required": ["desk"]
}`},
			question{key: "3-equipment", message: "What do they need?", schema: `{
  "type": "object",
  "properties": {"equipment": {"type": "array", "title": "Equipment", "minItems": 1, "items": {"type": "string", "enum": ["laptop", "screen", "headset", "bicycle"]}}},
  "required": ["equipment"]
}`})
		if err != nil {
			return nil, err
		}
		for _, a := range first {
			if r := a.unless("Nobody was welcomed"); r != nil {
				return r, nil
			}
		}
		who, desk, needs := first[0].text("name"), first[1].text("desk"), joined(first[2].list("equipment"))
		last, err := c.ask(ctx, question{
			key: "confirm", message: fmt.Sprintf("%s starts %s, %s, with %s.\nShall the team be told?", who, first[0].or("starts", "soon"), desk, needs),
			schema: `{"type": "object", "properties": {"tell": {"type": "boolean", "title": "Tell the team"}}, "required": ["tell"]}`,
		})
		if err != nil {
			return nil, err
		}
		if r := last.unless("Everything is prepared, and nobody was told"); r != nil {
			return r, nil
		}
		told := "Nobody was told."
		if last.yes("tell") {
			told = "The team was told."
		}
		return say("Everything is ready for %s: %s, with %s. %s", who, desk, needs, told), nil
	},
}
