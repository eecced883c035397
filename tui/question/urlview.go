package question

import (
	"elicit/tui/theme"
)

func (m *urlMode) height(w int) int { return len(m.all(w)) }

func (m *urlMode) rows(w, h int) []string {
	all := m.all(w)
	if len(all) <= h {
		return all
	}
	// The address comes first and whole; what follows it gives way.
	return all[:h]
}

func (m *urlMode) all(w int) []string {
	t := m.s.o.Theme
	rows := m.address(w, t)
	tight := m.s.h < roomyHeight
	if !tight {
		rows = append(rows, "")
	}
	if m.site.registrable != "" {
		rows = append(rows, "   "+t.Accent.Bold(true).Render(fit(m.site.registrable, w-30))+t.Faint.Render("   "+m.whose()))
	}
	for _, warning := range m.site.warnings {
		rows = append(rows, indented("⚠ "+warning, w, t.Warning)...)
	}
	if m.site.blocked != "" {
		rows = append(rows, indented("✗ cannot be opened: "+m.site.blocked, w, t.Error)...)
	}
	if !tight {
		rows = append(rows, "")
	}
	return append(rows, m.status(w, t)...)
}

func (m *urlMode) whose() string {
	if m.site.loopback {
		return "this machine"
	}
	return "the site that gets the visit"
}

// address is the whole URL, the host set apart and its registered part
// underlined.
func (m *urlMode) address(w int, t *theme.Theme) []string {
	host, domain := m.site.hostSpan()
	u, row := m.site.shown, ""
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
