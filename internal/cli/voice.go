package cli

import "sync"

// voice says things on stderr, or keeps them until a screen gives the terminal
// back. It is safe for concurrent use.
type voice struct {
	say func(format string, args ...any)

	mu   sync.Mutex
	held bool
	kept []func()
}

func (v *voice) sayf(format string, args ...any) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.held {
		v.kept = append(v.kept, func() { v.say(format, args...) })
		return
	}
	v.say(format, args...)
}

func (v *voice) hold() {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.held = true
}

func (v *voice) release() {
	v.mu.Lock()
	defer v.mu.Unlock()
	for _, say := range v.kept {
		say()
	}
	v.held, v.kept = false, nil
}
