package answers

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"elicit/forms"
	"elicit/internal/safetext"
	"elicit/mcpclient"
)

// ErrUnanswered matches (errors.Is) every error that ends a call because there
// was nobody to answer: exit code 3 (DESIGN.md §4.12). A *ParkedError matches
// it too.
var ErrUnanswered = errors.New("a person is needed")

// UnansweredError ends a call whose question nobody answered.
type UnansweredError struct {
	Server string
	Target safetext.Text // empty when it is not known which call asked
	Key    string
	Why    string // drawable; empty when nothing is to be added
}

func (e *UnansweredError) Error() string {
	s := place(e.Server, e.Target, e.Key) + " asked a question that nobody answered"
	if e.Why != "" {
		return s + ": " + e.Why
	}
	return s + ": run it on a terminal, or give --answer, --answers or --on-ask"
}

// Is matches ErrUnanswered.
func (e *UnansweredError) Is(target error) bool { return target == ErrUnanswered }

func unanswered(e mcpclient.Elicitation) *UnansweredError {
	return &UnansweredError{Server: e.Server, Target: e.Target, Key: e.Key}
}

// RefusedError ends a call whose question the profile refuses: exit code 5.
type RefusedError struct {
	Server  string
	Target  safetext.Text
	Refusal *forms.Refusal
}

func (e *RefusedError) Error() string {
	return place(e.Server, e.Target, "") + " asked a question that is refused: " + e.Refusal.Error()
}

// Unwrap gives the refusal.
func (e *RefusedError) Unwrap() error { return e.Refusal }

// UnfitError says that an answer was not sent because it does not fit the form:
// exit code 5. It names every issue.
type UnfitError struct {
	Server string
	Target safetext.Text
	Source string // where the answer came from, drawable: "answers.yaml:12"; may be empty
	Issues *forms.Issues
}

func (e *UnfitError) Error() string {
	from := "the answer"
	if e.Source != "" {
		from += " from " + e.Source
	}
	return fmt.Sprintf("%s to %s does not fit and was not sent: %s",
		from, place(e.Server, e.Target, ""), e.Issues.Error())
}

// Unwrap gives the issues.
func (e *UnfitError) Unwrap() error { return e.Issues }

func unfit(c Case, issues *forms.Issues) *UnfitError {
	return &UnfitError{Server: c.Server, Target: c.Target, Issues: issues}
}

// CredentialError says that an answer was not sent because it looks like a
// credential (DESIGN.md §4.3): exit code 5.
type CredentialError struct {
	Server string
	Target safetext.Text
	Issues []forms.Issue
	Final  bool // the profile leaves nothing to confirm
}

func (e *CredentialError) Error() string {
	var found []string
	for _, i := range e.Issues {
		found = append(found, safetext.Of(i.Property).Line()+" "+i.Text)
	}
	s := fmt.Sprintf("the answer to %s was not sent, for it looks like a credential: %s",
		place(e.Server, e.Target, ""), strings.Join(found, "; "))
	if e.Final {
		return s
	}
	return s + "; if it is meant, confirm it in the form, or with `confirmed: true` in the answers file"
}

// place names who asked: server, tool and key, each on one row.
func place(server string, target safetext.Text, key string) string {
	s := "server " + quote(server)
	if !target.Empty() {
		s += ", " + quote(target.Raw())
	}
	if key != "" {
		s += ", key " + quote(key)
	}
	return s
}

func where(e mcpclient.Elicitation) string { return place(e.Server, e.Target, e.Key) }

// quote is a string from outside on one row, in quotation marks.
func quote(s string) string { return strconv.Quote(safetext.Of(s).Line()) }
