package answers

import (
	"fmt"
	"strings"
	"testing"

	"elicit/internal/safetext"
	"elicit/mcpclient"
)

func TestDiffSaysInWordsWhatChanged(t *testing.T) {
	for _, test := range []struct{ before, after, want string }{
		{`"a":{"type":"string"}`, `"a":{"type":"string"}`, ``},
		{`"a":{"type":"string","title":"Seats"}`, `"a":{"type":"string","title":"Places"}`, `title of a changed from “Seats” to “Places”`},
		{`"a":{"type":"string"}`, `"a":{"type":"string","description":"x"}`, `description of a added: “x”`},
		{`"a":{"type":"string","title":"T"}`, `"a":{"type":"string"}`, `title of a removed`},
		{`"a":{"type":"string"}`, `"a":{"type":"integer"}`, `kind of a changed from text to integer`},
		{`"a":{"type":"string"}`, `"a":{"type":"string"},"b":{"type":"string"}`, `b is asked for, too`},
		{`"a":{"type":"string"},"b":{"type":"string"}`, `"b":{"type":"string"}`, `a is not asked for any more`},
		{`"a":{"type":"integer","minimum":1,"maximum":5}`, `"a":{"type":"integer","minimum":2}`, `minimum of a changed from 1 to 2; maximum of a removed, it was 5`},
		{`"a":{"type":"string"}`, `"a":{"type":"string","maxLength":9}`, `longest length of a is 9 now`},
		{`"a":{"type":"string","enum":["x"]}`, `"a":{"type":"string","enum":["x","y"]}`, `option “y” added to a`},
		{`"a":{"type":"string","enum":["x","y"]}`, `"a":{"type":"string","enum":["y"]}`, `option “x” of a removed`},
		{`"a":{"type":"string","enum":["x","y"]}`, `"a":{"type":"string","enum":["y","x"]}`, `options of a stand in another order`},
		{
			`"a":{"type":"string","oneOf":[{"const":"x","title":"X"}]}`, `"a":{"type":"string","oneOf":[{"const":"x","title":"Y"}]}`,
			`option of a renamed from “X” to “Y”`,
		},
		{`"a":{"type":"integer","default":1}`, `"a":{"type":"integer","default":2}`, `default of a changed from “1” to “2”`},
	} {
		schema := func(properties string) Case {
			return caseOf(t, asked(mcpclient.Legacy, `{"type":"object","properties":{`+properties+`}}`))
		}
		got := strings.Join(DiffQuestions(schema(test.before), schema(test.after)), "; ")
		wantEqual(t, "the difference", got, test.want)
	}
}

func TestDiffSaysWhatIsRequiredNow(t *testing.T) {
	optional := strings.Replace(seatsSchema, `,"required":["seats"]`, "", 1)
	diff := DiffQuestions(caseOf(t, asked(mcpclient.Legacy, optional)), caseOf(t, asked(mcpclient.Legacy, seatsSchema)))
	wantEqual(t, "the difference", strings.Join(diff, "; "), "seats is required now")
}

func TestDiffIsBoundedAndDrawable(t *testing.T) {
	schema := func(n int, title string) Case {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, `%s"p%d":{"type":"string","title":"%s"}`, strings.Repeat(",", min(i, 1)), i, title)
		}
		e := asked(mcpclient.Legacy, `{"type":"object","properties":{`+b.String()+`}}`)
		e.Message = safetext.Of(title + strings.Repeat("\x1b]0;x", 500))
		return caseOf(t, e)
	}
	diff := DiffQuestions(schema(100, "a"), schema(100, "b"))
	wantEqual(t, "the number of facts", len(diff), maxFacts+1)
	wantEqual(t, "the last one", diff[maxFacts], "and 37 more changes")
	for _, fact := range diff {
		if strings.ContainsRune(fact, '\x1b') || len([]rune(fact)) > 300 {
			t.Errorf("the fact is %q", fact)
		}
	}
}
