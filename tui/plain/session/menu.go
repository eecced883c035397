package session

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"elicit/forms"
	"elicit/tui/offer"
	"elicit/tui/plain"
)

// part is how many lines of a list are said at once, and lengthy how many of a
// result.
const (
	part    = 20
	lengthy = 60
)

// loop reads lines and does what they say. Questions that arrived meanwhile are
// asked between two of them.
func (p *program) loop(ctx context.Context) error {
	for {
		if p.leaves() {
			return plain.ErrLeave
		}
		if err := p.prompter.Yield(ctx); err != nil {
			return err
		}
		if s := p.server; s != nil && s.alive() && s.stale.CompareAndSwap(true, false) {
			p.say("%s changed its lists; :list says them.", badge(s))
			p.list(ctx, s)
		}
		prompt := "choose> "
		if p.server == nil {
			prompt = "server> "
		}
		text, err := p.Console.Ask(ctx, prompt)
		if err != nil {
			return err
		}
		text = strings.TrimSpace(text)
		switch {
		case text == "":
		case strings.HasPrefix(text, ":"):
			err = p.order(ctx, text)
		case p.server == nil:
			p.chooseServer(ctx, text)
		default:
			err = p.pick(ctx, text)
		}
		if err != nil {
			return err
		}
	}
}

func (p *program) sayServers() {
	p.say("%s", count(len(p.servers), "server"))
	for i, s := range p.servers {
		p.say("  %d) %s, %s", i+1, clean(s.Name), s.state())
	}
	p.say("Type a number or a name.")
}

func (p *program) chooseServer(ctx context.Context, text string) {
	for i, s := range p.servers {
		if text == strconv.Itoa(i+1) || text == s.Name {
			p.choose(ctx, s)
			return
		}
	}
	p.say("not accepted: there is no such server; there are 1 to %d", len(p.servers))
}

// choose turns to a server, starts it if need be, and says what it offers.
func (p *program) choose(ctx context.Context, s *server) {
	p.server, p.offers, p.rest = s, nil, nil
	fresh := !s.alive()
	if fresh && !p.start(ctx, s) || !p.list(ctx, s) {
		return
	}
	if fresh {
		p.settle(ctx, s)
	}
	p.sayOffers()
}

// sayOffers says the first part of what the server offers.
func (p *program) sayOffers() {
	counts := map[string]int{}
	for _, o := range p.offers {
		counts[kind(o)]++
	}
	var words []string
	for _, k := range []string{"tool", "prompt", "resource"} {
		if counts[k] > 0 {
			words = append(words, count(counts[k], k))
		}
	}
	if len(words) == 0 {
		words = []string{"nothing to call"}
	}
	p.say("%s %s", badge(p.server), strings.Join(words, ", "))
	p.inParts(p.rows(p.offers, nil), part)
	if len(p.offers) > 0 {
		p.say("Type a number or a name; a part of a name finds.")
	}
}

// rows are offers under their headings. numbers says which ones; nil is all.
func (p *program) rows(offers []offer.Offer, numbers []int) []string {
	var rows []string
	heading := ""
	for i, o := range offers {
		n := i + 1
		if numbers != nil {
			n = numbers[i]
		}
		head := ""
		if k := kind(o); k != heading {
			heading = k
			head = strings.ToUpper(k[:1]) + k[1:] + "s\n"
		}
		row := fmt.Sprintf("%s  %d) %s", head, n, o.Name().Line())
		if about := firstSentence(o); about != "" {
			row += " | " + about
		}
		rows = append(rows, row)
	}
	return rows
}

func kind(o offer.Offer) string {
	switch {
	case o.Tool != nil:
		return "tool"
	case o.Prompt != nil:
		return "prompt"
	}
	return "resource"
}

// firstSentence is as much of the description as helps to choose.
func firstSentence(o offer.Offer) string {
	words := o.Description().Lines()[0]
	if strings.TrimSpace(words) == "" {
		words = o.Title().Line()
	}
	if s, _, more := strings.Cut(words, ". "); more {
		return s + "."
	}
	if r := []rune(words); len(r) > 100 {
		return string(r[:100]) + "…"
	}
	return words
}

// inParts says the first lines and keeps the rest for :more.
func (p *program) inParts(rows []string, most int) {
	p.rest = nil
	if len(rows) > most+most/4 { // a few more are less trouble than a command
		p.rest = rows[most:]
		rows = rows[:most]
	}
	for _, row := range rows {
		p.say("%s", row)
	}
	if n := len(p.rest); n > 0 {
		p.say("%d more: :more says the next %d, :all the rest.", n, min(most, n))
	}
}

// pick finds what a line means: a number, a name, or a part of names.
func (p *program) pick(ctx context.Context, text string) error {
	if !p.server.alive() {
		p.say("%s does not run: :restart starts it.", badge(p.server))
		return nil
	}
	if n, err := strconv.Atoi(text); err == nil {
		if n < 1 || n > len(p.offers) {
			p.say("not accepted: there are 1 to %d", len(p.offers))
			return nil
		}
		return p.begin(ctx, p.offers[n-1])
	}
	var found []offer.Offer
	var numbers []int
	for i, o := range p.offers {
		if o.Name().Raw() == text {
			return p.begin(ctx, o)
		}
		if strings.Contains(strings.ToLower(o.Name().Raw()+" "+o.Title().Raw()), strings.ToLower(text)) {
			found, numbers = append(found, o), append(numbers, i+1)
		}
	}
	switch len(found) {
	case 0:
		p.say("not accepted: nothing is called that; :list says what there is")
	case 1:
		return p.begin(ctx, found[0])
	default:
		p.inParts(p.rows(found, numbers), part)
	}
	return nil
}

func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// describe says what an offer is.
func (p *program) describe(o offer.Offer) {
	k := kind(o)
	p.say("")
	p.say("%s %s", strings.ToUpper(k[:1])+k[1:], o.Name().Line())
	if t := o.Title(); !t.Empty() && t != o.Name() {
		p.say("| %s", t.Line())
	}
	if d := o.Description(); !d.Empty() {
		p.Console.Quote(d)
	}
	if claims := o.Claims(); len(claims) > 0 {
		p.say("By its own account: %s.", strings.Join(claims, ", "))
	}
	if r := o.Resource; r != nil && !r.MIMEType.Empty() {
		p.say("Type: %s", r.MIMEType.Line())
	}
}

// arguments says of what kind they are, for :describe.
func (p *program) sayArguments(f *forms.Form) {
	for _, q := range f.Questions() {
		need := "optional"
		if q.Required {
			need = "required"
		}
		if q.Constraint != "" {
			need += ", " + q.Constraint
		}
		p.say("  %s (%s)", q.Name, need)
	}
}
