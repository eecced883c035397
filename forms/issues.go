package forms

import (
	"fmt"
	"strings"

	"elicit/internal/safetext"
)

// MaxIssues is how many issues are kept; the rest are counted.
const MaxIssues = 64

// Error is every issue with its property's name, on one row.
func (i *Issues) Error() string {
	parts := make([]string, 0, len(i.List)+1)
	for _, issue := range i.List {
		parts = append(parts, issue.String())
	}
	if i.More > 0 {
		parts = append(parts, fmt.Sprintf("and %d more", i.More))
	}
	return strings.Join(parts, "; ")
}

// Of are the issues of one property.
func (i *Issues) Of(property string) []Issue {
	if i == nil {
		return nil
	}
	var own []Issue
	for _, issue := range i.List {
		if issue.Property == property {
			own = append(own, issue)
		}
	}
	return own
}

// String is the issue's text after its property's name; drawable.
func (i Issue) String() string {
	if i.Property == "" {
		return i.Text
	}
	return safetext.Of(i.Property).Line() + ": " + i.Text
}

// add keeps issues up to the bound, and counts the rest.
func (i *Issues) add(issues ...Issue) {
	kept := min(len(issues), MaxIssues-len(i.List))
	i.List = append(i.List, issues[:kept]...)
	i.More += len(issues) - kept
}

// orNil is i, or nil when it holds nothing.
func (i *Issues) orNil() *Issues {
	if len(i.List) == 0 {
		return nil
	}
	return i
}
