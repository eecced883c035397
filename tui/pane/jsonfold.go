package pane

import "sort"

// Fold closes or opens the container at row i. Closing a row that is no open
// container goes to the one around it, as in every tree view.
func (j *JSON) Fold(i int, closed bool) (cursor int, changed bool) {
	at := j.node(i)
	n := &j.nodes[at]
	if n.kind == closing {
		at = int(n.pair)
		n = &j.nodes[at]
	}
	switch {
	case n.kind == opening && n.closed != closed:
		n.closed = closed
		j.show()
		return j.row(at), true
	case closed && n.parent >= 0:
		return j.row(int(n.parent)), false
	}
	return i, false
}

// Folded reports whether row i is a container and whether it is closed.
func (j *JSON) Folded(i int) (closed, can bool) {
	n := &j.nodes[j.node(i)]
	return n.closed, n.kind == opening
}

// FoldAll closes every container below the outermost, or opens all.
func (j *JSON) FoldAll(i int, closed bool) int {
	at := j.node(i)
	for k := range j.nodes {
		if n := &j.nodes[k]; n.kind == opening {
			n.closed = closed && n.depth > 0
		}
	}
	j.show()
	return j.row(at)
}

// show works out which rows no fold hides.
func (j *JSON) show() {
	j.shown = j.shown[:0]
	if j.shown == nil {
		j.shown = make([]int32, 0, len(j.nodes))
	}
	for i := 0; i < len(j.nodes); i++ {
		j.shown = append(j.shown, int32(i))
		if n := &j.nodes[i]; n.kind == opening && n.closed {
			i = int(n.pair)
		}
	}
}

// row is the row that shows node at, or the closed container it is in.
func (j *JSON) row(at int) int {
	if j.shown == nil {
		return at
	}
	i := sort.Search(len(j.shown), func(k int) bool { return int(j.shown[k]) > at })
	return max(i-1, 0)
}

func (j *JSON) reveal(at int) {
	changed := false
	for p := j.nodes[at].parent; p >= 0; p = j.nodes[p].parent {
		changed = changed || j.nodes[p].closed
		j.nodes[p].closed = false
	}
	if changed {
		j.show()
	}
}
