package cli

import (
	"cmp"
	"errors"
	"io"
	"os"
	"strconv"
	"time"

	"github.com/charmbracelet/x/term"
	"github.com/spf13/cobra"

	"elicit/answers"
	"elicit/forms"
	"elicit/internal/cast"
	"elicit/internal/safetext"
	"elicit/mcpclient"
	"elicit/tui/form"
)

// recordFlags say whether, and how, the terminal is recorded.
type recordFlags struct {
	file    string
	version int
	idle    time.Duration
}

func (f *recordFlags) add(root *cobra.Command) {
	fs := root.PersistentFlags()
	fs.StringVar(&f.file, "record", "", "record the terminal as `FILE`.cast while you work; see elicit help render")
	fs.IntVar(&f.version, "record-version", 2, "write asciicast `VERSION` 2 or 3")
	fs.DurationVar(&f.idle, "record-idle", 2*time.Second, "cut pauses in the recording to `DURATION`; 0 keeps them")
	_ = root.MarkPersistentFlagFilename("record", "cast")
	complete(root, "record-version", "2", "3")
}

// recordIf starts the recording that was asked for.
func (a *app) recordIf(f recordFlags, root *cobra.Command) error {
	if f.file == "" {
		return nil
	}
	if err := a.startRecording(f); err != nil {
		return err
	}
	root.SetOut(a.Out)
	root.SetErr(a.Err)
	return nil
}

// recording is what a person sees of one command, written while they see it.
// A nil recording records nothing.
type recording struct {
	file *os.File
	w    *cast.Writer
}

// startRecording begins to record everything that the command shows. Without a
// terminal, that is what it writes to stdout and stderr.
func (a *app) startRecording(f recordFlags) error {
	if f.version != 2 && f.version != 3 {
		return usage("--record-version %d: there are 2 and 3", f.version)
	}
	if f.idle < 0 {
		return usage("--record-idle %s is negative", f.idle)
	}
	file, err := os.OpenFile(f.file, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600) // it shows what is answered
	if err != nil {
		return usage("--record: %w", err)
	}
	size := a.sizer()
	h := cast.Header{Version: f.version, Timestamp: time.Now().Unix(), Term: a.getenv("TERM"), IdleLimit: f.idle}
	if h.Cols, h.Rows, err = size(); err != nil {
		size = nil
		h.Cols, h.Rows = a.number("COLUMNS", 80), a.number("LINES", 24)
	}
	w, err := cast.NewWriter(file, h, nil)
	if err != nil {
		return errors.Join(usage("--record %s: %w", f.file, err), file.Close())
	}
	if size != nil {
		w.FollowSize(size)
	}
	a.rec = &recording{file: file, w: w}
	plain := cast.Lines(w)
	if a.OutTTY || size == nil {
		a.Out = recorded{a.Out, plain}
	}
	if a.ErrTTY || size == nil {
		a.Err = recorded{a.Err, plain}
	}
	return nil
}

// sizer asks the terminal for its size; it gives an error without one.
func (a *app) sizer() func() (cols, rows int, err error) {
	for _, s := range []struct {
		stream any
		tty    bool
	}{{a.Out, a.OutTTY}, {a.Err, a.ErrTTY}, {a.In, a.InTTY}} {
		if f, ok := s.stream.(*os.File); ok && s.tty {
			return func() (cols, rows int, err error) { return term.GetSize(f.Fd()) }
		}
	}
	return func() (cols, rows int, err error) { return 0, 0, errNoTerminal }
}

func (a *app) number(variable string, otherwise int) int {
	if n, err := strconv.Atoi(a.getenv(variable)); err == nil && n > 0 && n < 1000 {
		return n
	}
	return otherwise
}

// end closes the recording, and says what became of it.
func (r *recording) end(code int, sayf func(format string, args ...any)) {
	if r == nil {
		return
	}
	r.w.Exit(code)
	if err := errors.Join(r.w.Err(), r.file.Close()); err != nil {
		sayf("the recording ends early: %s", safetext.Clean(err.Error()))
	}
}

// recorded is a stream and its recording.
type recorded struct {
	io.Writer
	copy io.Writer
}

// Write writes to the stream, and records what it took.
func (r recorded) Write(p []byte) (int, error) {
	n, err := r.Writer.Write(p)
	_, _ = r.copy.Write(p[:n])
	return n, err
}

// file is the file that a stream is, recorded or not.
func file(stream any) (*os.File, bool) {
	if r, ok := stream.(recorded); ok {
		stream = r.Writer
	}
	f, ok := stream.(*os.File)
	return f, ok
}

// screen is where a screen's output is copied to; nil when nothing is recorded.
func (r *recording) screen() io.Writer {
	if r == nil {
		return nil
	}
	return r.w
}

// lines is a terminal that is read and written by lines, recorded.
func (r *recording) lines(tty *os.File) (io.Reader, io.Writer) {
	if r == nil {
		return tty, tty
	}
	shown := cast.Lines(r.w)
	return cast.Echo{File: tty, Copy: shown}, recorded{tty, shown}
}

// asked marks where a question comes up on the screen.
func (r *recording) asked(e mcpclient.Elicitation) {
	if r == nil {
		return
	}
	label := cmp.Or(clean(e.Server), "a form") + " asks"
	if !e.Target.Empty() { // elicit form has none
		label += ": " + e.Target.Line()
	}
	r.w.MarkSoon(label)
}

// filled keeps what is filled in, for a renderer that is to hide it.
func (r *recording) filled(f form.Filled) {
	if r != nil {
		r.w.Answer(cast.Answered(f))
	}
}

// told marks what became of a question.
func (r *recording) told(rec answers.Record) {
	if r == nil {
		return
	}
	for _, one := range answeredFields(rec) {
		r.w.Answer(one)
	}
	r.w.Mark(became(rec))
}

// became is an outcome in a marker's few words.
func became(r answers.Record) string {
	if r.Refusal != nil {
		return "refused: " + r.Refusal.Rule
	}
	by := r.Decision.By
	if by == "" {
		by = "elicit"
	}
	switch r.Outcome.Action {
	case mcpclient.Accept:
		return by + " accepted"
	case mcpclient.Decline:
		return by + " declined"
	case mcpclient.Cancel:
		return by + " cancelled"
	case mcpclient.Ask, mcpclient.Refuse:
	}
	return "not answered"
}

// answeredFields are an accepted form's answers as they stand on the screen.
func answeredFields(r answers.Record) []cast.Answered {
	if r.Case.Form == nil || r.Outcome.Action != mcpclient.Accept {
		return nil
	}
	given, issues := r.Case.Form.Answers(r.Outcome.Content)
	if issues != nil {
		return nil
	}
	var all []cast.Answered
	for _, q := range r.Case.Form.Questions() {
		name := r.Case.Form.Properties[q.Property].Name.Raw()
		if a := given[name]; a.State == forms.Set {
			words, picked := form.Words(q, a)
			for _, word := range words {
				all = append(all, cast.Answered{Field: name, Text: word, Picked: picked})
			}
		}
	}
	return all
}
