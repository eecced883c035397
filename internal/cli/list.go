package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"elicit/internal/safetext"
	"elicit/mcpclient"
)

func newList(a *app) *cobra.Command {
	var servers serverFlags
	var asJSON bool
	var limit time.Duration
	cmd := &cobra.Command{
		Use:     "list [SERVER] [-- COMMAND ARG…]",
		Short:   "List a server's tools, prompts and resources",
		GroupID: "use",
		Long: `Lists what a server has. --declare says what the server is told that can be
answered, since servers hide tools by it; without a server, the configured and
the built-in ones are listed.`,
		Example: `  elicit list demo
  elicit list --json -- npx -y @modelcontextprotocol/server-everything
  elicit list --declare none demo               what it shows to a client that cannot be asked`,
		ValidArgsFunction: a.completeServers,
		RunE: func(cmd *cobra.Command, args []string) error {
			name, words := "", own(cmd, args)
			if len(words) > 1 {
				return usage("one server at a time: %q is too much", words[1])
			}
			if len(words) == 1 {
				name = words[0]
			}
			if name == "" && servers.server == "" && command(cmd, args) == nil {
				return a.listServers(servers, asJSON)
			}
			return a.listOf(cmd.Context(), servers, name, command(cmd, args), asJSON, limit)
		},
	}
	servers.add(a, cmd)
	servers.addVerbose(cmd)
	cmd.Flags().BoolVar(&asJSON, "json", false, "print everything as JSON, exactly as the server sent it, with control characters escaped")
	cmd.Flags().DurationVar(&limit, "timeout", 0, "give up when the server takes longer than `DURATION`")
	return cmd
}

// has is what a server has.
type has struct {
	Server    about                `json:"server"`
	Tools     []json.RawMessage    `json:"tools"`
	Prompts   []json.RawMessage    `json:"prompts"`
	Resources []json.RawMessage    `json:"resources"`
	Templates []json.RawMessage    `json:"resourceTemplates"`
	tools     []mcpclient.Tool     // for people
	prompts   []mcpclient.Prompt   // for people
	resources []mcpclient.Resource // for people
}

type about struct {
	Name     string         `json:"name"`
	Protocol string         `json:"protocol"`
	Era      mcpclient.Era  `json:"era"`
	Claims   map[string]any `json:"claims,omitempty"` // what the server says of itself
}

func (a *app) listOf(ctx context.Context, f serverFlags, name string, command []string, asJSON bool, limit time.Duration) (err error) {
	t, err := a.find(ctx, f, name, command)
	if err != nil {
		return err
	}
	tr, err := openTrace(f.trace)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, tr.close()) }()
	l := &live{name: t.Name, changed: make(chan string, 8)}
	l.Session, err = a.connect(ctx, t, nobody, a.watch(f, t.Name, tr, nil, l.noticed), limit)
	if err != nil {
		return err
	}
	defer func() { _ = l.Close() }()
	if limit > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, limit, mcpclient.ErrTimeout)
		defer cancel()
	}
	h, err := l.all(ctx)
	if err != nil {
		if ctx.Err() != nil {
			err = fmt.Errorf("server %s: %w", t.Name, context.Cause(ctx))
		}
		return wire(err)
	}
	if asJSON {
		b, err := marshal(h)
		if err != nil {
			return err
		}
		return a.printJSON(b)
	}
	return h.write(a.Out)
}

// nobody answers where nothing is called, so that nothing is asked; what is
// declared decides which tools the server shows.
var nobody = mcpclient.AnswererFunc(func(context.Context, mcpclient.Elicitation) mcpclient.Outcome {
	return mcpclient.Outcome{Action: mcpclient.Cancel}
})

// all asks for everything that the server says it has. A server that tells of
// changes right after the handshake is asked again.
func (l *live) all(ctx context.Context) (*has, error) {
	for {
		h, err := l.once(ctx)
		if err != nil {
			return nil, err
		}
		if !l.settling(ctx, len(h.tools)) {
			return h, nil
		}
	}
}

// settling waits a moment for news of further tools.
func (l *live) settling(ctx context.Context, tools int) bool {
	wait := 100 * time.Millisecond
	if tools == 0 && l.Has("tools") {
		wait = time.Second
	}
	t := time.NewTimer(wait)
	defer t.Stop()
	select {
	case <-l.changed:
		for len(l.changed) > 0 {
			<-l.changed
		}
		return true
	case <-ctx.Done():
		return false
	case <-t.C:
		return false
	}
}

func (l *live) once(ctx context.Context) (*has, error) {
	id := l.Identity()
	h := &has{
		Server: about{Name: l.name, Protocol: l.Protocol(), Era: l.Era()},
		Tools:  []json.RawMessage{}, Prompts: []json.RawMessage{}, Resources: []json.RawMessage{}, Templates: []json.RawMessage{},
	}
	if !id.Name.Empty() {
		h.Server.Claims = map[string]any{"name": id.Name, "version": id.Version}
	}
	var err error
	if l.Has("tools") {
		if h.tools, err = l.Tools(ctx); err != nil {
			return nil, err
		}
	}
	if l.Has("prompts") {
		if h.prompts, err = l.Prompts(ctx); err != nil {
			return nil, err
		}
	}
	if l.Has("resources") {
		if h.resources, err = l.Resources(ctx); err != nil {
			return nil, err
		}
	}
	for _, t := range h.tools {
		h.Tools = append(h.Tools, t.Raw)
	}
	for _, p := range h.prompts {
		h.Prompts = append(h.Prompts, p.Raw)
	}
	for _, r := range h.resources {
		if r.Template {
			h.Templates = append(h.Templates, r.Raw)
		} else {
			h.Resources = append(h.Resources, r.Raw)
		}
	}
	return h, nil
}

// marshal keeps what is inside a raw message as it is.
func marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return bytes.TrimSpace(b.Bytes()), err
}

func (h *has) write(w io.Writer) error {
	var b bytes.Buffer
	var tools, prompts, resources [][2]string
	for _, t := range h.tools {
		tools = append(tools, [2]string{t.Name.Line(), summary(t.Description, t.Title)})
	}
	for _, p := range h.prompts {
		prompts = append(prompts, [2]string{p.Name.Line(), summary(p.Description, p.Title)})
	}
	for _, r := range h.resources {
		resources = append(resources, [2]string{r.URI.Line(), summary(r.Description, r.Title, r.Name)})
	}
	section(&b, "Tools", tools)
	section(&b, "Prompts", prompts)
	section(&b, "Resources", resources)
	if b.Len() == 0 {
		fmt.Fprintf(&b, "The server %s has no tools, prompts or resources.\n", h.Server.Name)
	}
	_, err := w.Write(b.Bytes())
	return err
}

// summary is the first line of the first text that says something.
func summary(texts ...safetext.Text) string {
	for _, t := range texts {
		if line := strings.TrimSpace(t.Lines()[0]); line != "" {
			return line
		}
	}
	return ""
}

func section(b *bytes.Buffer, title string, rows [][2]string) {
	if len(rows) == 0 {
		return
	}
	if b.Len() > 0 {
		b.WriteByte('\n')
	}
	fmt.Fprintln(b, title)
	width := 0
	for _, r := range rows {
		width = min(max(width, len(r[0])), 32)
	}
	for _, r := range rows {
		fmt.Fprintln(b, strings.TrimRight(fmt.Sprintf("  %-*s  %s", width, r[0], r[1]), " "))
	}
}
