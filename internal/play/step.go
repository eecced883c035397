package play

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/goccy/go-yaml"

	"elicit/internal/cast"
	"elicit/internal/keystroke"
)

// Step is one thing to do or to see. Exactly one of its fields is set.
type Step struct {
	Call    string   `yaml:"call"`    // a tool, prompt or resource: walks to it on the list and calls it
	Fill    Fields   `yaml:"fill"`    // fields of the form, by the titles that the screen shows
	Send    bool     `yaml:"send"`    // the form, after the last look where there is one
	Decline bool     `yaml:"decline"` // the question
	Cancel  bool     `yaml:"cancel"`  // the question
	Wait    string   `yaml:"wait"`    // until the screen shows this text
	Gone    string   `yaml:"gone"`    // until the screen no longer shows it
	Expect  string   `yaml:"expect"`  // the screen must show this text now
	Type    string   `yaml:"type"`    // this text, character by character
	Press   Keys     `yaml:"press"`   // one key by name, or a list of them
	Pause   Duration `yaml:"pause"`   // lets the viewer read; takes no time to perform
	Mark    string   `yaml:"mark"`    // a chapter of the recording
	Still   string   `yaml:"still"`   // keeps the screen as a picture under this name
	Resize  string   `yaml:"resize"`  // to COLSxROWS
}

// part is one thing a step may say, in words.
type part struct {
	said  bool
	words string
}

func (s Step) parts() []part {
	titles := make([]string, len(s.Fill))
	for i, f := range s.Fill {
		titles[i] = f.Title
	}
	return []part{
		{s.Call != "", "call " + s.Call},
		{len(s.Fill) > 0, "fill " + strings.Join(titles, ", ")},
		{s.Send, "send"},
		{s.Decline, "decline"},
		{s.Cancel, "cancel"},
		{s.Wait != "", fmt.Sprintf("wait for %q", s.Wait)},
		{s.Gone != "", fmt.Sprintf("wait until %q is gone", s.Gone)},
		{s.Expect != "", fmt.Sprintf("expect %q", s.Expect)},
		{s.Type != "", fmt.Sprintf("type %q", s.Type)},
		{len(s.Press) > 0, "press " + strings.Join(s.Press, " ")},
		{s.Pause > 0, "pause " + time.Duration(s.Pause).String()},
		{s.Mark != "", fmt.Sprintf("mark %q", s.Mark)},
		{s.Still != "", fmt.Sprintf("still %q", s.Still)},
		{s.Resize != "", "resize to " + s.Resize},
	}
}

// String is the step in words, for errors.
func (s Step) String() string {
	for _, p := range s.parts() {
		if p.said {
			return p.words
		}
	}
	return "nothing"
}

func (s Step) check() error {
	n := 0
	for _, p := range s.parts() {
		if p.said {
			n++
		}
	}
	if n != 1 {
		return fmt.Errorf("says %d things; a step says one: call, fill, send, decline, cancel, wait, gone, expect, type, press, pause, mark, still or resize", n)
	}
	for _, k := range s.Press {
		if _, ok := keystroke.Parse(k); !ok {
			return fmt.Errorf("there is no key %q; keys are written like enter, ctrl+s, down, G", k)
		}
	}
	if strings.ContainsAny(s.Still, `/\`) {
		return fmt.Errorf("a still's name is a file's name, not %q", s.Still)
	}
	if s.Resize != "" {
		_, _, err := cast.ParseSize(s.Resize)
		return err
	}
	return nil
}

// Keys are names of keys; a script may write one or a list.
type Keys []string

// UnmarshalYAML reads a string or a list of strings.
func (k *Keys) UnmarshalYAML(b []byte) error {
	one, err := words(b)
	*k = one
	return err
}

// words reads one scalar, as it is written, or a list of them.
func words(b []byte) ([]string, error) {
	var one string
	if yaml.Unmarshal(b, &one) == nil {
		return []string{one}, nil
	}
	var many []string
	err := yaml.Unmarshal(b, &many)
	return many, err
}

// Field is what a field of a form is to hold: a text, an option's label, yes or
// no; several for a field that takes several.
type Field struct {
	Title  string
	Values []string
}

// Fields are filled in the order in which they are written.
type Fields []Field

// UnmarshalYAML reads a mapping of titles to values.
func (f *Fields) UnmarshalYAML(b []byte) error {
	var pairs yaml.MapSlice
	if err := yaml.Unmarshal(b, &pairs); err != nil {
		return errors.New("fill takes a mapping of the fields' titles to their values")
	}
	for _, p := range pairs {
		title, ok := p.Key.(string)
		if !ok {
			return fmt.Errorf("%v is no title of a field", p.Key)
		}
		one := Field{Title: title}
		if list, ok := p.Value.([]any); ok {
			for _, v := range list {
				one.Values = append(one.Values, scalar(v))
			}
		} else {
			one.Values = []string{scalar(p.Value)}
		}
		*f = append(*f, one)
	}
	return nil
}

// scalar is a value as a person would type it. Numbers that must keep their
// exact digits are written in quotes.
func scalar(v any) string {
	switch v {
	case true:
		return "yes"
	case false:
		return "no"
	case nil:
		return ""
	}
	return fmt.Sprint(v)
}

// Duration is a length of time such as 1.5s.
type Duration time.Duration

// UnmarshalYAML reads what time.ParseDuration reads.
func (d *Duration) UnmarshalYAML(b []byte) error {
	var s string
	if err := yaml.Unmarshal(b, &s); err != nil {
		return err
	}
	v, err := time.ParseDuration(s)
	if err != nil || v < 0 {
		return fmt.Errorf("%q is no length of time such as 1.5s or 300ms", s)
	}
	*d = Duration(v)
	return nil
}
