package mcpclient

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

func request(id int64, x *exchange, r *jsonrpc.Request) []byte {
	method, params := r.Method, r.Params
	if x.method != "" {
		method = x.method
	}
	if x.params != nil {
		params = x.params(params)
	}
	return frame(part{"id", json.RawMessage(strconv.FormatInt(id, 10))}, part{"method", quote(method)}, part{"params", params})
}

func notification(method string, params json.RawMessage) []byte {
	return frame(part{"method", quote(method)}, part{"params", params})
}

// frame puts a message together from names and values; nil values are left out.
func frame(parts ...part) []byte {
	b := []byte(`{"jsonrpc":"2.0"`)
	for _, p := range parts {
		if p.value != nil {
			b = append(append(append(b, `,"`...), p.name...), `":`...)
			b = append(b, p.value...)
		}
	}
	return append(b, '}')
}

type part struct {
	name  string
	value json.RawMessage
}

// cancelParams gives notifications/cancelled a reason that helps the server's
// author; the SDK's is Go's "context canceled".
func cancelParams(sdk json.RawMessage, cause error) json.RawMessage {
	why := "cancelled by the user"
	var timeout *timeoutError
	switch {
	case errors.As(cause, &timeout):
		why = "timed out after " + timeout.after.String()
	case errors.Is(cause, ErrClosed):
		why = "the client is closing"
	}
	id := rawObject(sdk).get("requestId")
	return json.RawMessage(fmt.Sprintf(`{"requestId":%s,"reason":%s}`, id, quote(why)))
}
