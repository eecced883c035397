// Hello is the smallest full-screen Bubble Tea program.
package main

import (
	"fmt"
	"os"

	tea "charm.land/bubbletea/v2"
)

type hello struct{}

func (hello) Init() tea.Cmd { return nil }

func (h hello) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if _, pressed := msg.(tea.KeyPressMsg); pressed {
		return h, tea.Quit
	}
	return h, nil
}

func (hello) View() tea.View {
	v := tea.NewView("Hello, world.")
	v.AltScreen = true
	return v
}

func main() {
	if _, err := tea.NewProgram(hello{}).Run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
