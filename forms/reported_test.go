package forms_test

import (
	"slices"
	"strings"
	"testing"

	"elicit/forms"
)

// Each test here is a bug that was reported of some other client; its id is
// the one of the project's list of them.

// sends checks that an answer to the property "v" is sent as want.
func sends(t *testing.T, property string, a forms.Answer, want string) {
	t.Helper()
	f := one(t, forms.Tester, property)
	if got := string(contentOf(t, f, forms.Answers{"v": a})); got != `{"v":`+want+`}` {
		t.Errorf("sent %s, want the value %s", got, want)
	}
}

func kindOf(t *testing.T, property string) forms.Kind {
	t.Helper()
	return one(t, forms.Tester, property).Properties[0].Kind
}

func labels(t *testing.T, property string) string {
	t.Helper()
	var list []string
	for _, o := range one(t, forms.Tester, property).Questions()[0].Options {
		list = append(list, o.Label)
	}
	return strings.Join(list, ",")
}

func TestBUG001AnIntegerIsAskedForAndSentAsANumber(t *testing.T) {
	f := form(t, forms.Tester, `{"type":"object","properties":{"scoops":{"type":"integer","minimum":1,"maximum":3}},"required":["scoops"]}`)
	if f.Questions()[0].Kind != forms.KindInteger {
		t.Error("the question is not one for a number")
	}
	if _, issues := f.Content(nil); len(issues.Of("scoops")) != 1 {
		t.Errorf("an answer without the required property passes: %v", issues)
	}
	if got := string(contentOf(t, f, forms.Answers{"scoops": set("2")})); got != `{"scoops":2}` {
		t.Errorf("sent %s", got)
	}
}

func TestBUG002And003LineBreaksAndMarkupOfAMessageAreKept(t *testing.T) {
	f, _ := forms.Parse(forms.Request{Message: "Asset: staging\r\nRisk: medium\n\n<b>SQL</b>:\nSELECT"}, forms.Tester)
	if got := f.Message.String(); got != "Asset: staging\nRisk: medium\n\n<b>SQL</b>:\nSELECT" {
		t.Errorf("message is drawn as %q", got)
	}
}

func TestBUG005AFormWithOneRequiredTextIsAnswerable(t *testing.T) {
	f := form(t, forms.Tester, `{"type":"object","properties":{"targetPath":{"type":"string"}},"required":["targetPath"]}`)
	if len(f.Questions()) != 1 || !f.Questions()[0].Required {
		t.Errorf("questions are %v", f.Questions())
	}
}

func TestBUG026UnknownKeywordsDoNotStopAnAnswer(t *testing.T) {
	const property = `{"type":"string","enum":["a","b"],"enumNames":["A","B"],"x-order":1}`
	if got := labels(t, property); got != "A,B" {
		t.Errorf("shown are %s", got)
	}
	sends(t, property, picks(0), `"a"`)
}

func TestBUG027AnUnknownFormatOfANumberIsNoMoreThanANote(t *testing.T) {
	sends(t, `{"type":"integer","format":"int32"}`, set("7"), "7")
}

func TestBUG029TitledChoicesMayHaveATypeToo(t *testing.T) {
	const property = `{"type":"array","items":{"type":"string","anyOf":[{"const":"value1","title":"First Option"}]}}`
	if kindOf(t, property) != forms.KindChoices || labels(t, property) != "First Option" {
		t.Error("not read as a choice among titled options")
	}
	sends(t, property, picks(0), `["value1"]`)
}

func TestBUG030ChoicesNeedNoItemType(t *testing.T) {
	sends(t, `{"type":"array","items":{"enum":["bug","feature"]}}`, picks(1), `["feature"]`)
}

