package session

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image"
	_ "image/gif" // to say how large a picture is
	_ "image/jpeg"
	_ "image/png"
	"strings"

	"elicit/internal/safetext"
	"elicit/mcpclient"
	"elicit/tui/plain"
)

// widest is how many characters of a result are said as one line.
const widest = 2000

// sayResult says a result: text behind the bar, JSON as JSON, and of everything
// else what it is.
func (p *program) sayResult(c *call) {
	r := c.result
	p.links = nil
	var rows []string
	for i := range r.Content {
		if !repeats(&r.Content[i], r.Structured) {
			rows = append(rows, p.content(c, &r.Content[i])...)
		}
	}
	if r.Structured != nil {
		rows = append(rows, "As JSON:")
		rows = append(rows, strings.Split(plain.Pretty(r.Structured), "\n")...)
	}
	if len(rows) == 0 {
		rows = []string{"The result is empty."}
	}
	p.inParts(rows, lengthy)
}

// repeats reports whether a text only says what the structured content says, as
// servers do for clients that cannot read that.
func repeats(c *mcpclient.Content, structured json.RawMessage) bool {
	if structured == nil || c.Type != "text" {
		return false
	}
	var a, b bytes.Buffer
	return json.Compact(&a, []byte(c.Text.Raw())) == nil && json.Compact(&b, structured) == nil && bytes.Equal(a.Bytes(), b.Bytes())
}

func (p *program) content(c *call, item *mcpclient.Content) []string {
	var rows []string
	if c.Prompt != nil && item.Role != "" {
		rows = append(rows, "Message of the "+safetext.Of(item.Role).Line()+":")
	}
	switch {
	case item.Type == "resource_link":
		p.links = append(p.links, item.URI.Raw())
		return append(rows, fmt.Sprintf("Link %d: %s, %s. :read %d reads it.", len(p.links), orNoName(item.Name), item.URI.Line(), len(p.links)))
	case item.Data != nil:
		return append(rows, describeData(item))
	case item.Type == "text", item.Type == "resource":
		if !item.URI.Empty() && item.URI.Raw() != c.target {
			rows = append(rows, "Resource "+item.URI.Line()+":")
		}
		return append(rows, textRows(item.Text)...)
	}
	return append(rows, "Something of the type "+safetext.Of(item.Type).Line()+"; :json says it.")
}

func orNoName(t safetext.Text) string {
	if t.Empty() {
		return "without a name"
	}
	return t.Line()
}

// textRows are a server's words behind the bar; JSON is laid out.
func textRows(t safetext.Text) []string {
	text := strings.TrimRight(t.String(), "\n")
	if raw := strings.TrimSpace(t.Raw()); strings.HasPrefix(raw, "{") || strings.HasPrefix(raw, "[") {
		if json.Valid([]byte(raw)) {
			text = plain.Pretty(json.RawMessage(raw))
		}
	}
	var rows []string
	for row := range strings.SplitSeq(text, "\n") {
		for len(row) > widest {
			at := widest
			for at > 0 && row[at]&0xc0 == 0x80 { // not within a character
				at--
			}
			rows = append(rows, "| "+row[:at])
			row = row[at:]
		}
		rows = append(rows, strings.TrimRight("| "+row, " "))
	}
	return rows
}

// describeData says what a picture, a sound or a file is.
func describeData(c *mcpclient.Content) string {
	words := c.Type
	switch c.Type {
	case "image":
		words = "Image"
	case "audio":
		words = "Sound"
	case "resource":
		words = "File"
	}
	words = safetext.Of(words).Line()
	if !c.URI.Empty() {
		words += " " + c.URI.Line()
	}
	kind := c.MIMEType.Line()
	if kind == "" {
		kind = "no type given"
	}
	words += ": " + kind
	if size, _, err := image.DecodeConfig(bytes.NewReader(c.Data)); err == nil {
		words += fmt.Sprintf(", %d by %d pixels", size.Width, size.Height)
	}
	return words + ", " + count(len(c.Data), "byte")
}
