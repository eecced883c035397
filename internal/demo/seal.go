package demo

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

const (
	keySize   = 32
	stateLife = time.Hour
)

// seal signs the state that travels through the client, so that what comes
// back is what was sent, for the same request, not long ago (2026-07-28, "Multi
// Round-Trip Requests": a server treats requestState as untrusted input).
type seal struct {
	key []byte
	now func() time.Time
}

func newSeal(key []byte) seal {
	if len(key) != keySize {
		key = newKey()
	}
	return seal{key: key, now: time.Now}
}

func newKey() []byte {
	key := make([]byte, keySize)
	_, _ = rand.Read(key) // never fails
	return key
}

// Key is the key in a file, which is made if it is not there. A server that
// keeps its key takes up what an earlier process of it began. Without a file,
// or when it is of no use, the key is nil.
func Key(file string) []byte {
	if file == "" {
		return nil
	}
	key, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		key = writeKey(file)
	}
	if len(key) != keySize {
		return nil
	}
	return key
}

// writeKey makes the file whole or not at all; another process may do so at the
// same time, and one of them wins.
func writeKey(file string) []byte {
	if os.MkdirAll(filepath.Dir(file), 0o700) != nil {
		return nil
	}
	f, err := os.CreateTemp(filepath.Dir(file), ".key-")
	if err != nil {
		return nil
	}
	defer func() { _ = os.Remove(f.Name()) }()
	_, err = f.Write(newKey())
	if errors.Join(err, f.Close()) != nil {
		return nil
	}
	_ = os.Link(f.Name(), file) // fails when the other was first
	key, _ := os.ReadFile(file) // of no use when it cannot be read
	return key
}

var encoding = base64.RawURLEncoding

// sealed is a state: what it holds, and since when.
type sealed struct {
	At    int64           `json:"at"` // Unix seconds
	Holds json.RawMessage `json:"holds"`
}

// close seals v for one request.
func (s seal) close(request string, v any) string {
	holds, _ := json.Marshal(v) // answers came from JSON
	body, _ := json.Marshal(sealed{At: s.now().Unix(), Holds: holds})
	return encoding.EncodeToString(body) + "." + encoding.EncodeToString(s.sum(request, body))
}

func (s seal) open(request, state string, v any) error {
	body, sum, _ := strings.Cut(state, ".")
	b, err := encoding.DecodeString(body)
	given, err2 := encoding.DecodeString(sum)
	var in sealed
	if err != nil || err2 != nil || !hmac.Equal(given, s.sum(request, b)) || json.Unmarshal(b, &in) != nil {
		return rejected("requestState is not what this server sent for this request")
	}
	if s.now().Sub(time.Unix(in.At, 0)) > stateLife {
		return rejected("requestState is too old")
	}
	return json.Unmarshal(in.Holds, v)
}

func rejected(why string) error {
	return &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: why}
}

func (s seal) sum(request string, b []byte) []byte {
	m := hmac.New(sha256.New, s.key)
	digest := sha256.Sum256([]byte(request))
	_, _ = m.Write(digest[:])
	_, _ = m.Write(b)
	return m.Sum(nil)
}
