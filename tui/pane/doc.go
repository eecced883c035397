// Package pane holds the scrolling views that screens are made of: lists,
// text, coloured JSON with folding, and stacks of these.
//
// A [View] scrolls over a [Source] and asks it only for the items that are
// visible, so that a source of a million items costs as much to draw as one of
// ten. Sources draw what they are given: text from outside must have been
// cleaned before. Nothing here reads a terminal, a file or a clock.
//
// Start reading at [Source], then [View].
package pane
