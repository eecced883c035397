package plain

import (
	"strings"
	"testing"

	"elicit/answers"
	"elicit/forms"
	"elicit/internal/safetext"
	"elicit/mcpclient"
)

func TestPages(t *testing.T) {
	for name, x := range map[string]struct {
		address, lines string
		retried        bool
		want           mcpclient.Action
		opens          int
	}{
		"opened, legacy":         {"https://example.com/x", "open\n", false, mcpclient.Accept, 1},
		"opened, then done":      {"https://example.com/x", "\nopen\nopen\n\n", true, mcpclient.Accept, 2},
		"opened elsewhere":       {"https://example.com/x", "accept\n", false, mcpclient.Accept, 0},
		"opened, then cancelled": {"https://example.com/x", "open\n:cancel\n", true, mcpclient.Cancel, 1},
		"declined":               {"https://example.com/x", ":decline\n", false, mcpclient.Decline, 0},
		"the input ends":         {"https://example.com/x", "", false, mcpclient.Cancel, 0},
		"not https":              {"http://example.com/x", "open\naccept\n:decline\n", false, mcpclient.Decline, 0},
	} {
		t.Run(name, func(t *testing.T) {
			opens := 0
			var out strings.Builder
			p := New(NewConsole(strings.NewReader(x.lines), &out), Options{OpenURL: func(string) error { opens++; return nil }})
			c := answers.Case{Elicitation: mcpclient.Elicitation{Server: "billing", Mode: mcpclient.ModeURL, URL: safetext.Of(x.address), Retried: x.retried}}
			d, err := p.Decide(t.Context(), c)
			if err != nil || d.Action != x.want || d.Content != nil || opens != x.opens {
				t.Fatalf("decided %s %s, opened %d times, %v:\n%s", d.Action, d.Content, opens, err, out.String())
			}
			if !strings.Contains(out.String(), x.address) {
				t.Errorf("the address is not shown whole:\n%s", out.String())
			}
		})
	}
}

func TestRefusals(t *testing.T) {
	r := &forms.Refusal{Profile: "tester", Rule: "credential", Property: "pin", Reason: "it asks for a credential", Advice: "use URL mode"}
	for lines, want := range map[string]mcpclient.Action{"": "", "\n": "", "x\n\n": "", ":cancel\n": mcpclient.Cancel, ":decline\n": mcpclient.Decline} {
		var out strings.Builder
		p := New(NewConsole(strings.NewReader(lines), &out), Options{})
		if d := p.Refused(t.Context(), mcpclient.Elicitation{Server: "billing"}, r); d.Action != want {
			t.Errorf("%q tells %q, want %q", lines, d.Action, want)
		}
		if !strings.Contains(out.String(), "pin") || !strings.Contains(out.String(), "use URL mode") {
			t.Errorf("it said\n%s", out.String())
		}
	}
}
