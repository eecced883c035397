package mcpclient

import (
	"encoding/json"
	"strconv"
	"strings"
	"sync"

	"elicit/internal/safetext"
)

// notified tells of a notification of the server. Unknown ones are in the
// frames and nowhere else.
func (s *Session) notified(m message) {
	o := rawObject(m.params)
	switch m.method {
	case "notifications/cancelled":
		s.withdrawn(m.params)
	case "notifications/progress":
		s.progressed(o)
	case "notifications/message":
		s.tell(Logged{
			Level:  safetext.Clean(text(o.get("level"))),
			Logger: safetext.Of(text(o.get("logger"))),
			Data:   safetext.Of(text(o.get("data"))),
		})
	case "notifications/elicitation/complete":
		s.tell(URLCompleted{ElicitationID: text(o.get("elicitationId"))})
	default:
		if what, ok := strings.CutPrefix(m.method, "notifications/"); ok {
			if what, ok = strings.CutSuffix(what, "/list_changed"); ok {
				s.tell(ListChanged{What: what})
			}
		}
	}
}

func (s *Session) progressed(o object) {
	call, ok := s.progress.call(o.get("progressToken"))
	if !ok {
		return // of a call that is over, or of none
	}
	s.tell(Progressed{
		CallID:   call,
		Progress: number(o.get("progress")),
		Total:    number(o.get("total")),
		Message:  safetext.Of(text(o.get("message"))),
	})
}

func number(raw json.RawMessage) float64 {
	f, _ := strconv.ParseFloat(string(raw), 64)
	return f
}

// tokens are the progress tokens that are in use; each round of a call has one
// of its own, so that a late notification of an earlier round is not mistaken.
type tokens struct {
	mu    sync.Mutex
	last  int64
	calls map[int64]string
}

func (t *tokens) next(call string) int64 {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.calls == nil {
		t.calls = map[int64]string{}
	}
	t.last++
	t.calls[t.last] = call
	return t.last
}

func (t *tokens) drop(token int64) {
	t.mu.Lock()
	defer t.mu.Unlock()
	delete(t.calls, token)
}

func (t *tokens) call(raw json.RawMessage) (string, bool) {
	if isString(raw) { // some servers give numbers back as strings
		raw = json.RawMessage(text(raw))
	}
	token, ok := callID(raw)
	t.mu.Lock()
	defer t.mu.Unlock()
	call, known := t.calls[token]
	return call, ok && known
}
