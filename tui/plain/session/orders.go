package session

import (
	"context"
	"strconv"
	"strings"

	"elicit/mcpclient"
	"elicit/tui/offer"
	"elicit/tui/plain"
)

const help = `A number or a name chooses what to call; a part of a name finds.
:list        say again what the server offers
:more, :all  go on with what was said in part
:about 3     say what the third is, without calling it; :about is the server
:again       repeat the last call with the same arguments
:json        the last result as the server sent it
:read 1      read the first link of the last result, or a URI
:servers     the servers; a number or a name chooses one
:restart     stop the server and start it again
:frames 20   the last lines that crossed the pipe; :frame 7 is one of them
:log         the server's last log messages; :stderr what it wrote there
:quit        leave; the end of the input does so too
ctrl+c cancels a call that runs, and leaves otherwise.`

// order carries out a command between two calls. Its error ends the program.
func (p *program) order(ctx context.Context, text string) error {
	name, rest, _ := strings.Cut(text, " ")
	rest = strings.TrimSpace(rest)
	switch name {
	case ":help":
		p.say("%s", help)
		return nil
	case ":servers":
		p.server, p.offers = nil, nil
		p.sayServers()
		return nil
	case ":server":
		p.chooseServer(ctx, rest)
		return nil
	}
	if known, err := p.anywhere(text); known || err != nil {
		return err
	}
	if p.server == nil {
		p.say("not accepted: choose a server first; :help lists the commands")
		return nil
	}
	switch name {
	case ":list":
		p.choose(ctx, p.server)
	case ":more":
		p.more(part)
	case ":all":
		p.more(len(p.rest))
	case ":about", ":describe":
		p.about(rest)
	case ":again":
		return p.again(ctx)
	case ":json":
		p.sayJSON()
	case ":read":
		return p.read(ctx, rest)
	case ":restart":
		if p.start(ctx, p.server) && p.list(ctx, p.server) {
			p.settle(ctx, p.server)
		}
	default:
		p.say("not accepted: there is no command %s; :help lists them", clean(name))
	}
	return nil
}

// whileAsked carries out a command at the prompt of a question or an argument.
func (p *program) whileAsked(text string) (known bool, err error) {
	if known, err := p.anywhere(text); known || err != nil {
		return known, err
	}
	name, _, _ := strings.Cut(text, " ")
	if strings.Contains(help, name+" ") || strings.Contains(help, name+",") {
		p.say("not now: %s works at the prompts server> and choose>", name)
		return true, nil
	}
	return false, nil
}

// anywhere carries out those commands that work at every prompt.
func (p *program) anywhere(text string) (known bool, err error) {
	name, rest, _ := strings.Cut(text, " ")
	switch name {
	case ":quit", ":exit":
		return true, p.leave()
	case ":frames":
		p.sayFrames(strings.TrimSpace(rest))
	case ":frame":
		p.sayFrame(strings.TrimSpace(rest))
	case ":log":
		p.sayHeard(func(h *heard) []string { return h.log }, "log messages")
	case ":stderr":
		p.sayHeard(func(h *heard) []string { return h.stderr }, "lines on stderr")
	default:
		return false, nil
	}
	return true, nil
}

// more goes on with what was said in part.
func (p *program) more(most int) {
	if len(p.rest) == 0 {
		p.say("That was all.")
		return
	}
	p.inParts(p.rest, max(most, 1))
}

func (p *program) about(text string) {
	if text == "" {
		p.aboutServer()
		return
	}
	for i, o := range p.offers {
		if text != strconv.Itoa(i+1) && text != o.Name().Raw() {
			continue
		}
		p.describe(o)
		f, why := o.Form()
		switch {
		case why != nil:
			p.say("Its arguments have no form: %s.", noForm(why))
		case f == nil || len(f.Properties) == 0:
			p.say("It takes no arguments.")
		default:
			p.say("%s", count(len(f.Properties), "argument"))
			p.sayArguments(f)
		}
		return
	}
	p.say("not accepted: :about needs a number or a name of the list, or nothing for the server")
}

func (p *program) aboutServer() {
	s := p.server
	p.say("%s %s", badge(s), s.state())
	p.say("Command: %s", clean(strings.Join(s.Command, " ")))
	if s.alive() && !s.session.Instructions().Empty() {
		p.inParts(textRows(s.session.Instructions()), lengthy)
	}
}

func (p *program) sayJSON() {
	if p.server.last == nil || p.server.last.result.Raw == nil {
		p.say("not accepted: there is no result yet")
		return
	}
	p.inParts(strings.Split(plain.Pretty(p.server.last.result.Raw), "\n"), lengthy)
}

// read reads a link of the last result, or a URI.
func (p *program) read(ctx context.Context, text string) error {
	if n, err := strconv.Atoi(text); err == nil {
		if n < 1 || n > len(p.links) {
			p.say("not accepted: the last result has %s", count(len(p.links), "link"))
			return nil
		}
		text = p.links[n-1]
	}
	if text == "" || !p.server.alive() {
		p.say("not accepted: :read needs a link or a URI, and a server that runs")
		return nil
	}
	o := offer.Offer{Resource: &mcpclient.Resource{}}
	return p.call(ctx, &call{Offer: o, target: text})
}
