package tui

import (
	"encoding/json"
	"mime"

	tea "charm.land/bubbletea/v2"

	"elicit/forms"
	"elicit/internal/safetext"
	"elicit/mcpclient"
	"elicit/tui/pane"
	"elicit/tui/picture"
	"elicit/tui/theme"
)

// result shows what came of a call.
type result struct {
	call     *call
	view     *pane.View
	parts    []int // of each source of the view's stack
	markdown bool
	raw      bool // the whole result as received
	placed   map[*part]placed
	w, h     int
}

func newResult(m *Model, c *call) *result {
	r := &result{call: c, markdown: true, placed: map[*part]placed{}, w: m.w, h: m.bodyHeight()}
	r.view = pane.New(m.theme, pane.Stack{})
	m.later(r.build(m))
	r.askTerminal(m)
	return r
}

func (r *result) build(m *Model) tea.Cmd {
	if r.raw {
		src, cmd := m.layOutJSON(r, r.call.result.Raw)
		r.view.SetSource(src)
		return cmd
	}
	l := look{theme: m.theme, markdown: r.markdown, width: max(r.w-4, 1), height: max(r.h-4, 1)}
	if m.theme.Color {
		l.draw = func(p *part, width, height int) []string { return r.drawPicture(m, p, width, height) }
	}
	var s pane.Stack
	s, r.parts = r.call.doc.stack(l)
	r.view.SetSource(s)
	return nil
}

// Title names the screen.
func (r *result) Title() string { return "result" }

// Capturing is false.
func (r *result) Capturing() bool { return false }

// Actions are the screen's keys.
func (r *result) Actions(m *Model) []action {
	c := r.call
	list := []action{
		{keys: []string{"enter"}, name: "open or read what is under the cursor", run: func() tea.Cmd { return r.open(m) }},
		{keys: []string{"."}, brief: "again", name: "repeat the last call with the same arguments", run: func() tea.Cmd { return m.repeat(c.of.server) }},
		{keys: []string{"e"}, brief: "edit arguments", name: "call again with other arguments", run: func() tea.Cmd { return r.editAgain(m) }},
	}
	if r.hasMarkdown() {
		list = append(list, action{keys: []string{"m"}, brief: "as written", name: "Markdown, or the text as it was written", run: func() tea.Cmd {
			r.markdown = !r.markdown
			return r.build(m)
		}})
	}
	if p := r.part(); p != nil && p.content != nil && p.content.Data != nil {
		list = append(list, action{keys: []string{"s"}, brief: "save it", name: "save what is under the cursor", run: do(func() { r.saveData(m, p.content) })})
	}
	if len(c.result.Raw) > 0 {
		list = append(list, action{keys: []string{"x"}, brief: "as received", name: "the whole result as received, or laid out again", run: func() tea.Cmd {
			r.raw = !r.raw
			return r.build(m)
		}})
	}
	if len(c.rounds) > 0 {
		list = append(list, action{keys: []string{"o"}, brief: "rounds", name: "rounds of this call", run: func() tea.Cmd { return m.openRounds(c) }})
	}
	list = append(list, foldActions(r.view)...)
	list = append(list, action{keys: []string{"Y"}, name: "copy as an elicit call command", run: func() tea.Cmd {
		return m.copyText("the command", commandOf(c.of.server, c.Method, c.Target, c.Args, c.records))
	}})
	return append(list, m.textActions(r.view, c.label()+".json", r.content)...)
}

// content is what is copied and saved: the text of a result that is one text,
// else the result as received.
func (r *result) content() []byte {
	c := r.call
	switch {
	case c.err != nil:
		return []byte(safetext.Of(c.err.Error()).String())
	case !r.raw && len(c.result.Content) == 1 && c.result.Structured == nil && c.result.Content[0].Type == "text":
		return []byte(c.result.Content[0].Text.Raw())
	}
	return c.result.Raw
}

func (r *result) hasMarkdown() bool {
	for _, p := range r.call.doc.parts {
		if p.markdown != "" {
			return true
		}
	}
	return false
}

// part is what the cursor stands on.
func (r *result) part() *part {
	st, ok := r.view.Source().(pane.Stack)
	i := r.view.Cursor()
	if !ok || i < 0 {
		return nil
	}
	for k, src := range st {
		if n := src.Len(); i >= n {
			i -= n
			continue
		}
		return &r.call.doc.parts[r.parts[k]]
	}
	return nil
}

