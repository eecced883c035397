package question

import (
	"fmt"
	"slices"

	"github.com/charmbracelet/x/ansi"

	"elicit/tui/theme"
)

func (m *urlMode) height(w int) int { return len(m.all(w)) }

// rows draws what fits, from the row that the person scrolled to: an address is
// never shortened, and may be longer than the screen.
func (m *urlMode) rows(w, h int) []string {
	all := m.all(w)
	m.first = max(0, min(m.first, len(all)-h))
	rows := slices.Clone(all[m.first:min(m.first+h, len(all))])
	if m.first+h < len(all) {
		rows[len(rows)-1] = " " + m.s.o.Theme.Accent.Render(fit(fmt.Sprintf("↓ rows %d–%d of %d", m.first+1, m.first+h-1, len(all)), w-2))
		h-- // that row hides one
	}
	m.seen = max(m.seen, m.first+h)
	return rows
}

// whole reports whether all of the address and the warnings has been on screen.
func (m *urlMode) whole() bool {
	t := m.s.o.Theme
	return m.seen >= len(m.all(m.s.w))-len(m.status(m.s.w, t))
}

func (m *urlMode) all(w int) []string {
	t := m.s.o.Theme
	rows := m.address(w, t)
	tight := m.s.h < roomyHeight
	if !tight {
		rows = append(rows, "")
	}
	rows = append(rows, m.visit(w, t)...)
	for _, warning := range m.site.Warnings {
		rows = append(rows, indented("⚠ "+warning, w, t.Warning)...)
	}
	if m.site.Blocked != "" {
		rows = append(rows, indented("✗ cannot be opened: "+m.site.Blocked, w, t.Error)...)
	}
	if !tight {
		rows = append(rows, "")
	}
	return append(rows, m.status(w, t)...)
}

// visit is the site that gets the visit, never shortened.
func (m *urlMode) visit(w int, t *theme.Theme) []string {
	if m.site.Registrable == "" {
		return nil
	}
	name, whose := t.Accent.Bold(true).Render(m.site.Registrable), t.Faint.Render(m.whose())
	if ansi.StringWidth(name)+ansi.StringWidth(whose)+6 <= w {
		return []string{"   " + name + "   " + whose}
	}
	rows := wrapStyled(name, w-4)
	for i := range rows {
		rows[i] = "   " + rows[i]
	}
	return append(rows, "   "+fit(whose, w-3))
}

func (m *urlMode) whose() string {
	if m.site.Loopback {
		return "this machine"
	}
	return "the site that gets the visit"
}

// address is the whole URL, the host set apart and its registered part
// underlined.
func (m *urlMode) address(w int, t *theme.Theme) []string {
	host, domain := m.site.HostSpan()
	u := m.site.Shown
	var row string
	if host[1] > 0 {
		row = t.Faint.Render(u[:host[0]]) + t.Strong.Render(u[host[0]:domain[0]]) +
			t.Accent.Bold(true).Underline(true).Render(u[domain[0]:domain[1]]) + t.Faint.Render(u[host[1]:])
	} else {
		row = t.Foreign.Render(u)
	}
	rows := wrapStyled(row, w-4)
	for i := range rows {
		rows[i] = "   " + rows[i]
	}
	return rows
}

func (m *urlMode) status(w int, t *theme.Theme) []string {
	switch {
	case m.failed != "":
		return indented("✗ no browser could be started: "+m.failed+". Copy the address or scan the QR code, then press a.", w, t.Error)
	case m.opening:
		return indented("Opening…", w, t.Faint)
	case m.consented && m.s.decided:
		return indented("The server was told that you agreed, and goes on when it knows more.", w, t.Success)
	case m.consented:
		return indented("Finish there, then press enter: the server is asked again.", w, t.Success)
	case m.mayOpen():
		return indented("Nothing has been fetched by elicit. To open is to agree.", w, t.Faint)
	}
	return nil
}
