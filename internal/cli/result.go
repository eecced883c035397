package cli

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"

	"elicit/internal/safetext"
	"elicit/mcpclient"
)

// print writes a result to stdout. As text it went through the cleaner, since
// most stdouts end on a terminal; as JSON it is exact and escaped (DESIGN.md
// §4.2).
func (a *app) print(c mcpclient.Call, res mcpclient.Result, asJSON bool) error {
	if asJSON {
		return a.printJSON(res.Raw)
	}
	var b bytes.Buffer
	text := false
	for _, item := range res.Content {
		if c.Method == mcpclient.MethodPrompt && item.Role != "" {
			fmt.Fprintf(&b, "%s: ", clean(item.Role))
		}
		text = printContent(&b, item) || text
	}
	if res.Structured != nil && !text {
		writePretty(&b, res.Structured)
	}
	_, err := a.Out.Write(b.Bytes())
	return err
}

// printContent writes one item and reports whether it was text.
func printContent(w io.Writer, c mcpclient.Content) bool {
	switch {
	case c.Type == "resource_link":
		fmt.Fprintf(w, "[link %s: %s]\n", quoted(c.Name), c.URI.Line())
	case c.Data != nil:
		what := c.Type
		if !c.URI.Empty() {
			what += " " + c.URI.Line()
		}
		fmt.Fprintf(w, "[%s: %s, %s]\n", what, cmp.Or(c.MIMEType.Line(), "no type given"), count(len(c.Data), "byte", "bytes"))
	case !c.Text.Empty():
		s := c.Text.String()
		fmt.Fprint(w, s)
		if s[len(s)-1] != '\n' {
			fmt.Fprintln(w)
		}
		return true
	case c.Type == "text" || c.Type == "resource":
		fmt.Fprintln(w)
		return true
	default:
		fmt.Fprintf(w, "[%s]\n", clean(c.Type))
	}
	return false
}

func (a *app) printJSON(raw []byte) error {
	_, err := fmt.Fprintf(a.Out, "%s\n", safetext.EscapeJSON(bytes.TrimSpace(raw)))
	return err
}

func writePretty(b *bytes.Buffer, raw []byte) {
	var pretty bytes.Buffer
	if json.Indent(&pretty, raw, "", "  ") != nil {
		pretty.Reset()
		pretty.Write(raw)
	}
	b.Write(safetext.EscapeJSON(pretty.Bytes()))
	b.WriteByte('\n')
}
