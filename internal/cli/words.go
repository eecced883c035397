package cli

import (
	"fmt"
	"os"
	"strings"

	"github.com/charmbracelet/x/term"
)

// list is names in a sentence.
func list(names []string) string {
	switch n := len(names); n {
	case 0:
		return "none"
	case 1:
		return names[0]
	default:
		return strings.Join(names[:n-1], ", ") + " and " + names[n-1]
	}
}

// secret reads a line that is not shown.
func secret(tty *os.File, title string) (string, error) {
	fmt.Fprintf(tty, "%s (not shown): ", title)
	b, err := term.ReadPassword(tty.Fd())
	fmt.Fprintln(tty)
	return string(b), err
}
