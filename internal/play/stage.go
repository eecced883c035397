package play

import (
	"errors"
	"fmt"
	"image/color"
	"reflect"
	"runtime/debug"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"
	uv "github.com/charmbracelet/ultraviolet"
)

// Clock is a performance's own time. It is safe for concurrent use.
type Clock struct {
	mu sync.Mutex
	t  time.Time
}

// NewClock is a clock that stands at a fixed moment until it is moved.
func NewClock() *Clock { return &Clock{t: time.Date(2026, 7, 28, 9, 0, 0, 0, time.UTC)} }

// Now is the clock's time; give it to the program.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.t
}

func (c *Clock) advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.t = c.t.Add(d)
}

// settling is how long the commands of one message may take to report before
// the screen is taken as it stands. Those that a form needs report at once; a
// timer does not, and changes nothing, since the clock stands still.
const settling = 40 * time.Millisecond

// restTime is how long a screen must stand still to be at rest; see rest.
const (
	restTime  = 80 * time.Millisecond
	restLimit = 2 * time.Second
)

// stage runs a Bubble Tea model as a tea.Program would, but one message at a
// time, so that what the screen shows after a key is a fact and not a race.
type stage struct {
	model      tea.Model
	cols, rows int
	dark       bool

	msgs chan told
	done chan struct{}
	quit bool
}

// told is a message and the count of commands it belongs to.
type told struct {
	msg    tea.Msg
	origin *sync.WaitGroup
	err    error
}

func newStage(m tea.Model, cols, rows int, dark bool) *stage {
	return &stage{model: m, cols: cols, rows: rows, dark: dark, msgs: make(chan told), done: make(chan struct{})}
}

// open starts the model and shows its first screen.
func (s *stage) open() error {
	if err := s.act(s.run(s.model.Init())); err != nil {
		return err
	}
	if err := s.send(tea.WindowSizeMsg{Width: s.cols, Height: s.rows}); err != nil {
		return err
	}
	return s.send(s.background())
}

func (s *stage) background() tea.Msg {
	if s.dark {
		return tea.BackgroundColorMsg{Color: color.Black}
	}
	return tea.BackgroundColorMsg{Color: color.White}
}

// close lets the commands that still run end without anyone to report to.
func (s *stage) close() { close(s.done) }

func (s *stage) resize(cols, rows int) error {
	s.cols, s.rows = cols, rows
	return s.send(tea.WindowSizeMsg{Width: cols, Height: rows})
}

// send gives the model a message and lets what follows from it at once happen.
func (s *stage) send(msg tea.Msg) error { return s.act(s.update(msg)) }

// act performs what arrives until everything that origin started has reported,
// or has had the time to.
func (s *stage) act(origin *sync.WaitGroup) error {
	idle := make(chan struct{})
	go func() { origin.Wait(); close(idle) }()
	limit := time.NewTimer(settling)
	defer limit.Stop()
	for {
		select {
		case t := <-s.msgs:
			if err := s.take(t); err != nil {
				return err
			}
		case <-idle:
			return nil
		case <-limit.C:
			return nil
		}
	}
}

// await performs what arrives until ok says that the screen is as it should be.
func (s *stage) await(ok func(string) bool, limit time.Duration) error {
	late := time.After(limit)
	for !ok(s.text()) {
		if s.quit {
			return errors.New("the program ended")
		}
		select {
		case t := <-s.msgs:
			if err := s.take(t); err != nil {
				return err
			}
		case <-late:
			return fmt.Errorf("it did not come within %s", limit)
		}
	}
	return nil
}

// rest performs what arrives until the screen has stood still for a while: one
// text seldom comes alone, and what comes with it belongs to the same picture.
// A screen that never rests is taken as it is after restLimit.
func (s *stage) rest() error {
	last, quiet, limit := s.text(), time.After(restTime), time.After(restLimit)
	for {
		select {
		case t := <-s.msgs:
			if err := s.take(t); err != nil {
				return err
			}
			if now := s.text(); now != last {
				last, quiet = now, time.After(restTime)
			}
		case <-quiet:
			return nil
		case <-limit:
			return nil
		}
	}
}

func (s *stage) take(t told) error {
	if t.err != nil {
		return t.err
	}
	started := s.update(t.msg)
	if t.origin != nil {
		t.origin.Go(started.Wait) // what a command's message starts belongs to the same key
		t.origin.Done()
	}
	return nil
}

// update is the part of tea.Program's loop that a model can see: the messages
// that the library keeps to itself are told by their types.
func (s *stage) update(msg tea.Msg) *sync.WaitGroup {
	switch m := msg.(type) {
	case nil:
		return &sync.WaitGroup{}
	case tea.QuitMsg, tea.InterruptMsg:
		s.quit = true
		return &sync.WaitGroup{}
	case tea.BatchMsg:
		return s.run(m...)
	}
	switch fmt.Sprintf("%T", msg) {
	case "tea.windowSizeMsg":
		msg = tea.WindowSizeMsg{Width: s.cols, Height: s.rows}
	case "tea.backgroundColorMsg":
		msg = s.background()
	case "tea.sequenceMsg":
		return s.run(sequence(msg))
	}
	var cmd tea.Cmd
	s.model, cmd = s.model.Update(msg)
	return s.run(cmd)
}

// sequence runs commands one after another and hands over all their messages.
func sequence(msg tea.Msg) tea.Cmd {
	v := reflect.ValueOf(msg)
	return func() tea.Msg {
		var all tea.BatchMsg
		for i := range v.Len() {
			if cmd, ok := reflect.TypeAssert[tea.Cmd](v.Index(i)); ok && cmd != nil {
				m := cmd()
				all = append(all, func() tea.Msg { return m })
			}
		}
		return all
	}
}

func (s *stage) run(cmds ...tea.Cmd) *sync.WaitGroup {
	wg := &sync.WaitGroup{}
	for _, cmd := range cmds {
		if cmd == nil {
			continue
		}
		wg.Add(1)
		go func() {
			t := told{origin: wg}
			t.msg, t.err = call(cmd)
			select {
			case s.msgs <- t:
			case <-s.done:
				wg.Done()
			}
		}()
	}
	return wg
}

func call(cmd tea.Cmd) (msg tea.Msg, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("the program panicked: %v\n%s", p, debug.Stack())
		}
	}()
	return cmd(), nil
}

// screen is the model's view on cells.
func (s *stage) screen() (uv.ScreenBuffer, tea.View) {
	v := s.model.View()
	buf := uv.NewScreenBuffer(s.cols, s.rows)
	uv.NewStyledString(v.Content).Draw(buf, buf.Bounds())
	return buf, v
}

func (s *stage) text() string {
	buf, _ := s.screen()
	return buf.String()
}
