package session

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"

	"elicit/internal/safetext"
	"elicit/mcpclient"
	"elicit/tui/plain"
)

// sayHeard says the last words of a server.
func (p *program) sayHeard(which func(*heard) []string, what string) {
	if p.server == nil {
		p.say("not accepted: choose a server first")
		return
	}
	h := p.server.heard
	h.mu.Lock()
	lines := slices.Clone(which(h))
	h.mu.Unlock()
	p.say("%s, the last %d %s:", badge(p.server), min(len(lines), part), what)
	for _, line := range lines[max(len(lines)-part, 0):] {
		p.say("| %s", line)
	}
}

func (p *program) frames() []frame {
	if p.server == nil {
		return nil
	}
	p.server.heard.mu.Lock()
	defer p.server.heard.mu.Unlock()
	return slices.Clone(p.server.heard.frames)
}

// sayFrames says the heads of the last frames.
func (p *program) sayFrames(text string) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		n = part
	}
	all := p.frames()
	if len(all) == 0 {
		p.say("Nothing has crossed a pipe yet.")
	}
	for _, f := range all[max(len(all)-n, 0):] {
		p.say("  %d) %s %s, %s", f.Number, way(f.Direction), headOf(f), count(f.size, "byte"))
	}
}

// sayFrame says one frame whole.
func (p *program) sayFrame(text string) {
	for _, f := range p.frames() {
		if text != strconv.Itoa(f.Number) {
			continue
		}
		p.say("%s, %s", way(f.Direction), count(f.size, "byte"))
		p.say("%s", plain.Pretty(f.Bytes))
		if f.size > len(f.Bytes) {
			p.say("That is its beginning; --trace keeps all of it.")
		}
		return
	}
	p.say("not accepted: :frame needs the number of one of the last frames; :frames lists them")
}

func way(d mcpclient.Direction) string {
	if d == mcpclient.Out {
		return "sent"
	}
	return "received"
}

// headOf says what a frame is: a method, a result or an error.
func headOf(f frame) string {
	var m struct {
		ID     json.RawMessage `json:"id"`
		Method string          `json:"method"`
		Error  *struct {
			Code json.Number `json:"code"`
		} `json:"error"`
	}
	if json.Unmarshal(f.Bytes, &m) != nil {
		return "something long"
	}
	words := "a result"
	switch {
	case m.Method != "":
		words = safetext.Of(m.Method).Line()
	case m.Error != nil:
		words = "error " + safetext.Of(m.Error.Code.String()).Line()
	}
	if len(m.ID) > 0 {
		words += fmt.Sprintf(", id %s", safetext.EscapeJSON(m.ID))
	}
	return words
}
