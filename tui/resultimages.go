package tui

import (
	"errors"
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"elicit/internal/safetext"
	"elicit/mcpclient"
	"elicit/tui/pane"
	"elicit/tui/picture"
	"elicit/tui/theme"
)

// Bounds of what is decoded for one result; what is beyond them is described.
const (
	mostPictures = 24
	mostPixels   = 2 * picture.MostPixels
)

// graphics is what is known of the terminal's pictures.
type graphics struct {
	asked bool
	kitty bool // it draws them itself; otherwise they are drawn as blocks
	next  int  // the terminal's number for the next one
}

// draw decodes an image, or says in a note why it is not drawn.
func (d *document) draw(p *part, item *mcpclient.Content) (note string) {
	w, h, _, err := picture.Size(item.Data)
	if err != nil || item.Type != "image" && !strings.HasPrefix(item.MIMEType.Raw(), "image/") {
		return ""
	}
	drawn := 0
	for i := range d.parts {
		if d.parts[i].picture != nil {
			drawn++
		}
	}
	if drawn == mostPictures || w > picture.MostPixels || d.pixels+w*h > mostPixels {
		return "  too large or one too many to be drawn"
	}
	p.picture, err = picture.Read(item.Data)
	switch {
	case errors.Is(err, picture.ErrTooLarge):
		return "  " + err.Error()
	case err != nil:
		return "  not drawn: " + safetext.Of(err.Error()).Line()
	}
	d.pixels += w * h
	return ""
}

// describeData names an image, sound or blob: type, size, and an image's
// measures.
func describeData(item *mcpclient.Content) string {
	mime := item.MIMEType.Line()
	if mime == "" {
		mime = "unknown type"
	}
	words := []string{safetext.Of(item.Type).Line(), mime, pane.Bytes(len(item.Data))}
	if w, h, _, err := picture.Size(item.Data); err == nil {
		words = append(words, fmt.Sprintf("%d × %d", w, h))
	}
	if !item.URI.Empty() {
		words = append(words, item.URI.Line())
	}
	return strings.Join(words, ", ")
}

// placed is what the terminal was told of a picture.
type placed struct{ id, columns, rows int }

// drawPicture draws a part's picture for the result's cells. In a terminal that
// draws by itself, the picture is sent to it once for every size.
func (r *result) drawPicture(m *Model, p *part, width, height int) []string {
	columns, rows := p.picture.Cells(width, height)
	if !m.graphics.kitty {
		return p.picture.Blocks(columns, rows, theme.PaletteFor(m.theme.Dark).Ground)
	}
	told, known := r.placed[p]
	if !known {
		told.id = picture.FirstID + m.graphics.next%(picture.LastID-picture.FirstID+1)
		m.graphics.next++
	}
	if told.columns != columns || told.rows != rows {
		sequence, err := p.picture.Transmit(told.id, columns, rows)
		if err != nil {
			return nil
		}
		told.columns, told.rows = columns, rows
		m.later(tea.Raw(sequence))
	}
	r.placed[p] = told
	return picture.Placed(told.id, columns, rows)
}

// askTerminal asks once what the terminal is, when there is something to draw.
func (r *result) askTerminal(m *Model) {
	if m.graphics.asked || !m.theme.Color || !r.hasPictures() {
		return
	}
	m.graphics.asked = true
	m.later(tea.RequestTerminalVersion)
}

func (r *result) hasPictures() bool {
	for i := range r.call.doc.parts {
		if r.call.doc.parts[i].picture != nil {
			return true
		}
	}
	return false
}

// left lets a screen that goes away free what the terminal keeps for it.
func (m *Model) left(s screen) {
	if r, ok := s.(*result); ok {
		r.forget(m)
	}
}

// forget frees what the terminal keeps of this result's pictures.
func (r *result) forget(m *Model) {
	var b strings.Builder
	for _, p := range r.placed {
		b.WriteString(picture.Forget(p.id))
	}
	clear(r.placed)
	if b.Len() > 0 {
		m.later(tea.Raw(b.String()))
	}
}
