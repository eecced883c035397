package mcpclient

import (
	"encoding/json"
	"errors"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

// takeUp begins with the round at which an earlier call stopped, if there is
// one: its retry is what that call would have sent next (2026-07-28
// basic/patterns/mrtr: all that a server has to know is in the retry).
func (d *driver) takeUp() error {
	r := d.Resume
	if r == nil || d.session.era != Modern || len(r.Questions) == 0 || !isString(r.State) {
		return nil
	}
	in := &inputAsk{state: oneLine(r.State), resumed: true}
	for _, q := range r.Questions {
		in.requests = append(in.requests, member{
			name: q.Key, key: quote(q.Key),
			val: json.RawMessage(`{"method":"` + methodElicit + `","params":` + string(q.Params) + `}`),
		})
	}
	d.resumed, d.rounds = true, max(r.Round, 1)-1
	return d.round(in)
}

// stale reports whether the server refused the state of an earlier call, and
// lets the call start from its beginning then. Any other error may come from
// the call's own work, which is not done twice.
func (d *driver) stale(err error) bool {
	resumed := d.resumed
	d.resumed = false
	var refused *CallError
	if !resumed || !errors.As(err, &refused) || refused.Code != jsonrpc.CodeInvalidParams || d.ended() != nil {
		return false
	}
	d.session.tell(ResumeRefused{CallID: d.ID, Err: refused})
	d.carry, d.rounds, d.waits = carry{}, 0, 0
	return true
}
