package play

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// maxWalk bounds how far the script walks through a list or a form before it
// says that what it looks for is not there.
const maxWalk = 200

// call walks to a row of the list and presses enter on it.
func (p *performance) call(name string) error {
	if err := p.wait(func(text string) bool {
		row, pointer := targetOn(rowsOf(text), name)
		return row >= 0 && pointer >= 0
	}); err != nil {
		return fmt.Errorf("the list does not show it: %w", err)
	}
	for range maxWalk {
		row, pointer := targetOn(p.rows(), name)
		key := "down"
		switch {
		case row < 0 || pointer < 0:
			return errors.New("the list does not show it any more")
		case row == pointer:
			return p.press(Keys{"enter"})
		case row < pointer:
			key = "up"
		}
		if err := p.press(Keys{key}); err != nil {
			return err
		}
	}
	return errors.New("the pointer does not get there")
}

func (p *performance) rows() []string { return rowsOf(p.stage.text()) }

func rowsOf(text string) []string { return strings.Split(text, "\n") }

// lastLook is the title of the page between a form and its sending.
const lastLook = "This goes to "

// send sends the form. One that does not fit stays, and fails the script with
// what the form says is wrong.
func (p *performance) send() error {
	if err := p.pass(p.hand.look); err != nil {
		return err
	}
	before := p.stage.text()
	if err := p.press(Keys{"ctrl+s"}); err != nil {
		return err
	}
	text := p.stage.text()
	if strings.Contains(text, lastLook) && !strings.Contains(before, lastLook) {
		if err := p.pass(2 * p.hand.look); err != nil {
			return err
		}
		return p.press(Keys{"enter"})
	}
	return misfit(rowsOf(text))
}

// refuse declines or cancels once the question stands.
func (p *performance) refuse(key string) error {
	if err := p.pass(p.hand.look); err != nil {
		return err
	}
	return p.press(Keys{key})
}

// fill fills in fields of the form on the screen, or of the one about to come.
func (p *performance) fill(fields Fields) error {
	first := fields[0].Title
	if err := p.wait(func(text string) bool {
		_, ok := fieldOn(rowsOf(text), first)
		return ok
	}); err != nil {
		return fmt.Errorf("no form shows a field %q: %w", first, err)
	}
	for _, f := range fields {
		if err := p.goTo(f.Title); err != nil {
			return err
		}
		if err := p.fillOne(f); err != nil {
			return fmt.Errorf("%s: %w", f.Title, err)
		}
	}
	return nil
}

// goTo moves to a field: to the next one as one moves through a form, to any
// other on the screen by its number, and to one that is not as far as it takes.
func (p *performance) goTo(title string) error {
	for range maxWalk {
		screen := p.rows()
		f, shown := fieldOn(screen, title)
		if shown && f.focused {
			return nil
		}
		keys := Keys{"tab"}
		if shown && f.number > 0 && f.number != focusedNumber(screen)+1 {
			keys = nil
			for _, digit := range strconv.Itoa(f.number) {
				keys = append(keys, "alt+"+string(digit))
			}
		}
		if err := p.press(keys); err != nil {
			return err
		}
	}
	return fmt.Errorf("the form has no field %q", title)
}

// fillOne fills in the focused field, according to what it looks like.
func (p *performance) fillOne(f Field) error {
	shown, _ := fieldOn(p.rows(), f.Title)
	_, isWord := shown.word()
	options, several := shown.options()
	switch {
	case isWord:
		return p.turnTo(f)
	case several:
		return p.tick(f)
	case len(options) > 0:
		return p.pick(f.Title, f.Values[0])
	}
	if shown.filled {
		if err := p.press(Keys{"end", "ctrl+u"}); err != nil {
			return err
		}
	}
	for i, text := range f.Values {
		if i > 0 {
			if err := p.press(Keys{"enter"}); err != nil {
				return err
			}
		}
		if err := p.typeText(text); err != nil {
			return err
		}
	}
	return nil
}

// turnTo chooses one of the words yes, no and no answer.
func (p *performance) turnTo(f Field) error {
	key := "right"
	if f.Values[0] == "no" {
		key = "left"
	}
	for range 3 {
		shown, _ := fieldOn(p.rows(), f.Title)
		if word, _ := shown.word(); word == f.Values[0] {
			return nil
		}
		if err := p.press(Keys{key}); err != nil {
			return err
		}
	}
	return fmt.Errorf("it takes yes, no or \"no answer\", not %q", f.Values[0])
}

// pick picks one option.
func (p *performance) pick(title, label string) error {
	o, err := p.pointAt(title, label)
	if err != nil || o.ticked {
		return err
	}
	return p.press(Keys{"space"})
}

// tick ticks the options that are wanted, and none of the others in sight.
func (p *performance) tick(f Field) error {
	shown, _ := fieldOn(p.rows(), f.Title)
	labels := slices.Clone(f.Values)
	options, _ := shown.options()
	for _, o := range options {
		wanted := slices.ContainsFunc(f.Values, func(label string) bool { return titled(o.label, label) })
		if o.ticked && !wanted {
			labels = append(labels, strings.TrimSpace(o.label))
		}
	}
	for i, label := range labels {
		o, err := p.pointAt(f.Title, label)
		if err != nil {
			return err
		}
		if wanted := i < len(f.Values); o.ticked == wanted {
			continue
		}
		if err := p.press(Keys{"space"}); err != nil {
			return err
		}
	}
	return nil
}

// pointAt moves the pointer to an option.
func (p *performance) pointAt(title, label string) (shownOption, error) {
	for range maxWalk {
		shown, _ := fieldOn(p.rows(), title)
		all, _ := shown.options()
		at := slices.IndexFunc(all, func(o shownOption) bool { return o.pointed })
		to := slices.IndexFunc(all, func(o shownOption) bool { return titled(o.label, label) })
		if at >= 0 && at == to {
			return all[at], nil
		}
		key := "down"
		if to >= 0 && to < at {
			key = "up"
		}
		before := p.stage.text()
		if err := p.press(Keys{key}); err != nil {
			return shownOption{}, err
		}
		if p.stage.text() == before {
			break // the end of the list
		}
	}
	return shownOption{}, fmt.Errorf("there is no option %q", label)
}
