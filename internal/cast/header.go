package cast

import (
	"encoding/json"
	"fmt"
	"time"
)

type wireHeader struct {
	Version   int               `json:"version"`
	Width     int               `json:"width,omitempty"`
	Height    int               `json:"height,omitempty"`
	Term      *wireTerm         `json:"term,omitempty"`
	Timestamp int64             `json:"timestamp,omitempty"`
	Idle      float64           `json:"idle_time_limit,omitempty"`
	Title     string            `json:"title,omitempty"`
	Env       map[string]string `json:"env,omitempty"`
}

type wireTerm struct {
	Cols int    `json:"cols"`
	Rows int    `json:"rows"`
	Type string `json:"type,omitempty"`
}

func (h Header) encode() ([]byte, error) {
	if h.Cols < 1 || h.Rows < 1 {
		return nil, fmt.Errorf("a recording needs a terminal of at least 1x1, not %dx%d", h.Cols, h.Rows)
	}
	wire := wireHeader{Version: h.Version, Timestamp: h.Timestamp, Title: h.Title, Idle: h.IdleLimit.Seconds()}
	switch h.Version {
	case 2:
		wire.Width, wire.Height = h.Cols, h.Rows
		if h.Term != "" {
			wire.Env = map[string]string{"TERM": h.Term}
		}
	case 3:
		wire.Term = &wireTerm{Cols: h.Cols, Rows: h.Rows, Type: h.Term}
	default:
		return nil, fmt.Errorf("asciicast version %d cannot be written; use 2 or 3", h.Version)
	}
	line, err := json.Marshal(wire)
	return append(line, '\n'), err
}

func decodeHeader(line []byte) (Header, error) {
	var wire wireHeader
	if err := json.Unmarshal(line, &wire); err != nil {
		return Header{}, fmt.Errorf("line 1 is no asciicast header: %w", err)
	}
	h := Header{
		Version: wire.Version, Cols: wire.Width, Rows: wire.Height, Term: wire.Env["TERM"],
		Timestamp: wire.Timestamp, Title: wire.Title,
		IdleLimit: time.Duration(wire.Idle * float64(time.Second)),
	}
	switch wire.Version {
	case 2:
	case 3:
		if wire.Term == nil {
			return Header{}, fmt.Errorf("line 1: an asciicast 3 header needs term.cols and term.rows")
		}
		h.Cols, h.Rows, h.Term = wire.Term.Cols, wire.Term.Rows, wire.Term.Type
	default:
		return Header{}, fmt.Errorf("line 1: asciicast version %d is not known; versions 2 and 3 are", wire.Version)
	}
	return h, checkSize(h.Cols, h.Rows)
}

// maxCells bounds what a recording may ask of memory.
const maxCells = 1000 * 1000

func checkSize(cols, rows int) error {
	if cols < 1 || rows < 1 || cols > maxCells/rows {
		return fmt.Errorf("a terminal of %dx%d cannot be drawn", cols, rows)
	}
	return nil
}
