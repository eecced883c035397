package forms

import (
	"fmt"
	"strings"

	"elicit/internal/safetext"
)

// Error says what was refused, by which rule of which profile, and what the
// server's author can do instead; for people, and drawable.
func (r *Refusal) Error() string {
	return fmt.Sprintf("%s is refused by rule %s of profile %s: %s; the server's author can %s",
		r.subject(), r.rules(), r.Profile, r.Reason, r.Advice)
}

// ForAuthor is the message of the JSON-RPC error that a server gets: its
// author reads it.
func (r *Refusal) ForAuthor() string {
	return fmt.Sprintf("requestedSchema refused: %s, rule %s (client profile %s): %s. Please %s.",
		r.subject(), r.rules(), r.Profile, r.Reason, r.Advice)
}

func (r *Refusal) subject() string {
	if r.Property == "" {
		return "the question as a whole"
	}
	return "property " + safetext.JSONString(r.Property)
}

// rules names the first rule, and the others of a profile that gathers them.
func (r *Refusal) rules() string {
	others := len(r.Rules) + r.MoreRules - 1
	if others <= 0 {
		return r.Rule
	}
	shown := make([]string, 0, len(r.Rules))
	for _, rule := range r.Rules {
		if rule != (Finding{Rule: r.Rule, Property: r.Property}).String() {
			shown = append(shown, safetext.Of(rule).Line())
		}
	}
	const most = 4
	list := strings.Join(shown[:min(len(shown), most)], ", ")
	if rest := others - most; rest > 0 {
		list += fmt.Sprintf(" and %d more", rest)
	}
	return r.Rule + " (also " + list + ")"
}
