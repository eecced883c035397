package pane

import "strings"

// Search marks needle and moves to the first place from the cursor on. An
// empty needle ends the search. It reports whether anything was found.
func (v *View) Search(needle string) bool {
	v.needle = needle
	if m, ok := v.src.(Marker); ok {
		m.Mark(needle)
	}
	return needle == "" || v.jump(v.cursor, true)
}

// Needle is what is searched for.
func (v *View) Needle() string { return v.needle }

// Next moves to the next or previous place of the search, around the end.
func (v *View) Next(forward bool) bool {
	if v.needle == "" || v.src.Len() == 0 {
		return false
	}
	by := 1
	if !forward {
		by = -1
	}
	if to := v.cursor + by; to >= 0 && to < v.src.Len() && v.jump(to, forward) {
		return true
	}
	if forward {
		return v.jump(0, true)
	}
	return v.jump(v.src.Len()-1, false)
}

func (v *View) jump(from int, forward bool) bool {
	if v.src.Len() == 0 {
		return false
	}
	at, ok := seek(v.src, from, v.needle, forward)
	if !ok {
		return false
	}
	v.Follow = false
	v.cursor = at
	if v.Bare {
		v.top, v.sub = at, 0
	}
	v.reveal()
	return true
}

func seek(src Source, from int, needle string, forward bool) (int, bool) {
	if s, ok := src.(Seeker); ok {
		return s.Seek(from, needle, forward)
	}
	by := 1
	if !forward {
		by = -1
	}
	needle = strings.ToLower(needle)
	for i := from; i >= 0 && i < src.Len(); i += by {
		if strings.Contains(strings.ToLower(src.Text(i)), needle) {
			return i, true
		}
	}
	return from, false
}
