package draw

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"elicit/internal/cast"
)

// blurred stands for every character of a hidden answer.
const blurred = "█"

// Redact hides what was filled in for the named fields: every text that a field
// ever held, where it is seen whole, where only its beginning is, and where
// five of its characters in a row are, as in a text cut or folded to fit. Of a
// field where something was picked, every option is hidden, and what marks the
// picked one.
//
// It needs what elicit records with a cast; a named field that the recording
// has nothing for is an error, so that nobody publishes a picture believing
// that something was hidden. More than the answer may be hidden, where other
// words share its letters.
func Redact(frames []Frame, rec *cast.Recording, fields []string) ([]Frame, error) {
	secrets, err := secretsOf(rec, fields)
	if err != nil {
		return nil, err
	}
	out := slices.Clone(frames)
	for i, f := range out {
		s := *f.Screen
		s.Cells = secrets.hideIn(s.Cells)
		s.Title = secrets.blur(s.Title)
		out[i].Screen = &s
		out[i].Caption = secrets.blur(f.Caption)
		if touched(f.Screen, &s) {
			out[i].Keys = "" // they would spell the answer
		}
	}
	return out, nil
}

// secrets are texts to hide.
type secrets struct {
	typed  [][]string // characters
	picked [][]string
	widest int             // characters of the longest picked one
	grams  map[string]bool // every gramSize characters in a row of a typed one
}

// gramSize is how many characters in a row give a text away wherever they
// stand.
const gramSize = 5

func secretsOf(rec *cast.Recording, fields []string) (*secrets, error) {
	missing := map[string]bool{}
	for _, f := range fields {
		missing[f] = true
	}
	var typed, picked []string
	for _, e := range rec.Events {
		var a cast.Answered
		if e.Code != cast.Answer || json.Unmarshal([]byte(e.Data), &a) != nil || !slices.Contains(fields, a.Field) {
			continue
		}
		delete(missing, a.Field)
		if a.Picked {
			picked = append(picked, a.Text)
			continue
		}
		for line := range strings.SplitSeq(a.Text, "\n") {
			typed = append(typed, line, escaped(line))
		}
	}
	for _, f := range fields {
		if missing[f] {
			return nil, fmt.Errorf("the recording holds no answer for the field %q, so it cannot be hidden", f)
		}
	}
	s := &secrets{typed: characters(longest(typed)), picked: characters(picked), grams: map[string]bool{}}
	for _, p := range s.picked {
		s.widest = max(s.widest, len(p))
	}
	for _, t := range s.typed {
		for i := 0; i+gramSize <= len(t); i++ {
			s.grams[strings.Join(t[i:i+gramSize], "")] = true
		}
	}
	return s, nil
}

// escaped is a text as JSON shows it, without its quotes.
func escaped(text string) string {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if enc.Encode(text) != nil {
		return text
	}
	return strings.Trim(strings.TrimSpace(b.String()), `"`)
}

// longest leaves out what is only the beginning of another: beginnings are
// hidden anyway.
func longest(texts []string) []string {
	for i := range texts {
		texts[i] = strings.TrimSpace(texts[i])
	}
	slices.Sort(texts)
	texts = slices.Compact(texts)
	var out []string
	for i, t := range texts {
		if t != "" && (i+1 == len(texts) || !strings.HasPrefix(texts[i+1], t)) {
			out = append(out, t)
		}
	}
	return out
}

func characters(texts []string) [][]string {
	var out [][]string
	for _, t := range texts {
		var chars []string
		for _, r := range t {
			chars = append(chars, string(r))
		}
		if len(chars) > 0 {
			out = append(out, chars)
		}
	}
	return out
}

// blur hides secrets in a line of text.
func (s *secrets) blur(text string) string {
	for _, all := range [][][]string{s.typed, s.picked} {
		for _, chars := range all {
			text = strings.ReplaceAll(text, strings.Join(chars, ""), strings.Repeat(blurred, len(chars)))
		}
	}
	return text
}

func touched(a, b *Screen) bool {
	for y := range a.Cells {
		if !slices.Equal(a.Cells[y], b.Cells[y]) {
			return true
		}
	}
	return false
}
