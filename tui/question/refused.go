package question

import (
	"fmt"
	"strings"
	"time"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"elicit/answers"
	"elicit/forms"
	"elicit/internal/keystroke"
	"elicit/internal/safetext"
	"elicit/mcpclient"
	"elicit/tui/theme"
)

// Refused is the screen of a question that its profile refused: which property
// and rule, what the server's author can do, and what the server is told. It
// sends [RefusalSeen] once.
type Refused struct {
	e    mcpclient.Elicitation
	r    *forms.Refusal
	o    Options
	w, h int

	head   header
	opened time.Time
	guard  guard
	layers layers
	note   string
	seen   bool
	gone   bool
}

// NewRefused makes the screen of a refusal.
func NewRefused(e mcpclient.Elicitation, r *forms.Refusal, o Options) *Refused {
	o = o.withDefaults()
	x := &Refused{e: e, r: r, o: o, head: header{e: e}, opened: o.Now(), w: 80, h: 24}
	x.guard.quiet = o.Quiet
	return x
}

// ID is the elicitation's.
func (r *Refused) ID() string { return r.e.ID }

// Server is the configured name of the server that asked.
func (r *Refused) Server() string { return r.e.Server }

// Message is what the server says.
func (r *Refused) Message() safetext.Text { return r.e.Message }

// Init arms the type-ahead guard.
func (r *Refused) Init() tea.Cmd {
	r.arm()
	return r.guard.wait()
}

func (r *Refused) arm()            { r.guard.arm(r.o.Now()) }
func (r *Refused) untouched() bool { return true }

// SetSize gives the screen its cells.
func (r *Refused) SetSize(w, h int) { r.w, r.h = max(w, 10), max(h, 4) }

// SetTheme changes the styles.
func (r *Refused) SetTheme(t *theme.Theme) { r.o.Theme = t }

// SetPlace tells the place in the queue of open questions.
func (r *Refused) SetPlace(place, of int) { r.head.place, r.head.of = place, of }

// Withdraw tells that the server does not wait for a word any more.
func (r *Refused) Withdraw(error) { r.gone = true }

// Update takes every message.
func (r *Refused) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case rested:
		if !r.guard.open(r.o.Now()) {
			return r.guard.wait()
		}
	case tea.KeyPressMsg:
		return r.press(msg)
	case tea.MouseClickMsg:
		if press, ok := keystroke.Parse(keyAt(r.Bindings(), r.w, msg.X, r.o.Theme)); ok && msg.Y == r.h-1 && r.note == "" {
			return r.press(press)
		}
		r.note = ""
	case tea.MouseWheelMsg:
		if top := r.layers.top(); top != nil {
			return top.update(msg)
		}
	}
	return nil
}

func (r *Refused) press(msg tea.KeyPressMsg) tea.Cmd {
	if r.seen || r.guard.blocks(r.o.Now()) {
		return nil
	}
	r.note = ""
	if top := r.layers.top(); top != nil {
		return top.key(msg)
	}
	return r.key(msg)
}

func (r *Refused) key(msg tea.KeyPressMsg) tea.Cmd {
	switch msg.String() {
	case "enter", "esc":
		return r.leave("")
	case "c":
		return r.leave(mcpclient.Cancel)
	case "d":
		return r.leave(mcpclient.Decline)
	case "o", "alt+s":
		r.showJSON("requestedSchema of "+r.e.Server, r.e.Schema)
	case "r", "alt+r":
		r.showJSON("elicitation/create params of "+r.e.Server, r.e.Params)
	case "y":
		r.tell("bug report copied to the clipboard (OSC 52)")
		return tea.SetClipboard(r.report())
	}
	return nil
}

func (r *Refused) showJSON(title string, raw []byte) {
	r.layers.push(&pager{
		title: title, copy: string(raw), leave: r.layers.pop, told: r.tell,
		body: func(w int, t *theme.Theme) []string { return jsonRows(raw, w, t) },
	})
}

func (r *Refused) tell(note string) { r.note = note }

func (r *Refused) leave(a mcpclient.Action) tea.Cmd {
	r.seen = true
	if r.gone {
		return fact(Closed{ID: r.e.ID})
	}
	d := answers.Decision{}
	if a != "" {
		d = answers.Decision{Action: a, By: answers.ByPerson}
	}
	return fact(RefusalSeen{ID: r.e.ID, Decision: d})
}

