//go:build unix

package cli_test

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"elicit/internal/cast"
	"elicit/internal/cast/draw"
	"elicit/internal/screentest"
)

// onTerminal starts elicit on a terminal, with nothing configured.
func onTerminal(t *testing.T, dir string, env []string, args ...string) *screentest.Process {
	t.Helper()
	cmd := exec.Command("elicit", args...)
	cmd.Dir = dir
	env = append(env, "HOME="+dir, "XDG_CONFIG_HOME="+dir, "XDG_STATE_HOME="+dir, "NO_COLOR=", "VISUAL=")
	return screentest.Run(t, cmd, 90, 30, screentest.Env(env...))
}

func readRecording(t *testing.T, file string) *cast.Recording {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	rec, err := cast.Read(f)
	if err != nil {
		t.Fatal(err)
	}
	return rec
}

// screensOf are the screens after each event, however short they stood, with
// the named fields hidden.
func screensOf(t *testing.T, rec *cast.Recording, hidden ...string) []string {
	t.Helper()
	all := make([]string, len(rec.Events))
	for i := range rec.Events {
		frames, err := draw.Replay(&cast.Recording{Header: rec.Header, Events: rec.Events[:i+1]})
		if err == nil && len(hidden) > 0 {
			frames, err = draw.Redact(frames, rec, hidden)
		}
		if err != nil {
			t.Fatal(err)
		}
		all[i] = frames[len(frames)-1].Screen.Text()
	}
	return all
}

func events(rec *cast.Recording, code cast.Code) []string {
	var all []string
	for _, e := range rec.Events {
		if e.Code == code {
			all = append(all, e.Data)
		}
	}
	return all
}

func shows(screens []string, text string) bool {
	return slices.ContainsFunc(screens, func(s string) bool { return strings.Contains(s, text) })
}

// pressUntil presses a key while the screen shows one text, until it shows
// another: a question that just opened ignores keys for a moment.
func pressUntil(p *screentest.Process, key, while, until string) {
	p.WaitUntil(func(text string) bool {
		if strings.Contains(text, while) {
			p.Press(key)
		}
		return strings.Contains(text, until)
	})
}

// answerOneQuestion calls a tool in the TUI, resizes the terminal, answers and
// quits.
func answerOneQuestion(t *testing.T, p *screentest.Process) (question string) {
	t.Helper()
	p.WaitFor("menu/today")
	p.Press("down", "down", "down")
	p.WaitFor("nothing but a yes")
	p.Press("enter")
	p.WaitFor("They cannot be brought back.")
	p.Resize(80, 24)
	p.WaitUntil(func(text string) bool {
		rows := strings.Split(strings.TrimRight(text, "\n"), "\n")
		return len(rows) == 24 && strings.Contains(rows[23], "decline")
	})
	question = p.Text()
	pressUntil(p, "ctrl+d", "They cannot be brought back.", "Every photo is still there")
	p.Press("ctrl+c")
	if code := p.Exit(); code != 0 {
		t.Errorf("it exits with %d", code)
	}
	return question
}

func TestWhatAPersonSeesIsRecorded(t *testing.T) {
	for _, version := range []string{"2", "3"} {
		t.Run("asciicast "+version, func(t *testing.T) {
			dir := t.TempDir()
			file := filepath.Join(dir, "r.cast")
			question := answerOneQuestion(t, onTerminal(t, dir, nil, "demo", "--record", file, "--record-version", version))
			rec := readRecording(t, file)
			screens := screensOf(t, rec)
			if rec.Cols != 90 || rec.Rows != 30 || rec.Term != "xterm-256color" {
				t.Errorf("the header says %+v", rec.Header)
			}
			if got := events(rec, cast.Resize); !slices.Equal(got, []string{"80x24"}) {
				t.Errorf("resizes: %v", got)
			}
			if got := events(rec, cast.Marker); !slices.Equal(got, []string{"demo asks: delete_photos", "you declined"}) {
				t.Errorf("markers: %v", got)
			}
			if version == "3" && !slices.Equal(events(rec, cast.Exit), []string{"0"}) {
				t.Errorf("exits: %v", events(rec, cast.Exit))
			}
			if !slices.Contains(screens, question) {
				t.Errorf("the recording never shows what the terminal did:\n%s", question)
			}
			if !shows(screens, "Every photo is still there") {
				t.Error("the result is not there")
			}
		})
	}
}

