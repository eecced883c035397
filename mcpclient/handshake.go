package mcpclient

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"elicit/internal/safetext"
)

const (
	modernVersion = "2026-07-28"
	latestLegacy  = "2025-11-25"

	defaultProbe = 10 * time.Second
)

// legacyVersions are those that this client speaks, newest first.
var legacyVersions = []string{latestLegacy, "2025-06-18", "2025-03-26", "2024-11-05"}

// handshake steers the SDK's negotiation. The SDK asks server/discover and, on
// any error, goes on to initialize; it knows no time limit, falls back where
// the specification forbids it, and takes any version for a pinned one.
type handshake struct {
	server   Server
	version  string        // the one to speak; empty when the server may choose
	offer    string        // what to begin with; empty for server/discover
	probe    time.Duration // 0 means no limit
	declared Declared

	mu         sync.Mutex
	probed     bool            // server/discover was sent
	lost       bool            // the server went away at it
	discovered json.RawMessage // its result
	probeErr   *rpcError       // its error answer
	initResult json.RawMessage
	initErr    *rpcError
}

// client makes the SDK's client. Each server has one of its own, so that
// nothing of one server's session can reach another.
func (h *handshake) client() *mcp.Client {
	c := mcp.NewClient(&mcp.Implementation{Name: "elicit", Version: clientVersion()}, &mcp.ClientOptions{
		Capabilities:   &mcp.ClientCapabilities{Elicitation: capability(h.declared, h.version)},
		MultiRoundTrip: &mcp.MultiRoundTripOptions{Disabled: true},
	})
	c.AddSendingMiddleware(h.middleware)
	return c
}

var clientVersion = sync.OnceValue(func() string {
	if info, ok := debug.ReadBuildInfo(); ok && strings.HasPrefix(info.Main.Version, "v") {
		return info.Main.Version
	}
	return "dev"
})

func (h *handshake) middleware(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		switch method {
		case "server/discover":
			return h.discover(ctx, next, req)
		case "initialize":
			return h.initialize(ctx, next, req)
		}
		return next(ctx, method, req)
	}
}

// discover bounds the probe. The SDK then initializes on the same process, and
// a late answer is dropped.
func (h *handshake) discover(ctx context.Context, next mcp.MethodHandler, req mcp.Request) (mcp.Result, error) {
	if h.probe > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, h.probe)
		defer cancel()
	}
	x := &exchange{handshake: true, shown: func(result json.RawMessage) json.RawMessage {
		h.mu.Lock()
		defer h.mu.Unlock()
		h.discovered = result
		return shownDiscover(result)
	}}
	h.mu.Lock()
	h.probed = true
	h.mu.Unlock()
	res, err := next(withExchange(ctx, x), "server/discover", req)
	h.mu.Lock()
	defer h.mu.Unlock()
	switch {
	case answered(err):
		h.probeErr = x.err
	case err != nil && ctx.Err() == nil:
		h.lost = true
	}
	return res, err
}

// answered tells a server's error answer from everything else that can go
// wrong with a request.
func answered(err error) bool {
	var e *jsonrpc.Error
	return errors.As(err, &e)
}

// shownDiscover is as much of a discover result as the SDK needs: it would
// refuse the whole of it for one member of an unexpected type.
func shownDiscover(result json.RawMessage) json.RawMessage {
	versions, _ := json.Marshal(supported(result, "supportedVersions"))
	return json.RawMessage(`{"resultType":"complete","supportedVersions":` + string(versions) + `,"capabilities":{}}`)
}

// supported is a list of versions in a result or in an error's data.
func supported(raw json.RawMessage, name string) []string {
	items, _ := readArray(rawObject(raw).get(name))
	versions := make([]string, 0, len(items))
	for _, v := range items {
		versions = append(versions, text(v))
	}
	return versions
}

