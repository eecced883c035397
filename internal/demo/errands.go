package demo

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

var deletePhotos = tool{
	name: "delete_photos", title: "Delete old photos",
	about: "Asks for nothing but a yes: a question without fields.",
	run: func(ctx context.Context, c *conversation) (*mcp.CallToolResult, error) {
		a, err := c.ask(ctx, question{
			key: "sure", schema: `{"type": "object", "properties": {}}`,
			message: "This deletes 214 photos of the years before 2020.\nThey cannot be brought back.",
		})
		if err != nil {
			return nil, err
		}
		if r := a.unless("Every photo is still there"); r != nil {
			return r, nil
		}
		return say("214 photos are gone. (There were none: this is a demonstration.)"), nil
	},
}

var signIn = tool{
	name: "sign_in", title: "Sign in to the club lounge",
	about: "Asks for a password in a form. No client should collect one there, and elicit does not.",
	run: func(ctx context.Context, c *conversation) (*mcp.CallToolResult, error) {
		a, err := c.ask(ctx, question{key: "login", message: "Please sign in.", schema: `{
  "type": "object",
  "properties": {
    "member": {"type": "string", "title": "Member number"},
    "password": {"type": "string", "title": "Password"}
  },
  "required": ["member", "password"]
}`})
		if err != nil {
			return nil, err
		}
		if r := a.unless("You are not signed in"); r != nil {
			return r, nil
		}
		return say("Somebody sent a password in a form. It was thrown away."), nil
	},
}

var connectCalendar = tool{
	name: "connect_calendar", title: "Connect your calendar",
	about: "Asks you to open a page: a URL question.",
	run: func(ctx context.Context, c *conversation) (*mcp.CallToolResult, error) {
		a, err := c.ask(ctx, question{
			key: "consent", message: "Your calendar asks for your consent on its own page.",
			url: "https://calendar.example.com/connect?client=travel-desk&scope=read", urlID: "calendar-1",
		})
		if err != nil {
			return nil, err
		}
		if r := a.unless("The calendar is not connected"); r != nil {
			return r, nil
		}
		if c.protocol < modernProtocol {
			_ = c.session.NotifyElicitationComplete(ctx, &mcp.ElicitationCompleteParams{ElicitationID: "calendar-1"})
		}
		return say("You agreed to open the page. A real server would now wait for the calendar's word."), nil
	},
}

var printBrochure = tool{
	name: "print_brochure", title: "Print a brochure", readOnly: true,
	about: "Takes its time and says how far it is: progress and log messages, and it can be cancelled.",
	input: `{"type":"object","properties":{"pages":{"type":"integer","title":"Pages","description":"Each takes half a second","minimum":1,"maximum":120,"default":8}}}`,
	run: func(ctx context.Context, c *conversation) (*mcp.CallToolResult, error) {
		args := struct{ Pages int }{8}
		if err := c.arguments(&args); err != nil {
			return nil, err
		}
		c.log(ctx, "info", "the printer is warming up")
		for page := 1; page <= args.Pages; page++ {
			select {
			case <-ctx.Done():
				return nil, ctx.Err()
			case <-time.After(500 * time.Millisecond):
			}
			c.moved(ctx, page, args.Pages, "printing")
			c.log(ctx, "debug", fmt.Sprintf("page %d is dry", page))
			if page == (args.Pages+1)/2 {
				c.log(ctx, "warning", map[string]any{"ink": "low", "page": page})
			}
		}
		return say("A brochure of %s is printed.", counted(args.Pages, "page")), nil
	},
}

func (c *conversation) log(ctx context.Context, level string, data any) {
	//nolint:staticcheck // deprecated by the protocol, and still what servers send
	_ = c.session.Log(ctx, &mcp.LoggingMessageParams{Level: mcp.LoggingLevel(level), Logger: "printer", Data: data})
}

func (c *conversation) moved(ctx context.Context, done, of int, what string) {
	if c.progress == nil {
		return
	}
	_ = c.session.NotifyProgress(ctx, &mcp.ProgressNotificationParams{
		ProgressToken: c.progress, Progress: float64(done), Total: float64(of), Message: what,
	})
}

var sendParcel = tool{
	name: "send_parcel", title: "Send a parcel",
	about: "Asks nothing, but its arguments are nested: they are written as JSON.",
	input: `{"type":"object","properties":{"weight":{"type":"number","title":"Weight","description":"In kilograms","exclusiveMinimum":0,"maximum":31.5},"to":{"type":"object","title":"To","properties":{"name":{"type":"string"},"street":{"type":"string"},"town":{"type":"string"},"country":{"type":"string","enum":["DE","FR","NO","PT"]}},"required":["name","town"]},"insured":{"type":"boolean","default":false}},"required":["weight","to"]}`,
	run: func(_ context.Context, c *conversation) (*mcp.CallToolResult, error) {
		var args struct {
			Weight  json.Number
			To      struct{ Name, Street, Town, Country string }
			Insured bool
		}
		if err := c.arguments(&args); err != nil {
			return nil, err
		}
		return say("A parcel of %s kg goes to %s in %s.", args.Weight, args.To.Name, args.To.Town), nil
	},
}
