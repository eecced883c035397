package tui

import (
	"bytes"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"
)

func (f *frames) askFilter(m *Model) {
	m.askLine("filter", f.filter, nil, f.setFilter, nil)
}

func (f *frames) setFilter(filter string) tea.Cmd {
	f.filter, f.shown, f.seen = filter, nil, 0
	if f.looks {
		f.view.Refresh()
		return nil
	}
	return f.look()
}

// lookedThrough is how many bytes go through the filter at once: more would be
// felt as a key that hangs.
const lookedThrough = 4 << 20

// lookOn tells that the filter may go on.
type lookOn struct{}

// look passes frames that came since the last look through the filter, and comes
// back for the rest.
func (f *frames) look() tea.Cmd {
	defer f.view.Refresh()
	if f.filter == "" {
		return nil
	}
	if len(f.shown) > 2*keptFrames {
		f.shown = slices.Clone(f.shown[keptFrames:])
		f.view.Dropped(keptFrames)
	}
	from, to := f.log.bounds()
	needle := strings.ToLower(f.filter)
	left := lookedThrough
	for f.seen = max(f.seen, from); f.seen < to; f.seen++ {
		if left < 0 {
			f.looks = true
			return func() tea.Msg { return addressed{to: f, msg: lookOn{}} }
		}
		fr, ok := f.log.at(f.seen)
		if ok && f.passes(fr, needle) {
			f.shown = append(f.shown, f.seen)
		}
		left -= len(fr.bytes)
	}
	return nil
}

func (f *frames) passes(fr frame, needle string) bool {
	return fr.id == f.filter || strings.Contains(strings.ToLower(fr.method+" "+fr.answer), needle) ||
		bytes.Contains(bytes.ToLower(fr.bytes), []byte(needle))
}
