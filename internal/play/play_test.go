package play

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"elicit/internal/cast"
	"elicit/internal/cast/draw"
)

// shop is a small program: it takes a name, "calls" for it in another
// goroutine, and shows what came and when it was asked.
type shop struct {
	now    func() time.Time
	asked  time.Time
	name   string
	answer string
	w, h   int
	reply  chan string
}

type answered struct{ text string }

func (m *shop) Init() tea.Cmd {
	return tea.Sequence(func() tea.Msg { return nil }, tea.RequestWindowSize)
}

func (m *shop) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.w, m.h = msg.Width, msg.Height
	case answered:
		m.answer = msg.text
	case tea.KeyPressMsg:
		switch msg.String() {
		case "enter":
			m.asked = m.now()
			return m, func() tea.Msg { return answered{<-m.reply} }
		case "ctrl+p":
			return m, func() tea.Msg { panic("dropped the tray") }
		case "q":
			return m, tea.Quit
		}
		m.name += msg.Text
	}
	return m, nil
}

func (m *shop) View() tea.View {
	v := tea.NewView(fmt.Sprintf("%dx%d\nname: %s\n%s", m.w, m.h, m.name, m.answer))
	if !m.asked.IsZero() {
		v.Content += fmt.Sprintf("\nopen for %s", m.now().Sub(m.asked).Round(time.Second))
	}
	v.WindowTitle = "shop"
	return v
}

const booking = `
title: a booking
size: 40x8
demo: demo
seed: 7
steps:
  - wait: "name:"
  - type: Ada Lovelace
  - expect: "name: Ada Lovelace"
  - press: enter
  - mark: asked
  - wait: booked
  - pause: 5s
  - expect: open for 6s
  - still: end
  - resize: 30x6
  - expect: 30x6
`

func perform(t *testing.T, text string) (string, error) {
	t.Helper()
	s, err := Read(strings.NewReader(text), "")
	if err != nil {
		t.Fatal(err)
	}
	clock := NewClock()
	reply := make(chan string, 1)
	reply <- "booked"
	var b bytes.Buffer
	err = Perform(t.Context(), s, Options{
		Model: &shop{now: clock.Now, reply: reply}, Clock: clock, Cast: &b, Limit: 5 * time.Second,
		Answers: func() []cast.Answered { return []cast.Answered{{Field: "name", Text: "Ada Lovelace"}} },
	})
	return b.String(), err
}

func TestTheSameScriptGivesTheSameRecording(t *testing.T) {
	first, err := perform(t, booking)
	if err != nil {
		t.Fatal(err)
	}
	second, err := perform(t, booking)
	if err != nil {
		t.Fatal(err)
	}
	cut := func(s string) string { _, events, _ := strings.Cut(s, "\n"); return events }
	if cut(first) != cut(second) {
		t.Errorf("two runs differ:\n%s\n%s", first, second)
	}
}

func TestARecordingShowsWhatTheScriptDid(t *testing.T) {
	text, err := perform(t, booking)
	if err != nil {
		t.Fatal(err)
	}
	rec, err := cast.Read(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	frames, err := draw.Replay(rec)
	if err != nil {
		t.Fatal(err)
	}
	f, ok := draw.AtMarker(frames, "still: end", 1)
	if !ok || !strings.Contains(f.Screen.Text(), "name: Ada Lovelace\nbooked\nopen for 6s") || f.Screen.Title != "shop" {
		t.Errorf("the still shows (%v)\n%s", ok, f.Screen.Text())
	}
	typed := 0
	for _, f := range frames {
		if strings.Contains(f.Screen.Text(), "name: Ada Lov\n") {
			typed++
		}
	}
	if typed == 0 {
		t.Error("the name was not typed character by character")
	}
}

func TestAScreenThatNeverComesFailsWithWhatIsThere(t *testing.T) {
	s, err := Read(strings.NewReader("demo: demo\nsteps:\n  - wait: never shown\n"), "")
	if err != nil {
		t.Fatal(err)
	}
	clock := NewClock()
	err = Perform(t.Context(), s, Options{Model: &shop{now: clock.Now}, Clock: clock, Limit: time.Millisecond})
	var step *StepError
	if !errors.As(err, &step) || step.Number != 1 || !strings.Contains(step.Error(), "name:") {
		t.Errorf("got %v", err)
	}
}

func TestAProgramThatEndsOrPanicsEndsTheScript(t *testing.T) {
	for key, want := range map[string]string{"q": "the program ended", "ctrl+p": "dropped the tray"} {
		_, err := perform(t, "demo: demo\nsteps:\n  - wait: \"name:\"\n  - press: "+key+"\n  - wait: later\n")
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %q", key, err, want)
		}
	}
}

func TestASlipInAScriptIsFoundBeforeItIsPerformed(t *testing.T) {
	for text, want := range map[string]string{
		"steps: []": "either demo",
		"demo: demo\ncommand: [x]\nsteps: [{wait: a}]": "either demo",
		"demo: demo": "without steps",
		"demo: demo\nsteps: [{wait: a, type: b}]":        "says 2 things",
		"demo: demo\nsteps: [{}]":                        "says 0 things",
		"demo: demo\nsteps: [{press: hyperjump}]":        `no key "hyperjump"`,
		"demo: demo\nsteps: [{pause: soon}]":             "length of time",
		"demo: demo\nsteps: [{sing: a}]":                 "sing",
		"demo: demo\nsize: big\nsteps: [{wait: a}]":      "no size",
		"demo: demo\ntheme: pink\nsteps: [{wait: a}]":    "pink",
		"demo: demo\npace: glacial\nsteps: [{wait: a}]":  "glacial",
		"demo: demo\nsteps:\n  - wait: a\n  - resize: q": "step 2",
	} {
		if _, err := Read(strings.NewReader(text), ""); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want something with %q", text, err, want)
		}
	}
}
