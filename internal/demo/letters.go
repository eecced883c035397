package demo

import (
	"context"
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// fillLetters adds the prompt and the resources, some of which ask as well.
func fillLetters(h *host) {
	h.prompt(&mcp.Prompt{
		Name: "postcard", Title: "Write a postcard",
		Description: "A prompt that asks how the postcard should sound before it is written.",
		Arguments:   []*mcp.PromptArgument{{Name: "to", Title: "To", Description: "Who gets it", Required: true}, {Name: "from", Title: "From", Description: "The place it comes from"}},
	}, postcard)
	h.resource(&mcp.Resource{
		URI: "demo://menu/today", Name: "menu", Title: "Today's menu", MIMEType: "text/markdown",
		Description: "A resource that asks what you eat before it is read.",
	}, menu)
	h.resource(&mcp.Resource{
		URI: "demo://about", Name: "about", Title: "About the travel desk", MIMEType: "text/plain",
		Description: "A resource that asks nothing.",
	}, func(context.Context, *conversation) (string, error) {
		return "The travel desk is built into elicit. Nothing that it books, buys or deletes exists.\n", nil
	})
}

func postcard(ctx context.Context, c *conversation, args map[string]string) (*mcp.GetPromptResult, error) {
	a, err := c.ask(ctx, question{key: "tone", message: "How should the postcard to " + args["to"] + " sound?", schema: `{
  "type": "object",
  "properties": {
    "tone": {"type": "string", "title": "Tone", "enum": ["cheerful", "dreamy", "short"], "default": "cheerful"},
    "weather": {"type": "boolean", "title": "Mention the weather"}
  },
  "required": ["tone"]
}`})
	if err != nil {
		return nil, err
	}
	if a.Action != "accept" {
		return nil, fmt.Errorf("no postcard without a tone: the question was answered with %s", a.Action)
	}
	text := fmt.Sprintf("Write a %s postcard to %s", a.text("tone"), args["to"])
	if from := args["from"]; from != "" {
		text += " from " + from
	}
	if a.yes("weather") {
		text += ". Mention the weather"
	}
	return &mcp.GetPromptResult{
		Description: "A postcard to " + args["to"],
		Messages:    []*mcp.PromptMessage{{Role: "user", Content: &mcp.TextContent{Text: text + "."}}},
	}, nil
}

func menu(ctx context.Context, c *conversation) (string, error) {
	a, err := c.ask(ctx, question{key: "diet", message: "What do you eat?", schema: `{
  "type": "object",
  "properties": {"diet": {"type": "string", "title": "I eat", "oneOf": [{"const": "all", "title": "Everything"}, {"const": "green", "title": "No meat"}]}},
  "required": ["diet"]
}`})
	switch {
	case err != nil:
		return "", err
	case a.Action == "accept" && a.text("diet") == "all":
		return "# Today\n\n- Herring with beetroot\n- Bean stew\n- Apple cake\n", nil
	default:
		return "# Today\n\n- Bean stew\n- Apple cake\n", nil
	}
}
