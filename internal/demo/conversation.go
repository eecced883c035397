package demo

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// modernProtocol is the first version in which a server asks by returning
// input_required instead of sending elicitation/create.
const modernProtocol = "2026-07-28"

// question is one thing to ask. Key names it in the modern era; of several
// asked at once the wire sorts them by key.
type question struct {
	key, message string
	schema       string // exact bytes: the order of properties is part of the question
	url          string // URL mode when not empty
	urlID        string // legacy URL mode
}

// answer is what came back, exactly as the client sent it.
type answer struct {
	Action  string         `json:"action"`
	Content map[string]any `json:"content,omitempty"`
}

// conversation is one request of a client and the answers it has gathered. In
// the modern era it is rebuilt on every retry from the request's state.
type conversation struct {
	session      *mcp.ServerSession
	protocol     string
	capabilities *mcp.ClientCapabilities
	responses    mcp.InputResponseMap
	progress     any
	args         json.RawMessage
	subject      string // what was asked for, and with which arguments

	seal  seal
	known map[string]answer
}

// needsInputError is how a handler's ask comes back out of it in the modern era.
type needsInputError struct {
	requests mcp.InputRequestMap
	state    string
}

func (*needsInputError) Error() string { return "the client is asked for input" }

// takeUp continues where the state left off, with the answers of this round.
func (c *conversation) takeUp(s seal, state string) error {
	c.seal, c.known = s, map[string]answer{}
	if state != "" {
		if err := s.open(c.subject, state, &c.known); err != nil {
			return err
		}
	}
	for key, r := range c.responses {
		if e, ok := r.(*mcp.ElicitResult); ok {
			c.known[key] = answer{Action: e.Action, Content: e.Content}
		}
	}
	return nil
}

// ask asks one question.
func (c *conversation) ask(ctx context.Context, q question) (answer, error) {
	all, err := c.askAll(ctx, q)
	if err != nil {
		return answer{}, err
	}
	return all[0], nil
}

// askAll asks several questions at once.
func (c *conversation) askAll(ctx context.Context, qs ...question) ([]answer, error) {
	if c.protocol >= modernProtocol {
		return c.askByReturning(qs)
	}
	return c.askByRequest(ctx, qs)
}

func (c *conversation) askByReturning(qs []question) ([]answer, error) {
	answers, missing := make([]answer, len(qs)), mcp.InputRequestMap{}
	for i, q := range qs {
		if a, ok := c.known[q.key]; ok {
			answers[i] = a
			continue
		}
		if err := c.mayAsk(q); err != nil {
			return nil, err
		}
		missing[q.key] = q.params()
	}
	if len(missing) == 0 {
		return answers, nil
	}
	return nil, &needsInputError{requests: missing, state: c.seal.close(c.subject, c.known)}
}

func (c *conversation) mayAsk(q question) error {
	switch e := c.capabilities; {
	case e == nil || e.Elicitation == nil:
		return errors.New("this needs to ask you something, and your client declared no elicitation")
	case q.url != "" && e.Elicitation.URL == nil:
		return errors.New("this needs you to open a page, and your client did not declare URL elicitation")
	}
	return nil
}

func (c *conversation) askByRequest(ctx context.Context, qs []question) ([]answer, error) {
	answers, errs := make([]answer, len(qs)), make([]error, len(qs))
	var wait sync.WaitGroup
	for i, q := range qs {
		wait.Go(func() { answers[i], errs[i] = c.request(ctx, q) })
	}
	wait.Wait()
	return answers, errors.Join(errs...)
}

func (c *conversation) request(ctx context.Context, q question) (answer, error) {
	var got answer
	ctx = context.WithValue(ctx, untouched{}, &got)
	if _, err := c.session.Elicit(ctx, q.params()); err != nil {
		return answer{}, fmt.Errorf("the question was not answered: %w", err)
	}
	return got, nil
}

func (q question) params() *mcp.ElicitParams {
	if q.url != "" {
		return &mcp.ElicitParams{Mode: "url", Message: q.message, URL: q.url, ElicitationID: q.urlID}
	}
	return &mcp.ElicitParams{Mode: "form", Message: q.message, RequestedSchema: json.RawMessage(q.schema)}
}

type untouched struct{}

// keepAnswersUntouched takes an answer's content out before the SDK would put
// the schema's defaults into it: these servers report what they were sent.
func keepAnswersUntouched(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, r mcp.Request) (mcp.Result, error) {
		res, err := next(ctx, method, r)
		e, ok := res.(*mcp.ElicitResult)
		into, wanted := ctx.Value(untouched{}).(*answer)
		if err != nil || !ok || !wanted {
			return res, err
		}
		*into = answer{Action: e.Action, Content: e.Content}
		return &mcp.ElicitResult{Action: e.Action}, nil
	}
}

// arguments reads the call's arguments into v.
func (c *conversation) arguments(v any) error {
	if len(c.args) == 0 {
		return nil
	}
	if err := json.Unmarshal(c.args, v); err != nil {
		return fmt.Errorf("the arguments do not fit the tool's input schema: %w", err)
	}
	return nil
}
