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

// Redact hides what was answered for the named fields: the whole answer
// wherever it is seen, and while it was being typed every beginning of it. It
// needs the answers that elicit records with a cast; a named field that the
// recording has no answer for is an error, so that nobody publishes a picture
// believing that something was hidden.
func Redact(frames []Frame, rec *cast.Recording, fields []string) ([]Frame, error) {
	secrets, err := secretsOf(rec, fields)
	if err != nil {
		return nil, err
	}
	out := slices.Clone(frames)
	for i, f := range out {
		s := *f.Screen
		s.Cells = slices.Clone(s.Cells)
		for y := range s.Cells {
			s.Cells[y] = blurRow(s.Cells[y], secrets)
		}
		out[i].Screen = &s
		out[i].Caption = blurText(f.Caption, secrets)
		if touched(f.Screen, &s) {
			out[i].Keys = "" // they would spell the answer
		}
	}
	return out, nil
}

func secretsOf(rec *cast.Recording, fields []string) ([]string, error) {
	missing := map[string]bool{}
	for _, f := range fields {
		missing[f] = true
	}
	var secrets []string
	for _, e := range rec.Events {
		if e.Code != cast.Answer {
			continue
		}
		var a cast.Answered
		if json.Unmarshal([]byte(e.Data), &a) != nil || !slices.Contains(fields, a.Field) {
			continue
		}
		delete(missing, a.Field)
		if text := strings.TrimSpace(a.Text); text != "" {
			secrets = append(secrets, text)
		}
	}
	for _, f := range fields {
		if missing[f] {
			return nil, fmt.Errorf("the recording holds no answer for the field %q, so it cannot be hidden", f)
		}
	}
	return secrets, nil
}

// blurRow hides every beginning, of two characters or more, of a secret, where
// no letter or digit stands before it.
func blurRow(row []Cell, secrets []string) []Cell {
	var out []Cell
	for x := 0; x < len(row); {
		n := 0
		if x == 0 || !wordy(row[x-1].Text) {
			for _, s := range secrets {
				n = max(n, matched(row[x:], s))
			}
		}
		if n == 0 {
			x++
			continue
		}
		if out == nil {
			out = slices.Clone(row)
		}
		for i := x; i < x+n; i++ {
			out[i].Text = strings.Repeat(blurred, out[i].Width)
		}
		x += n
	}
	if out == nil {
		return row
	}
	return out
}

// matched is how many cells at the start of a row spell a beginning of secret.
func matched(row []Cell, secret string) int {
	rest, n, seen := secret, 0, 0
	for n < len(row) && rest != "" {
		if row[n].Width > 0 {
			cut, ok := strings.CutPrefix(rest, row[n].Text)
			if !ok || row[n].Text == "" {
				break
			}
			rest = cut
			seen++
		}
		n++
	}
	if seen < 2 && rest != "" {
		return 0
	}
	return n
}

func wordy(s string) bool {
	for _, r := range s {
		return r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z' || r > 0x7f && r != '│' && r != '▸' && r != '▌'
	}
	return false
}

func blurText(s string, secrets []string) string {
	for _, secret := range secrets {
		s = strings.ReplaceAll(s, secret, strings.Repeat(blurred, len([]rune(secret))))
	}
	return s
}

func touched(a, b *Screen) bool {
	for y := range a.Cells {
		if !slices.Equal(a.Cells[y], b.Cells[y]) {
			return true
		}
	}
	return false
}
