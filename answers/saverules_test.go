package answers

import (
	"bytes"
	"strings"
	"testing"

	"elicit/internal/safetext"
	"elicit/mcpclient"
)

// replayed answers the same questions again with the rules saved from records.
func replayed(t *testing.T, records []Record) (*Rules, []mcpclient.Outcome) {
	t.Helper()
	var file bytes.Buffer
	if err := SaveRules(&file, records); err != nil {
		t.Fatal(err)
	}
	for _, c := range file.String() {
		if c != '\n' && safetext.Clean(string(c)) != string(c) {
			t.Fatalf("the file has the character %q:\n%s", c, file.String())
		}
	}
	r, err := ReadRules(&file)
	if err != nil {
		t.Fatal(err)
	}
	var out []mcpclient.Outcome
	for _, record := range records {
		out = append(out, answered(t, record.Case.Elicitation, r))
	}
	return r, out
}

func TestSavedAnswersGiveTheSameAnswersAgain(t *testing.T) {
	odd := asked(mcpclient.Modern, `{"type":"object","properties":{`+
		`"1":{"type":"string"},"true":{"type":"number"},"list":{"type":"array","items":{"type":"string"}},"it's: # a \"key\"":{"type":"string"}}}`)
	odd.Message, odd.Target = safetext.Of("line\nline \x1b[31m # comment"), safetext.Of("/tool/")
	whole := asked(mcpclient.Legacy, seatsSchema)
	url := askedURL(mcpclient.Legacy, "https://example.com/?a=b&c=%20#x")
	var records []Record
	ask := func(e mcpclient.Elicitation, d Decision) {
		desk := &Desk{Answerers: []Answerer{says(d)}, Told: func(r Record) { records = append(records, r) }}
		desk.Answer(t.Context(), e)
	}
	ask(whole, accepted(`{"seats":2,"note":"a: b # c"}`))
	ask(asked(mcpclient.Modern, ""), accepted(`{}`))
	ask(whole, accepted(`{"seats":3}`))
	ask(asked(mcpclient.Modern, seatsSchema), Decision{Action: mcpclient.Decline, By: ByPerson})
	ask(odd, accepted(`{"1":"é\u200d\udb40\udc41\u007f\u001b\t\n\\","true":0.10,"list":["a, b","[c]","- d",""],"it's: # a \"key\"":"1e5"}`))
	ask(url, Decision{Action: mcpclient.Accept, By: ByPerson})
	ask(asked(mcpclient.Legacy, kindsSchema), Decision{Action: mcpclient.Accept, Content: []byte(`{"size":"big","x":[{}]}`), Unchecked: true, By: ByPerson})

	rules, again := replayed(t, records)
	for i, r := range records {
		wantEqual(t, "the action", again[i].Action, r.Outcome.Action)
		if want, got := r.Outcome.Content, again[i].Content; (want == nil) != (got == nil) || (want != nil && !sameJSON(t, want, got)) {
			t.Errorf("the content is %s, want %s", got, want)
		}
	}
	wantEqual(t, "what is unused", strings.Join(rules.Unused(), "; "), "")
}

func sameJSON(t *testing.T, a, b []byte) bool {
	t.Helper()
	x, err := canonical(a)
	if err != nil {
		t.Fatal(err)
	}
	y, err := canonical(b)
	if err != nil {
		t.Fatal(err)
	}
	return bytes.Equal(x, y)
}

func TestOnlyWhatAPersonDecidedIsSaved(t *testing.T) {
	var records []Record
	ask := func(e mcpclient.Elicitation, by ...Answerer) {
		(&Desk{Answerers: by, Told: func(r Record) { records = append(records, r) }}).Answer(t.Context(), e)
	}
	ask(asked(mcpclient.Legacy, passwordSchema), says(accepted(`{}`)))
	ask(asked(mcpclient.Legacy, seatsSchema))
	ask(asked(mcpclient.Legacy, seatsSchema), says{Action: mcpclient.Decline, By: ByPolicy})
	ask(asked(mcpclient.Legacy, seatsSchema), says(accepted(`{"seats":99}`)))
	var file bytes.Buffer
	if err := SaveRules(&file, records); err != nil {
		t.Fatal(err)
	}
	if !strings.HasSuffix(file.String(), "\nrules: []\n") {
		t.Errorf("the file is\n%s", file.String())
	}
	if _, err := ReadRules(&file); err != nil {
		t.Error(err)
	}
}