func (h *handshake) initialize(ctx context.Context, next mcp.MethodHandler, req mcp.Request) (mcp.Result, error) {
	params, ok := req.GetParams().(*mcp.InitializeParams)
	if !ok {
		return nil, errors.New("initialize without params")
	}
	if err := h.mayInitialize(params); err != nil {
		return nil, err
	}
	res, err := h.sendInitialize(ctx, next, req)
	if err != nil && h.refusesModes() {
		// Java SDK servers before 0.17.1 cannot read the members of the
		// elicitation capability, only that it is there.
		h.declared = DeclareEmpty
		params.Capabilities.Elicitation = &mcp.ElicitationCapabilities{}
		res, err = h.sendInitialize(ctx, next, req)
	}
	if err == nil {
		err = h.checkVersion()
	}
	if err != nil {
		return nil, err
	}
	return res, nil
}

var errLost = errors.New("the server went away")

// mayInitialize says whether the fallback to the legacy handshake is allowed: a
// modern server that shares no version must not be asked again (2026-07-28
// basic/versioning), nor any server when the modern version is pinned.
func (h *handshake) mayInitialize(params *mcp.InitializeParams) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.lost {
		return errLost
	}
	if h.version == modernVersion {
		return h.failure("does not speak "+modernVersion+h.probeWords(), "try --protocol auto")
	}
	versions := supported(h.discovered, "supportedVersions")
	modern := len(versions) > 0
	if e := h.probeErr; e != nil {
		switch e.code {
		case mcp.CodeUnsupportedProtocolVersion:
			modern, versions = true, supported(e.data, "supported")
		case mcp.CodeHeaderMismatch, mcp.CodeMissingRequiredClientCapabilities:
			modern = true
		}
	}
	if !modern {
		return nil
	}
	for _, v := range legacyVersions {
		if slices.Contains(versions, v) {
			params.ProtocolVersion = v
			return nil
		}
	}
	if len(versions) == 0 {
		return h.failure("refused the modern handshake"+h.probeWords(), "")
	}
	return h.failure("speaks only "+strings.Join(versions, ", "), "this client speaks "+modernVersion+" and "+strings.Join(legacyVersions, ", "))
}

func (h *handshake) probeWords() string {
	if h.probeErr == nil {
		return ""
	}
	return fmt.Sprintf(": it answered server/discover with error %d: %s", h.probeErr.code, h.probeErr.message.Line())
}

func (h *handshake) failure(what, do string) error {
	return &ProtocolError{Server: h.server.Name, What: what, Do: do}
}

func (h *handshake) sendInitialize(ctx context.Context, next mcp.MethodHandler, req mcp.Request) (mcp.Result, error) {
	x := &exchange{handshake: true, shown: func(result json.RawMessage) json.RawMessage {
		h.mu.Lock()
		defer h.mu.Unlock()
		h.initResult = result
		version := text(rawObject(result).get("protocolVersion"))
		return json.RawMessage(`{"protocolVersion":` + string(quote(version)) + `,"capabilities":{},"serverInfo":{"name":"","version":""}}`)
	}}
	res, err := next(withExchange(ctx, x), "initialize", req)
	h.mu.Lock()
	defer h.mu.Unlock()
	h.initErr = nil
	if answered(err) {
		h.initErr = x.err
		if x.err == nil {
			err = h.failure("its answer to initialize is no answer: "+x.flaw, "")
		} else {
			err = &CallError{Server: h.server.Name, Target: "initialize", Code: x.err.code, Message: x.err.message, Data: x.err.data}
		}
	}
	return res, err
}

func (h *handshake) refusesModes() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.initErr == nil || h.declared == DeclareEmpty || h.declared == DeclareNone {
		return false
	}
	words := h.initErr.message.Raw() + string(h.initErr.data)
	return strings.Contains(words, `"form"`) || strings.Contains(words, `\"form\"`) ||
		strings.Contains(words, "nrecognized field")
}

// checkVersion holds the server to a pinned version, and to one that is known.
func (h *handshake) checkVersion() error {
	h.mu.Lock()
	defer h.mu.Unlock()
	got := text(rawObject(h.initResult).get("protocolVersion"))
	switch {
	case h.version != "" && got != h.version:
		return h.failure(fmt.Sprintf("answered with protocol %q when %s was asked for", safetext.Clean(got), h.version), "try --protocol auto")
	case !slices.Contains(legacyVersions, got):
		return h.failure(fmt.Sprintf("answered initialize with protocol %q, which this client does not speak", safetext.Clean(got)), "")
	}
	return nil
}
