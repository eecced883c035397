package cast

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"time"
)

const (
	maxLine = 16 << 20                    // bytes of one event
	longest = math.MaxInt32 * time.Second // a recording; far from what a Duration holds
)

// Read reads a whole recording of version 2 or 3. Errors name the line.
func Read(r io.Reader) (*Recording, error) {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, maxLine)
	if !lines.Scan() {
		return nil, errors.Join(errors.New("an empty file is no recording"), lines.Err())
	}
	h, err := decodeHeader(lines.Bytes())
	if err != nil {
		return nil, err
	}
	rec := &Recording{Header: h}
	var at time.Duration
	for number := 2; lines.Scan(); number++ {
		line := bytes.TrimSpace(lines.Bytes())
		if len(line) == 0 || line[0] == '#' { // version 3 allows comments
			continue
		}
		e, err := decodeEvent(line)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", number, err)
		}
		if h.Version == 3 {
			e.At += at
			if e.At > longest {
				return nil, fmt.Errorf("line %d: no recording is longer than %s", number, longest)
			}
		}
		at = max(at, e.At)
		rec.Events = append(rec.Events, e)
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("reading the recording: %w", err)
	}
	return rec, nil
}

func decodeEvent(line []byte) (Event, error) {
	var fields []json.RawMessage
	if err := json.Unmarshal(line, &fields); err != nil || len(fields) < 3 {
		return Event{}, errors.New("not an event of the form [time, code, data]")
	}
	var (
		e    Event
		secs float64
	)
	if err := json.Unmarshal(fields[0], &secs); err != nil || secs < 0 || secs > longest.Seconds() {
		return Event{}, errors.New("an event's time must be a number of seconds, not negative")
	}
	e.At = time.Duration(secs * float64(time.Second)).Round(time.Microsecond)
	if err := json.Unmarshal(fields[1], &e.Code); err != nil {
		return Event{}, errors.New("an event's code must be a string")
	}
	if err := json.Unmarshal(fields[2], &e.Data); err != nil {
		return Event{}, errors.New("an event's data must be a string")
	}
	if e.Code == Resize {
		if _, _, err := ParseSize(e.Data); err != nil {
			return Event{}, err
		}
	}
	return e, nil
}

// ParseSize reads "COLSxROWS", the data of a Resize event.
func ParseSize(s string) (cols, rows int, err error) {
	width, height, _ := strings.Cut(s, "x")
	cols, wrong := strconv.Atoi(width)
	rows, also := strconv.Atoi(height)
	if wrong != nil || also != nil {
		return 0, 0, fmt.Errorf("%q is no size such as 80x24", s)
	}
	return cols, rows, checkSize(cols, rows)
}
