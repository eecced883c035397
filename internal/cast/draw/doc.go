// Package draw turns a recording into pictures: animated SVG and GIF, a still
// as SVG, PNG or text. It draws the cells of a real terminal emulator, so a
// picture shows what a terminal would have shown; it needs no browser and no
// fonts but those built in.
//
// Start reading at [Replay], then [SVG].
package draw
