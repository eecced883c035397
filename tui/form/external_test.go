package form

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"elicit/forms"
)

// fakeEditor is a script that stands in for an editor. It notes its arguments
// and the mode of the file, and then does body, in which $file is the file.
func fakeEditor(t *testing.T, body string) (command, notes string) {
	t.Helper()
	dir := t.TempDir()
	notes = filepath.Join(dir, "notes")
	script := filepath.Join(dir, "my editor")
	text := "#!/bin/sh\nfor file; do :; done\n{ echo \"$@\"; stat -c %a \"$file\"; } > '" + notes + "'\n" + body + "\n"
	if err := os.WriteFile(script, []byte(text), 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("TMPDIR", dir)
	return `"` + script + `" --wait -n`, notes
}

func TestATextIsEditedInTheEditor(t *testing.T) {
	command, notes := fakeEditor(t, `printf 'and\nmore\n' >> "$file"`)
	t.Setenv("VISUAL", command)
	t.Setenv("EDITOR", "/nonexistent")
	s, m := start(t, parse(t, pair(`{"type":"string","default":"one\n"}`)), Options{}, 80, 24)
	s.WaitFor("one")
	s.Send(m.EditExternally()())
	s.WaitFor("more")
	s.Settle()
	if got := m.Answers()["p"]; got.State != forms.Set || got.Text != "one\nand\nmore" {
		t.Errorf("the answer is %+v", got)
	}
	told, err := os.ReadFile(notes)
	if err != nil {
		t.Fatal(err)
	}
	args, mode, _ := strings.Cut(strings.TrimSpace(string(told)), "\n")
	if !strings.HasPrefix(args, "--wait -n ") || mode != "600" {
		t.Errorf("the editor got %q with mode %s", args, mode)
	}
	if left, _ := filepath.Glob(filepath.Join(os.Getenv("TMPDIR"), "elicit-*")); len(left) > 0 {
		t.Errorf("the file is still there: %v", left)
	}
}

func TestAnEditorThatFailsChangesNothingAndSaysWhy(t *testing.T) {
	failing, _ := fakeEditor(t, `echo changed > "$file"; exit 3`)
	t.Setenv("VISUAL", failing)
	s, m := start(t, parse(t, pair(`{"type":"string"}`)), Options{}, 120, 24)
	s.Type("kept")
	s.Settle()
	s.Send(m.EditExternally()())
	s.WaitFor("exit status 3")
	s.Settle()
	if got := m.Answers()["p"].Text; got != "kept" {
		t.Errorf("the answer is %q", got)
	}
}

func TestAnEditorThatCannotBeStartedIsNotTried(t *testing.T) {
	for _, c := range []struct{ visual, editor, want string }{
		{" ", "/nonexistent/editor", "cannot start the editor in $EDITOR"},
		{"", "", "no editor is set"},
		{`"unfinished`, "", "cannot read $VISUAL"},
	} {
		t.Setenv("VISUAL", c.visual)
		t.Setenv("EDITOR", c.editor)
		m := newModel(t, pair(`{"type":"string"}`), 120, 24)
		if m.EditExternally() != nil || !strings.Contains(m.View(), c.want) {
			t.Errorf("%q is not said, or an editor is tried:\n%s", c.want, m.View())
		}
	}
}

func TestOnlyATextIsEditedInTheEditor(t *testing.T) {
	for _, property := range []string{`{"type":"integer"}`, `{"type":"boolean"}`, `{"enum":["a"]}`} {
		if newModel(t, pair(property), 80, 24).EditExternally() != nil {
			t.Errorf("%s opens an editor", property)
		}
	}
}

func TestWhatAnotherFormsEditorWroteIsNotTaken(t *testing.T) {
	m := newModel(t, pair(`{"type":"string"}`), 80, 24)
	m.Update(editedText{model: newModel(t, pair(`{"type":"string"}`), 80, 24), text: "not mine"})
	if len(m.Answers()) != 0 {
		t.Errorf("the answers are %v", m.Answers())
	}
}
