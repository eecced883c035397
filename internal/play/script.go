package play

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"

	"elicit/internal/cast"
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

	Pictures []Picture `yaml:"pictures"` // what elicit render --screens makes of it
}

// Picture is a picture of a performance: of one still, or else of all of it.
type Picture struct {
	File     string `yaml:"file"`     // its name, without -dark.svg and -light.svg
	Still    string `yaml:"still"`    // the still that it shows
	Poster   string `yaml:"poster"`   // the still that an animation shows where nothing moves
	Captions bool   `yaml:"captions"` // the marks' texts, below the screen
	Keys     bool   `yaml:"keys"`     // the keys pressed
	About    string `yaml:"about"`    // what there is to see, for whoever cannot
}

// Read reads a script and checks it whole, so that a slip in its last line is
// found before its first is performed. Unknown words are errors; errors of
// form carry the line. A script that names no server is for the built-in one
// called otherwise, if that is not empty.
func Read(r io.Reader, otherwise string) (*Script, error) {
	b, err := io.ReadAll(r)
	if err != nil {
		return nil, fmt.Errorf("reading the script: %w", err)
	}
	s := &Script{Size: "100x28"}
	if err := yaml.NewDecoder(bytes.NewReader(b), yaml.Strict()).Decode(s); err != nil {
		return nil, errors.New(yaml.FormatError(err, false, true))
	}
	if s.Demo == "" && len(s.Command) == 0 {
		s.Demo = otherwise
	}
	if err := s.check(); err != nil {
		return nil, err
	}
	return s, nil
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
	for i, p := range s.Pictures {
		if err := s.checkPicture(p); err != nil {
			return fmt.Errorf("picture %d: %w", i+1, err)
		}
	}
	return nil
}

func (s *Script) checkPicture(p Picture) error {
	if p.File == "" || strings.ContainsAny(p.File, `/\`) {
		return fmt.Errorf("its file is a plain name, not %q", p.File)
	}
	for _, still := range []string{p.Still, p.Poster} {
		if still != "" && !slices.ContainsFunc(s.Steps, func(step Step) bool { return step.Still == still }) {
			return fmt.Errorf("there is no step that keeps a still %q", still)
		}
	}
	return nil
}
