package demo

import (
	"context"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// fillWild makes the server whose questions stray from the specification as
// those of real servers do. Each tool is one way of straying.
func fillWild(h *host) {
	for _, w := range wildQuestions {
		h.tool(tool{
			name: w.name, title: w.title, about: w.about,
			run: func(ctx context.Context, c *conversation) (*mcp.CallToolResult, error) {
				a, err := c.ask(ctx, question{key: "question", message: w.message, schema: w.schema})
				if err != nil {
					return nil, err
				}
				if r := a.unless("Nothing was answered"); r != nil {
					return r, nil
				}
				return say("This arrived:\n%s", a.received()), nil
			},
		})
	}
}

type wildQuestion struct{ name, title, about, message, schema string }

var wildQuestions = []wildQuestion{
	{
		"nullable", "Nullable fields", "Optional fields as Python's type hints give them: a type or null.",
		"A new project.",
		`{"type":"object","title":"Project","properties":{"name":{"title":"Name","type":"string"},"note":{"title":"Note","anyOf":[{"type":"string"},{"type":"null"}],"default":null},"priority":{"title":"Priority","type":["integer","null"],"minimum":1,"maximum":5}},"required":["name"]}`,
	},
	{
		"local_ref", "Local references", "Enumerations kept under $defs and referred to.",
		"Which colour?",
		`{"$defs":{"Colour":{"title":"Colour","type":"string","enum":["red","green","blue"]}},"type":"object","properties":{"colour":{"$ref":"#/$defs/Colour"}},"required":["colour"]}`,
	},
	{
		"untyped", "Options without a type", "An enum of bare words, and one of numbers.",
		"How large, and how fast?",
		`{"type":"object","properties":{"size":{"enum":["small","large"]},"speed":{"type":"integer","enum":[1,2,4]}},"required":["size"]}`,
	},
	{
		"free_list", "A list of anything", "An array of strings with no options: one entry per row.",
		"Whom shall we invite?",
		`{"type":"object","properties":{"names":{"title":"Names","type":"array","items":{"type":"string","minLength":1},"minItems":1,"maxItems":20}},"required":["names"]}`,
	},
	{
		"equal_labels", "Labels that are equal", "Two options with the same label and different values.",
		"Which Springfield?",
		`{"type":"object","properties":{"town":{"type":"string","oneOf":[{"const":"il","title":"Springfield"},{"const":"mo","title":"Springfield"},{"const":"nt","title":"New Town"}]}},"required":["town"]}`,
	},
	{
		"exact_numbers", "Numbers that must stay exact", "A default beyond what a float64 holds.",
		"Which record?",
		`{"type":"object","properties":{"record":{"type":"integer","title":"Record","default":9007199254740993},"rate":{"type":"number","title":"Rate","default":0.10}},"required":["record"]}`,
	},
	{
		"hostile", "Words meant for the terminal", "Escape sequences, reordered and invisible text in every string.",
		"\x1b[2J\x1b]0;owned\aPlease \u202eesrever\u202c and zero\u200bwidth.\r\nA second line.",
		`{"type":"object","properties":{"name":{"type":"string","title":"\u001b[31mName\u001b[0m","description":"\u001b]8;;https://example.com\u0007link\u001b]8;;\u0007 \u0007"},"pick":{"type":"string","enum":["a\u0000b","\u202etxet"],"title":"Pick\u009b1m"}},"required":["name"]}`,
	},
	{
		"nested", "An object inside", "A nested object, which no profile reads.",
		"Where do you live?",
		`{"type":"object","properties":{"address":{"type":"object","properties":{"town":{"type":"string"}}}}}`,
	},
}
