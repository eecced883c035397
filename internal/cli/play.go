package cli

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/google/renameio/v2"
	"github.com/spf13/cobra"

	"elicit/answers"
	"elicit/internal/cast"
	"elicit/internal/play"
	"elicit/mcpclient"
	"elicit/tui"
	"elicit/tui/form"
)

// playLimit is the longest wait for one screen, if nothing else is said.
const playLimit = 30 * time.Second

type playFlags struct {
	out, stills string
	server      string // of a script that names none
	version     int
	live        bool
	limit       time.Duration
}

func newPlay(a *app) *cobra.Command {
	var f playFlags
	cmd := &cobra.Command{
		Use:     "play SCRIPT.yaml",
		Short:   "Perform a scripted demo, and record it",
		GroupID: "demos",
		Long: `Performs a script: it opens the screen on a server, types and presses keys at a
person's pace, and waits for what the screen shows, never for time. The same
script gives the same recording, and fails (exit code 1) when the screen no
longer gets where the script says, so that it serves as a test too. No terminal
is needed.

A script is YAML:

  title: elicit
  demo: demo                # a built-in server, or  command: [node, server.js]
  size: 100x28
  steps:
    - call: book_table      # walks to it on the list, and calls it
    - fill: {Restaurant: Saffron}
    - send: true            # the form; fails when something does not fit
    - wait: Who is coming?  # until the screen shows it
    - mark: the question    # a chapter, and a caption
    - fill: {Name: Ada, Guests: 4, Where to sit: On the terrace}
    - still: question       # a picture, see --stills
    - pause: 2s             # for the viewer; costs no time
    - decline: true         # or  cancel: true
  pictures:                 # what  elicit render --screens  makes of it
    - {file: question, still: question}

fill takes the titles on the screen, and a text, an option's label, yes or no,
or a list. Below these words are  press: [down, ctrl+o, enter],  type: some text,
expect: TEXT (must be there now),  gone: TEXT  and  resize: 80x24.  Further
words at the top are title, theme (dark, light), pace (slow, human, fast), seed,
name, and flags: a list as on the command line.`,
		Example: `  elicit play demo.yaml -o demo.cast && elicit render demo.cast -o demo.svg
  elicit play demo.yaml --live            watch it here
  elicit play demo.yaml                   only check that it still works`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return a.play(cmd.Context(), args[0], f) },
	}
	fs := cmd.Flags()
	fs.StringVarP(&f.out, "output", "o", "", "write the recording to `FILE`.cast")
	fs.StringVar(&f.stills, "stills", "", "write every still's screen as text into `DIR`")
	fs.IntVar(&f.version, "cast-version", 2, "write asciicast `VERSION` 2 or 3")
	fs.BoolVar(&f.live, "live", false, "show it on this terminal, at its own pace")
	fs.DurationVar(&f.limit, "limit", playLimit, "longest wait for one screen")
	return cmd
}

func (a *app) play(ctx context.Context, file string, f playFlags) error {
	s, err := readScript(file, f.server)
	if err != nil {
		return err
	}
	if f.live && !a.OutTTY {
		return noScreen()
	}
	o := play.Options{Version: f.version, Limit: f.limit}
	if f.stills != "" {
		o.Still = func(name, text string) error { return writeStill(f.stills, name, text) }
	}
	tape, err := a.perform(ctx, s, o)
	if err != nil {
		return inScript(file, err)
	}
	return a.played(ctx, file, f, tape)
}

// perform plays a script on its server and gives the recording.
func (a *app) perform(ctx context.Context, s *play.Script, o play.Options) (*bytes.Buffer, error) {
	p := &performance{app: a, script: s, clock: play.NewClock()}
	c, err := p.config()
	if err != nil {
		return nil, err
	}
	m := tui.NewModel(c)
	defer m.Close()
	tape := &bytes.Buffer{}
	o.Model, o.Clock, o.Cast, o.Answers = m, p.clock, tape, p.answered
	return tape, play.Perform(ctx, s, o)
}

// inScript says in which script a step failed; that is exit code 1, like a
// test's.
func inScript(file string, err error) error {
	if _, ok := errors.AsType[*play.StepError](err); ok {
		return &exitError{code: exitToolError, err: fmt.Errorf("%s: %w", file, err)}
	}
	return err
}