// A marker is where a viewer jumps to: the question must be there already.
func TestAMarkerStandsWhereItsQuestionIsSeen(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "r.cast")
	answerOneQuestion(t, onTerminal(t, dir, nil, "demo", "--record", file))
	rec := readRecording(t, file)
	at := slices.IndexFunc(rec.Events, func(e cast.Event) bool { return e.Code == cast.Marker })
	if seen := screensOf(t, rec)[at]; !strings.Contains(seen, "They cannot be brought back.") {
		t.Errorf("at the marker the screen is\n%s", seen)
	}
}

func TestACallAndWhatItPrintsAreRecorded(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "r.cast")
	p := onTerminal(t, dir, nil, "call", "demo", "delete_photos", "--record", file)
	p.WaitFor("They cannot be brought back.")
	pressUntil(p, "y", "They cannot be brought back.", "214 photos are gone.")
	if code := p.Exit(); code != 0 {
		t.Errorf("it exits with %d", code)
	}
	rec := readRecording(t, file)
	if got := events(rec, cast.Marker); !slices.Equal(got, []string{"demo asks: delete_photos", "you accepted"}) {
		t.Errorf("markers: %v", got)
	}
	endsLike(t, rec, p)
}

func endsLike(t *testing.T, rec *cast.Recording, p *screentest.Process) {
	t.Helper()
	screens := screensOf(t, rec)
	if last := screens[len(screens)-1]; last != p.Text() {
		t.Errorf("it ends on\n%s\nand the terminal on\n%s", last, p.Text())
	}
}

func TestLinesTypedAtAPlainPromptAreRecorded(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "r.cast")
	p := onTerminal(t, dir, nil, "call", "demo", "plan_trip", "--plain", "--record", file)
	p.WaitFor("answer>")
	p.Type("oslo\n")
	p.WaitFor("send>")
	p.Type("yes\n")
	p.WaitUntil(func(text string) bool { return strings.Count(text, "answer>") == 2 })
	p.Type(":decline\n")
	p.Exit()
	rec := readRecording(t, file)
	endsLike(t, rec, p)
	want := []string{"demo asks: plan_trip", "you accepted", "demo asks: plan_trip", "you declined"}
	if got := events(rec, cast.Marker); !slices.Equal(got, want) {
		t.Errorf("markers: %v", got)
	}
}

func TestDraftsAreRecordedSoThatTheyCanBeHidden(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "r.cast")
	p := onTerminal(t, dir, nil, "demo", "--record", file)
	p.WaitFor("menu/today")
	p.Press("enter")
	p.WaitFor("Restaurant")
	p.Press("ctrl+s")
	pressUntil(p, "Z", "Who is coming?", `"Z`)
	p.Type("aphod")
	p.Press("ctrl+u")
	p.Type("Quentin")
	p.WaitFor(`"Quentin"`)
	p.Press("ctrl+c")
	p.WaitFor("half answered")
	p.Press("y")
	p.Exit()
	rec := readRecording(t, file)
	if screens := screensOf(t, rec); !shows(screens, "Quentin") {
		t.Fatal("what was typed is not there")
	}
	hidden := screensOf(t, rec, "name")
	for _, secret := range []string{"Quent", "Zap", "phod", "entin"} {
		if shows(hidden, secret) {
			t.Errorf("%q can be read", secret)
		}
	}
	if !slices.ContainsFunc(events(rec, cast.Answer), func(a string) bool { return strings.Contains(a, "Zaphod") }) {
		t.Error("the draft is not known")
	}
}

func TestTheEditorGetsTheTerminalItself(t *testing.T) {
	dir := t.TempDir()
	editor := filepath.Join(dir, "editor")
	script := "#!/bin/sh\n[ -t 0 ] && [ -t 1 ] && [ -t 2 ] && printf 'from a terminal' > \"$1\"\n"
	if err := os.WriteFile(editor, []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	p := onTerminal(t, dir, []string{"EDITOR=" + editor}, "demo", "--record", filepath.Join(dir, "r.cast"))
	p.WaitFor("menu/today")
	p.Press("down")
	p.WaitFor("ferry tickets")
	p.Press("enter")
	p.WaitFor("Route")
	p.Press("alt+e")
	p.WaitFor(`{"route":"from a terminal"}`)
}

func TestARecordingThatCannotGoOnIsSaidAtTheEnd(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "pipe")
	if err := syscall.Mkfifo(file, 0o600); err != nil {
		t.Fatal(err)
	}
	go func() { // a reader that goes away after the header
		f, err := os.Open(file)
		if err == nil {
			_, _ = bufio.NewReaderSize(f, 16).ReadString('\n')
			_ = f.Close()
		}
	}()
	p := onTerminal(t, dir, nil, "demo", "--record", file)
	answerOneQuestion(t, p)
	if !strings.Contains(p.Text(), "the recording ends early") {
		t.Errorf("at the end the terminal shows\n%s", p.Text())
	}
}