// Bindings are the keys that count now.
func (r *Refused) Bindings() []key.Binding {
	if top := r.layers.top(); top != nil {
		return top.bindings()
	}
	on := "tell it, go on"
	if r.e.Era == mcpclient.Modern {
		on = "end the call"
	}
	if r.gone {
		on = "back"
	}
	bs := []key.Binding{bind("enter esc", "enter", on)}
	if !r.gone {
		bs = append(bs, bind("c", "c", "cancel instead"), bind("d", "d", "decline instead"))
	}
	return append(bs, bind("o alt+s", "o", "raw schema"), bind("y", "y", "copy as bug report"), bind("r alt+r", "r", "raw request"))
}

// View draws the screen.
func (r *Refused) View() string {
	t := r.o.Theme
	r.head.clock = Clock(r.o.Now().Sub(r.opened))
	rows := []string{r.head.row(r.w, t, "asked for something elicit does not collect", "was refused")}
	room := r.h - 2
	if top := r.layers.top(); top != nil {
		rows = append(rows, top.rows(r.w, room, t)...)
	} else {
		rows = append(rows, block(r.body(t), r.w, room)...)
	}
	last := keyLine(r.Bindings(), r.w, t)
	if r.note != "" {
		last = " " + t.Success.Render("✔ "+r.note)
	} else if note := r.guard.note(r.o.Now()); note != "" {
		last = " " + t.Faint.Render(note)
	}
	return strings.Join(block(append(rows, last), r.w, r.h), "\n")
}

func (r *Refused) body(t *theme.Theme) []string {
	if r.h < roomyHeight {
		return append(facts(r.w, t, r.facts()[:4]...), indented(r.told(), r.w, t.Text)...)
	}
	rows := append(indented("The question was refused before it was shown as a form.", r.w, t.Text), "")
	pairs := append(r.facts(), [2]string{"found", safetext.Of(r.r.Reason).Line()})
	rows = append(rows, facts(r.w, t, pairs...)...)
	rows = append(append(rows, ""), indented(r.told(), r.w, t.Text)...)
	if r.e.Message.Empty() {
		return rows
	}
	rows = append(append(rows, ""), indented("Its message, the server's words:", r.w, t.Faint)...)
	return append(rows, serverRows(r.e.Message, r.w, t)...)
}

func (r *Refused) facts() [][2]string {
	property := "the schema as a whole"
	if r.r.Property != "" {
		property = safetext.Of(r.r.Property).Line()
	}
	return [][2]string{
		{"property", property},
		{"rule", r.r.Rule},
		{"also", strings.Join(r.others(), ", ")},
		{"for the author", safetext.Of(r.r.Advice).Line()},
		{"profile", r.r.Profile},
	}
}

// others are the findings that refused beside the first rule.
func (r *Refused) others() []string {
	var rules []string
	for _, rule := range r.r.Rules {
		if rule != r.r.Rule && rule != r.r.Rule+"@"+r.r.Property {
			rules = append(rules, safetext.Of(rule).Line())
		}
	}
	return rules
}

// told is what goes back to the server unless the person chooses otherwise
// (DESIGN.md §4.7).
func (r *Refused) told() string {
	switch {
	case r.gone:
		return "The server does not wait for a word any more."
	case declines(r.r):
		return "The server will be told decline, and the call fails with this refusal."
	case r.e.Era == mcpclient.Modern:
		return "The protocol has no word for this: the call ends here, the server is told nothing."
	}
	return "The server will be told -32602, with the property and the rule. The call stays open."
}

func declines(r *forms.Refusal) bool {
	p, _ := forms.ProfileNamed(r.Profile) // an unknown one declines nothing
	return p.RefusalDeclines
}

// report is the refusal as a bug report for the server's author.
func (r *Refused) report() string {
	var b strings.Builder
	fmt.Fprintf(&b, "The elicitation of %s (%s, protocol %s) is refused by elicit's profile %q.\n\n",
		r.e.Target.Line(), safetext.Of(r.e.Server).Line(), r.e.Protocol, r.r.Profile)
	for _, f := range append(r.facts(), [2]string{"found", safetext.Of(r.r.Reason).Line()}) {
		if f[1] != "" {
			fmt.Fprintf(&b, "- %s: %s\n", f[0], f[1])
		}
	}
	fmt.Fprintf(&b, "\nrequestedSchema:\n\n```json\n%s\n```\n", strings.Join(prettyJSON(r.e.Schema), "\n"))
	return b.String()
}
