package cast

import "time"

// Code says what an event is.
type Code string

// The event codes of both versions, and Answer, our own: players ignore codes
// they do not know (asciicast v2, "Supported codes"), and the renderer needs
// the answers to blur them.
const (
	Output Code = "o"
	Resize Code = "r" // "COLSxROWS"
	Marker Code = "m"
	Input  Code = "i" // what was typed; elicit writes the names of keys
	Exit   Code = "x" // v3 only: the exit status
	Answer Code = "a" // JSON: Answered
)

// StillMark is how the label of a marker begins that names a still: such a
// marker is no caption.
const StillMark = "still: "

// Event is one line of a recording. At counts from the start in both versions.
type Event struct {
	At   time.Duration
	Code Code
	Data string
}

// Answered is the data of an Answer event: what stood on the screen for one
// field at some time, sent or not. A renderer that is to hide the field hides
// all of them.
type Answered struct {
	Field string `json:"field"`
	Text  string `json:"text"`
	// Picked tells a word that was there to choose from: each option of a field
	// is one, since hiding only the chosen one would tell which it was.
	Picked bool `json:"picked,omitempty"`
}

// Header is the first line of a recording.
type Header struct {
	Version    int // 2 or 3
	Cols, Rows int
	Timestamp  int64 // Unix seconds; 0 leaves it out
	Title      string
	Term       string        // $TERM
	IdleLimit  time.Duration // longest pause a player should keep; 0 means none
}

// Recording is a whole recording.
type Recording struct {
	Header
	Events []Event
}

// Duration is the time of the last event.
func (r *Recording) Duration() time.Duration {
	if len(r.Events) == 0 {
		return 0
	}
	return r.Events[len(r.Events)-1].At
}
