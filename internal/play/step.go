package play

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"

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
	Wait    Text     `yaml:"wait"`    // until the screen shows this text
	Gone    Text     `yaml:"gone"`    // until the screen no longer shows it
	Expect  Text     `yaml:"expect"`  // the screen must show this text now
	Type    Text     `yaml:"type"`    // this text, character by character
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

// Text is text as it is written, be it a number: 007 keeps its zeros.
type Text string

// UnmarshalYAML reads any scalar.
func (t *Text) UnmarshalYAML(n ast.Node) error {
	text, err := written(n)
	*t = Text(text)
	return err
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

// UnmarshalYAML reads a mapping of titles to values. Values count as they are
// written: 007 and 0.10 keep their zeros.
func (f *Fields) UnmarshalYAML(n ast.Node) error {
	var pairs []*ast.MappingValueNode
	switch n := n.(type) {
	case *ast.MappingNode:
		pairs = n.Values
	case *ast.MappingValueNode:
		pairs = []*ast.MappingValueNode{n}
	default:
		return errors.New("fill takes a mapping of the fields' titles to their values")
	}
	for _, p := range pairs {
		one := Field{Title: p.Key.GetToken().Value}
		list, several := p.Value.(*ast.SequenceNode)
		if !several {
			list = &ast.SequenceNode{Values: []ast.Node{p.Value}}
		}
		for _, v := range list.Values {
			text, err := scalar(v)
			if err != nil {
				return fmt.Errorf("%s: %w", one.Title, err)
			}
			one.Values = append(one.Values, text)
		}
		*f = append(*f, one)
	}
	return nil
}

// scalar is a value as a person would type it.
func scalar(n ast.Node) (string, error) {
	switch n := n.(type) {
	case *ast.BoolNode:
		if n.Value {
			return "yes", nil
		}
		return "no", nil
	case *ast.NullNode:
		return "", nil
	}
	return written(n)
}

// written is a scalar as the script has it.
func written(n ast.Node) (string, error) {
	switch n := n.(type) {
	case *ast.LiteralNode:
		return strings.TrimSuffix(n.Value.Value, "\n"), nil
	case *ast.StringNode:
		return n.Value, nil
	case ast.ScalarNode:
		return n.GetToken().Value, nil
	}
	return "", fmt.Errorf("%s is neither text nor a number", n.String())
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
