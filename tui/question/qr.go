package question

import (
	"fmt"
	"strings"

	"charm.land/lipgloss/v2"
	"rsc.io/qr"

	"elicit/tui/theme"
)

const quietZone = 2 // light modules around the code; scanners want some

// qrRows draws text as a QR code, two modules to a cell, dark on light whatever
// the terminal's colours.
func qrRows(text string, w, h int, t *theme.Theme) []string {
	code, err := qr.Encode(text, qr.L)
	if err != nil {
		return indented("This address is too long for a QR code.", w, t.Warning)
	}
	side := code.Size + 2*quietZone
	if side > w-2 || (side+1)/2 > h {
		return indented(fmt.Sprintf("The QR code needs %d columns and %d rows; this screen has %d and %d.", side+2, (side+1)/2, w, h), w, t.Warning)
	}
	style, invert := lipgloss.NewStyle(), t.Dark
	if t.Color {
		style, invert = style.Foreground(lipgloss.Color("#000000")).Background(lipgloss.Color("#ffffff")), false
	}
	rows := make([]string, 0, (side+1)/2)
	for y := -quietZone; y < code.Size+quietZone; y += 2 {
		var row strings.Builder
		for x := -quietZone; x < code.Size+quietZone; x++ {
			row.WriteString(halfBlock(code.Black(x, y) != invert, code.Black(x, y+1) != invert))
		}
		rows = append(rows, " "+style.Render(row.String()))
	}
	return rows
}

// halfBlock is a cell whose upper and lower half are inked or not.
func halfBlock(upper, lower bool) string {
	switch {
	case upper && lower:
		return "█"
	case upper:
		return "▀"
	case lower:
		return "▄"
	}
	return " "
}
