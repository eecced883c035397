package question

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"elicit/answers"
	"elicit/forms"
	"elicit/tui/theme"
)

// BenchmarkKeyToFrame is one key in a form and the frame after it.
func BenchmarkKeyToFrame(b *testing.B) {
	for _, n := range []int{5, 128} {
		b.Run(fmt.Sprintf("fields=%d", n), func(b *testing.B) {
			props := make([]string, n)
			for i := range props {
				props[i] = fmt.Sprintf(`"f%d":{"type":"string","description":"Something to say.","maxLength":50}`, i)
			}
			schema := `{"type":"object","properties":{` + strings.Join(props, ",") + `}}`
			f, refusal := forms.Parse(forms.Request{Schema: json.RawMessage(schema)}, forms.Tester)
			if refusal != nil {
				b.Fatal(refusal)
			}
			s := New(answers.Case{Form: f, Elicitation: elicitation("Much to fill in.", schema)}, Options{Theme: theme.New(true, true), Quiet: -1})
			s.SetSize(120, 40)
			for b.Loop() {
				s.Update(tea.KeyPressMsg{Code: 'a', Text: "a"})
				s.Update(tea.KeyPressMsg{Code: tea.KeyBackspace})
				_ = s.View()
			}
		})
	}
}
