// Package play performs scripted demos: it runs the program without a
// terminal, presses keys as a person would, waits for what the screen shows
// and never for time, and writes what was seen as a recording.
//
// Two runs of a script give the same recording: the clock is the script's own
// and moves only by the pace of its typing and by its pauses, which come from
// its seed. What the machine's speed would change is not in the picture.
//
// It knows nothing of elicitations; a script speaks of keys and screens. Start
// reading at [Script], then [Perform].
package play
