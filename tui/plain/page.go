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
		p.c.Say("%s", pageHelp(s, consented))
		text, err := p.c.Ask(ctx, "page> ")
		if err != nil {
			return p.ended(ctx, c, nil, err)
		}
		switch text = strings.ToLower(strings.TrimSpace(text)); {
		case text == ":decline":
			return p.ended(ctx, c, nil, errDecline)
		case text == ":cancel":
			return p.ended(ctx, c, nil, errCancel)
		case s.Blocked != "":
			continue
		case text == "open":
			consented = p.openPage(s) || consented
		case text == "accept":
			consented = true
		case text == "done" && consented, text == "" && consented:
			return accept, nil
		case strings.HasPrefix(text, ":") && p.o.Command != nil:
			if _, err := p.o.Command(text); err != nil {
				return p.ended(ctx, c, nil, err)
			}
			continue
		default:
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

func pageHelp(s site.Site, consented bool) string {
	switch {
	case s.Blocked != "":
		return "Type :decline or :cancel."
	case consented:
		return "Press enter when you are done there; open opens it again, :cancel gives it up."
	}
	return "Type open, accept, :decline or :cancel."
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
