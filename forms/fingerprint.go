package forms

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"hash"
	"slices"
)

// Fingerprint identifies everything that the person saw: "sha256:" and 64
// hexadecimal digits. The order of keys does not change it, and any other
// change does (DESIGN.md §4.9).
func (f *Form) Fingerprint() string {
	d := digest{sha256.New()}
	d.text("elicit form 1")
	d.text(f.Message.Raw())
	order := make([]*Property, len(f.Properties))
	for i := range f.Properties {
		order[i] = &f.Properties[i]
	}
	slices.SortFunc(order, func(a, b *Property) int { return cmp.Compare(a.Name.Raw(), b.Name.Raw()) })
	d.count(len(order))
	for _, p := range order {
		d.property(p, f.required(p))
	}
	d.count(len(f.Findings) + f.MoreFound)
	for _, finding := range f.Findings {
		d.text(finding.Rule)
		d.text(finding.Property)
	}
	return "sha256:" + hex.EncodeToString(d.Sum(nil))
}

// digest writes values so that no two lists of values are written the same:
// every text stands behind its length.
type digest struct{ hash.Hash }

func (d digest) count(n int) { d.Write(binary.BigEndian.AppendUint64(nil, uint64(n))) }

func (d digest) text(s string) {
	d.count(len(s))
	d.Write([]byte(s))
}

func (d digest) texts(list ...string) {
	for _, s := range list {
		d.text(s)
	}
}

// length writes a length, or that there is none.
func (d digest) length(n *int) {
	if n == nil {
		d.text("")
		return
	}
	d.text("some")
	d.count(*n)
}

func (d digest) flag(b bool) {
	if b {
		d.count(1)
	} else {
		d.count(0)
	}
}

func (d digest) property(p *Property, required bool) {
	d.texts(p.Name.Raw(), p.Title.Raw(), p.Description.Raw(), string(p.Kind), string(p.ItemKind))
	d.flag(required)
	d.count(len(p.Options))
	for i := range p.Options {
		d.text(p.Options[i].Label.Raw())
		d.value(p.Options[i].Value)
	}
	d.texts(p.Format.Raw(), p.Pattern.Raw())
	for _, n := range []*int{p.MinLength, p.MaxLength, p.MinItems, p.MaxItems} {
		d.length(n)
	}
	d.texts(string(p.Minimum), string(p.Maximum), string(p.ExclusiveMinimum), string(p.ExclusiveMaximum),
		string(p.MultipleOf))
	d.flag(p.UniqueItems)
	d.flag(p.Default != nil)
	if p.Default != nil {
		d.value(p.Default)
	}
}

// value writes a JSON scalar, or a list of them, apart from how its strings
// are escaped and its white space.
func (d digest) value(raw []byte) {
	n, failed := scan(raw)
	if failed != nil {
		d.text(string(raw))
		return
	}
	d.node(n)
}

func (d digest) node(n *node) {
	d.text(string(n.kind))
	if n.is('[') {
		d.count(len(n.items))
		for i := range n.items {
			d.node(&n.items[i])
		}
		return
	}
	d.text(display(n))
}
