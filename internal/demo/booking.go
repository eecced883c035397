package demo

import (
	"context"
	"fmt"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

var bookTable = tool{
	name: "book_table", title: "Book a table",
	about: "Books a table for dinner. Asks for a name, the number of guests, where to sit and whether there is something to celebrate.",
	input: `{"type":"object","properties":{"restaurant":{"type":"string","title":"Restaurant","description":"Where to eat","enum":["Harbour Kitchen","Old Mill","Saffron"],"default":"Harbour Kitchen"}}}`,
	run: func(ctx context.Context, c *conversation) (*mcp.CallToolResult, error) {
		args := struct{ Restaurant string }{"Harbour Kitchen"}
		if err := c.arguments(&args); err != nil {
			return nil, err
		}
		a, err := c.ask(ctx, question{key: "booking", message: "A table at " + args.Restaurant + " for tonight.\nWho is coming?", schema: `{
  "type": "object",
  "properties": {
    "name": {"type": "string", "title": "Name", "description": "The table is held under this name", "minLength": 1, "maxLength": 60},
    "guests": {"type": "integer", "title": "Guests", "minimum": 1, "maximum": 12, "default": 2},
    "seating": {"type": "string", "title": "Where to sit", "oneOf": [
      {"const": "window", "title": "By the window"},
      {"const": "terrace", "title": "On the terrace"},
      {"const": "quiet", "title": "Somewhere quiet"}]},
    "celebration": {"type": "boolean", "title": "Something to celebrate", "description": "The kitchen adds a candle"},
    "note": {"type": "string", "title": "A word to the kitchen", "description": "Allergies, a high chair, a late arrival", "maxLength": 400}
  },
  "required": ["name", "guests", "seating"]
}`})
		if err != nil {
			return nil, err
		}
		if r := a.unless("No table was booked"); r != nil {
			return r, nil
		}
		seats := map[string]string{"window": "by the window", "terrace": "on the terrace", "quiet": "somewhere quiet"}
		extra := ""
		if a.yes("celebration") {
			extra += " There will be a candle."
		}
		if n := a.text("note"); n != "" {
			extra += fmt.Sprintf(" The kitchen was told: %q.", n)
		}
		return say("%s, your table for %.0f at %s is booked, %s.%s", a.text("name"), a.number("guests"), args.Restaurant, seats[a.text("seating")], extra), nil
	},
}

var buyTickets = tool{
	name: "buy_tickets", title: "Buy ferry tickets",
	about: "Buys ferry tickets. Every field has a limit, so that it is easy to see what happens at one.",
	input: `{"type":"object","properties":{"route":{"type":"string","title":"Route","description":"From where to where","default":"Kiel–Oslo"}}}`,
	run: func(ctx context.Context, c *conversation) (*mcp.CallToolResult, error) {
		args := struct{ Route string }{"Kiel–Oslo"}
		if err := c.arguments(&args); err != nil {
			return nil, err
		}
		a, err := c.ask(ctx, question{key: "tickets", message: "Tickets for the ferry " + args.Route + ", 49.50 each.", schema: `{
  "type": "object",
  "properties": {
    "tickets": {"type": "integer", "title": "Tickets", "description": "One for everybody over three", "minimum": 1, "maximum": 9},
    "most": {"type": "number", "title": "At most to spend", "description": "In euros and cents", "minimum": 0, "exclusiveMaximum": 1000, "multipleOf": 0.01},
    "email": {"type": "string", "title": "Where to send the tickets", "format": "email"},
    "voucher": {"type": "string", "title": "Voucher", "description": "Four letters, a dash, four digits", "pattern": "^[A-Z]{4}-[0-9]{4}$"},
    "extras": {"type": "array", "title": "On board", "description": "One or two of these come with the ticket", "minItems": 1, "maxItems": 2, "items": {"type": "string", "enum": ["breakfast", "cabin", "bicycle", "lounge"]}}
  },
  "required": ["tickets", "email", "extras"]
}`})
		if err != nil {
			return nil, err
		}
		if r := a.unless("No ticket was bought"); r != nil {
			return r, nil
		}
		price := 49.50 * a.number("tickets")
		if most, limited := a.Content["most"].(float64); limited && price > most {
			return say("No ticket was bought: %.2f would be more than the %.2f you want to spend.", price, most), nil
		}
		tickets := counted(int(a.number("tickets")), "ticket")
		return say("%s %s with %s, %.2f in all, go to %s.", tickets, args.Route, joined(a.list("extras")), price, a.text("email")), nil
	},
}

var planTrip = tool{
	name: "plan_trip", title: "Plan a trip",
	about: "Asks two questions in a row: where to, and then what to do there. The second depends on the first.",
	run: func(ctx context.Context, c *conversation) (*mcp.CallToolResult, error) {
		where, err := c.ask(ctx, question{key: "where", message: "Where would you like to go?", schema: `{
  "type": "object",
  "properties": {"city": {"type": "string", "title": "City", "enum": ["lisbon", "oslo", "kyoto"], "enumNames": ["Lisbon", "Oslo", "Kyoto"]}},
  "required": ["city"]
}`})
		if err != nil {
			return nil, err
		}
		if r := where.unless("No trip was planned"); r != nil {
			return r, nil
		}
		city := where.text("city")
		if sights[city] == nil { // not every client checks what it sends
			return say("No trip was planned: there is no city %q on the list.", city), nil
		}
		what, err := c.ask(ctx, question{key: "what", message: "What would you like to do there?", schema: fmt.Sprintf(`{
  "type": "object",
  "properties": {
    "plans": {"type": "array", "title": "Plans", "minItems": 1, "uniqueItems": true, "items": {"anyOf": [%s]}},
    "from": {"type": "string", "title": "First day", "format": "date"}
  },
  "required": ["plans"]
}`, sightsOf(city))})
		if err != nil {
			return nil, err
		}
		if r := what.unless("The trip has no plans yet"); r != nil {
			return r, nil
		}
		return say("A trip to %s from %s: %s.", strings.ToUpper(city[:1])+city[1:], what.or("from", "a day of your choice"), joined(what.list("plans"))), nil
	},
}

var sights = map[string][]string{
	"lisbon": {"tram 28", "the aquarium", "a boat to Cacilhas"},
	"oslo":   {"the opera's roof", "a sauna at the fjord", "the island of Hovedøya"},
	"kyoto":  {"the bamboo grove", "the railway museum", "an evening in Gion"},
}

// sightsOf are a city's sights as options.
func sightsOf(city string) string {
	var out []string
	for _, s := range sights[city] {
		out = append(out, fmt.Sprintf(`{"const": %q, "title": %q}`, s, strings.ToUpper(s[:1])+s[1:]))
	}
	return strings.Join(out, ", ")
}
