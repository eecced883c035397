package demo

import (
	"context"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

var registerForConference = tool{
	name: "register_for_conference", title: "Register for a conference",
	about: "Asks everything in one long form: every kind of field that the specification has, with defaults and limits.",
	run: func(ctx context.Context, c *conversation) (*mcp.CallToolResult, error) {
		a, err := c.ask(ctx, question{
			key: "registration", schema: conferenceForm,
			message: "Welcome to the conference on small tools.\nThree days in May, by the lake.",
		})
		if err != nil {
			return nil, err
		}
		if r := a.unless("You are not registered"); r != nil {
			return r, nil
		}
		r := say("%s, you are registered. This is what arrived:\n%s", a.text("name"), a.received())
		r.StructuredContent = a.Content
		return r, nil
	},
}

const conferenceForm = `{
  "type": "object",
  "properties": {
    "name": {"type": "string", "title": "Full name", "minLength": 2, "maxLength": 80},
    "email": {"type": "string", "title": "Email", "description": "Only for the programme and changes to it", "format": "email"},
    "website": {"type": "string", "title": "Website", "format": "uri"},
    "arrival": {"type": "string", "title": "Arrival", "format": "date"},
    "pickup": {"type": "string", "title": "Pick me up at the station at", "description": "With an offset, such as 2027-05-11T09:30:00+02:00", "format": "date-time"},
    "nights": {"type": "integer", "title": "Nights", "minimum": 0, "maximum": 5, "default": 3},
    "donation": {"type": "number", "title": "Donation to the travel fund", "description": "In euros", "minimum": 0, "maximum": 10000, "multipleOf": 0.01},
    "first_time": {"type": "boolean", "title": "My first time here"},
    "photos": {"type": "boolean", "title": "You may take photos of me", "default": false},
    "diet": {"type": "string", "title": "Food", "enum": ["anything", "vegetarian", "vegan", "halal", "kosher"], "default": "anything"},
    "ticket": {"type": "string", "title": "Ticket", "oneOf": [
      {"const": "early", "title": "Early bird, 120 euros"},
      {"const": "regular", "title": "Regular, 180 euros"},
      {"const": "student", "title": "Student, 40 euros"}], "default": "regular"},
    "shirt": {"type": "string", "title": "Shirt", "enum": ["s", "m", "l", "xl"], "enumNames": ["Small", "Medium", "Large", "Extra large"]},
    "workshops": {"type": "array", "title": "Workshops", "description": "At most two fit into a day", "maxItems": 2, "items": {"type": "string", "enum": ["parsers", "terminals", "protocols", "type design"]}},
    "talks": {"type": "array", "title": "Talks not to miss", "items": {"anyOf": [
      {"const": "keynote", "title": "The keynote"},
      {"const": "lightning", "title": "Lightning talks"},
      {"const": "panel", "title": "The panel on Friday"}]}, "default": ["keynote"]},
    "about": {"type": "string", "title": "A few words about you", "description": "Printed in the programme", "maxLength": 2000}
  },
  "required": ["name", "email", "first_time", "ticket"]
}`
