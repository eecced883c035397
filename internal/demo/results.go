package demo

import (
	"bytes"
	"context"
	"encoding/json"
	"image"
	"image/color"
	"image/png"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

var weatherReport = tool{
	name: "weather_report", title: "Weather report", readOnly: true,
	about:  "Asks nothing and answers with everything a result can hold: Markdown, structured content, an image, a link and a file.",
	output: `{"type":"object","properties":{"station":{"type":"string"},"celsius":{"type":"number"},"reading":{"type":"integer"},"hours":{"type":"array","items":{"type":"object"}}},"required":["station","celsius"]}`,
	run: func(context.Context, *conversation) (*mcp.CallToolResult, error) {
		report := "# Harbour station\n\nFine, with a **light breeze** from the west.\n\n| hour | °C | wind |\n|---|---|---|\n| 9 | 11 | 2 |\n| 12 | 14 | 3 |\n| 15 | 15 | 4 |\n\n- Sunrise at 6:12\n- High water at 13:40\n\n> Take a coat for the evening.\n"
		return &mcp.CallToolResult{
			Content: []mcp.Content{
				&mcp.TextContent{Text: report},
				&mcp.ImageContent{Data: chart(), MIMEType: "image/png"},
				&mcp.ResourceLink{URI: "https://weather.example.com/harbour", Name: "harbour", Title: "The station's page", MIMEType: "text/html"},
				&mcp.EmbeddedResource{Resource: &mcp.ResourceContents{URI: "demo://weather/harbour.csv", MIMEType: "text/csv", Text: "hour,celsius,wind\n9,11,2\n12,14,3\n15,15,4\n"}},
			},
			StructuredContent: json.RawMessage(`{"station":"harbour","celsius":14.50,"reading":9007199254740993,"hours":[{"hour":9,"celsius":11},{"hour":12,"celsius":14},{"hour":15,"celsius":15}]}`),
		}, nil
	},
}

// chart draws the day's temperatures: something to show as an image.
func chart() []byte {
	const width, height = 96, 48
	img := image.NewRGBA(image.Rect(0, 0, width, height))
	for x := range width {
		top := height - 12 - x*(width-x)/96
		for y := max(top, 0); y < height; y++ {
			img.Set(x, y, color.RGBA{0x0b, 0x5c, 0xad, 0xff})
		}
	}
	var b bytes.Buffer
	_ = png.Encode(&b, img) // a buffer takes everything
	return b.Bytes()
}

var lostLuggage = tool{
	name: "lost_luggage", title: "Find lost luggage", readOnly: true,
	about: "Always fails, and says so as a tool does: a result that is an error.",
	input: `{"type":"object","properties":{"tag":{"type":"string","title":"Luggage tag","description":"Three letters and six digits","pattern":"^[A-Z]{3}[0-9]{6}$"}}}`,
	run: func(_ context.Context, c *conversation) (*mcp.CallToolResult, error) {
		args := struct{ Tag string }{"without a tag"}
		if err := c.arguments(&args); err != nil {
			return nil, err
		}
		r := say("The suitcase %s is neither here nor there.", args.Tag)
		r.IsError = true
		return r, nil
	},
}
