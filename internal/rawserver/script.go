package rawserver

import (
	"fmt"
	"strconv"
	"strings"
)

// Script is what a server does, and when.
type Script struct {
	modern bool
	rules  []rule
}

type rule struct {
	when  string // start, eof, or a method
	nth   int    // of its arrivals, from 1; 0 means each
	steps []step
}

type step struct{ verb, arg string }

// verbs are the steps that there are, and whether they take an argument.
var verbs = map[string]bool{
	">":            true,  // write the text and a line feed; $ID is the request's id
	">>":           true,  // write a Go-quoted string as it is
	"!":            true,  // write a line to stderr
	"big":          true,  // answer with a text of so many MiB, the id first
	"big-id-last":  true,  // the same, the id last
	"await":        true,  // wait until the client sent this method, or answered this id
	"exit":         true,  // with this status
	"kill":         false, // itself, with KILL
	"close-stdout": false,
	"close-stdin":  false,
	"stop-reading": false, // never read stdin again
	"ignore-term":  false,
	"grandchild":   false, // leave a child that holds all pipes; its number goes to stderr
	"hang":         false, // for ever
}

// Parse reads a script. A line that ends in a colon begins a rule; the lines
// below it are its steps:
//
//	modern            answer server/discover with a result
//	start:            before anything is read
//	eof:              at the end of stdin, instead of exiting
//	on METHOD:        at each arrival of the method, instead of what a plain
//	on METHOD 2:      server would do; or only at the second
func Parse(text string) (*Script, error) {
	s := &Script{}
	for n, line := range strings.Split(text, "\n") {
		line = strings.TrimLeft(line, " \t")
		if strings.TrimSpace(line) == "" {
			continue
		}
		if err := s.line(line); err != nil {
			return nil, fmt.Errorf("line %d: %w", n+1, err)
		}
	}
	return s, nil
}

func (s *Script) line(line string) error {
	head := strings.TrimSpace(line)
	switch {
	case head == "modern":
		s.modern = true
		return nil
	case head == "start:", head == "eof:":
		s.rules = append(s.rules, rule{when: strings.TrimSuffix(head, ":")})
		return nil
	case strings.HasPrefix(head, "on ") && strings.HasSuffix(head, ":"):
		words := strings.Fields(strings.TrimSuffix(head[3:], ":"))
		if len(words) != 1 && len(words) != 2 {
			return fmt.Errorf("a rule is for a method and at most a number: %q", head)
		}
		r := rule{when: words[0]}
		if len(words) == 2 {
			n, err := strconv.Atoi(words[1])
			if err != nil {
				return err
			}
			r.nth = n
		}
		s.rules = append(s.rules, r)
		return nil
	case len(s.rules) == 0:
		return fmt.Errorf("a step before the first rule: %q", head)
	}
	return s.step(line)
}

func (s *Script) step(line string) error {
	verb, arg, _ := strings.Cut(line, " ")
	verb = strings.TrimSpace(verb)
	wants, known := verbs[verb]
	switch {
	case !known:
		return fmt.Errorf("no such step: %q", verb)
	case wants != (arg != ""):
		return fmt.Errorf("step %q: argument missing or too many", verb)
	case verb == ">>":
		raw, err := strconv.Unquote(strings.TrimSpace(arg))
		if err != nil {
			return fmt.Errorf("step >>: %w", err)
		}
		arg = raw
	}
	last := &s.rules[len(s.rules)-1]
	last.steps = append(last.steps, step{verb: verb, arg: arg})
	return nil
}

// rule finds what to do at the nth arrival of something.
func (s *Script) rule(when string, nth int) ([]step, bool) {
	for _, r := range s.rules {
		if r.when == when && r.nth == nth {
			return r.steps, true
		}
	}
	for _, r := range s.rules {
		if r.when == when && r.nth == 0 {
			return r.steps, true
		}
	}
	return nil, false
}
