package play

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"elicit/internal/cast"
	"elicit/internal/keystroke"
)

// Options say what a performance needs besides its script.
type Options struct {
	Model   tea.Model
	Clock   *Clock        // the one the model was given
	Cast    io.Writer     // gets the recording; nil for none
	Version int           // of asciicast; 0 means 2
	Limit   time.Duration // longest wait for one screen; 0 means 30 s
	// Answers gives what was answered, for the renderer to blur; asked once, at
	// the end. Nil for nothing.
	Answers func() []cast.Answered
	// Still is told of every still: its name and the screen's text.
	Still func(name, text string) error
	// Step is told before each step is performed; nil for nobody.
	Step func(number int, s Step)
}

// StepError says which step could not be performed and what the screen showed.
type StepError struct {
	Number int // from 1
	Step   Step
	Err    error
	Screen string
}

func (e *StepError) Error() string {
	return fmt.Sprintf("step %d, %s: %v; the screen shows:\n%s", e.Number, e.Step, e.Err, e.Screen)
}

func (e *StepError) Unwrap() error { return e.Err }

// Perform plays a script to its end. It fails with a *StepError when the screen
// no longer gets where the script says. The model is not closed.
func Perform(ctx context.Context, s *Script, o Options) error {
	cols, rows, err := cast.ParseSize(s.Size)
	if err != nil {
		return err
	}
	if o.Limit == 0 {
		o.Limit = 30 * time.Second
	}
	if o.Version == 0 {
		o.Version = 2
	}
	if o.Cast == nil {
		o.Cast = io.Discard
	}
	p := &performance{Options: o, hand: newHand(s.Pace, s.Seed), stage: newStage(o.Model, cols, rows, s.Theme != "light")}
	defer p.stage.close()
	if p.tape, err = newTape(o.Cast, s, p.stage, o.Clock, o.Version); err != nil {
		return err
	}
	if err := p.stage.open(); err != nil {
		return err
	}
	for i, step := range s.Steps {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if o.Step != nil {
			o.Step(i+1, step)
		}
		if err := p.perform(step); err != nil {
			return &StepError{i + 1, step, err, p.stage.text()}
		}
	}
	p.tape.snap()
	if o.Answers != nil {
		for _, a := range o.Answers() {
			p.tape.w.Answer(a)
		}
	}
	return p.tape.w.Err()
}

type performance struct {
	Options
	hand  *hand
	stage *stage
	tape  *tape
}

func (p *performance) perform(s Step) error {
	switch {
	case s.Call != "":
		return p.call(s.Call)
	case len(s.Fill) > 0:
		return p.fill(s.Fill)
	case s.Send:
		return p.send()
	case s.Decline:
		return p.refuse("ctrl+d")
	case s.Cancel:
		return p.refuse("esc")
	case s.Wait != "":
		return p.wait(func(text string) bool { return strings.Contains(text, string(s.Wait)) })
	case s.Gone != "":
		return p.wait(func(text string) bool { return !strings.Contains(text, string(s.Gone)) })
	case s.Expect != "":
		if !strings.Contains(p.stage.text(), string(s.Expect)) {
			return errors.New("the screen does not show it")
		}
	case s.Type != "":
		return p.typeText(string(s.Type))
	case len(s.Press) > 0:
		return p.press(s.Press)
	case s.Pause > 0:
		return p.pass(time.Duration(s.Pause))
	case s.Mark != "":
		p.tape.snap()
		p.tape.w.Mark(s.Mark)
	case s.Still != "":
		p.tape.snap()
		p.tape.w.Mark(cast.StillMark + s.Still)
		if p.Still != nil {
			return p.Still(s.Still, p.stage.text())
		}
	case s.Resize != "":
		cols, rows, err := cast.ParseSize(s.Resize)
		if err != nil {
			return err
		}
		p.tape.snap()
		p.tape.resized(cols, rows)
		return p.stage.resize(cols, rows)
	}
	return nil
}

// wait lets the program go on until the screen is as it should be, then gives
// the viewer a moment to see it.
func (p *performance) wait(ok func(string) bool) error {
	if err := p.stage.await(ok, p.Limit); err != nil {
		return err
	}
	return p.pass(p.hand.look)
}

// pass lets time go by once the screen is at rest, a second at a time, so that
// the clocks on the screen go on.
func (p *performance) pass(d time.Duration) error {
	if err := p.stage.rest(); err != nil {
		return err
	}
	for d > 0 {
		step := min(d, time.Second)
		p.advance(step)
		d -= step
		if err := p.stage.send(timePassed{}); err != nil {
			return err
		}
	}
	return nil
}

// advance records the screen of this moment and goes on to the next. What a
// moment shows in between depends on the machine's speed, and is left out.
func (p *performance) advance(d time.Duration) {
	p.tape.snap()
	p.Clock.advance(d)
}

// timePassed is a message that no model knows: it only causes a look at the
// clock.
type timePassed struct{}

func (p *performance) typeText(text string) error {
	for _, r := range text {
		if r == '\n' {
			if err := p.press(Keys{"alt+enter"}); err != nil {
				return err
			}
			continue
		}
		p.advance(p.hand.before(r))
		if err := p.key(keystroke.Of(r), ""); err != nil {
			return err
		}
	}
	return nil
}

func (p *performance) press(keys Keys) error {
	for _, name := range keys {
		k, ok := keystroke.Parse(name)
		if !ok {
			return fmt.Errorf("there is no key %q", name)
		}
		p.advance(p.hand.vary(p.hand.key))
		if err := p.key(k, name); err != nil {
			return err
		}
	}
	return nil
}

// key presses a key; one with a name goes into the key overlay.
func (p *performance) key(k tea.KeyPressMsg, name string) error {
	if name != "" {
		p.tape.w.Key(name)
	}
	return p.stage.send(k)
}
