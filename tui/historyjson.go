package tui

import (
	"bytes"
	"encoding/json"
	"time"

	"elicit/answers"
	"elicit/mcpclient"
)

// historyEntry is a question and what became of it, as it is shown, copied and
// saved: what the server was told stands first, as what it asked is long.
type historyEntry struct {
	Outcome string          `json:"outcome"`
	By      string          `json:"by,omitempty"`
	Refusal string          `json:"refusal,omitempty"`
	Answer  json.RawMessage `json:"answer,omitempty"` // the ElicitResult that went back

	Server   string    `json:"server"`
	Protocol string    `json:"protocol"`
	Asked    time.Time `json:"asked"`
	Seconds  float64   `json:"seconds"` // until it was decided

	Method    string          `json:"method,omitempty"`
	Target    string          `json:"target,omitempty"`
	Arguments json.RawMessage `json:"arguments,omitempty"`

	Round    int             `json:"round,omitempty"`
	Key      string          `json:"key,omitempty"`
	Question json.RawMessage `json:"question,omitempty"` // params of elicitation/create
}

// recordJSON is a question and its answer with the JSON of both: tokens and
// order as on the wire, only white space is not kept (the frames have that).
func recordJSON(r answers.Record) []byte {
	e := r.Case.Elicitation
	entry := historyEntry{
		Asked: r.Asked, Seconds: r.Decided.Sub(r.Asked).Seconds(), Server: e.Server, Protocol: e.Protocol,
		Target: e.Target.Raw(), Arguments: valid(e.Args), Question: valid(e.Params),
		Outcome: string(r.Outcome.Action), By: r.Decision.By, Answer: answerJSON(r),
	}
	if entry.Target != "" {
		entry.Method = e.Method
	}
	if e.Key != "" {
		entry.Key, entry.Round = e.Key, e.Round
	}
	if r.Refusal != nil {
		entry.Refusal = r.Refusal.Error()
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false) // < stays <
	if err := enc.Encode(entry); err != nil {
		return []byte(`{"error":"the question cannot be written as JSON"}`)
	}
	return bytes.TrimRight(b.Bytes(), "\n")
}

// valid drops what would break the document around it.
func valid(raw json.RawMessage) json.RawMessage {
	if !json.Valid(raw) {
		return nil
	}
	return raw
}

// answerJSON is the result that went back to the server; nil when none did.
func answerJSON(r answers.Record) json.RawMessage {
	switch r.Outcome.Action {
	case mcpclient.Accept, mcpclient.Decline, mcpclient.Cancel:
	case mcpclient.Ask, mcpclient.Refuse:
		return nil
	}
	out := []byte(`{"action":"` + string(r.Outcome.Action) + `"`)
	if content := valid(r.Outcome.Content); content != nil {
		out = append(append(out, `,"content":`...), content...)
	}
	return append(out, '}')
}

func historyJSON(all []answers.Record) []byte {
	out := []byte("[")
	for i, r := range all {
		if i > 0 {
			out = append(out, ",\n"...)
		}
		out = append(out, recordJSON(r)...)
	}
	return append(out, "]\n"...)
}
