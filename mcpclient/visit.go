package mcpclient

import (
	"encoding/json"

	"elicit/internal/safetext"
)

// urlTries counts how often a call was refused until pages were visited.
type urlTries struct {
	tries int
	seen  map[string]bool // URLs that were accepted
}

// visit deals with error -32042: each of its URLs is put to the Answerer as an
// elicitation in URL mode, and nil means that the call may be sent again
// (2025-11-25 client/elicitation, "URL Elicitation Required Error"). Nothing
// goes back to the server but the next try. Servers that still send it in the
// modern era are answered alike.
func (o *openCall) visit(t *urlTries, refused *CallError) error {
	if _, url := o.session.declared.modes(); !url {
		return refused
	}
	items, _ := readArray(rawObject(refused.Data).get("elicitations"))
	if len(items) == 0 {
		return refused
	}
	t.tries++
	if t.tries > maxURLTries {
		return &TooManyRoundsError{Server: o.session.server.Name, Target: o.target(), Rounds: maxURLTries}
	}
	pages, err := o.readPages(t, items)
	if err != nil {
		return err
	}
	for _, e := range pages {
		outcome, err := o.askFor(e)
		if err != nil {
			return err
		}
		switch {
		case outcome.Action == Accept && outcome.End == nil:
			t.seen[e.URL.Raw()] = true
		case outcome.Action == Accept, outcome.ending(e) != nil:
			return outcome.ending(e)
		default: // declined or cancelled: the server's refusal stands
			return refused
		}
	}
	return nil
}

func (o *openCall) readPages(t *urlTries, items []json.RawMessage) ([]Elicitation, error) {
	pages := make([]Elicitation, len(items))
	for i, raw := range items {
		e, flaw := o.session.elicitation(withMode(raw))
		if e.Mode != ModeURL && flaw == "" {
			flaw = "asks for an elicitation in mode " + string(e.Mode) + " with error -32042, which is for URLs only"
		}
		if flaw != "" {
			return nil, o.broke(flaw)
		}
		if t.seen[e.URL.Raw()] {
			return nil, &RepeatedURLError{Server: o.session.server.Name, Target: o.target(), URL: safetext.Of(e.URL.Raw()), Tries: t.tries}
		}
		o.name(&e)
		e.Retried, e.Round, e.Place, e.Of = true, t.tries, i+1, len(items)
		pages[i] = e
	}
	return pages, nil
}

// withMode reads an entry that names no mode as what it can only be.
func withMode(raw json.RawMessage) json.RawMessage {
	o := rawObject(raw)
	if o.given("mode") != nil || o.given("url") == nil {
		return raw
	}
	b := []byte(`{"mode":"url"`)
	for _, m := range o {
		if m.name != "mode" {
			b = append(append(append(append(b, ','), m.key...), ':'), m.val...)
		}
	}
	return append(b, '}')
}
