package plain

import (
	"context"
	"strings"

	"elicit/answers"
	"elicit/internal/safetext"
	"elicit/mcpclient"
	"elicit/tui/question/site"
)

// page asks whether a page may be opened (DESIGN.md §4.10).
func (p *Prompter) page(ctx context.Context, c answers.Case) (answers.Decision, error) {
	s := site.Of(c.URL)
	p.showPage(s)
	accept := answers.Decision{Action: mcpclient.Accept, By: answers.ByPerson}
	consented := false
	for {
		text, err := p.c.Ask(ctx, pagePrompt(s, consented))
		if err != nil {
			return p.ended(ctx, c, nil, err)
		}
		switch text = strings.ToLower(strings.TrimSpace(text)); {
		case text == ":decline":
			return p.ended(ctx, c, nil, errDecline)
		case text == ":cancel":
			return p.ended(ctx, c, nil, errCancel)
		case s.Blocked != "":
			p.c.Say("it cannot be opened: :decline or :cancel")
			continue
		case text == "open":
			consented = p.openPage(s) || consented
		case text == "accept":
			consented = true
		case text == "" && consented, text == "done" && consented:
			return accept, nil
		default:
			p.c.Say("type open, accept, :decline or :cancel")
			continue
		}
		if consented && !c.Retried {
			p.c.Say("the server was told that you agreed.")
			return accept, nil
		}
	}
}

func (p *Prompter) showPage(s site.Site) {
	p.c.Say("The address is: %s", s.Shown)
	if s.Registrable != "" {
		p.c.Say("The site that gets the visit: %s", s.Registrable)
	}
	for _, w := range s.Warnings {
		p.c.Say("warning: %s", w)
	}
	if s.Blocked != "" {
		p.c.Say("it cannot be opened: %s", s.Blocked)
		return
	}
	p.c.Say("Nothing has been fetched. To open is to agree; accept means that you open it yourself.")
}

func pagePrompt(s site.Site, consented bool) string {
	switch {
	case s.Blocked != "":
		return ":decline or :cancel> "
	case consented:
		return "enter when you are done there, or open, :cancel> "
	}
	return "open, accept, :decline or :cancel> "
}

// openPage starts the browser and reports whether that worked.
func (p *Prompter) openPage(s site.Site) bool {
	if err := p.o.OpenURL(s.Open); err != nil {
		p.c.Say("no browser could be started: %s", safetext.Of(err.Error()).Line())
		p.c.Say("open the address yourself, then type accept.")
		return false
	}
	p.c.Say("opened.")
	return true
}
