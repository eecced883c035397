// Package cast writes and reads terminal recordings in the asciicast format,
// versions 2 and 3 (docs.asciinema.org/manual/asciicast). It knows nothing of
// questions and draws nothing: package draw, below it, turns recordings into
// pictures.
//
// Start reading at [NewWriter], then [Read].
package cast
