package session

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"elicit/mcpclient"
	"elicit/tui/plain"
)

const (
	// patience is after how long it is first said that a call still runs; the
	// next time is after twice as long.
	patience = 10 * time.Second
	// parting is how long a call may go on after the person left.
	parting = time.Second
)

type finished struct {
	result mcpclient.Result
	err    error
}

// call calls the server and says what comes of it. Its questions are asked
// meanwhile, by the prompter. Its error ends the program.
func (p *program) call(ctx context.Context, c *call) error {
	s := p.server
	ctxOfCall, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	c.cancel, c.upset, c.given = cancel, make(chan struct{}), false
	s.last = c
	s.calls++
	id := fmt.Sprintf("call-%d-%d", s.number, s.calls)
	s.feed.began(id)
	p.setRunning(c)
	p.say("Calling %s.", clean(c.target))
	p.prompter.Free()
	done := make(chan finished, 1)
	go func() {
		result, err := s.session.Call(ctxOfCall, mcpclient.Call{ID: id, Method: c.Method(), Target: c.target, Args: c.sent, Timeout: s.Timeout})
		done <- finished{result, err}
	}()
	end := p.await(c, done)
	p.setRunning(nil)
	if err := p.prompter.Hold(ctx); err != nil {
		return err
	}
	s.feed.ended(end.err)
	c.finished = end
	p.sayEnd(c)
	return nil
}

func (p *program) setRunning(c *call) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.running = c
	p.left = make(chan struct{})
	if p.leaving {
		close(p.left)
	}
}

// await waits for a call's end, and speaks of it now and then.
func (p *program) await(c *call, done <-chan finished) finished {
	wait := patience
	still := time.NewTimer(wait)
	defer still.Stop()
	upset, left := c.upset, p.left
	var late <-chan time.Time
	for {
		select {
		case end := <-done:
			return end
		case <-upset:
			upset = nil
			if !p.prompter.Asking() { // else its end is said at once
				p.say("\nCancelling %s. ctrl+c once more quits.", clean(c.target))
			}
		case <-left:
			left = nil
			late = time.After(parting)
		case <-late:
			p.mu.Lock()
			c.giveUp()
			p.mu.Unlock()
		case <-still.C:
			if !p.prompter.Asking() {
				p.say("Still running. ctrl+c cancels it.")
			}
			wait *= 2
			still.Reset(wait)
		}
	}
}

// sayEnd says how a call ended, and its result.
func (p *program) sayEnd(c *call) {
	s := p.server
	p.say("")
	switch err := c.err; {
	case errors.Is(err, plain.ErrGivenUp):
		p.say("%s %s was cancelled.", badge(s), clean(c.target))
	case err != nil:
		words := strings.TrimPrefix(clean(err.Error()), "server "+clean(s.Name)+", "+clean(c.target)+": ")
		p.say("%s %s failed: %s", badge(s), clean(c.target), words)
		if !s.alive() {
			p.say("Type :again to start it and call again, or :restart.")
		}
	case c.result.IsError:
		p.say("%s %s: the tool reported an error.", badge(s), clean(c.target))
		p.sayResult(c)
	default:
		p.say("%s %s: done.", badge(s), clean(c.target))
		p.sayResult(c)
	}
	if !p.hinted && !p.leaves() && !p.Console.Ended() {
		p.hinted = true
		p.say("Type a number or a name, :again, :list, :help or :quit.")
	}
}

// again repeats the last call, and starts the server for it if need be.
func (p *program) again(ctx context.Context) error {
	s := p.server
	if s == nil || s.last == nil {
		p.say("not accepted: nothing was called yet")
		return nil
	}
	if !s.alive() && !p.start(ctx, s) {
		return nil
	}
	return p.call(ctx, s.last)
}
