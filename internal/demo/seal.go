package demo

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

// seal signs the state that travels through the client, so that what comes
// back is what was sent (2026-07-28, "Multi Round-Trip Requests": a server
// treats requestState as untrusted input). Its key lives as long as the process.
type seal []byte

func newSeal() seal {
	key := make([]byte, 32)
	_, _ = rand.Read(key) // never fails
	return key
}

var encoding = base64.RawURLEncoding

func (s seal) close(v any) string {
	body, _ := json.Marshal(v) // answers came from JSON
	return encoding.EncodeToString(body) + "." + encoding.EncodeToString(s.sum(body))
}

func (s seal) open(state string, v any) error {
	body, sum, _ := strings.Cut(state, ".")
	b, err := encoding.DecodeString(body)
	given, err2 := encoding.DecodeString(sum)
	if err != nil || err2 != nil || !hmac.Equal(given, s.sum(b)) || json.Unmarshal(b, v) != nil {
		return &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: "requestState is not what this server sent"}
	}
	return nil
}

func (s seal) sum(b []byte) []byte {
	m := hmac.New(sha256.New, s)
	_, _ = m.Write(b)
	return m.Sum(nil)
}
