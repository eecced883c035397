package cli

import (
	"encoding/json"

	"elicit/answers"
	"elicit/forms"
	"elicit/tui/ask"
	"elicit/tui/plain"
)

// usePerson puts the person last. Without one, and with nothing else that
// could answer, elicitation is not even declared (DESIGN.md §4.7).
func (k *asking) usePerson(a *app, f askFlags, policy answers.Policy, interrupt func()) error {
	if f.plain {
		k.desk.Answerers = append(k.desk.Answerers, plain.New(a.console(), k.plainOptions(a)))
		k.asked = true
		return nil
	}
	tty, err := a.terminal()
	if err != nil {
		if policy == answers.Prompt && f.onAsk != "" {
			return usage("--on-ask prompt: %w; --plain asks on stdin and stderr", err)
		}
		return nil
	}
	k.tty, k.asked = tty, true
	if a.getenv("TERM") == "dumb" {
		k.desk.Answerers = append(k.desk.Answerers, plain.New(plain.NewConsole(a.rec.lines(tty)), k.plainOptions(a)))
		return nil
	}
	o := a.askOptions(interrupt)
	o.Previous, o.Notes = k.previous, k.notes
	if k.kept != nil {
		o.Previous, o.Notes, o.Kept, o.Asked = k.kept.previous, k.kept.notes, true, k.kept.shown(o.Asked)
	}
	k.useScreen(ask.NewTerminal(tty, tty, o))
	return nil
}

func (k *asking) useScreen(t *ask.Terminal) {
	k.screen = t
	k.voice.hold() // the screen is no place for anything else
	k.desk.Answerers = append(k.desk.Answerers, k.screen)
}

func (k *asking) plainOptions(a *app) plain.Options {
	o := plain.Options{Asked: a.rec.asked, Previous: k.previous, Notes: k.notes}
	if k.kept != nil {
		o.Previous, o.Notes, o.Kept = k.kept.previous, k.kept.notes, true
	}
	return o
}

// previous is what was answered to the question before, to be offered.
func (k *asking) previous(c answers.Case) forms.Answers {
	if k.store == nil || c.Form == nil {
		return nil
	}
	content, _ := k.store.Earlier(c)
	return offered(c, content)
}

// notes say what is different from the question that was answered before.
func (k *asking) notes(c answers.Case) []string {
	if k.store == nil {
		return nil
	}
	_, changes := k.store.Earlier(c)
	return changeNotes(changes)
}

// offered is content as far as it still can be an answer.
func offered(c answers.Case, content json.RawMessage) forms.Answers {
	if len(content) == 0 || c.Form == nil {
		return nil
	}
	some, _ := c.Form.Answers(content) // what does not fit any more is not offered
	return some
}

func changeNotes(changes []string) []string {
	var notes []string
	for _, c := range changes {
		notes = append(notes, "Changed since it was answered: "+c)
	}
	return notes
}

// askOptions are those of a terminal that asks, recorded if that is wanted.
func (a *app) askOptions(interrupt func()) ask.Options {
	o := ask.Options{NoColor: a.noColor, Interrupt: interrupt}
	if a.rec != nil {
		o.Record, o.Asked, o.Filled = a.rec.screen(), a.rec.asked, a.rec.filled
	}
	return o
}
