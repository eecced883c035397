package mcpclient

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
)

// elicitResult is an outcome as the protocol writes it. An accepted form always
// has content, also {}; nothing else ever has (2025-11-25 client/elicitation,
// "Response Actions"). What nobody answered is told as cancel, never as
// decline.
func elicitResult(e Elicitation, o Outcome) (json.RawMessage, error) {
	switch {
	case o.Action == Decline:
		return json.RawMessage(`{"action":"decline"}`), nil
	case o.Action != Accept:
		return json.RawMessage(`{"action":"cancel"}`), nil
	case e.Mode == ModeURL:
		return json.RawMessage(`{"action":"accept"}`), nil
	case len(o.Content) == 0:
		return json.RawMessage(`{"action":"accept","content":{}}`), nil
	case !json.Valid(o.Content) || !isObject(bytes.TrimSpace(o.Content)):
		return json.RawMessage(`{"action":"cancel"}`), fmt.Errorf("server %s: the answer is not a JSON object, so it was not sent", e.Server)
	}
	return json.RawMessage(`{"action":"accept","content":` + string(oneLine(o.Content)) + `}`), nil
}

// ending is the error with which an outcome ends the call; nil when it goes on.
func (o Outcome) ending(e Elicitation) error {
	switch {
	case o.End != nil:
		return o.End
	case o.Action == Refuse:
		return errors.New("server " + e.Server + ": its question was refused: " + o.Reason)
	case o.Action != Accept && o.Action != Decline && o.Action != Cancel:
		return errors.New("server " + e.Server + ": nobody answered its question")
	}
	return nil
}
