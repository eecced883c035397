package answers

import (
	"context"
	"net/netip"
	"net/url"
	"strings"

	"elicit/forms"
	"elicit/internal/safetext"
	"elicit/mcpclient"
)

// read is the question as the profile has it.
func read(e mcpclient.Elicitation, p forms.Profile) (*forms.Form, *forms.Refusal) {
	switch e.Mode {
	case "", mcpclient.ModeForm:
		return forms.Parse(forms.Request{Message: e.Message.Raw(), Schema: e.Schema}, p)
	case mcpclient.ModeURL:
		return nil, readURL(e.URL, p)
	}
	return nil, &forms.Refusal{
		Profile: p.Name, Rule: "unknown-mode",
		Reason: "the mode " + quote(string(e.Mode)) + " is not known",
		Advice: `use the mode "form" or "url"`,
	}
}

// readURL refuses what may not be opened, whoever would agree to it: only https,
// and http on this machine (DESIGN.md §4.10).
func readURL(raw safetext.Text, p forms.Profile) *forms.Refusal {
	u, err := url.Parse(raw.Raw())
	switch {
	case err != nil || u.Host == "":
		return &forms.Refusal{
			Profile: p.Name, Rule: "bad-url",
			Reason: "it is not an absolute web address", Advice: "send an absolute https URL",
		}
	case u.Scheme == "https", u.Scheme == "http" && loopback(u.Hostname()):
		return nil
	}
	return &forms.Refusal{
		Profile: p.Name, Rule: "url-scheme",
		Reason: "it is neither https nor http on this machine", Advice: "send an https URL",
	}
}

func loopback(host string) bool {
	host = strings.ToLower(strings.TrimSuffix(host, "."))
	if host == "localhost" || strings.HasSuffix(host, ".localhost") {
		return true
	}
	addr, err := netip.ParseAddr(host)
	return err == nil && addr.Unmap().IsLoopback()
}

// refused is what the server is told of a question that nobody was asked.
func refused(r *Record, p forms.Profile) mcpclient.Outcome {
	if a := r.Decision.Action; a == mcpclient.Cancel || a == mcpclient.Decline {
		return mcpclient.Outcome{Action: a, End: r.Decision.End}
	}
	e := r.Case.Elicitation
	end := &RefusedError{Server: e.Server, Target: e.Target, Refusal: r.Refusal}
	switch {
	case p.RefusalDeclines:
		// The strict host answers for its person and fails the call.
		return mcpclient.Outcome{Action: mcpclient.Decline, End: end}
	case e.Era == mcpclient.Legacy:
		return mcpclient.Outcome{Action: mcpclient.Refuse, Reason: r.Refusal.ForAuthor()}
	}
	return mcpclient.Outcome{Action: mcpclient.Refuse, Reason: r.Refusal.ForAuthor(), End: end}
}

func (d *Desk) tellRefused(ctx context.Context, e mcpclient.Elicitation, why *forms.Refusal) Decision {
	for _, a := range d.Answerers {
		f, ok := a.(Refuser)
		if !ok {
			continue
		}
		got := await(ctx, func() (Decision, error) { return f.Refused(ctx, e, why), nil }, nil)
		if got.decision.Action != "" || ctx.Err() != nil {
			return got.decision
		}
	}
	return Decision{}
}