func TestBUG031AnOptionalNullableIntegerIsLeftOutWhenEmpty(t *testing.T) {
	f := one(t, forms.Tester, `{"anyOf":[{"type":"integer"},{"type":"null"}],"default":null}`)
	if p := f.Properties[0]; p.Kind != forms.KindInteger || p.Default != nil {
		t.Errorf("read as %s with default %s", p.Kind, p.Default)
	}
	if got := string(contentOf(t, f, f.Initial())); got != `{}` {
		t.Errorf("sent %s", got)
	}
}

func TestBUG034AReferencedEnumIsAChoice(t *testing.T) {
	f := form(t, forms.Tester, `{"$defs":{"Color":{"enum":["red","green"],"type":"string"}},"type":"object","properties":{"value":{"$ref":"#/$defs/Color"}}}`)
	if p := f.Properties[0]; p.Kind != forms.KindChoice || len(p.Options) != 2 {
		t.Errorf("read as %s with %d options", p.Kind, len(p.Options))
	}
}

func TestBUG035TitledOptionsNeedNoType(t *testing.T) {
	const property = `{"oneOf":[{"const":"low","title":"Low Priority"}]}`
	if got := labels(t, property); got != "Low Priority" {
		t.Errorf("shown are %s", got)
	}
	sends(t, property, picks(0), `"low"`)
}

func TestBUG037And038And039AnEmptyFormIsOneConfirmationThatSendsAnEmptyObject(t *testing.T) {
	f := form(t, forms.Tester, `{"type":"object","properties":{}}`)
	if len(f.Questions()) != 0 || f.Questions() == nil {
		t.Errorf("questions are %v", f.Questions())
	}
	if got := string(contentOf(t, f, f.Initial())); got != `{}` {
		t.Errorf("sent %s", got)
	}
}

func TestBUG041TextForABooleanIsAnIssueAndNeverFalse(t *testing.T) {
	f := one(t, forms.Tester, `{"type":"boolean"}`)
	if issues := f.Check([]byte(`{"v":"true"}`)); len(issues.Of("v")) != 1 {
		t.Errorf("text passes for a boolean: %v", issues)
	}
	answers, _ := f.Answers([]byte(`{"v":"true"}`))
	if got := string(f.Preview(answers)); got != `{}` {
		t.Errorf("text became %s", got)
	}
}

func TestBUG042AClearedFieldIsLeftOut(t *testing.T) {
	f := one(t, forms.Tester, `{"type":"string"}`)
	if got := string(contentOf(t, f, forms.Answers{"v": {State: forms.Omitted, Text: "typed, then cleared"}})); got != `{}` {
		t.Errorf("sent %s", got)
	}
}

func TestBUG043AnEmptyTextCanBeSentOnPurpose(t *testing.T) {
	f := form(t, forms.Tester, `{"type":"object","properties":{"v":{"type":"string"}},"required":["v"]}`)
	if got := string(contentOf(t, f, forms.Answers{"v": set("")})); got != `{"v":""}` {
		t.Errorf("sent %s", got)
	}
}

func TestBUG045DefaultsTitlesBoundsAndFormatsAreHonoured(t *testing.T) {
	f := form(t, forms.Tester, `{"type":"object","properties":{
		"n":{"type":"number","title":"Number","default":3.14,"minimum":0,"maximum":10},
		"m":{"type":"array","default":["b"],"items":{"anyOf":[{"const":"a","title":"A"},{"const":"b","title":"B"}]}}}}`)
	if got := string(contentOf(t, f, f.Initial())); got != `{"n":3.14,"m":["b"]}` {
		t.Errorf("a form left as it was sends %s", got)
	}
	q := f.Questions()
	if q[0].Title != "Number" || q[0].Constraint != "number, 0 to 10" || q[1].DefaultText != "B" {
		t.Errorf("shown are %+v", q)
	}
	if len(f.CheckAnswer("n", set("11"))) != 1 {
		t.Error("a number beyond its maximum passes")
	}
}

