package answers

import (
	"bytes"
	"encoding/json"
	"errors"

	"elicit/forms"
	"elicit/mcpclient"
)

// settle turns a decision into what goes over the wire, and looks at the
// content once more, whoever gave it.
func settle(c Case, d Decision) mcpclient.Outcome {
	switch d.Action {
	case mcpclient.Decline, mcpclient.Cancel:
		return mcpclient.Outcome{Action: d.Action, End: d.End}
	case mcpclient.Accept:
		return accept(c, d)
	default: // also when no answerer had anything to say
		end := d.End
		if end == nil {
			end = unanswered(c.Elicitation)
		}
		return mcpclient.Outcome{Action: mcpclient.Ask, End: end}
	}
}

func accept(c Case, d Decision) mcpclient.Outcome {
	if c.Form == nil { // URL mode: consent has no content
		return mcpclient.Outcome{Action: mcpclient.Accept, End: d.End}
	}
	content, err := check(c, d)
	if err != nil {
		return mcpclient.Outcome{Action: mcpclient.Ask, End: err}
	}
	return mcpclient.Outcome{Action: mcpclient.Accept, Content: content, End: d.End}
}

// check says whether an accepted form's content may be sent, and gives it as
// one line (DESIGN.md §4.3, §4.6). Its errors are *UnfitError and
// *CredentialError.
func check(c Case, d Decision) (json.RawMessage, error) {
	content, err := oneLine(d.Content)
	if err != nil {
		return nil, unfit(c, &forms.Issues{List: []forms.Issue{{Rule: "json", Text: err.Error()}}})
	}
	if !d.Unchecked {
		if issues := c.Form.Check(content); issues != nil {
			return nil, unfit(c, issues)
		}
	}
	if found := c.Form.CredentialShaped(content); len(found) > 0 {
		strict := c.Form.Profile.RefusesCredentials
		if strict || !d.Confirmed {
			return nil, &CredentialError{Server: c.Server, Target: c.Target, Issues: found, Final: strict}
		}
	}
	return content, nil
}

// oneLine is the content without line breaks, since a frame is one line;
// nothing else about it changes.
func oneLine(content json.RawMessage) (json.RawMessage, error) {
	if len(content) == 0 {
		return json.RawMessage("{}"), nil
	}
	if !json.Valid(content) {
		return nil, errors.New("is not JSON")
	}
	if !bytes.ContainsAny(content, "\r\n") {
		return content, nil
	}
	var b bytes.Buffer
	if err := json.Compact(&b, content); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}
