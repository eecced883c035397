// Package picture draws images in a terminal's cells: as blocks of two pixels
// a cell, which every terminal in colour can show, or, where the terminal speaks
// the kitty graphics protocol with Unicode placeholders, as the image itself.
// Either way a picture is rows of text, so that it scrolls, is cut and goes away
// like text.
//
// Images come from strangers: their size is looked at before they are decoded,
// only a few formats are, and not one of their bytes is written to the terminal.
// What is sent is drawn anew from the decoded pixels.
//
// Start reading at [Read].
package picture
