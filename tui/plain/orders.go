package plain

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"strconv"
	"strings"

	"elicit/forms"
	"elicit/internal/safetext"
)

const help = `:skip      leave this one out
:default   send the server's default
:empty     send the empty text, or an empty list
:last      take what you answered the last time
:text      write several lines; a line with a single dot ends them
:more      the next options of a long list
:back      go back one
:3         go to the third, and so on
:done      leave the others as they stand and go to the review
:schema    the schema behind all this
:findings  what strict clients would say against it
`

const endOfHelp = `
:help      this list
A text that begins with a colon is written with two: ::like this`

const unknown = "not accepted: no such command; :help lists them. A text that begins with a colon is written with two."

// errMoved says that interview.at was set to what comes next.
var errMoved = errors.New("moved")

// order carries out a command for the question at. done is true when it gave an
// answer.
func (v *interview) order(ctx context.Context, at int, text string) (a forms.Answer, done bool, err error) {
	q := v.questions[at]
	switch text {
	case ":skip":
		return forms.Answer{State: forms.Omitted}, true, nil
	case ":default":
		if q.HasDefault {
			return forms.Answer{State: forms.Default}, true, nil
		}
		v.c.Say("not accepted: there is no default")
	case ":last":
		if last, ok := v.previous[v.name(at)]; ok && last.State == forms.Set {
			return last, true, nil
		}
		v.c.Say("not accepted: there is no earlier answer")
	case ":more":
		if v.said < len(q.Options) {
			v.sayOptions(q, v.said)
		} else {
			v.c.Say("That was all.")
		}
	case ":empty":
		if q.Kind == forms.KindText || q.Kind == forms.KindChoices || q.Kind == forms.KindList {
			return forms.Answer{State: forms.Set}, true, nil
		}
		v.c.Say("not accepted: there is no empty %s", q.Kind)
	case ":text":
		if q.Kind == forms.KindText {
			return v.readText(ctx)
		}
		v.c.Say("not accepted: only a text has several lines")
	default:
		known, err := v.common(text)
		if !known && err == nil {
			v.c.Say("%s", unknown)
		}
		return a, false, err
	}
	return a, false, nil
}

// common carries out a command that works at every prompt of an interview.
func (v *interview) common(text string) (known bool, err error) {
	text = strings.TrimSpace(text)
	switch {
	case text == ":back":
		return true, errBack
	case text == ":cancel":
		return true, errCancel
	case text == ":decline" && v.manner.declines:
		return true, errDecline
	case text == ":json" && v.manner.asJSON:
		return true, ErrJSON
	case text == ":help":
		v.c.Say("%s", help+v.manner.leaveHelp+endOfHelp)
		return true, nil
	case text == ":schema":
		v.c.Say("%s", Pretty(v.f.Schema))
		return true, nil
	case text == ":findings":
		v.findings()
		return true, nil
	case text == ":done":
		v.at = len(v.questions)
		return true, errMoved
	}
	if n, err := strconv.Atoi(text[1:]); err == nil && n >= 1 && n <= len(v.questions) {
		v.at = n - 1
		return true, errMoved
	}
	if v.command != nil {
		return v.command(text)
	}
	return false, nil
}

// findings says what is off in the schema and yet answerable.
func (v *interview) findings() {
	for _, f := range v.f.Findings {
		v.c.Say("%s: %s", safetext.Of(f.String()).Line(), f.Explain())
	}
	if more := v.f.MoreFound; more > 0 {
		v.c.Say("and %d more", more)
	}
	if len(v.f.Findings) == 0 {
		v.c.Say("There are none: the specification allows all of it.")
	}
}

// Pretty is JSON over several rows, drawable, its tokens untouched.
func Pretty(raw json.RawMessage) string {
	var b bytes.Buffer
	if json.Indent(&b, raw, "", "  ") != nil {
		return safetext.Of(string(raw)).String()
	}
	return string(safetext.EscapeJSON(b.Bytes()))
}
