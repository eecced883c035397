package pane

func (v *View) fold(closed bool) bool {
	f, ok := v.src.(Folder)
	if !ok || v.src.Len() == 0 {
		return false
	}
	to, changed := f.Fold(v.cursor, closed)
	if !changed && to == v.cursor {
		return false
	}
	v.cursor = to
	v.Refresh()
	return true
}

// Toggle folds or unfolds the item under the cursor; false when it cannot be.
func (v *View) Toggle() bool {
	f, ok := v.src.(Folder)
	if !ok || v.src.Len() == 0 {
		return false
	}
	closed, can := f.Folded(v.cursor)
	return can && v.fold(!closed)
}

func (v *View) foldAll() bool {
	f, ok := v.src.(Folder)
	if !ok || v.src.Len() == 0 {
		return false
	}
	closed, can := f.Folded(0)
	for i := 1; !can && i < min(v.src.Len(), 1000); i++ {
		closed, can = f.Folded(i)
	}
	// With something left open below the first level, the first press closes.
	v.cursor = f.FoldAll(v.cursor, !closed && !allClosed(v.src, f))
	v.Refresh()
	return true
}

func allClosed(src Source, f Folder) bool {
	for i := range min(src.Len(), 1000) {
		if closed, can := f.Folded(i); can && i > 0 && !closed {
			return false
		}
	}
	return src.Len() > 1
}
