package tui

import (
	"context"
	"fmt"

	tea "charm.land/bubbletea/v2"

	"elicit/answers"
	"elicit/forms"
	"elicit/mcpclient"
	"elicit/tui/question"
	"elicit/tui/theme"
)

// Model is the whole program. Facts are kept apart, not folded into one mode:
// the stack of screens, the overlay above them, and whether the questions are
// in front.
type Model struct {
	config   Config
	ctx      context.Context
	cancel   context.CancelFunc
	inbox    *inbox
	registry *registry
	person   *question.Person
	desk     *answers.Desk
	theme    *theme.Theme

	w, h    int
	servers []*server
	at      int // the server in front

	home    *home
	screens []screen // above home; the last is on top
	overlay overlay  // nil, or what takes the keys before everything else

	queue     *question.Queue
	asking    bool // the questions are in front
	callCount int
	calls     map[string]*call // open ones
	history   []answers.Record
	open      map[string]mcpclient.Elicitation // questions that nobody has decided

	repeatOnChange bool // see watching.go

	notice  string
	asker   string // the server whose badge stands before the notice
	notices int    // told so far: a notice's time-out must not end a newer one
	ticking bool
	fatal   error     // ends the program; Run reports it
	late    []tea.Cmd // commands of what cannot return one; Update hands them on

	graphics graphics // see resultimages.go
}

// NewModel makes the program's model. Run is the way to use it outside tests.
func NewModel(c Config) *Model {
	c = c.withDefaults()
	dark := c.Dark == nil || *c.Dark
	m := &Model{
		config: c, inbox: newInbox(), registry: newRegistry(), theme: theme.New(dark, !c.NoColor),
		repeatOnChange: c.RepeatOnChange,
		calls:          map[string]*call{}, open: map[string]mcpclient.Elicitation{}, w: 80, h: 24,
	}
	m.ctx, m.cancel = context.WithCancel(context.Background())
	for i, s := range uniquelyNamed(c.Servers) {
		m.servers = append(m.servers, newServer(s, i))
	}
	m.person = question.NewPerson(func(msg tea.Msg) { m.inbox.post(msg) })
	who := []answers.Answerer{m.person}
	if c.Answerers != nil {
		who = c.Answerers(m.person)
	}
	m.desk = &answers.Desk{
		Profile: m.profile, Answerers: who, Now: c.Now,
		Told: func(r answers.Record) {
			if c.Told != nil {
				c.Told(r)
			}
			m.inbox.post(questionDecided{record: r})
		},
	}
	m.queue = question.NewQueue(m.person, question.Options{
		Theme: m.theme, Now: c.Now, OpenURL: c.OpenURL, Previous: m.previousAnswers, Quiet: c.quiet,
		Filled: c.Filled,
	})
	m.home = newHome(m)
	m.resized()
	return m
}

// uniquelyNamed keeps two servers from sharing a name: a question must never
// be taken for another server's.
func uniquelyNamed(all []ServerConfig) []ServerConfig {
	taken := map[string]bool{}
	out := make([]ServerConfig, len(all))
	for i, s := range all {
		name := s.Name
		for n := 2; taken[name]; n++ {
			name = fmt.Sprintf("%s-%d", s.Name, n)
		}
		taken[name] = true
		s.Name = name
		out[i] = s
	}
	return out
}

// profile is called from the sessions' goroutines; the configuration it reads
// never changes.
func (m *Model) profile(name string) forms.Profile {
	for _, s := range m.servers {
		if s.Name == name && s.Profile.Name != "" {
			return s.Profile
		}
	}
	return forms.Tester
}

// Init connects to the servers and asks the terminal for its background. The
// first frame does not wait for any of it.
func (m *Model) Init() tea.Cmd {
	cmds := []tea.Cmd{m.inbox.next, m.nextChange()}
	if m.config.Dark == nil && !m.config.NoColor {
		cmds = append(cmds, tea.RequestBackgroundColor)
	}
	for _, s := range m.servers {
		if s.Start {
			cmds = append(cmds, m.connect(s))
		}
	}
	m.home.refresh(m)
	return tea.Batch(append(cmds, m.tick())...)
}

// Close ends everything the program started: open questions as cancel, calls,
// sessions and their processes. It takes less than two seconds and may be
// called more than once.
func (m *Model) Close() {
	m.person.Close()
	m.registry.close(m.cancel)
	m.inbox.close()
}

// server is the server in front, nil when none is configured.
func (m *Model) server() *server {
	if len(m.servers) == 0 {
		return nil
	}
	return m.servers[m.at]
}

func (m *Model) show(index int) {
	if index < 0 || index >= len(m.servers) || index == m.at {
		return
	}
	m.at = index
	m.home.changeServer(m)
}

// bodyHeight is the screen's rows between the header and the key line.
func (m *Model) bodyHeight() int { return max(m.h-2, 1) }

func (m *Model) resized() {
	m.home.Resize(m, m.w, m.bodyHeight())
	for _, s := range m.screens {
		s.Resize(m, m.w, m.bodyHeight())
	}
	m.queue.SetSize(m.w, m.h)
}

// later keeps a command that the running update will hand on.
func (m *Model) later(cmd tea.Cmd) {
	if cmd != nil {
		m.late = append(m.late, cmd)
	}
}

func (m *Model) setTheme(t *theme.Theme) {
	m.theme = t
	m.queue.SetTheme(t)
	m.home.SetTheme(m)
	for _, s := range m.screens {
		s.SetTheme(m)
	}
	m.resized()
}
