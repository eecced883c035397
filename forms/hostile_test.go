package forms_test

import (
	"encoding/json"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"elicit/forms"
)

func TestHostileSchemasTakeNoMoreMemoryThanTheirSizeAllows(t *testing.T) {
	if testing.Short() {
		t.Skip("reads some megabytes of schemas")
	}
	repeat := strings.Repeat
	refs := func(to string, n int) string {
		return strings.TrimSuffix(repeat(`{"$ref":"#/$defs/`+to+`"},`, n), ",")
	}
	many := func(n int, each string) string {
		var list strings.Builder
		for i := range n {
			fmt.Fprintf(&list, `"p%d":%s,`, i, each)
		}
		return strings.TrimSuffix(list.String(), ",")
	}
	consts := strings.TrimSuffix(repeat(`{"const":"x"},`, 80_000), ",")
	schema := func(properties, defs string) string {
		return `{"type":"object","properties":{` + properties + `},"$defs":{` + defs + `}}`
	}
	for name, schema := range map[string]string{
		"deep":                    repeat(`[`, 1_000_000),
		"deep and closed":         repeat(`{"a":`, 100_000) + `1` + repeat(`}`, 100_000),
		"wide":                    `[` + repeat(`0,`, 1_000_000) + `0]`,
		"many keys":               `{` + many(100_000, `0`) + `}`,
		"the same key":            `{` + repeat(`"a":0,`, 100_000) + `"a":1}`,
		"a long number":           `{"minimum":` + repeat(`9`, 1_000_000) + `}`,
		"a long exponent":         `{"minimum":1e` + repeat(`9`, 1_000_000) + `}`,
		"a long string":           schema(`"a":{"type":"string","title":"`+repeat(`\u0041`, 500_000)+`"}`, ``),
		"a long name":             schema(`"`+repeat("aB", 500_000)+`":{"type":"string"}`, ``),
		"many properties":         schema(many(100_000, `0`), ``),
		"references to a list":    schema(many(128, `{"$ref":"#/$defs/L"}`), `"L":{"type":"string","oneOf":[`+consts+`]}`),
		"lists of references":     schema(many(128, `{"anyOf":[`+refs("L", 200)+`]}`), `"L":{"anyOf":[`+refs("M", 200)+`]},"M":{"anyOf":[`+refs("L", 200)+`]}`),
		"references to many keys": schema(many(128, `{"anyOf":[`+refs("K", 200)+`]}`), `"K":{`+many(100_000, `0`)+`}`),
		"a long pointer":          schema(many(128, `{"$ref":"#/$defs/R"}`), `"R":{"$ref":"#/`+repeat("a/", 500_000)+`"}`),
		"heavy patterns":          schema(many(128, `{"type":"string","pattern":"((a|b|c){1,20}){1,20}$","default":"`+repeat("ab", 7000)+`"}`), ``),
		"patterns that grow":      schema(many(128, `{"type":"string","pattern":"`+repeat(`(`, 300)+`x`+repeat(`{1,9})`, 300)+`"}`), ``),
		"large classes":           schema(many(128, `{"type":"string","pattern":"`+repeat(`\\pL`, 300)+`"}`), ``),
		"equal labels":            schema(`"a":{"enum":[`+strings.Join(lookAlikes(1000), ",")+`]}`, ``),
		"long bounds":             schema(many(128, `{"type":"number","minimum":`+repeat("9", 400)+`e-400,"multipleOf":1e-400,"default":1e400}`), ``),
		"long bounds of options":  schema(many(128, `{"type":"number","minimum":-1e400,"multipleOf":7e-400,"enum":[`+strings.TrimSuffix(repeat("1e400,", 1000), ",")+`]}`), ``),
	} {
		t.Run(name, func(t *testing.T) {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			for _, p := range []forms.Profile{forms.Tester, forms.Spec, forms.Everruns, forms.Arguments} {
				f, _ := forms.Parse(forms.Request{Schema: json.RawMessage(schema)}, p)
				if f != nil {
					f.Questions()
					f.Fingerprint()
					_, _ = f.Content(f.Initial())
				}
			}
			runtime.ReadMemStats(&after)
			// work that grows faster than the schema shows as memory, and in the
			// end as the test's own time-out
			if grew := (after.TotalAlloc - before.TotalAlloc) >> 20; grew > 2000 {
				t.Errorf("allocated %d MB for %d MB of schema", grew, len(schema)>>20)
			}
		})
	}
}

// lookAlikes are options that differ in what nobody can see.
func lookAlikes(n int) []string {
	list := make([]string, n)
	for i := range list {
		list[i] = `"x` + strings.Repeat(`\u200b`, i/2) + strings.Repeat(" ", i%2) + `"`
	}
	return list
}

func TestHostileAnswersAreRefusedWithoutBeingCalculated(t *testing.T) {
	f := form(t, forms.Tester, `{"type":"object","properties":{"n":{"type":"number","multipleOf":1e-400},"i":{"type":"integer"},"l":{"type":"array","items":{"type":"number"},"uniqueItems":true}}}`)
	long := strings.Repeat("9", 10_000_000)
	for _, a := range []string{long, "1e" + long, "-" + long, "0." + long, "1e400", "1e-400"} {
		f.CheckAnswer("n", set(a))
		f.CheckAnswer("i", set(a))
		f.CheckAnswer("l", items(a, a))
	}
	if issues := f.Check([]byte(`{"n":` + long + `}`)); issues == nil {
		t.Error("a number of ten million digits passes")
	}
}
