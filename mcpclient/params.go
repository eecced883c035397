package mcpclient

import (
	"encoding/json"
	"fmt"
	"strconv"
	"sync/atomic"
	"time"

	"elicit/internal/safetext"
)

var lastElicitation atomic.Int64

// elicitation reads the params of an elicitation/create. flaw says why it must
// be refused unseen.
func (s *Session) elicitation(params json.RawMessage) (e Elicitation, flaw string) {
	o, err := readObject(params)
	if err != nil {
		return e, "elicitation/create needs params, an object"
	}
	e = Elicitation{
		ID:     "e" + strconv.FormatInt(lastElicitation.Add(1), 10),
		Server: s.server.Name, Era: s.era, Protocol: s.protocol,
		Round: 1, Place: 1, Of: 1,
		Mode:          ModeForm,
		Message:       safetext.Of(text(o.get("message"))),
		URL:           safetext.Of(text(o.get("url"))),
		ElicitationID: text(o.get("elicitationId")),
		Params:        params,
		Asked:         time.Now(),
	}
	if schema := o.get("requestedSchema"); schema != nil {
		e.Schema = schema
	}
	if mode := o.given("mode"); mode != nil { // 2025-11-25 client/elicitation: absent means form
		e.Mode = Mode(text(mode))
	}
	return e, s.unfit(e)
}

// unfit says what is wrong with the mode: undeclared ones must be refused
// (2025-11-25 client/elicitation, "Error Handling").
func (s *Session) unfit(e Elicitation) string {
	form, url := s.declared.modes()
	switch {
	case e.Mode == ModeForm && form, e.Mode == ModeURL && url && !e.URL.Empty():
		return ""
	case e.Mode == ModeURL && url:
		return "an elicitation in mode url needs a url"
	case e.Mode == ModeForm, e.Mode == ModeURL:
		return fmt.Sprintf("elicitation mode %s was not declared by this client", e.Mode)
	}
	return fmt.Sprintf("elicitation mode %q is not known to this client", string(e.Mode))
}
