package answers

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"elicit/forms"
	"elicit/internal/safetext"
	"elicit/mcpclient"
)

// Pending is a parked question.
type Pending struct {
	ID       string
	Path     string           // of the record's file
	Case     Case             // as it was asked, with its Form; its ID is the record's, CallID is empty
	Parked   time.Time        // last
	Expires  time.Time        // when it is forgotten
	Previous json.RawMessage  // an earlier answer that could not be used: to be offered, marked as such; nil when there is none
	Changes  []string         // what changed since that answer; drawable, one fact each
	State    *RoundState      // of a modern call; nil when unknown
	Answered mcpclient.Action // the answer that no call has taken yet; empty when there is none
}

// Profile is the one under which the question was parked.
func (p *Pending) Profile() forms.Profile {
	if p.Case.Form == nil {
		return forms.Tester
	}
	return p.Case.Form.Profile
}

// Pending gives the parked questions that wait for an answer, oldest first.
// Records that cannot be used are left out, with a warning each.
func (s *Store) Pending(ctx context.Context) ([]*Pending, error) {
	records, err := s.load("")
	if err != nil {
		return nil, fmt.Errorf("reading the parked questions: %w", err)
	}
	var waiting []*Pending
	for _, r := range records {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		if r.Answer != nil || r.Behind || s.now().After(r.Until) {
			continue
		}
		p, err := s.pending(r)
		if err != nil {
			s.warnUnusable(r.name(), err)
			continue
		}
		waiting = append(waiting, p)
	}
	slices.SortFunc(waiting, func(a, b *Pending) int {
		return cmp.Or(a.Parked.Compare(b.Parked), cmp.Compare(a.Case.Round, b.Case.Round), cmp.Compare(a.ID, b.ID))
	})
	return waiting, nil
}

// Find gives the parked question with that ID, or with the only ID that begins
// so. It may have been answered already.
func (s *Store) Find(_ context.Context, id string) (*Pending, error) {
	r, err := s.find(id)
	if err != nil {
		return nil, err
	}
	return s.pending(r)
}

func (s *Store) find(id string) (*record, error) {
	records, err := s.load("")
	if err != nil {
		return nil, err
	}
	var found []*record
	for _, r := range records {
		if id != "" && !r.Behind && strings.HasPrefix(r.ID, id) {
			found = append(found, r)
		}
	}
	switch len(found) {
	case 1:
		return found[0], nil
	case 0:
		return nil, fmt.Errorf("there is no parked question %s: its answer may have been taken, or the server asks another question now; `elicit pending` lists what waits", quote(id))
	}
	return nil, fmt.Errorf("%d parked questions begin with %s: give more of the ID", len(found), quote(id))
}

func (s *Store) pending(r *record) (*Pending, error) {
	c, err := r.question()
	if err != nil {
		return nil, err
	}
	c.ID, c.Retried = r.ID, true // nothing waits for the answer
	p := &Pending{
		ID: r.ID, Path: s.files.path(r.name()), Case: c, Parked: r.Parked, Expires: r.Until,
		Previous: r.Previous, Changes: drawable(r.Changes), State: r.State,
	}
	if r.Answer != nil {
		p.Answered = r.Answer.Action
		if c := answerContent(r); c != nil {
			p.Previous = c
		}
	}
	return p, nil
}

// AnswerWith is the command that answers the question.
func (p *Pending) AnswerWith() string { return "elicit answer " + p.ID }

// printed is a Pending as JSON.
type printed struct {
	ID              string          `json:"id"`
	Server          string          `json:"server"`
	Method          string          `json:"method"`
	Target          safetext.Text   `json:"target"`
	Arguments       json.RawMessage `json:"arguments,omitempty"`
	ArgumentsDigest string          `json:"argumentsDigest"`
	Era             string          `json:"era"`
	Protocol        string          `json:"protocol"`
	Key             string          `json:"key,omitempty"`
	Round           int             `json:"round"`
	Mode            string          `json:"mode"`
	Message         safetext.Text   `json:"message"`
	Questions       []printedAsk    `json:"questions,omitempty"`
	Schema          json.RawMessage `json:"requestedSchema,omitempty"`
	URL             string          `json:"url,omitempty"`
	Profile         string          `json:"profile,omitempty"`
	Fingerprint     string          `json:"fingerprint"`
	State           *printedState   `json:"requestState,omitempty"`
	Parked          time.Time       `json:"parked"`
	Expires         time.Time       `json:"expires"`
	Previous        json.RawMessage `json:"previous,omitempty"`
	Changes         []string        `json:"changes,omitempty"`
	AnswerWith      string          `json:"answerWith"`
	Record          string          `json:"record"`
}

type printedState struct {
	State safetext.Text `json:"state"`
	Given bool          `json:"given"`
	At    time.Time     `json:"at"`
}

// printedAsk is one question: drawable words, and the values to answer with.
type printedAsk struct {
	Name        safetext.Text   `json:"name"`
	Title       string          `json:"title"`
	Description string          `json:"description,omitempty"`
	Kind        forms.Kind      `json:"kind"`
	Required    bool            `json:"required"`
	Constraint  string          `json:"constraint,omitempty"`
	Options     []printedOption `json:"options,omitempty"`
	Default     json.RawMessage `json:"default,omitempty"`
}

type printedOption struct {
	Value json.RawMessage `json:"value"`
	Label string          `json:"label"`
}

// MarshalJSON writes the record that a parked call prints. It is safe on a
// terminal.
func (p *Pending) MarshalJSON() ([]byte, error) {
	c := p.Case
	mode := string(c.Mode)
	if mode == "" {
		mode = "form"
	}
	out := printed{
		ID: p.ID, Server: c.Server, Method: c.Method, Target: c.Target,
		Arguments: c.Args, ArgumentsDigest: argsDigest(c.Args),
		Era: string(c.Era), Protocol: c.Protocol, Key: c.Key, Round: c.Round,
		Mode: mode, Message: c.Message, Questions: p.questions(), Schema: c.Schema, URL: c.URL.Raw(),
		Fingerprint: c.Fingerprint(),
		Parked:      p.Parked, Expires: p.Expires, Previous: p.Previous, Changes: p.Changes,
		AnswerWith: p.AnswerWith(), Record: p.Path,
	}
	if p.State != nil {
		out.State = &printedState{State: safetext.Of(p.State.State), Given: p.State.Given, At: p.State.At}
	}
	if c.Form != nil {
		out.Profile = c.Form.Profile.Name
	}
	b, err := marshal(out)
	return safetext.EscapeJSON(b), err
}

func (p *Pending) questions() []printedAsk {
	if p.Case.Form == nil {
		return nil
	}
	var all []printedAsk
	for _, q := range p.Case.Form.Questions() {
		property := p.Case.Form.Properties[q.Property]
		ask := printedAsk{
			Name: property.Name, Title: q.Title, Description: q.Description,
			Kind: q.Kind, Required: q.Required, Constraint: q.Constraint, Default: property.Default,
		}
		for _, o := range property.Options {
			ask.Options = append(ask.Options, printedOption{Value: o.Value, Label: o.Shown})
		}
		all = append(all, ask)
	}
	return all
}

// ParkedError ends a call whose question was parked: exit code 3.
type ParkedError struct{ Pending *Pending }

func (e *ParkedError) Error() string {
	return fmt.Sprintf("%s asked a question, which waits for an answer: `%s`, then make the same call again",
		where(e.Pending.Case.Elicitation), e.Pending.AnswerWith())
}

// Is matches ErrUnanswered.
func (e *ParkedError) Is(target error) bool { return target == ErrUnanswered }
