package question

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"elicit/mcpclient"
)

// fact takes what became of a question.
func (q *Queue) fact(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case Asked:
		s := New(msg.Case, q.o)
		s.offerStop = q.declined[msg.Case.CallID+"\x00"+sameQuestion(msg.Case)]
		return q.add(s)
	case RefusedAsked:
		return q.add(NewRefused(msg.E, msg.R, q.o))
	case Withdrawn:
		q.withdraw(msg)
	case Decided:
		q.decided(msg)
	case RefusalSeen:
		q.person.Decided(msg.ID, msg.Decision)
		q.remove(msg.ID)
	case Closed:
		q.remove(msg.ID)
	}
	return nil
}

func (q *Queue) add(p Pane) tea.Cmd {
	p.SetTheme(q.o.Theme)
	p.SetSize(q.w, q.h)
	q.panes = append(q.panes, p)
	q.place()
	return address(p.ID(), p.Init())
}

// withdraw tells a question that nobody waits for it. One that the person does
// not look at and has not touched goes away by itself.
func (q *Queue) withdraw(msg Withdrawn) {
	i := q.find(msg.ID)
	if i < 0 {
		return
	}
	p := q.panes[i]
	q.keep(p)
	if (i != q.at || q.hidden) && p.untouched() {
		q.remove(msg.ID)
		return
	}
	p.Withdraw(msg.Why)
}

// keep remembers what was filled in, to be offered when the same question comes
// back.
func (q *Queue) keep(p Pane) {
	if s, ok := p.(*Screen); ok && !s.untouched() {
		q.kept[sameQuestion(s.c)] = s.Answers()
	}
}

func (q *Queue) decided(msg Decided) {
	i := q.find(msg.ID)
	if i < 0 {
		return
	}
	s, _ := q.panes[i].(*Screen)
	sent := q.person.Decided(msg.ID, msg.Decision)
	if s != nil {
		q.remember(s, msg.Decision.Action, sent)
	}
	if msg.Stays && sent {
		return
	}
	if s != nil && !sent && s.stopped.IsZero() {
		s.stays = false
		s.Withdraw(nil) // the server gave up in the same moment
	}
	if sent {
		q.remove(msg.ID)
	}
}

func (q *Queue) remember(s *Screen, a mcpclient.Action, sent bool) {
	same := sameQuestion(s.c)
	if sent && a == mcpclient.Accept {
		delete(q.kept, same)
	} else {
		q.keep(s)
	}
	q.declined[s.c.CallID+"\x00"+same] = a == mcpclient.Decline
}

// CallFinished lets the questions of a call go that only waited for the person
// to be done with a page.
func (q *Queue) CallFinished(callID string) {
	for _, p := range q.Panes() {
		if s, ok := p.(*Screen); ok && s.c.CallID == callID && s.decided && s.stays && s.stopped.IsZero() {
			q.remove(s.ID())
		}
	}
	for key := range q.declined {
		if strings.HasPrefix(key, callID+"\x00") {
			delete(q.declined, key)
		}
	}
}

func (q *Queue) remove(id string) {
	i := q.find(id)
	if i < 0 {
		return
	}
	wasCurrent := i == q.at
	q.panes = slices.Delete(q.panes, i, i+1)
	if q.at > i || q.at == len(q.panes) && q.at > 0 {
		q.at--
	}
	q.place()
	if p := q.Current(); p != nil && wasCurrent {
		p.arm() // it comes up under keys that were meant for the one before
	}
}

func (q *Queue) place() {
	for i, p := range q.panes {
		p.SetPlace(i+1, len(q.panes))
	}
}
