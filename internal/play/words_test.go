package play

import (
	"slices"
	"strings"
	"testing"
)

const formScreen = `  demo  asks                        book_table · 0:06
 │ Who is coming?

 1  Name *             1 to 60 characters     ● set   │ would be sent
    │ The table is held under this name               │ {
    Ada                                               │   "guests": 4,
 2  Guests *                               ○ needed   │ }
    ✗ at most 12                                      │
▸3  Where to sit *     one of 3            ○ needed   │
      1 ○ By the window    window                     │
    ▸ 2 ● On the terrace   terrace                    │
 10  Extras                                ○ omitted  │
      1 [x] cabin                                     │
      2 [ ] lounge                                    │
 11  Candle                                ○ omitted  │
    ○ yes   ● no   ○ no answer                        │
   [ Send ]   [ Decline ]   [ Cancel ]`

func TestAFieldIsFoundByTheTitleOnTheScreen(t *testing.T) {
	screen := rowsOf(formScreen)
	for title, want := range map[string]shownField{
		"Name":         {number: 1, filled: true},
		"Guests":       {number: 2},
		"Where to sit": {number: 3, focused: true},
		"Extras":       {number: 10},
	} {
		f, ok := fieldOn(screen, title)
		if !ok || f.number != want.number || f.focused != want.focused || f.filled != want.filled {
			t.Errorf("%s: found %v %+v", title, ok, f)
		}
	}
	for _, title := range []string{"Nam", "The table is held under this name", "By the window", "Ada", "yes"} {
		if f, ok := fieldOn(screen, title); ok {
			t.Errorf("%s is taken for a field: %+v", title, f)
		}
	}
	if n := focusedNumber(screen); n != 3 {
		t.Errorf("the pointer is on %d", n)
	}
}

func TestTheOnlyFieldOfAFormHasNoNumber(t *testing.T) {
	for _, row := range []string{"▸   City *            one of 3       ○ needed", " ▸   City *           one of 3       ○ needed"} {
		if f, ok := fieldOn([]string{"", row}, "City"); !ok || !f.focused || f.number != 0 {
			t.Errorf("%q: %v %+v", row, ok, f)
		}
	}
}

func TestWhatCanBeChosenIsReadOffTheScreen(t *testing.T) {
	screen := rowsOf(formScreen)
	one, _ := fieldOn(screen, "Where to sit")
	options, several := one.options()
	if len(options) != 2 || several || options[0].pointed || !options[1].pointed || !options[1].ticked || !titled(options[1].label, "On the terrace") {
		t.Errorf("one of: %v %+v", several, options)
	}
	many, _ := fieldOn(screen, "Extras")
	options, several = many.options()
	if len(options) != 2 || !several || !options[0].ticked || options[1].ticked {
		t.Errorf("any of: %v %+v", several, options)
	}
	word, _ := fieldOn(screen, "Candle")
	if chosen, ok := word.word(); !ok || chosen != "no" {
		t.Errorf("a word: %q %v", chosen, ok)
	}
	if options, _ := word.options(); len(options) > 0 {
		t.Errorf("words are no list: %+v", options)
	}
	if _, ok := one.word(); ok {
		t.Error("a list is no word")
	}
}

func TestWhatTheFormSaysIsWrongIsTheFirstOfIt(t *testing.T) {
	if err := misfit(rowsOf(formScreen)); err == nil || !strings.Contains(err.Error(), "✗ at most 12") {
		t.Errorf("got %v", err)
	}
	if err := misfit([]string{" ✗ the tool reported an error"}); err != nil {
		t.Errorf("a result is no form: %v", err)
	}
}

func TestATargetIsFoundOnTheListAndNotInTheTextBesideIt(t *testing.T) {
	screen := []string{"  Tools 2              │ plan_trip", "  book_table           │ │ plan_trip is another", "▸ plan_trip            │", " q quit"}
	if row, pointer := targetOn(screen, "plan_trip"); row != 2 || pointer != 2 {
		t.Errorf("plan_trip: row %d, pointer %d", row, pointer)
	}
	if row, _ := targetOn(screen, "book"); row != -1 {
		t.Errorf("a beginning is taken for the name, in row %d", row)
	}
}

func TestFieldsAreFilledInTheOrderTheyAreWritten(t *testing.T) {
	s, err := Read(strings.NewReader("demo: demo\nsteps:\n  - fill: {Zip: 0123, Yes: true, No: false, Many: [a, 2], Exact: \"0.10\", Day: 2027-04-02, Half: 1.50}\n"), "")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, f := range s.Steps[0].Fill {
		got = append(got, f.Title+"="+strings.Join(f.Values, "+"))
	}
	want := []string{"Zip=0123", "Yes=yes", "No=no", "Many=a+2", "Exact=0.10", "Day=2027-04-02", "Half=1.50"}
	if !slices.Equal(got, want) {
		t.Errorf("read %v, want %v", got, want)
	}
}

func TestPicturesAreOfStillsThatTheScriptKeeps(t *testing.T) {
	const steps = "demo: demo\nsteps: [{still: a}]\npictures: "
	for text, want := range map[string]string{
		"[{file: x, still: b}]":    `no step that keeps a still "b"`,
		"[{file: x, poster: b}]":   `no step that keeps a still "b"`,
		"[{still: a}]":             "plain name",
		"[{file: ../x, still: a}]": "plain name",
	} {
		if _, err := Read(strings.NewReader(steps+text), ""); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %q", text, err, want)
		}
	}
	if _, err := Read(strings.NewReader(steps+"[{file: x, still: a}]"), ""); err != nil {
		t.Error(err)
	}
}

func TestTextIsTypedAsItIsWritten(t *testing.T) {
	s, err := Read(strings.NewReader("demo: demo\nsteps:\n  - type: 007\n  - wait: 0.10\n  - expect: yes\n  - type: |-\n      two\n      rows\n"), "")
	if err != nil {
		t.Fatal(err)
	}
	if got := s.Steps[0].Type + "|" + s.Steps[1].Wait + "|" + s.Steps[2].Expect + "|" + s.Steps[3].Type; got != "007|0.10|yes|two\nrows" {
		t.Errorf("read %q", got)
	}
	if _, err := Read(strings.NewReader("demo: demo\nsteps:\n  - type: [a]\n"), ""); err == nil {
		t.Error("a list is typed")
	}
}
