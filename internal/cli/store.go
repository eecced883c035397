package cli

import (
	"os"
	"path/filepath"

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
	s, err := a.store(k.voice.sayf)
	if err != nil {
		if must {
			return err
		}
		a.sayf("%s; recorded answers are not used", err)
		return nil
	}
	k.store = s
	for _, r := range k.given {
		r.ParkIn(s)
	}
	k.desk.Answerers = append([]answers.Answerer{s}, k.desk.Answerers...)
	return nil
}

func (a *app) storeDir() string {
	if a.stateHome() == "" {
		return ""
	}
	return filepath.Join(a.stateHome(), "elicit", "answers")
}

// store opens the store, whose warnings are told to sayf.
func (a *app) store(sayf func(format string, args ...any)) (*answers.Store, error) {
	dir := a.storeDir()
	if dir == "" {
		return nil, usage("parked questions need a folder: set HOME or XDG_STATE_HOME")
	}
	s, err := answers.OpenStore(dir)
	if err != nil {
		return nil, &exitError{code: exitUsage, err: err}
	}
	s.Warned = func(w answers.Warning) { sayf("%s", w.Text) }
	return s, nil
}
