package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"sync"

	"elicit/answers"
)

// openStore opens the recorded answers; without must only if there are any, so
// that most calls touch no file.
func (k *asking) openStore(a *app, must bool) error {
	dir := a.storeDir()
	if dir == "" && !must {
		return nil
	}
	if _, err := os.Stat(dir); err != nil && !must {
		return nil
	}
	s, err := a.store()
	if err != nil {
		if must {
			return err
		}
		a.sayf("%s; recorded answers are not used", err)
		return nil
	}
	k.store = s
	k.desk.Answerers = append([]answers.Answerer{s}, k.desk.Answerers...)
	return nil
}

func (a *app) storeDir() string {
	if a.stateHome() == "" {
		return ""
	}
	return filepath.Join(a.stateHome(), "elicit", "answers")
}

func (a *app) store() (*answers.Store, error) {
	dir := a.storeDir()
	if dir == "" {
		return nil, usage("parked questions need a folder: set HOME or XDG_STATE_HOME")
	}
	s, err := answers.OpenStore(dir)
	if err != nil {
		return nil, &exitError{code: exitUsage, err: err}
	}
	s.Warned = func(w answers.Warning) {
		a.sayf("%s", w.Text)
		for _, c := range w.Changes {
			fmt.Fprintf(a.Err, "    %s\n", c)
		}
	}
	return s, nil
}

// warnLater keeps the store's warnings off the screen until the function that
// it returns is called.
func (k *asking) warnLater() func() {
	if k.store == nil {
		return func() {}
	}
	var mu sync.Mutex
	var kept []answers.Warning
	say := k.store.Warned
	k.store.Warned = func(w answers.Warning) {
		mu.Lock()
		defer mu.Unlock()
		kept = append(kept, w)
	}
	return func() {
		mu.Lock()
		defer mu.Unlock()
		for _, w := range kept {
			say(w)
		}
	}
}
