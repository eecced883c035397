package play

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/goccy/go-yaml"

	"elicit/internal/cast"
	"elicit/internal/keystroke"
)

// Script is a demo in words.
type Script struct {
	Title   string   `yaml:"title"`
	Size    string   `yaml:"size"`    // COLSxROWS; empty means 100x28
	Theme   string   `yaml:"theme"`   // dark (or empty) or light
	Seed    uint64   `yaml:"seed"`    // of the typing's pace
	Demo    string   `yaml:"demo"`    // a built-in server; "demo" is the usual one
	Command []string `yaml:"command"` // or any server's command
	Name    string   `yaml:"name"`    // the server's name; empty takes it from the command
	Args    []string `yaml:"flags"`   // further flags, as on elicit's command line
	Pace    string   `yaml:"pace"`    // of typing: slow, human (or empty), fast
	Steps   []Step   `yaml:"steps"`
}

// Step is one thing to do or to see. Exactly one of its fields is set.
type Step struct {
	Wait   string   `yaml:"wait"`   // until the screen shows this text
	Gone   string   `yaml:"gone"`   // until the screen no longer shows it
	Expect string   `yaml:"expect"` // the screen must show this text now
	Type   string   `yaml:"type"`   // this text, character by character
	Press  Keys     `yaml:"press"`  // one key by name, or a list of them
	Pause  Duration `yaml:"pause"`  // lets the viewer read; takes no time to perform
	Mark   string   `yaml:"mark"`   // a chapter of the recording
	Still  string   `yaml:"still"`  // keeps the screen as a picture under this name
	Resize string   `yaml:"resize"` // to COLSxROWS
}

// Keys are names of keys; a script may write one or a list.
type Keys []string

// UnmarshalYAML reads a string or a list of strings.
func (k *Keys) UnmarshalYAML(b []byte) error {
	var one string
	if yaml.Unmarshal(b, &one) == nil {
		*k = Keys{one}
		return nil
	}
	return yaml.Unmarshal(b, (*[]string)(k))
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

// Read reads a script and checks it whole, so that a slip in its last line is
// found before its first is performed. Unknown words are errors; errors of
// form carry the line.
func Read(r io.Reader) (*Script, error) {
	b, err := io.ReadAll(r)
	if err != nil {
		return nil, fmt.Errorf("reading the script: %w", err)
	}
	s := &Script{Size: "100x28"}
	if err := yaml.NewDecoder(bytes.NewReader(b), yaml.Strict()).Decode(s); err != nil {
		return nil, errors.New(yaml.FormatError(err, false, true))
	}
	return s, s.check()
}

func (s *Script) check() error {
	if (s.Demo == "") == (len(s.Command) == 0) {
		return errors.New("a script needs either demo (a built-in server) or command (any server)")
	}
	if _, _, err := cast.ParseSize(s.Size); err != nil {
		return err
	}
	if s.Theme != "" && s.Theme != "dark" && s.Theme != "light" {
		return fmt.Errorf("there is no theme %q; use dark or light", s.Theme)
	}
	if _, ok := paces[s.Pace]; !ok {
		return fmt.Errorf("there is no pace %q; use slow, human or fast", s.Pace)
	}
	if len(s.Steps) == 0 {
		return errors.New("a script without steps shows nothing")
	}
	for i, step := range s.Steps {
		if err := step.check(); err != nil {
			return fmt.Errorf("step %d: %w", i+1, err)
		}
	}
	return nil
}

func (s Step) check() error {
	n := 0
	for _, set := range []bool{
		s.Wait != "", s.Gone != "", s.Expect != "", s.Type != "", len(s.Press) > 0,
		s.Pause > 0, s.Mark != "", s.Still != "", s.Resize != "",
	} {
		if set {
			n++
		}
	}
	if n != 1 {
		return fmt.Errorf("says %d things; a step says one: wait, gone, expect, type, press, pause, mark, still or resize", n)
	}
	for _, k := range s.Press {
		if _, ok := keystroke.Parse(k); !ok {
			return fmt.Errorf("there is no key %q; keys are written like enter, ctrl+s, down, G", k)
		}
	}
	if s.Resize != "" {
		_, _, err := cast.ParseSize(s.Resize)
		return err
	}
	return nil
}

// String is the step in words, for errors and logs.
func (s Step) String() string {
	switch {
	case s.Wait != "":
		return fmt.Sprintf("wait for %q", s.Wait)
	case s.Gone != "":
		return fmt.Sprintf("wait until %q is gone", s.Gone)
	case s.Expect != "":
		return fmt.Sprintf("expect %q", s.Expect)
	case s.Type != "":
		return fmt.Sprintf("type %q", s.Type)
	case len(s.Press) > 0:
		return fmt.Sprintf("press %v", []string(s.Press))
	case s.Pause > 0:
		return "pause " + time.Duration(s.Pause).String()
	case s.Mark != "":
		return fmt.Sprintf("mark %q", s.Mark)
	case s.Still != "":
		return fmt.Sprintf("still %q", s.Still)
	default:
		return "resize to " + s.Resize
	}
}