func TestBUG046AnIntegerIsReadWholeOrNotAtAll(t *testing.T) {
	f := one(t, forms.Tester, `{"type":"integer"}`)
	if found := f.CheckAnswer("v", set("42xyz")); len(found) != 1 || found[0].Property != "v" {
		t.Errorf("42xyz: %v", found)
	}
}

func TestBUG049ARequiredPropertyOfUnknownKindRefusesTheForm(t *testing.T) {
	if got := judged(`{"type":"object","required":["v"],"properties":{"v":{"type":"geo"}}}`, forms.Tester); got != "refused untyped@v" {
		t.Errorf("%s, want the whole form refused", got)
	}
}

func TestBUG050NoIsAnAnswerAndNotADecline(t *testing.T) {
	sends(t, `{"type":"boolean"}`, forms.Answer{State: forms.Set, Yes: false}, "false")
}

func TestBUG051LengthsCountCodePoints(t *testing.T) {
	sends(t, `{"type":"string","minLength":1,"maxLength":1}`, set("😀"), `"😀"`)
}

func TestBUG053ValuesHaveTheirSchemasTypes(t *testing.T) {
	f := form(t, forms.Arguments, `{"type":"object","properties":{"n":{"type":"integer"},"b":{"type":"boolean"}}}`)
	if got := string(contentOf(t, f, forms.Answers{"n": set("5"), "b": yes})); got != `{"n":5,"b":true}` {
		t.Errorf("sent %s", got)
	}
}

func TestBUG054AnEnumOfLongTextsIsAChoice(t *testing.T) {
	long := strings.Repeat("long ", 60)
	if got := labels(t, `{"type":"string","enum":["`+long+`","b"]}`); got != long+",b" {
		t.Errorf("shown are %q", got)
	}
}

func TestBUG055And078AllFiveShapesOfChoicesAreRead(t *testing.T) {
	for property, want := range map[string]string{
		`{"type":"string","enum":["a","b"]}`:                                                       "choice a,b",
		`{"type":"string","enum":["a","b"],"enumNames":["A","B"]}`:                                 "choice A,B",
		`{"type":"string","oneOf":[{"const":"a","title":"A"},{"const":"b","title":"B"}]}`:          "choice A,B",
		`{"type":"array","items":{"type":"string","enum":["a","b"]}}`:                              "choices a,b",
		`{"type":"array","items":{"anyOf":[{"const":"a","title":"A"},{"const":"b","title":"B"}]}}`: "choices A,B",
	} {
		if got := string(kindOf(t, property)) + " " + labels(t, property); got != want {
			t.Errorf("%s: %s, want %s", property, got, want)
		}
		if findings := one(t, forms.Spec, property).Findings; len(findings) != 0 {
			t.Errorf("%s: findings %v", property, findings)
		}
	}
}

func TestBUG057LineBreaksOfADescriptionAreShownAsSuch(t *testing.T) {
	f := one(t, forms.Tester, `{"type":"string","description":"a\nb\tc"}`)
	if got := f.Questions()[0].Description; got != "a\nb c" {
		t.Errorf("drawn as %q", got)
	}
}

func TestBUG074AQuestionWithoutSchemaIsAConfirmation(t *testing.T) {
	f, refusal := forms.Parse(forms.Request{Message: "Visit http://127.0.0.1/ and enter the code WDJB-MJHT"}, forms.Tester)
	if refusal != nil {
		t.Fatal(refusal)
	}
	if got := string(contentOf(t, f, f.Initial())); got != `{}` || !slices.Contains(f.Findings, forms.Finding{Rule: "no-schema"}) {
		t.Errorf("sent %s with findings %v", got, f.Findings)
	}
}

func TestBUG079AnObjectWithOptionsIsRefused(t *testing.T) {
	if got := judged(`{"type":"object","properties":{"v":{"type":"object","enum":["a"]}}}`, forms.Tester); got != "refused nested@v" {
		t.Error(got)
	}
}
