package mcpclient

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"elicit/internal/safetext"
)

// Connect starts a server and negotiates with it. ctx bounds that alone: when
// it ends, the server is ended too, within the bound of Close.
//
// With Server.Protocol "auto" it asks server/discover first, and falls back to
// initialize (2026-07-28 basic/transports/stdio, "Backward Compatibility"); a
// server that dies of the question is started anew for that. A pinned version
// is spoken or Connect fails.
//
// Errors: *StartError, *ExitError, *ProtocolError, *CallError, or ctx's.
func Connect(ctx context.Context, s Server, a Answerer, o Observer) (*Session, error) {
	version, err := pinned(s)
	if err != nil {
		return nil, err
	}
	if a == nil {
		s.Declare = DeclareNone // nothing is declared that nobody could answer
	}
	told := &teller{to: o}
	h := &handshake{server: s, version: version, offer: version, declared: s.Declare}
	if version == "" {
		h.probe = s.ProbeTimeout
		if h.probe <= 0 {
			h.probe = defaultProbe
		}
	}
	n, err := dial(ctx, s, a, told, h)
	if next := h.again(ctx, err); next != nil {
		n, err = dial(ctx, s, a, told, next)
	}
	return n, err
}

func pinned(s Server) (string, error) {
	switch v := s.Protocol; {
	case v == "", v == "auto":
		return "", nil
	case v == modernVersion, slices.Contains(legacyVersions, v):
		return v, nil
	}
	return "", &ProtocolError{
		Server: s.Name, What: fmt.Sprintf("protocol %q is not known", s.Protocol),
		Do: "use auto, " + modernVersion + " or " + strings.Join(legacyVersions, ", "),
	}
}

// errProbeKilled tells that a server ended while it was asked server/discover.
var errProbeKilled = errors.New("ended at the probe")

// again says how to try once more, on a new process, after the probe had an
// effect from which this one cannot recover.
func (h *handshake) again(ctx context.Context, err error) *handshake {
	if err == nil || h.version != "" || ctx.Err() != nil {
		return nil
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	next := &handshake{server: h.server, declared: h.server.Declare}
	switch {
	case errors.Is(err, errProbeKilled):
		next.offer = latestLegacy
	case h.initErr != nil && h.initErr.code == mcp.CodeUnsupportedProtocolVersion && h.probeErr == nil && h.discovered == nil:
		// A modern server that started too slowly for the probe.
		next.version = modernVersion
	default:
		return nil
	}
	return next
}

// dial makes one attempt on one process.
func dial(ctx context.Context, s Server, a Answerer, told *teller, h *handshake) (*Session, error) {
	n := newSession(s, a, told.tell)
	var err error
	n.proc, err = startProcess(s, told.tell, func(stdout io.Reader) { n.wire.pump(stdout, s.MaxFrame) })
	if err != nil {
		return nil, err
	}
	n.proc.write(n.wire.out, told.tell)
	opts := &mcp.ClientSessionOptions{ProtocolVersion: h.offer}
	err = guard(func() (err error) {
		n.sdk, err = h.client().Connect(ctx, n.wire, opts)
		return err
	})
	if err != nil {
		return nil, n.abort(ctx, h, err)
	}
	n.adopt(h) //nolint:contextcheck // what begins here lives as long as the session
	return n, nil
}

// abort ends a process with which no session came about, and says why.
func (s *Session) abort(ctx context.Context, h *handshake, err error) error {
	cut := ctx.Err() == nil && !known(err) // the pipe, not the conversation, came to its end
	exited := cut && s.proc.gone(exitAfterEOF)
	s.sdk = nil
	s.stop()
	switch {
	case ctx.Err() != nil:
		return fmt.Errorf("server %s: connecting was given up: %w", s.server.Name, context.Cause(ctx))
	case !cut:
		return err
	case !exited:
		s.proc.mute.Store(true)
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	exit := s.proc.exitError()
	if h.probed {
		return errors.Join(exit, errProbeKilled)
	}
	return exit
}

func known(err error) bool {
	var protocol *ProtocolError
	var call *CallError
	return errors.As(err, &protocol) || errors.As(err, &call)
}

// adopt takes over what was negotiated, and lets the questions in that came
// early.
func (s *Session) adopt(h *handshake) {
	h.mu.Lock()
	result := h.initResult
	if s.era, s.protocol = Legacy, s.sdk.InitializeResult().ProtocolVersion; s.protocol >= modernVersion {
		s.era, result = Modern, h.discovered
	}
	s.declared = h.declared
	h.mu.Unlock()
	o := rawObject(result)
	s.capabilities = rawObject(o.get("capabilities"))
	s.instructions = safetext.Of(text(o.get("instructions")))
	info := rawObject(o.get("serverInfo"))
	if s.era == Modern {
		info = rawObject(rawObject(o.get("_meta")).get("io.modelcontextprotocol/serverInfo"))
	}
	s.identity = Identity{
		Name:    safetext.Of(text(info.get("name"))),
		Title:   safetext.Of(text(info.get("title"))),
		Version: safetext.Of(text(info.get("version"))),
	}
	s.mu.Lock()
	early := s.early
	s.ready, s.early = true, nil
	s.mu.Unlock()
	go s.mourn()
	for _, m := range early {
		s.elicited(m)
	}
	s.askForLogs()
}

// guard turns a panic of the SDK on what a server sent into an error.
func guard(f func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("the protocol library failed: %v", p)
		}
	}()
	return f()
}
