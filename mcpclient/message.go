package mcpclient

import (
	"encoding/json"
	"math"
	"strconv"

	"elicit/internal/safetext"
)

// message is one JSON-RPC message of a server, in its own bytes.
type message struct {
	method string
	id     json.RawMessage // nil for notifications
	params json.RawMessage
	result json.RawMessage
	err    json.RawMessage
	flaw   string // what keeps it from being a message; empty when it is one
}

func readMessage(raw json.RawMessage) message {
	o, err := readObject(raw)
	if err != nil {
		return message{flaw: "not a JSON object"}
	}
	m := message{
		method: text(o.get("method")),
		id:     o.given("id"),
		params: o.get("params"),
		result: o.get("result"),
		err:    o.given("error"),
	}
	switch {
	case text(o.get("jsonrpc")) != "2.0":
		m.flaw = "not JSON-RPC 2.0"
	case o.get("method") != nil && !isString(o.get("method")):
		m.flaw = "its method is not a string"
	case o.get("method") == nil && m.id == nil:
		m.flaw = "an answer without an id"
	}
	return m
}

// callID is an answer's id as the number that this client counts by. Servers
// and clients count apart, and some answer 3 with 3.0.
func callID(raw json.RawMessage) (int64, bool) {
	if len(raw) == 0 || len(raw) > 32 || isString(raw) {
		return 0, false
	}
	if n, err := strconv.ParseInt(string(raw), 10, 64); err == nil {
		return n, true
	}
	f, err := strconv.ParseFloat(string(raw), 64)
	if err != nil || f != math.Trunc(f) || math.Abs(f) > 1<<53 {
		return 0, false
	}
	return int64(f), true
}

// rpcError is an answer's error, read without insisting on its form.
type rpcError struct {
	code    int
	message safetext.Text
	data    json.RawMessage
}

func readError(raw json.RawMessage) rpcError {
	o, err := readObject(raw)
	if err != nil {
		return rpcError{message: safetext.Of(text(raw))}
	}
	e := rpcError{message: safetext.Of(text(o.get("message"))), data: o.given("data")}
	_ = json.Unmarshal(o.get("code"), &e.code)
	return e
}
