package demo

import (
	"context"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// fillBilling makes a second server, to have two that ask at the same time.
func fillBilling(h *host) {
	h.tool(buySeats)
	h.tool(cancelPlan)
	h.tool(exportInvoices)
}

var buySeats = tool{
	name: "buy_seats", title: "Buy seats",
	about: "Buys seats for a team. Asks for the plan and whom to notify.",
	input: `{"type":"object","properties":{"team":{"type":"string","title":"Team","minLength":1},"seats":{"type":"integer","title":"Seats","minimum":1,"maximum":50,"default":5}},"required":["team"]}`,
	run: func(ctx context.Context, c *conversation) (*mcp.CallToolResult, error) {
		args := struct {
			Team  string
			Seats int
		}{Seats: 5}
		if err := c.arguments(&args); err != nil {
			return nil, err
		}
		a, err := c.ask(ctx, question{key: "plan", message: "Pick a plan for the new team.\nYou can change it later.", schema: `{
  "type": "object",
  "properties": {
    "plan": {"type": "string", "title": "Plan", "oneOf": [
      {"const": "solo", "title": "Solo, 8 a seat"},
      {"const": "team", "title": "Team, 12 a seat"},
      {"const": "works", "title": "Works, 20 a seat"}]},
    "notify": {"type": "boolean", "title": "Notify the team"},
    "email": {"type": "string", "title": "Invoice to", "format": "email"}
  },
  "required": ["plan"]
}`})
		if err != nil {
			return nil, err
		}
		if r := a.unless("Nothing was bought"); r != nil {
			return r, nil
		}
		return say("%s on the plan %s for %s. The invoice goes to %s.", counted(args.Seats, "seat"), a.text("plan"), args.Team, a.or("email", "the account's address")), nil
	},
}

var cancelPlan = tool{
	name: "cancel_plan", title: "Cancel a plan",
	about: "Asks for the reason, and once more before it cancels.",
	run: func(ctx context.Context, c *conversation) (*mcp.CallToolResult, error) {
		why, err := c.ask(ctx, question{key: "reason", message: "Why are you leaving?", schema: `{
  "type": "object",
  "properties": {"reason": {"type": "string", "title": "Reason", "enum": ["too expensive", "not needed any more", "something else"]}},
  "required": ["reason"]
}`})
		if err != nil {
			return nil, err
		}
		if r := why.unless("The plan goes on"); r != nil {
			return r, nil
		}
		sure, err := c.ask(ctx, question{key: "sure", message: "The plan ends today, with everything in it.", schema: `{"type": "object", "properties": {}}`})
		if err != nil {
			return nil, err
		}
		if r := sure.unless("The plan goes on"); r != nil {
			return r, nil
		}
		return say("The plan has ended. Noted: %s.", why.text("reason")), nil
	},
}

var exportInvoices = tool{
	name: "export_invoices", title: "Export invoices", readOnly: true,
	about: "Lists the invoices of a year. Asks nothing.",
	input: `{"type":"object","properties":{"year":{"type":"integer","title":"Year","minimum":2020,"maximum":2030}},"required":["year"]}`,
	run: func(_ context.Context, c *conversation) (*mcp.CallToolResult, error) {
		var args struct{ Year int }
		if err := c.arguments(&args); err != nil {
			return nil, err
		}
		return say("%d-01  60.00\n%d-02  60.00\n%d-03  72.00", args.Year, args.Year, args.Year), nil
	},
}
