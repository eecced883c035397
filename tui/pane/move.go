package pane

import tea "charm.land/bubbletea/v2"

// Update moves the view by the keys that mean the same in every list and text,
// and by the mouse wheel. It reports whether it used the message.
func (v *View) Update(msg tea.Msg) bool {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		return v.key(msg.String())
	case tea.MouseWheelMsg:
		switch msg.Button {
		case tea.MouseWheelUp:
			v.Scroll(-3)
		case tea.MouseWheelDown:
			v.Scroll(3)
		default:
			return false
		}
		return true
	}
	return false
}

func (v *View) key(k string) bool {
	switch k {
	case "up", "k":
		v.step(-1)
	case "down", "j":
		v.step(1)
	case "pgup", "ctrl+u", "b":
		v.page(-1)
	case "pgdown", "ctrl+d", "space":
		v.page(1)
	case "home", "g":
		v.Follow = false
		v.top, v.sub = 0, 0
		v.SetCursor(0)
	case "end", "G":
		v.top, v.sub = v.lastTop()
		v.cursor = v.skip(v.src.Len()-1, -1)
		v.reveal()
	case "n":
		v.Next(true)
	case "N":
		v.Next(false)
	case "left", "h", "-":
		return v.fold(true)
	case "right", "l", "+":
		return v.fold(false)
	case "z":
		return v.foldAll()
	default:
		return false
	}
	return true
}

// step moves the cursor by one item, or, where an item is taller than the
// window, the window by one row.
func (v *View) step(by int) {
	v.Follow = false
	if v.Bare {
		v.Scroll(by)
		return
	}
	if tall := v.rowsOrNone(v.cursor) > v.h; tall && v.top == v.cursor {
		if next := v.sub + by; next >= 0 && next+v.h <= v.rows(v.cursor) {
			v.sub = next
			return
		}
	}
	to := v.skip(v.cursor+by, by)
	if to == v.cursor {
		if by < 0 { // headings above the first item come into sight again
			v.top, v.sub = max(0, min(v.top, v.cursor-1)), 0
			v.reveal()
		}
		return
	}
	v.cursor = to
	v.reveal()
}

// rowsOrNone is rows, or 0 where there is no item i.
func (v *View) rowsOrNone(i int) int {
	if i < 0 || i >= v.src.Len() {
		return 0
	}
	return v.rows(i)
}

func (v *View) page(by int) {
	v.Follow = false
	was := v.cursor
	v.Scroll(by * max(v.h-1, 1))
	if v.cursor == was && !v.Bare { // already at an end: go to its item
		v.SetCursor(v.skip(clamp(v.cursor+by*v.h, v.src.Len()-1), by))
	}
}

// Scroll moves the window by rows; the cursor follows into sight.
func (v *View) Scroll(by int) {
	if by < 0 {
		v.Follow = false
	}
	for ; by > 0 && !v.AtEnd(); by-- {
		if v.sub+1 < v.rows(v.top) {
			v.sub++
		} else {
			v.top, v.sub = v.top+1, 0
		}
	}
	for ; by < 0 && v.Above(); by++ {
		if v.sub > 0 {
			v.sub--
		} else {
			v.top--
			v.sub = v.rows(v.top) - 1
		}
	}
	first, last := v.inSight()
	if v.cursor < first {
		v.cursor = v.skip(first, 1)
	} else if v.cursor > last {
		v.cursor = v.skip(last, -1)
	}
}

// inSight are the first and the last item that begin inside the window.
func (v *View) inSight() (first, last int) {
	first = v.top
	if v.sub > 0 && v.top+1 < v.src.Len() && v.rows(v.top)-v.sub < v.h {
		first++
	}
	last = first
	room := v.h - (v.rowsOrNone(v.top) - v.sub)
	for i := v.top + 1; i < v.src.Len() && room > 0; i++ {
		last = i
		room -= v.rows(i)
	}
	return first, max(first, last)
}

// lastTop is the place at which the last row stands at the window's bottom.
func (v *View) lastTop() (top, sub int) { return v.topFor(v.src.Len() - 1) }

// topFor is the place at which item i's last row stands at the bottom.
func (v *View) topFor(i int) (top, sub int) {
	room := v.h
	for ; i >= 0; i-- {
		n := v.rows(i)
		if n >= room {
			return i, n - room
		}
		room -= n
	}
	return 0, 0
}

// reveal moves the window as little as needed to show the cursor's item.
func (v *View) reveal() {
	if v.src.Len() == 0 {
		v.top, v.sub, v.cursor = 0, 0, 0
		return
	}
	if v.Bare {
		if t, s := v.lastTop(); v.Follow || after(v.top, v.sub, t, s) {
			v.top, v.sub = t, s
		}
		return
	}
	v.revealCursor()
	if t, s := v.lastTop(); after(v.top, v.sub, t, s) {
		v.top, v.sub = t, s // no blank rows below the end while there is more above
	}
}

// after reports whether place one, an item and a row in it, is below place two.
func after(top1, sub1, top2, sub2 int) bool { return top1 > top2 || top1 == top2 && sub1 > sub2 }

func (v *View) revealCursor() {
	if v.cursor < v.top || v.cursor == v.top && v.sub > 0 {
		v.top, v.sub = v.cursor, 0
		for v.top > 0 && v.skips(v.top-1) && v.cursor-v.top+1 < v.h {
			v.top-- // a heading belongs to the item below it
		}
	}
	if t, s := v.topFor(v.cursor); v.rows(v.cursor) <= v.h && after(t, s, v.top, v.sub) {
		v.top, v.sub = t, s
	} else if v.rows(v.cursor) > v.h && v.top < v.cursor {
		v.top, v.sub = v.cursor, 0
	}
}

func (v *View) skips(i int) bool {
	s, ok := v.src.(Skipper)
	return ok && s.Skip(i)
}

// skip is the nearest item to i, in direction by first, that takes the cursor.
func (v *View) skip(i, by int) int {
	n := v.src.Len()
	if n == 0 {
		return 0
	}
	i = clamp(i, n-1)
	for at := i; at >= 0 && at < n; at += by {
		if !v.skips(at) {
			return at
		}
	}
	for at := i; at >= 0 && at < n; at -= by {
		if !v.skips(at) {
			return at
		}
	}
	return i
}
