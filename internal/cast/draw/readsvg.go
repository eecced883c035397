package draw

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// SVGScreens reads back the screens of a picture that [SVG] or [StillSVG] drew,
// as text, from what is drawn in it: those of an animation in their order,
// however long each stands. It is how a test compares a picture with the
// program, colours and times left aside.
func SVGScreens(r io.Reader) ([]string, error) {
	var root node
	if err := xml.NewDecoder(r).Decode(&root); err != nil {
		return nil, fmt.Errorf("that is no SVG: %w", err)
	}
	p := &picture{rows: map[string]string{}}
	for _, kid := range root.Kids {
		if err := p.take(kid); err != nil {
			return nil, err
		}
	}
	if len(p.shown) == 0 {
		return nil, errors.New("the SVG holds no screen of a terminal")
	}
	return p.screens(), nil
}

// node is any element.
type node struct {
	XMLName xml.Name   `xml:""`
	Attrs   []xml.Attr `xml:",any,attr"`
	Text    string     `xml:",chardata"`
	Kids    []node     `xml:",any"`
}

func (n node) attr(name string) string {
	for _, a := range n.Attrs {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

func (n node) number(name string) (float64, error) {
	v, err := strconv.ParseFloat(n.attr(name), 64)
	if err != nil {
		return 0, fmt.Errorf("<%s %s=%q> holds no number", n.XMLName.Local, name, n.attr(name))
	}
	return v, nil
}

// picture is what an SVG draws.
type picture struct {
	rows  map[string]string // by the ids of their definitions
	shown []shownRow
}

// shownRow is a row, where it stands, and when; no times mean always.
type shownRow struct {
	y     int
	text  string
	times []float64
	on    []bool
}

func (p *picture) take(n node) error {
	switch n.XMLName.Local {
	case "defs":
		for _, g := range n.Kids {
			text, err := rowText(g)
			if err != nil {
				return err
			}
			p.rows["#"+g.attr("id")] = text
		}
	case "use":
		return p.use(n, node{})
	case "g":
		var use, animate node
		for _, kid := range n.Kids {
			switch kid.XMLName.Local {
			case "use":
				use = kid
			case "animate":
				animate = kid
			}
		}
		if use.attr("href") != "" {
			return p.use(use, animate)
		}
	}
	return nil
}

func (p *picture) use(n, animate node) error {
	y, err := n.number("y")
	if err != nil {
		return err
	}
	row := shownRow{y: int(math.Round(y / cellHeight)), text: p.rows[n.attr("href")]}
	if times := animate.attr("keyTimes"); times != "" {
		for t := range strings.SplitSeq(times, ";") {
			v, err := strconv.ParseFloat(t, 64)
			if err != nil {
				return fmt.Errorf("keyTimes=%q holds no numbers", times)
			}
			row.times = append(row.times, v)
		}
		for v := range strings.SplitSeq(animate.attr("values"), ";") {
			row.on = append(row.on, v != "none")
		}
		if len(row.on) != len(row.times) {
			return errors.New("an animation has not as many values as times")
		}
	}
	p.shown = append(p.shown, row)
	return nil
}

// rowText puts the texts of a row into their columns.
func rowText(g node) (string, error) {
	var b strings.Builder
	for _, t := range g.Kids {
		if t.XMLName.Local != "text" {
			continue
		}
		x, err := t.number("x")
		if err != nil {
			return "", err
		}
		column := int(math.Round(x / cellWidth))
		b.WriteString(strings.Repeat(" ", max(column-ansi.StringWidth(b.String()), 0)))
		b.WriteString(t.Text)
	}
	return b.String(), nil
}

// screens are the distinct screens in the order in which they show.
func (p *picture) screens() []string {
	times := []float64{0}
	for _, row := range p.shown {
		times = append(times, row.times...)
	}
	slices.Sort(times)
	times = slices.Compact(times)
	var out []string
	for _, t := range times {
		if t >= 1 && len(times) > 1 {
			continue
		}
		if text := p.at(t); len(out) == 0 || out[len(out)-1] != text {
			out = append(out, text)
		}
	}
	return out
}

func (p *picture) at(t float64) string {
	rows := map[int]string{}
	top, bottom := math.MaxInt, 0
	for _, row := range p.shown {
		if row.at(t) {
			rows[row.y] = row.text
			top, bottom = min(top, row.y), max(bottom, row.y)
		}
	}
	var b strings.Builder
	for y := top; y <= bottom; y++ {
		b.WriteString(strings.TrimRight(rows[y], " ") + "\n")
	}
	return b.String()
}

func (r shownRow) at(t float64) bool {
	on := len(r.times) == 0
	for i, from := range r.times {
		if from <= t {
			on = r.on[i]
		}
	}
	return on
}
