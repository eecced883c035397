package mcpclient

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"
)

// Whatever comes out of a server's stdout, the reader ends with the stream,
// gives only valid JSON as messages, and keeps within its cap.
func FuzzFrameReader(f *testing.F) {
	for _, s := range []string{
		"", "\n\n", "hello\n", "{\n", "[\n]\n", "[info] x\n{\"jsonrpc\":\"2.0\"}\n", "{}{}\n", "{} x\r\n", "\xef\xbb\xbf{}\n",
		"{\"jsonrpc\":\"2.0\",\n\"id\":1,\n\"result\":{}}\n", "{\"id\":3,\"result\":\"" + strings.Repeat("x", 300) + "\"}\n",
		"{\"result\":\"" + strings.Repeat("x", 300) + "\",\"id\":4}\n", strings.Repeat("[", 300) + "\n", "[{\"a\":1},2]\n", "\x00\xff\n",
	} {
		f.Add([]byte(s))
	}
	const limit = 256
	f.Fuzz(func(t *testing.T, in []byte) {
		r := newFrameReader(bytes.NewReader(in), limit)
		for {
			p, err := r.read()
			if errors.Is(err, io.EOF) {
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if len(p.bytes) > limit+2 || len(p.noise) > limit+headSize+tailSize {
				t.Fatalf("kept %d and %d bytes", len(p.bytes), len(p.noise))
			}
			for _, m := range p.messages {
				if !json.Valid(m) {
					t.Fatalf("message %q", m)
				}
				readMessage(m)
			}
			callID(p.id)
		}
	})
}

// The splitter gives every member in its own bytes and order.
func FuzzReadObject(f *testing.F) {
	for _, s := range []string{`{}`, `{"a":1,"b":[{"c":"}"}]}`, `{"a\"b":"\\"}`, ` { "a" : -1e5 , "a" : null } `, `[1]`, `"x"`, `{"":{}}`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		if !json.Valid(in) {
			return
		}
		o, err := readObject(in)
		var std map[string]json.RawMessage
		isMap := json.Unmarshal(in, &std) == nil && std != nil
		if (err == nil) != isMap {
			t.Fatalf("object: %v, encoding/json: %v", err, isMap)
		}
		for name, want := range std {
			if got := o.get(name); string(got) != string(want) {
				t.Fatalf("member %q: %q, want %q", name, got, want)
			}
		}
		for _, m := range o {
			if !json.Valid(m.key) || !json.Valid(m.val) {
				t.Fatalf("member %q: %q", m.key, m.val)
			}
		}
	})
}

// No result of a server makes the decoders or the rounds fail in any way but
// with an error.
func FuzzResult(f *testing.F) {
	for _, s := range []string{
		`{}`, `{"content":[null,1,"x",{"type":"text"},{"type":"image","data":"%"},{"type":"resource","resource":null}]}`,
		`{"resultType":"input_required","inputRequests":{"a":null}}`, `{"resultType":"input_required","requestState":""}`,
		`{"inputRequests":{"a":{"method":"elicitation/create","params":{"mode":"url","url":"x"}}}}`,
		`{"messages":[{"content":[{"type":"text"}]},7]}`, `{"contents":[{"blob":"AA=="}]}`, `{"resultType":[]}`, `{"isError":"yes","structuredContent":1e400}`,
	} {
		f.Add([]byte(s))
	}
	s := newSession(Server{Name: "srv"}, always(accept(`{"x":1}`)), func(Event) {})
	s.era, s.protocol = Modern, modernVersion
	f.Fuzz(func(t *testing.T, in []byte) {
		if !json.Valid(in) || !isObject(in) {
			return
		}
		for _, method := range []string{MethodTool, MethodPrompt, MethodResource} {
			readResult(method, in)
		}
		o := &openCall{Call: Call{Target: "t"}, session: s, clock: newClock(0, nil)}
		o.ctx, o.cancel = context.WithCancelCause(t.Context())
		ask, err := o.readInput(in)
		if err != nil || ask == nil {
			return
		}
		c, err := o.answer(ask, 1)
		if err == nil && !json.Valid(o.params(c, nil)) {
			t.Fatalf("retry %s", o.params(c, nil))
		}
	})
}

func FuzzElicitation(f *testing.F) {
	for _, s := range []string{form, `{"mode":7}`, `null`, `[]`, `{"message":{"a":1},"url":[],"mode":"url"}`} {
		f.Add([]byte(s))
	}
	s := newSession(Server{Name: "srv"}, nil, func(Event) {})
	f.Fuzz(func(t *testing.T, in []byte) {
		if !json.Valid(in) {
			return
		}
		e, flaw := s.elicitation(in)
		if flaw == "" && e.Mode != ModeForm && e.Mode != ModeURL {
			t.Fatalf("mode %q was let through", e.Mode)
		}
	})
}