// played writes and shows the recording of a script that came to its end.
func (a *app) played(ctx context.Context, file string, f playFlags, tape *bytes.Buffer) error {
	rec, err := cast.Read(bytes.NewReader(tape.Bytes()))
	if err != nil {
		return err
	}
	if f.out != "" {
		if err := renameio.WriteFile(f.out, tape.Bytes(), 0o644); err != nil {
			return usage("%w", err)
		}
	}
	if f.live {
		return showLive(ctx, a.Out, rec)
	}
	a.sayf("%s: played to its end, %s", file, rec.Duration().Round(100*time.Millisecond))
	return nil
}

func readScript(file, otherwise string) (*play.Script, error) {
	in, err := os.Open(file)
	if err != nil {
		return nil, usage("%w", err)
	}
	defer func() { _ = in.Close() }()
	s, err := play.Read(in, otherwise)
	if err != nil {
		return nil, usage("%s: %w", file, err)
	}
	return s, nil
}

func writeStill(dir, name, text string) error {
	if err := os.MkdirAll(dir, 0o750); err != nil {
		return usage("--stills: %w", err)
	}
	return renameio.WriteFile(filepath.Join(dir, name+".txt"), []byte(text), 0o644)
}

// performance is the program that a script is played on.
type performance struct {
	app    *app
	script *play.Script
	clock  *play.Clock

	mu      sync.Mutex
	answers []cast.Answered
}

func (p *performance) config() (tui.Config, error) {
	t, err := p.target()
	if err != nil {
		return tui.Config{}, err
	}
	dark := p.script.Theme != "light"
	t.LogLevel = "info"
	return tui.Config{
		Servers: []tui.ServerConfig{{Server: t.Server, Profile: t.Profile, Start: true}},
		Version: version(), Dark: &dark, Now: p.clock.Now,
		OpenURL: func(string) error { return nil }, // a demo opens no browser
		Connect: p.connect, Told: p.told, Filled: p.filled,
	}, nil
}

// target is the script's server. Its flags are those of the command line.
func (p *performance) target() (target, error) {
	var f serverFlags
	flags := &cobra.Command{Use: "flags", SilenceErrors: true, SilenceUsage: true}
	f.add(p.app, flags)
	if err := flags.ParseFlags(p.script.Args); err != nil {
		return target{}, usage("the script's flags: %w", err)
	}
	if p.script.Demo != "" {
		return p.app.builtIn(f, p.script.Demo)
	}
	return p.app.typed(f, p.script.Name, p.script.Command)
}

// connect starts a session that lives in the performance's time, like the
// screens that show it.
func (p *performance) connect(ctx context.Context, s mcpclient.Server, by mcpclient.Answerer, o mcpclient.Observer) (tui.Session, error) {
	session, err := mcpclient.Connect(ctx, s, onTime{by, p.clock}, func(e mcpclient.Event) {
		if f, ok := e.(mcpclient.FrameCrossed); ok {
			f.Frame.Time = p.clock.Now()
			e = f
		}
		o(e)
	})
	if err != nil {
		return nil, err // not a Session that holds a nil pointer
	}
	return session, nil
}

// onTime is told of questions as asked in the performance's time.
type onTime struct {
	mcpclient.Answerer
	clock *play.Clock
}

// Answer hands the question on.
func (t onTime) Answer(ctx context.Context, e mcpclient.Elicitation) mcpclient.Outcome {
	e.Asked = t.clock.Now()
	return t.Answerer.Answer(ctx, e)
}

// told and filled keep what was answered, for the renderer to hide.
func (p *performance) told(r answers.Record) { p.keep(answeredFields(r)...) }

func (p *performance) filled(f form.Filled) { p.keep(cast.Answered(f)) }

func (p *performance) keep(all ...cast.Answered) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, a := range all {
		if !slices.Contains(p.answers, a) {
			p.answers = append(p.answers, a)
		}
	}
}

// answered are the answers in an order that the machine's speed does not
// change.
func (p *performance) answered() []cast.Answered {
	p.mu.Lock()
	defer p.mu.Unlock()
	slices.SortFunc(p.answers, func(a, b cast.Answered) int {
		return cmp.Or(strings.Compare(a.Field, b.Field), strings.Compare(a.Text, b.Text))
	})
	return p.answers
}

// showLive plays a recording on the terminal at its own pace.
func showLive(ctx context.Context, out io.Writer, rec *cast.Recording) error {
	fmt.Fprint(out, "\x1b[?1049h")
	defer fmt.Fprint(out, "\x1b[0m\x1b[?25h\x1b[?1049l")
	start := time.Now()
	for _, e := range rec.Events {
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-time.After(e.At - time.Since(start)):
		}
		if e.Code == cast.Output {
			if _, err := io.WriteString(out, e.Data); err != nil {
				return err
			}
		}
	}
	return nil
}