// open reads a link, or opens what is under the cursor.
func (r *result) open(m *Model) tea.Cmd {
	if p := r.part(); p != nil && p.content != nil && p.content.Type == "resource_link" {
		return m.call(r.call.of.server, mcpclient.MethodResource, p.content.URI.Raw(), nil)
	}
	return m.openItem(r.view)
}

func (r *result) saveData(m *Model, c *mcpclient.Content) {
	name := r.call.label() + "-" + c.Type
	if ext, err := mime.ExtensionsByType(c.MIMEType.Raw()); err == nil && len(ext) > 0 {
		name += ext[0]
	}
	m.askSave(name, func() []byte { return c.Data })
}

func (r *result) editAgain(m *Model) tea.Cmd {
	s := r.call.of.server
	for _, e := range (&home{}).collect(s) {
		if !e.head && e.target.Method() == r.call.Method && e.target.Name().Raw() == r.call.Target {
			return m.begin(s, e.target, true)
		}
	}
	return m.notify(r.call.label() + " is no longer in the list of " + s.label())
}

// Update scrolls; a click on the row under the cursor opens it.
func (r *result) Update(m *Model, msg tea.Msg) tea.Cmd {
	if click, ok := msg.(tea.MouseClickMsg); ok {
		if i := r.view.ItemAt(click.Y - 2); i >= 0 {
			if i == r.view.Cursor() {
				return r.open(m)
			}
			r.view.SetCursor(i)
		}
		return nil
	}
	switch msg := msg.(type) {
	case laidOut:
		msg.into(r.view)
	case relaid:
		r.forget(m)
		r.call.doc = msg.doc
		return r.build(m)
	case tea.TerminalVersionMsg:
		if picture.Placeholders(msg.Name) {
			m.graphics.kitty = true
			return r.build(m)
		}
	default:
		r.view.Update(msg)
	}
	return nil
}

// relaid brings the result laid out anew.
type relaid struct{ doc *document }

// Resize gives the view its cells; Markdown is wrapped anew, and pictures drawn.
func (r *result) Resize(m *Model, w, h int) {
	again := !r.raw && (w != r.w && r.markdown && r.hasMarkdown() || (w != r.w || h != r.h) && r.hasPictures())
	r.w, r.h = w, h
	if again {
		m.later(r.build(m))
	}
	r.view.SetSize(w-1, max(h-2, 1))
}

// SetTheme lays the result out again in the new styles, which a large one takes
// a while for.
func (r *result) SetTheme(m *Model) {
	r.view.SetTheme(m.theme)
	c, t := r.call, m.theme
	m.later(func() tea.Msg { return addressed{to: r, msg: relaid{layOut(c, t)}} })
}

// View draws the verdict and the result.
func (r *result) View(m *Model) string {
	t, c := m.theme, r.call
	var mark string
	switch {
	case c.err != nil:
		mark = t.Error.Reverse(true).Render(" ✗ failed ")
	case c.result.IsError:
		mark = t.Error.Reverse(true).Render(" ✗ the tool reported an error ")
		if r.w < 60 {
			mark = t.Error.Reverse(true).Render(" ✗ error ")
		}
	default:
		mark = t.Success.Render("✔")
	}
	head := " " + t.Badge(c.of.server.Name).Render(forms.Badge(c.of.server.label())) + " " + mark + " " + t.Strong.Render(c.label()) +
		t.Faint.Render("  "+took(c.elapsed(m.config.Now())))
	if c.doc.summary != "" {
		head += t.Faint.Render("  " + c.doc.summary)
	}
	if asked := askedWords(c); asked != "" {
		head += t.Faint.Render("  " + asked)
	}
	if n := len(c.rounds); n > 0 {
		head += t.Faint.Render("  " + plural(n, "round"))
	}
	return pane.Cut(head, r.w) + "\n\n" + r.view.View()
}

// openString opens a JSON string as the text it stands for.
func (m *Model) openString(raw []byte) tea.Cmd {
	ts := newTextScreen(m, "text", "a string of "+pane.Bytes(len(raw)), "text.txt", func() []byte { return unquoted(raw) })
	ts.build = func(m *Model) (pane.Source, tea.Cmd) {
		return m.layOutAs(ts, raw, func(t *theme.Theme, raw []byte) pane.Source {
			clean := safetext.Of(string(unquoted(raw))).String()
			return pane.Barred{Source: pane.NewText(clean, t.Foreign, t.Warning.Reverse(true)), Bar: t.Bar}
		})
	}
	m.push(ts)
	return ts.rebuild(m)
}

func unquoted(raw []byte) []byte {
	var s string
	if json.Unmarshal(raw, &s) != nil {
		return raw
	}
	return []byte(s)
}
