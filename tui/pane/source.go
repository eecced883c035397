package pane

import "charm.land/lipgloss/v2"

// Source is a sequence of items to scroll over.
type Source interface {
	Len() int
	// Rows are the drawn rows of item i, at least one, none wider than width
	// cells and none with a style that is still open at its end.
	Rows(i, width int) []string
	// Text is item i without styles, for search and copying.
	Text(i int) string
}

// Skipper is a Source with items that the cursor passes over, such as
// headings.
type Skipper interface{ Skip(i int) bool }

// Flat is a Source whose items are all one row, so that moving over them needs
// no drawing.
type Flat interface{ Flat() bool }

// Folder is a Source with items that open and close. Fold reports the item
// that the cursor belongs on afterwards, and whether anything changed.
type Folder interface {
	Fold(i int, closed bool) (cursor int, changed bool)
	Folded(i int) (closed, can bool)
	// FoldAll folds or unfolds everything; it returns where item i, or what it
	// is folded into, is afterwards.
	FoldAll(i int, closed bool) int
}

// Seeker is a Source that knows of more text than its items show, because some
// are folded: Seek unfolds what it finds.
type Seeker interface {
	Seek(from int, needle string, forward bool) (item int, found bool)
}

// Marker is a Source that wants to know what is searched for, to mark it.
type Marker interface{ Mark(needle string) }

// Stack is several sources, one after the other.
type Stack []Source

// Len is the number of all items.
func (s Stack) Len() int {
	n := 0
	for _, src := range s {
		n += src.Len()
	}
	return n
}

// At finds the source of item i and the item's number in it.
func (s Stack) At(i int) (src Source, item int) {
	for _, src := range s {
		if n := src.Len(); i >= n {
			i -= n
			continue
		}
		return src, i
	}
	return nil, 0
}

// Rows are the rows of item i in its source.
func (s Stack) Rows(i, width int) []string {
	src, item := s.At(i)
	if src == nil {
		return []string{""}
	}
	return src.Rows(item, width)
}

// Text is the text of item i in its source.
func (s Stack) Text(i int) string {
	src, item := s.At(i)
	if src == nil {
		return ""
	}
	return src.Text(item)
}

// Skip asks the source of item i.
func (s Stack) Skip(i int) bool {
	src, item := s.At(i)
	k, ok := src.(Skipper)
	return ok && k.Skip(item)
}

// Fold folds item i in its source.
func (s Stack) Fold(i int, closed bool) (cursor int, changed bool) {
	src, item := s.At(i)
	f, ok := src.(Folder)
	if !ok {
		return i, false
	}
	to, changed := f.Fold(item, closed)
	return i - item + to, changed
}

// Folded asks the source of item i.
func (s Stack) Folded(i int) (closed, can bool) {
	src, item := s.At(i)
	if f, ok := src.(Folder); ok {
		return f.Folded(item)
	}
	return false, false
}

// FoldAll folds or unfolds every source.
func (s Stack) FoldAll(i int, closed bool) int {
	at, start, to := 0, 0, i
	for _, src := range s {
		n := src.Len()
		local := min(max(i-at, 0), max(n-1, 0))
		moved := local
		if f, ok := src.(Folder); ok {
			moved = f.FoldAll(local, closed)
		}
		if i >= at && i < at+n {
			to = start + moved
		}
		at += n
		start += src.Len()
	}
	return to
}

// Mark tells every source what is searched for.
func (s Stack) Mark(needle string) {
	for _, src := range s {
		if m, ok := src.(Marker); ok {
			m.Mark(needle)
		}
	}
}

// Seek looks for needle in the sources from item from on.
func (s Stack) Seek(from int, needle string, forward bool) (item int, found bool) {
	starts := make([]int, len(s))
	for i, at := 0, 0; i < len(s); i++ {
		starts[i] = at
		at += s[i].Len()
	}
	for n := range s {
		i := n
		if !forward {
			i = len(s) - 1 - n
		}
		local := from - starts[i]
		if forward && local >= s[i].Len() || !forward && local < 0 {
			continue
		}
		if at, ok := seek(s[i], min(max(local, 0), s[i].Len()-1), needle, forward); ok {
			return starts[i] + at, true
		}
	}
	return from, false
}

// Lines are rows that are ready to be drawn, such as rendered Markdown. They
// are cut at the width.
type Lines []string

// Len is the number of lines.
func (l Lines) Len() int { return len(l) }

// Rows is line i, cut.
func (l Lines) Rows(i, width int) []string { return []string{Cut(l[i], width)} }

// Flat is true.
func (l Lines) Flat() bool { return true }

// Text is line i without styles.
func (l Lines) Text(i int) string { return strip(l[i]) }

// Barred draws a source behind a bar, the mark of a server's words.
type Barred struct {
	Source
	Bar lipgloss.Style
}

// Rows are the source's rows, each behind the bar.
func (b Barred) Rows(i, width int) []string {
	rows := b.Source.Rows(i, max(width-2, 1))
	out := make([]string, len(rows))
	for k, r := range rows {
		out[k] = b.Bar.Render("│") + " " + r
	}
	return out
}

// Fold folds item i of the source, if it can.
func (b Barred) Fold(i int, closed bool) (cursor int, changed bool) {
	if f, ok := b.Source.(Folder); ok {
		return f.Fold(i, closed)
	}
	return i, false
}

// Folded asks the source.
func (b Barred) Folded(i int) (closed, can bool) {
	if f, ok := b.Source.(Folder); ok {
		return f.Folded(i)
	}
	return false, false
}

// FoldAll folds or unfolds the source, if it can.
func (b Barred) FoldAll(i int, closed bool) int {
	if f, ok := b.Source.(Folder); ok {
		return f.FoldAll(i, closed)
	}
	return i
}

// Seek looks in the source.
func (b Barred) Seek(from int, needle string, forward bool) (item int, found bool) {
	return seek(b.Source, from, needle, forward)
}

// Mark tells the source what is searched for.
func (b Barred) Mark(needle string) {
	if m, ok := b.Source.(Marker); ok {
		m.Mark(needle)
	}
}

// Item is one entry of a list that draws itself.
type Item struct {
	Draw  func(width int) string // one row
	Plain string
	Head  bool // a heading, which the cursor passes over
}

// Items is a list of one-row entries.
type Items []Item

// Len is the number of entries.
func (l Items) Len() int { return len(l) }

// Rows draws entry i.
func (l Items) Rows(i, width int) []string { return []string{Cut(l[i].Draw(width), width)} }

// Flat is true.
func (l Items) Flat() bool { return true }

// Text is the entry's plain text.
func (l Items) Text(i int) string { return l[i].Plain }

// Skip reports whether entry i is a heading.
func (l Items) Skip(i int) bool { return l[i].Head }
