package picture

import (
	"fmt"
	"strings"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/ansi/kitty"
)

// Numbers of pictures in a terminal. The number is the placeholders' colour, so
// that it must be one of the 256, and none of the first 16, which a renderer
// may write in another way.
const (
	FirstID = 16
	LastID  = 255
)

// most is the number of rows and columns that placeholders can count.
const most = 297

// Placeholders reports whether a terminal, by what it says of its name and
// version (XTVERSION), draws pictures in place of kitty's Unicode placeholders.
// Other terminals that speak the protocol do not know them.
func Placeholders(terminal string) bool {
	name, _, _ := strings.Cut(strings.ToLower(terminal), "(")
	name, _, _ = strings.Cut(name, " ")
	return name == "kitty" || name == "ghostty"
}

// Transmit gives the picture to the terminal, to be drawn where its
// placeholders stand. The terminal does not answer.
func (p *Picture) Transmit(id, columns, rows int) (string, error) {
	var b strings.Builder
	err := kitty.EncodeGraphics(&b, p.pixels, &kitty.Options{
		Action: kitty.TransmitAndPut, Transmission: kitty.Direct, Format: kitty.PNG, Quiet: 2, Chunk: true,
		ID: id, Columns: columns, Rows: rows, VirtualPlacement: true,
	})
	return b.String(), err
}

// Forget frees what the terminal keeps of a picture.
func Forget(id int) string {
	return ansi.KittyGraphics(nil, "a=d", "d=I", fmt.Sprintf("i=%d", id), "q=2")
}

// Placed are the rows of cells in which the terminal draws a picture of as many
// cells as [Picture.Cells] says at the most.
func Placed(id, columns, rows int) []string {
	out := make([]string, rows)
	style := ansi.Style{}.ForegroundColor(ansi.IndexedColor(id))
	for y := range out {
		var row strings.Builder
		for x := range columns {
			row.WriteRune(kitty.Placeholder)
			row.WriteRune(kitty.Diacritic(y))
			row.WriteRune(kitty.Diacritic(x))
		}
		out[y] = style.Styled(row.String())
	}
	return out
}
