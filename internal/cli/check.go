package cli

import (
	"bytes"
	"cmp"

	"github.com/spf13/cobra"

	"elicit/forms"
)

func newCheck(a *app) *cobra.Command {
	var f serverFlags
	var asJSON, questions bool
	cmd := &cobra.Command{
		Use:     "check [FILE|-]",
		Short:   "Say what each profile makes of a question",
		GroupID: "design",
		Long: `Reads a requestedSchema, and says for every profile whether the question can be
answered, what a person would see, and what is off. FILE (or stdin) may hold the
bare schema, the params of an elicitation/create, the whole request, an
input_required result, or one line of a --trace.

Exit code 0: answerable under the profile that --profile names (tester, if none);
5: refused.`,
		Example: `  elicit check schema.json
  elicit check --json --profile spec - < request.json
  elicit check --questions --server billing schema.json`,
		Args: atMost(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			all, err := a.readAskedFrom(f, args)
			if err != nil {
				return err
			}
			if questions {
				return a.printQuestions(all, f)
			}
			return a.check(all, f, asJSON)
		},
	}
	f.addReading(cmd)
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one object per profile")
	cmd.Flags().BoolVar(&questions, "questions", false, "print what the strict host everruns would ask, as JSON")
	return cmd
}

func (a *app) check(all []asked, f serverFlags, asJSON bool) error {
	var checked []checkedQuestion
	for _, q := range all {
		c, err := check(q, f)
		if err != nil {
			return err
		}
		checked = append(checked, c)
	}
	write := a.writeChecked
	if asJSON {
		write = a.printChecked
	}
	if err := write(checked); err != nil {
		return err
	}
	if refusedIn(checked, cmp.Or(f.profile, forms.Tester.Name)) {
		return &exitError{code: exitRefused}
	}
	return nil
}

// addReading adds the flags that decide how a form without a server is read.
func (f *serverFlags) addReading(cmd *cobra.Command) {
	fs := cmd.Flags()
	fs.StringVar(&f.profile, "profile", "", "the profile that decides (default: tester)")
	fs.StringVar(&f.protocol, "protocol", "", "read the form as under this `VERSION` of the protocol")
	fs.StringArrayVar(&f.allow, "allow-field", nil, "let forms ask for the property `NAME` although it looks like a credential (repeatable)")
	fs.StringVar(&f.server, "server", "server", "the `NAME` on the badge")
	complete(cmd, "profile", forms.ProfileNames()...)
	complete(cmd, "protocol", protocols...)
}

func (f *serverFlags) named(name string) (forms.Profile, error) {
	g := *f
	g.profile = name
	p, err := g.profileOf("", nil)
	if f.protocol != "" && f.protocol != "auto" {
		p = p.ForProtocol(f.protocol)
	}
	return p, err
}

// readAskedFrom reads the questions of the file that was named, or of stdin, once
// the flags that say how are known to be right.
func (a *app) readAskedFrom(f serverFlags, args []string) ([]asked, error) {
	if err := f.check(); err != nil {
		return nil, err
	}
	path := "-"
	if len(args) > 0 {
		path = args[0]
	} else if a.InTTY {
		return nil, usage("which file? (- reads from stdin)")
	}
	b, err := a.readFile(path)
	if err != nil {
		return nil, usage("%w", err)
	}
	all, err := readAsked(b)
	if err != nil {
		return nil, usage("%s: %w", path, err)
	}
	return all, nil
}

// checkedQuestion is what the profiles make of one question.
type checkedQuestion struct {
	key      string
	verdicts forms.Verdicts
}

func check(q asked, f serverFlags) (checkedQuestion, error) {
	var profiles []forms.Profile
	for _, name := range forms.ProfileNames() {
		p, err := f.named(name)
		if err != nil {
			return checkedQuestion{}, err
		}
		profiles = append(profiles, p)
	}
	return checkedQuestion{q.key, forms.CheckSchema(q.Request, profiles...)}, nil
}

func refusedIn(all []checkedQuestion, profile string) bool {
	for _, c := range all {
		for _, v := range c.verdicts {
			if v.Profile == profile && v.Refusal != nil {
				return true
			}
		}
	}
	return false
}

func (a *app) printChecked(all []checkedQuestion) error {
	var out arguments
	for _, c := range all {
		b, err := marshal(c.verdicts)
		if err != nil {
			return err
		}
		out.set(c.key, b)
	}
	return a.printKeyed(out)
}

// printKeyed prints the one value there is, or several under their keys.
func (a *app) printKeyed(o arguments) error {
	b := o.object()
	if len(o) == 1 {
		b = o[0].value
	}
	var pretty bytes.Buffer
	writePretty(&pretty, b)
	_, err := a.Out.Write(pretty.Bytes())
	return err
}

func (a *app) printQuestions(all []asked, f serverFlags) error {
	p, err := f.named(forms.Everruns.Name)
	if err != nil {
		return err
	}
	var out arguments
	for _, q := range all {
		form, refusal := forms.Parse(q.Request, p)
		if refusal != nil {
			return refusal
		}
		b, err := marshal(form.Everruns(f.server))
		if err != nil {
			return err
		}
		out.set(q.key, b)
	}
	return a.printKeyed(out)
}
