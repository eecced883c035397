package draw

import (
	"fmt"
	"io"
	"strings"
	"time"
)

// Text writes every frame as text, each under a line with its time and caption.
func Text(w io.Writer, frames []Frame) error {
	for _, f := range frames {
		head := fmt.Sprintf("── %s", f.At.Round(time.Millisecond))
		if f.Caption != "" {
			head += "  " + f.Caption
		}
		if _, err := fmt.Fprintf(w, "%s\n%s\n", head, f.Screen.Text()); err != nil {
			return err
		}
	}
	return nil
}

// StillText writes one frame as text.
func StillText(w io.Writer, f Frame) error {
	_, err := io.WriteString(w, strings.TrimRight(f.Screen.Text(), "\n")+"\n")
	return err
}
