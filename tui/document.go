package tui

import (
	"fmt"
	"strings"

	"elicit/internal/safetext"
	"elicit/mcpclient"
	"elicit/tui/pane"
	"elicit/tui/picture"
	"elicit/tui/theme"
)

// document is a result laid out for reading: one part per thing it holds.
// Making one takes time in proportion to the result, so that is done outside
// Update; drawing it costs only what is visible.
type document struct {
	parts   []part
	summary string // "text · JSON · 2 links"
	first   string // the first line of text, drawable
	pixels  int    // decoded so far
}

// part is a piece of a result under its heading.
type part struct {
	heading  string // empty: none
	source   pane.Source
	markdown string             // the text, when it can be shown as Markdown
	picture  *picture.Picture   // an image that can be drawn
	content  *mcpclient.Content // what it shows, for opening and saving; nil for the rest
}

// largestJSON bounds what is laid out as JSON; beyond it JSON is text.
const largestJSON = 256 << 20

func layOut(c *call, t *theme.Theme) *document {
	d := &document{}
	if c.err != nil {
		d.failure(c, t)
		return d
	}
	counts := newCounts()
	structured := c.result.Structured
	for i := range c.result.Content {
		item := &c.result.Content[i]
		counts.add(d.content(item, structured, t))
	}
	if structured != nil {
		counts.add("structured")
		d.parts = append(d.parts, part{heading: "structured content", source: jsonSource(structured, t)})
	}
	if len(d.parts) == 0 {
		d.empty(c, t)
		counts.add("empty")
	}
	d.summary = counts.String()
	if d.first == "" {
		d.first = d.summary
	}
	return d
}

// content lays one item out and says what kind of thing it is.
func (d *document) content(item *mcpclient.Content, structured []byte, t *theme.Theme) string {
	p := part{content: item}
	if item.Role != "" {
		p.heading = safetext.Of(item.Role).Line() + ":"
	}
	kind := item.Type
	switch {
	case item.Type == "text" || item.Type == "resource" && item.Data == nil:
		kind = d.text(&p, item, structured, t)
	case item.Type == "resource_link":
		name := item.Name.Line()
		if name == "" {
			name = item.URI.Line()
		}
		p.source = pane.Lines{t.Accent.Render("↗ "+name) + "  " + t.Foreign.Render(item.URI.Line()) + t.Faint.Render("  enter reads it")}
		kind = "link"
	case item.Data != nil:
		words := describeData(item)
		note := d.draw(&p, item)
		p.source = pane.Lines{t.Text.Render("▣ "+words) + t.Faint.Render(note+"  s saves it")}
		d.mention(words)
	default:
		p.heading = "content of a type that elicit does not know: " + safetext.Of(item.Type).Line()
		p.source = jsonSource(item.Raw, t)
	}
	d.parts = append(d.parts, p)
	return kind
}

// text lays text out: as JSON where it is an object or array, else as it is.
func (d *document) text(p *part, item *mcpclient.Content, structured []byte, t *theme.Theme) string {
	raw := item.Text.Raw()
	if item.Type == "resource" || !item.URI.Empty() {
		p.heading = strings.TrimSpace(item.URI.Line() + "  " + item.MIMEType.Line())
	}
	if trimmed := strings.TrimSpace(raw); trimmed != "" && (trimmed[0] == '{' || trimmed[0] == '[') && len(trimmed) < largestJSON {
		if structured != nil && sameJSON([]byte(trimmed), structured) {
			p.source = pane.Lines{t.Faint.Render("(the text is the structured content below)")}
			return "text"
		}
		if j, err := pane.ParseJSON([]byte(trimmed), t); err == nil {
			p.source = pane.Barred{Source: j, Bar: t.Bar}
			d.mention(firstLine(safetext.Of(trimmed[:min(len(trimmed), 400)]).String()))
			return "JSON"
		}
	}
	clean := item.Text.String()
	if strings.TrimSpace(clean) == "" {
		p.source = pane.Lines{t.Faint.Render(fmt.Sprintf("(an empty text, %d characters)", len([]rune(raw))))}
		return "text"
	}
	d.mention(firstLine(clean))
	p.source = pane.Barred{Source: pane.NewText(clean, t.Foreign, t.Warning.Reverse(true)), Bar: t.Bar}
	if looksLikeMarkdown(clean) {
		p.markdown = clean
	}
	return "text"
}

func (d *document) mention(line string) {
	if d.first == "" {
		d.first = line
	}
}

// firstLine is the beginning of a text, for a row: of a line without end no more
// than fills any row.
func firstLine(text string) string {
	const widest = 2000
	text = strings.TrimSpace(text)
	if len(text) > widest {
		text = strings.ToValidUTF8(text[:widest], "")
	}
	line, _, _ := strings.Cut(text, "\n")
	return strings.TrimSpace(line)
}

func (d *document) failure(c *call, t *theme.Theme) {
	text := safetext.Of(c.err.Error()).String()
	d.summary, d.first = "", firstLine(text)
	d.parts = append(d.parts, part{source: pane.NewText(text, t.Error, t.Warning.Reverse(true))})
	if data := errorData(c.err); data != nil {
		d.parts = append(d.parts, part{heading: "data of the error", source: jsonSource(data, t)})
	}
}

// empty says that nothing came, which is not the same as that nothing is shown.
func (d *document) empty(c *call, t *theme.Theme) {
	words := "The result is empty: no content, no structured content."
	if c.Method == mcpclient.MethodPrompt {
		words = "The prompt is empty: it has no messages."
	}
	d.parts = append(d.parts, part{source: pane.Lines{t.Faint.Render(words)}},
		part{heading: "as received", source: jsonSource(c.result.Raw, t)})
}

func jsonSource(raw []byte, t *theme.Theme) pane.Source {
	if j, err := pane.ParseJSON(raw, t); err == nil {
		return pane.Barred{Source: j, Bar: t.Bar}
	}
	return pane.Barred{Source: pane.NewText(safetext.Of(string(raw)).String(), t.Foreign, t.Warning.Reverse(true)), Bar: t.Bar}
}

// look is how a document is to be drawn.
type look struct {
	theme         *theme.Theme
	markdown      bool
	width, height int
	draw          func(p *part, width, height int) []string // pictures; nil describes them only
}

// stack is all parts as one source; Markdown is rendered where it is wanted.
func (d *document) stack(l look) (pane.Stack, []int) {
	var s pane.Stack
	var of []int // the part of each source
	add := func(src pane.Source, part int) { s, of = append(s, src), append(of, part) }
	for i := range d.parts {
		p := &d.parts[i]
		if i > 0 {
			add(headings{""}, i)
		}
		if p.heading != "" {
			add(headings{l.theme.Faint.Render(p.heading)}, i)
		}
		if l.markdown && p.markdown != "" {
			if rows, ok := renderMarkdown(p.markdown, l.theme, l.width-2); ok {
				add(pane.Barred{Source: rows, Bar: l.theme.Bar}, i)
				continue
			}
		}
		add(p.source, i)
		if p.picture != nil && l.draw != nil {
			add(pane.Lines(l.draw(p, l.width, l.height)), i)
		}
	}
	return s, of
}

// headings are rows that the cursor passes over.
type headings []string

func (h headings) Len() int                   { return len(h) }
func (h headings) Rows(i, width int) []string { return []string{pane.Cut(h[i], width)} }
func (h headings) Text(int) string            { return "" }
func (h headings) Skip(int) bool              { return true }
