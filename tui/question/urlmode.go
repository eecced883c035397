package question

import (
	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"elicit/answers"
	"elicit/internal/safetext"
	"elicit/mcpclient"
	"elicit/tui/question/site"
	"elicit/tui/theme"
)

// urlMode is a question in URL mode: the person sees where a page would take
// them, and agrees to open it or not. Nothing is fetched (DESIGN.md §4.10).
//
// Accept means consent. A legacy server is told at once and reports on its own
// when the rest is done; a modern one is asked again by the call's next round,
// so that waits until the person says that they are done.
type urlMode struct {
	s         *Screen
	site      site.Site
	opening   bool
	consented bool
	failed    string // why no browser could be started

	first, seen int // the row at the top; how many rows have been on screen
}

// pageOpened tells how starting the browser went.
type pageOpened struct{ err error }

func newURLMode(s *Screen) *urlMode { return &urlMode{s: s, site: site.Of(s.c.URL)} }

func (m *urlMode) init() tea.Cmd         { return nil }
func (m *urlMode) setSize(int, int)      {}
func (m *urlMode) setTheme(*theme.Theme) {}
func (m *urlMode) untouched() bool       { return true }
func (m *urlMode) verbs() []string {
	return []string{"asks you to open a page", "asks: open a page", "asks: page"}
}
func (m *urlMode) withdrawn() layer         { return (&gone{s: m.s}).open() }
func (m *urlMode) legacy() bool             { return !m.s.c.Retried }
func (m *urlMode) mayOpen() bool            { return m.site.Blocked == "" }
func (m *urlMode) accept() answers.Decision { return answers.Decision{Action: mcpclient.Accept} }

func (m *urlMode) update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case pageOpened:
		return m.opened(msg.err)
	case tea.MouseWheelMsg:
		m.first += wheelRows(msg)
	case mcpclient.URLCompleted:
		if m.consented && msg.ElicitationID != "" && msg.ElicitationID == m.s.c.ElicitationID {
			return m.done()
		}
	}
	return nil
}

func (m *urlMode) key(msg tea.KeyPressMsg) tea.Cmd {
	switch k := msg.String(); k {
	case "o":
		return m.open()
	case "y":
		if m.mayOpen() {
			m.s.tell("address copied to the clipboard (OSC 52)")
			return tea.SetClipboard(m.site.Open)
		}
	case "Q":
		m.showQR()
	case "ctrl+o", "alt+r":
		m.showRequest()
	case "a":
		if m.mayOpen() && !m.consented && m.sawAll() {
			return m.consent()
		}
	case "down", "j":
		m.first++
	case "up", "k":
		m.first--
	case "pgdown", "space":
		m.first += 5
	case "pgup":
		m.first -= 5
	case "enter":
		if m.consented {
			return m.done()
		}
	case "ctrl+d":
		if !m.s.decided {
			return m.s.decide(answers.Decision{Action: mcpclient.Decline})
		}
	case "esc":
		return m.cancel()
	}
	return nil
}

// open starts the browser: the key is the consent, the whole address having
// been on screen.
func (m *urlMode) open() tea.Cmd {
	if !m.mayOpen() || m.opening || !m.sawAll() {
		return nil
	}
	m.opening, m.failed = true, ""
	open, address := m.s.o.OpenURL, m.site.Open
	return func() tea.Msg { return pageOpened{open(address)} }
}

// sawAll keeps consent from an address, and warnings, that were not on screen.
func (m *urlMode) sawAll() bool {
	if m.whole() {
		return true
	}
	m.s.tell("first scroll down (↓): not all of it has been on screen")
	return false
}

func (m *urlMode) opened(err error) tea.Cmd {
	m.opening = false
	m.first = len(m.all(m.s.w)) // what comes of it stands last
	if err != nil {
		m.failed = safetext.Of(err.Error()).Line()
		return nil
	}
	if m.consented {
		m.s.tell("opened again")
		return nil
	}
	return m.consent()
}

// consent is accept: told to a legacy server at once, to a modern one when the
// person is done.
func (m *urlMode) consent() tea.Cmd {
	if m.s.decided {
		return nil
	}
	m.consented = true
	if !m.legacy() {
		return nil
	}
	m.s.decided, m.s.stays = true, true
	d := m.accept()
	d.By = answers.ByPerson
	return fact(Decided{ID: m.s.c.ID, Decision: d, Stays: true})
}

func (m *urlMode) done() tea.Cmd {
	if m.s.decided {
		return fact(Closed{ID: m.s.c.ID})
	}
	return m.s.decide(m.accept())
}

// cancel dismisses the question; once a legacy server was told that the person
// agreed, all that is left to cancel is the call.
func (m *urlMode) cancel() tea.Cmd {
	if !m.s.decided {
		return m.s.dismiss()
	}
	return tea.Batch(fact(StopWanted{Server: m.s.c.Server, CallID: m.s.c.CallID}), fact(Closed{ID: m.s.c.ID}))
}

func (m *urlMode) showQR() {
	if !m.mayOpen() {
		return
	}
	m.s.layers.push(m.s.page("Scan to open on another device; then a accepts", m.site.Open, func(w int, t *theme.Theme) []string {
		return qrRows(m.site.Open, w, m.s.h-4, t)
	}))
}

func (m *urlMode) showRequest() {
	m.s.layers.push(m.s.page("elicitation/create params of "+m.s.c.Server, string(m.s.c.Params), func(w int, t *theme.Theme) []string {
		return jsonRows(m.s.c.Params, w, t)
	}))
}

func (m *urlMode) bindings() []key.Binding {
	decline, cancel := bind("ctrl+d", "ctrl+d", "decline"), bind("esc", "esc", "cancel")
	raw := bind("ctrl+o", "ctrl+o", "raw request")
	switch {
	case !m.mayOpen():
		return []key.Binding{decline, cancel, raw}
	case m.consented && m.s.decided:
		return []key.Binding{bind("enter", "enter", "I'm done"), bind("o", "o", "open again"), bind("esc", "esc", "cancel the call"), bind("y", "y", "copy"), bind("Q", "Q", "QR code")}
	case m.consented:
		return []key.Binding{bind("enter", "enter", "I'm done"), bind("o", "o", "open again"), cancel, decline, bind("y", "y", "copy"), bind("Q", "Q", "QR code")}
	}
	return []key.Binding{
		bind("o", "o", "open in browser"), decline, cancel, bind("y", "y", "copy"), bind("Q", "Q", "QR code"),
		bind("a", "a", "accept, I open it myself"), raw,
	}
}
