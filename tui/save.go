package tui

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"regexp"
	"strings"
	"sync"

	tea "charm.land/bubbletea/v2"

	"elicit/internal/safetext"
	"elicit/tui/pane"
)

// textActions are search, copy and save, the same on every screen of text.
// name is offered as the file's name; text gives what is copied and saved.
func (m *Model) textActions(v *pane.View, name string, text func() []byte) []action {
	list := []action{
		{keys: []string{"/"}, brief: "search", name: "search", run: do(func() { m.askSearch(v) })},
		{keys: []string{"y"}, brief: "copy", name: "copy all of it", run: func() tea.Cmd { return m.copyText("all of it", string(text())) }},
		{keys: []string{"s"}, brief: "save", name: "save to a file", run: do(func() { m.askSave(name, text) })},
	}
	if v.Needle() != "" {
		list = append(list,
			action{keys: []string{"n"}, name: "next place", run: func() tea.Cmd { return m.next(v, true) }},
			action{keys: []string{"N"}, name: "previous place", run: func() tea.Cmd { return m.next(v, false) }},
			action{keys: []string{"esc"}, name: "end the search", run: do(func() { v.Search("") })})
	}
	return list
}

func (m *Model) next(v *pane.View, forward bool) tea.Cmd {
	if !v.Next(forward) {
		return m.notify("not found: " + v.Needle())
	}
	return nil
}

func (m *Model) askSearch(v *pane.View) {
	m.askLine("/", "", nil, func(needle string) tea.Cmd {
		if !v.Search(needle) {
			return m.notify("not found: " + needle)
		}
		return nil
	}, nil)
}

// largestCopy bounds what is sent to the terminal's clipboard. Terminals take
// less or more, and while they read a huge one nothing else is drawn.
const largestCopy = 4 << 20

// copyText puts text on the clipboard by way of the terminal (OSC 52), which
// works over ssh too.
func (m *Model) copyText(what, text string) tea.Cmd {
	if len(text) > largestCopy {
		return m.notify(fmt.Sprintf("%s (%s) is more than a terminal takes; s saves to a file", what, pane.Bytes(len(text))))
	}
	return tea.Batch(tea.SetClipboard(text), m.notify(fmt.Sprintf("copied %s (%s)", what, pane.Bytes(len(text)))))
}

func (m *Model) askSave(name string, content func() []byte) {
	m.askLine("save as", fileName(name), nil, func(path string) tea.Cmd {
		if strings.TrimSpace(path) == "" {
			return m.notify("nothing was saved: no file was named")
		}
		b := content()
		return func() tea.Msg { return write(path, b) }
	}, nil)
}

// write never replaces a file that is there.
func write(path string, b []byte) tea.Msg {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return saved{path: path, err: errors.New("this file exists; choose another name")}
	}
	if err != nil {
		return saved{path: path, err: err}
	}
	_, err = f.Write(b)
	return saved{path: path, size: len(b), err: errors.Join(err, f.Close())}
}

func (m *Model) saved(msg saved) tea.Cmd {
	path := safetext.Of(msg.path).Line()
	if msg.err != nil {
		return m.notify("not saved as " + path + ": " + safetext.Of(msg.err.Error()).Line())
	}
	return m.notify(fmt.Sprintf("saved %s (%s)", path, pane.Bytes(msg.size)))
}

var notInNames = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`[^A-Za-z0-9._-]+`) })

// fileName makes a plain file name of a server's words.
func fileName(words string) string {
	name := strings.Trim(notInNames().ReplaceAllString(words, "-"), "-.")
	if name == "" {
		return "elicit.txt"
	}
	return name[:min(len(name), 80)]
}
