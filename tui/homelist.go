package tui

import (
	"fmt"

	tea "charm.land/bubbletea/v2"
	"github.com/sahilm/fuzzy"

	"elicit/tui/offer"
)

// collect lists a server's targets under their headings, filtered.
func (h *home) collect(s *server) []entry {
	var tools, prompts, resources []target
	for i := range s.tools {
		tools = append(tools, target{s, offer.Offer{Tool: &s.tools[i]}})
	}
	for i := range s.prompts {
		prompts = append(prompts, target{s, offer.Offer{Prompt: &s.prompts[i]}})
	}
	for i := range s.resources {
		resources = append(resources, target{s, offer.Offer{Resource: &s.resources[i]}})
	}
	var out []entry
	out = append(out, h.section("Tools", tools)...)
	out = append(out, h.section("Prompts", prompts)...)
	return append(out, h.section("Resources", resources)...)
}

// section is one heading and the targets that pass the filter: best match
// first while one is typed, in the server's order otherwise.
func (h *home) section(word string, all []target) []entry {
	heading := fmt.Sprintf("%s %d", word, len(all))
	if h.filter != "" && len(all) > 0 {
		of := len(all)
		all = matching(all, h.filter)
		heading = fmt.Sprintf("%s %d of %d", word, len(all), of)
	}
	if len(all) == 0 && h.filter == "" {
		return nil
	}
	out := []entry{{head: true, heading: heading}}
	for _, t := range all {
		out = append(out, entry{target: t})
	}
	return out
}

// spaced puts a blank row before each heading but the first, where there is
// room for that.
func (h *home) spaced(all []entry) []entry {
	if h.h < 16 {
		return all
	}
	var out []entry
	for i, e := range all {
		if e.head && i > 0 {
			out = append(out, entry{head: true})
		}
		out = append(out, e)
	}
	return out
}

func matching(all []target, query string) []target {
	names := make([]string, len(all))
	for i, t := range all {
		names[i] = t.Name().Line() + " " + t.Title().Line()
	}
	var out []target
	for _, match := range fuzzy.Find(query, names) {
		out = append(out, all[match.Index])
	}
	return out
}

// Actions are home's own keys.
func (h *home) Actions(m *Model) []action {
	s := m.server()
	if s == nil {
		return nil
	}
	var list []action
	if h.inDetail {
		list = append(list, action{keys: []string{"esc", "left", "h"}, brief: "list", name: "back to the list", run: do(func() { h.inDetail = false })})
	}
	if n := m.queue.Waiting(s.Name); n > 0 {
		list = append(list, action{keys: []string{"a"}, brief: "answer", name: "answer the open question", run: do(func() { m.takeUp(s) })})
	}
	if t, ok := h.current(); ok && s.session != nil {
		list = append(list,
			action{keys: []string{"enter"}, brief: verb(t), name: verb(t) + " " + t.Name().Line(), run: func() tea.Cmd { return m.begin(s, t, false) }},
			action{keys: []string{"e"}, name: "write the arguments of " + t.Name().Line(), run: func() tea.Cmd { return m.begin(s, t, true) }})
	}
	if s.state == serverStopped {
		list = append(list, action{keys: []string{"enter"}, name: "start " + s.label(), run: func() tea.Cmd { return m.restart(s) }})
	}
	list = append(list, h.serverKeys(m, s)...)
	if s.state == serverFailed {
		list = append(list, action{keys: []string{"y"}, name: "copy what a bug report about the failure needs", run: func() tea.Cmd { return m.copyText("the evidence", evidence(s)) }})
	}
	if len(h.entries) > 0 || h.filter != "" {
		list = append(list, action{keys: []string{"/"}, brief: "filter", name: "filter the list", run: do(func() { h.askFilter(m) })})
	}
	if h.filter != "" && !h.inDetail {
		list = append(list, action{keys: []string{"esc"}, brief: "show all", name: "show all again", run: do(func() { h.setFilter(m, "") })})
	}
	if !h.inDetail {
		list = append(list, action{keys: []string{"right", "l"}, name: "read the details", run: do(func() { h.inDetail = true })})
	}
	return append(list, h.switching(m)...)
}

func verb(t target) string {
	switch {
	case t.Tool != nil:
		return "call"
	case t.Prompt != nil:
		return "get"
	}
	return "read"
}

// serverKeys puts the most wanted of the actions that work everywhere on the
// key line.
func (h *home) serverKeys(m *Model, s *server) []action {
	var list []action
	for _, a := range m.serverActions(s) {
		switch a.keys[0] {
		case ".":
			a.brief = "repeat"
		case "r":
			a.brief = "restart"
			if s.state == serverStopped || s.state == serverFailed {
				a.brief = "start"
			}
		case "v":
			a.brief = "result"
		}
		if a.brief != "" {
			list = append(list, a)
		}
	}
	return append(list,
		action{keys: []string{"f"}, brief: "frames", name: "frames: every line, both ways", run: m.openFrames},
		action{keys: []string{"H"}, brief: "history", name: "history: questions and answers", run: do(m.openHistory)})
}

func (h *home) switching(m *Model) []action {
	if len(m.servers) < 2 {
		return nil
	}
	n := len(m.servers)
	list := []action{
		{keys: []string{"0"}, brief: "servers", name: "all servers: their states; start, stop and restart them", run: do(m.openServers)},
		{keys: []string{"tab"}, name: "next server", run: do(func() { m.show((m.at + 1) % n) })},
		{keys: []string{"shift+tab"}, name: "previous server", run: do(func() { m.show((m.at + n - 1) % n) })},
	}
	for i := range min(n, 9) {
		list = append(list, action{
			keys: []string{fmt.Sprint(i + 1)}, name: "go to " + m.servers[i].label(),
			run: do(func() { m.show(i) }),
		})
	}
	return list
}

func (h *home) askFilter(m *Model) {
	was := h.filter
	set := func(s string) tea.Cmd { h.setFilter(m, s); return nil }
	m.askLine("/", was, set, set, func() tea.Cmd { h.setFilter(m, ""); return nil })
}

func (h *home) setFilter(m *Model, filter string) {
	h.filter = filter
	h.refresh(m)
	if filter != "" {
		h.list.SetCursor(0)
		h.moved(m)
	}
}
