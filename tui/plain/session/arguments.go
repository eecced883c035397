package session

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"elicit/forms"
	"elicit/internal/inputschema"
	"elicit/internal/safetext"
	"elicit/tui/offer"
	"elicit/tui/plain"
)

// begin says what an offer is, asks for its arguments, and calls it.
func (p *program) begin(ctx context.Context, o offer.Offer) error {
	p.describe(o)
	args, err := p.arguments(ctx, o)
	switch {
	case errors.Is(err, plain.ErrBack):
		p.say("Nothing was called.")
		return nil
	case err != nil:
		return err
	}
	target, sent, err := o.Request(args)
	if err != nil {
		p.say("not accepted: %s", clean(err.Error()))
		return nil
	}
	if args != nil {
		p.server.args[o.Key()] = args
	}
	return p.call(ctx, &call{Offer: o, target: target, sent: sent})
}

// arguments asks for what an offer is called with: field by field where its
// schema has a form, as one line of JSON otherwise or on request.
func (p *program) arguments(ctx context.Context, o offer.Offer) (json.RawMessage, error) {
	if o.Bare() {
		return nil, p.confirm(ctx)
	}
	f, why := o.Form()
	if why != nil || f == nil || len(f.Properties) == 0 {
		return p.asJSON(ctx, o, why)
	}
	var last forms.Answers
	if args := p.server.args[o.Key()]; args != nil {
		last, _ = f.Answers(args) // what no longer fits is not offered
	}
	args, err := p.prompter.Arguments(ctx, f, p.server.Name, last)
	if errors.Is(err, plain.ErrJSON) {
		return p.asJSON(ctx, o, nil)
	}
	return args, err
}

// confirm asks before something without arguments is called.
func (p *program) confirm(ctx context.Context) error {
	p.say("It takes no arguments.")
	for {
		p.say("Type yes to call it, :cancel to go back.")
		text, err := p.Console.Ask(ctx, "call> ")
		if err != nil {
			return err
		}
		switch text = strings.ToLower(strings.TrimSpace(text)); {
		case text == "y", text == "yes":
			return nil
		case text == "n", text == "no", text == ":cancel", text == ":back", text == ":list":
			return plain.ErrBack
		case strings.HasPrefix(text, ":"):
			if _, err := p.whileAsked(text); err != nil {
				return err
			}
		}
	}
}

// asJSON asks for the arguments as one line. One that does not fit the schema
// is told why, and can be sent all the same to test the server.
func (p *program) asJSON(ctx context.Context, o offer.Offer, why error) (json.RawMessage, error) {
	if why != nil {
		p.say("Its arguments have no form: %s.", noForm(why))
	}
	start := p.server.args[o.Key()]
	if start == nil {
		start = json.RawMessage("{}")
	}
	p.say("Write the arguments as one line of JSON. :schema says what fits, :cancel goes back.")
	p.say("Enter alone sends %s", safetext.EscapeJSON(start))
	schema := inputschema.Read(o.Schema())
	var unfit json.RawMessage
	for {
		text, err := p.Console.Ask(ctx, "json> ")
		if err != nil {
			return nil, err
		}
		switch text = strings.TrimSpace(text); {
		case text == ":cancel", text == ":back", text == ":list":
			return nil, plain.ErrBack
		case text == ":schema":
			p.say("%s", plain.Pretty(o.Schema()))
			continue
		case text == ":send" && unfit != nil:
			return unfit, nil
		case strings.HasPrefix(text, ":"):
			if known, err := p.whileAsked(text); err != nil {
				return nil, err
			} else if !known {
				p.say("not accepted: no such command; :schema, :cancel and :quit are")
			}
			continue
		case text == "":
			text = string(start)
		}
		args, problems := p.check(schema, text)
		if len(problems) == 0 {
			return args, nil
		}
		for _, problem := range problems {
			p.say("not accepted: %s", problem)
		}
		if unfit = args; unfit != nil {
			p.say(":send sends it all the same.")
		}
	}
}

// check gives the object, unless it is none, and what keeps it from fitting.
func (p *program) check(schema *inputschema.Schema, text string) (json.RawMessage, []string) {
	var object json.RawMessage
	if err := json.Unmarshal([]byte(text), &object); err != nil {
		if syntax, ok := errors.AsType[*json.SyntaxError](err); ok {
			return nil, []string{fmt.Sprintf("that is no JSON, at character %d: %s", syntax.Offset, clean(err.Error()))}
		}
		return nil, []string{clean(err.Error())}
	}
	if object = bytes.TrimSpace(object); object[0] != '{' {
		return nil, []string{"the arguments must be one JSON object"}
	}
	problems, unread := schema.Check(object)
	if unread != nil {
		p.say("The schema cannot be used, so that nothing is checked: %s", clean(unread.Error()))
	}
	return object, problems
}

// noForm says in a few words why a schema has no form.
func noForm(why error) string {
	r, ok := errors.AsType[*forms.Refusal](why)
	switch {
	case !ok:
		return clean(why.Error())
	case r.Property == "":
		return r.Rule
	}
	return safetext.Of(r.Property).Line() + " is " + r.Rule
}
