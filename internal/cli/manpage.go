package cli

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// manPage writes one command's manual page in roff (man(7)). The library that
// belongs to cobra goes by way of Markdown: it would join the lines of a help
// text, and loads tables for that at every start.
type manPage struct {
	w   io.Writer
	cmd *cobra.Command
}

// writeManPages writes the pages of a command and all below it into a folder.
func writeManPages(dir string, cmd *cobra.Command) error {
	for _, c := range documented(cmd) {
		if err := writeManPages(dir, c); err != nil {
			return err
		}
	}
	var b strings.Builder
	writeManPage(&b, cmd)
	return os.WriteFile(filepath.Join(dir, manName(cmd)+".1"), []byte(b.String()), 0o644) //nolint:gosec // manual pages are for everybody
}

func writeManPage(w io.Writer, cmd *cobra.Command) {
	cmd.InitDefaultHelpFlag()
	p := manPage{w: w, cmd: cmd}
	fmt.Fprintf(w, ".TH \"%s\" \"1\" \"\" \"%s\" \"\"\n", strings.ToUpper(manName(cmd)), roff("elicit "+version()))
	p.section("NAME")
	fmt.Fprintf(w, "%s \\- %s\n", roff(manName(cmd)), roff(cmd.Short))
	p.section("SYNOPSIS")
	fmt.Fprintf(w, "\\fB%s\\fP\n", roff(cmd.UseLine()))
	p.section("DESCRIPTION")
	p.prose(cmd.Long)
	p.flags("OPTIONS", cmd.NonInheritedFlags())
	p.flags("OPTIONS OF ALL COMMANDS", cmd.InheritedFlags())
	if cmd.Example != "" {
		p.section("EXAMPLES")
		p.verbatim(strings.Split(cmd.Example, "\n"))
	}
	p.seeAlso()
}

func (p manPage) section(name string) { fmt.Fprintf(p.w, ".SH %s\n", name) }

// prose keeps paragraphs, and lines that are indented as they are.
func (p manPage) prose(text string) {
	for paragraph := range strings.SplitSeq(text, "\n\n") {
		lines := strings.Split(paragraph, "\n")
		if strings.HasPrefix(lines[len(lines)-1], " ") {
			p.verbatim(lines)
			continue
		}
		fmt.Fprintf(p.w, ".PP\n%s\n", roff(paragraph))
	}
}

func (p manPage) verbatim(lines []string) {
	for i, l := range lines {
		lines[i] = roff(strings.TrimPrefix(l, "  "))
	}
	fmt.Fprintf(p.w, ".PP\n.RS 4\n.nf\n%s\n.fi\n.RE\n", strings.Join(lines, "\n"))
}

func (p manPage) flags(title string, flags *pflag.FlagSet) {
	if !flags.HasAvailableFlags() {
		return
	}
	p.section(title)
	flags.VisitAll(func(f *pflag.Flag) {
		if f.Hidden || f.Deprecated != "" {
			return
		}
		value, usage := pflag.UnquoteUsage(f)
		name := `\fB` + roff("--"+f.Name) + `\fP`
		if f.Shorthand != "" {
			name = `\fB` + roff("-"+f.Shorthand) + `\fP, ` + name
		}
		if value != "" {
			name += ` \fI` + roff(value) + `\fP`
		}
		fmt.Fprintf(p.w, ".TP\n%s\n%s\n", name, roff(usage))
	})
}

func (p manPage) seeAlso() {
	var names []string
	if p.cmd.HasParent() {
		names = append(names, manName(p.cmd.Parent()))
	}
	for _, c := range documented(p.cmd) {
		names = append(names, manName(c))
	}
	if len(names) == 0 {
		return
	}
	p.section("SEE ALSO")
	for i, n := range names {
		names[i] = `\fB` + roff(n) + `\fP(1)`
	}
	fmt.Fprintln(p.w, strings.Join(names, ",\n"))
}

func documented(cmd *cobra.Command) []*cobra.Command {
	var out []*cobra.Command
	for _, c := range cmd.Commands() {
		if c.IsAvailableCommand() && c.Name() != "help" {
			out = append(out, c)
		}
	}
	return out
}

func manName(cmd *cobra.Command) string { return strings.ReplaceAll(cmd.CommandPath(), " ", "-") }

// roff keeps what roff would act on as the text that it is.
func roff(text string) string {
	text = strings.NewReplacer(`\`, `\e`, "-", `\-`, "'", `\(aq`, "`", `\(ga`, "^", `\(ha`, "~", `\(ti`, `"`, `\(dq`).Replace(text)
	lines := strings.Split(text, "\n")
	for i, l := range lines {
		if strings.HasPrefix(l, ".") {
			lines[i] = `\&` + l
		}
	}
	return strings.Join(lines, "\n")
}
