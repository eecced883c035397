package pick

import (
	"fmt"
	"testing"
	"time"
)

func fruit() []Option {
	return []Option{{"Apple", "a"}, {"Banana", "b"}, {"Blueberry", "bb"}, {"Cherry", "c"}, {"Green apple", "ga"}}
}

func at(t *testing.T, l *List, want string) {
	t.Helper()
	got := "no answer"
	if i, ok := l.At(); ok {
		got = l.options[i].Label
	}
	if got != want {
		t.Errorf("the cursor is on %q, want %q", got, want)
	}
}

func TestMovingStopsAtTheEdges(t *testing.T) {
	l := New(fruit(), true)
	at(t, l, "no answer")
	if l.Move(-1) {
		t.Error("moved above the first row")
	}
	l.Move(100)
	at(t, l, "Green apple")
	if l.Move(1) {
		t.Error("moved below the last row")
	}
}

func TestAFilterNeedsEachOfItsWords(t *testing.T) {
	l := New(fruit(), false)
	l.StartFilter()
	for filter, want := range map[string]int{"": 5, "apple": 2, "apple green": 1, "BANANA": 1, "ga": 1, "zzz": 0} {
		l.SetFilter(filter)
		if l.Matches() != want {
			t.Errorf("%q: %d matches, want %d", filter, l.Matches(), want)
		}
	}
}

func TestAFilterWithoutMatchesHasNothingUnderTheCursor(t *testing.T) {
	l := New(fruit(), false)
	l.SetFilter("zzz")
	l.Move(1) // stock lists end up at row -1 here
	l.Move(-1)
	if _, ok := l.At(); ok {
		t.Error("an option is under the cursor although none is shown")
	}
	if from, to := l.Window(5); from != 0 || to != 0 {
		t.Errorf("the window is %d–%d", from, to)
	}
	l.StopFilter()
	at(t, l, "Apple")
}

func TestTheCursorStaysOnItsOptionWhenTheFilterEnds(t *testing.T) {
	l := New(fruit(), true)
	l.StartFilter()
	l.SetFilter("cher")
	at(t, l, "Cherry")
	l.StopFilter()
	at(t, l, "Cherry")
}

func TestBackspaceOnAnEmptyFilterSaysSo(t *testing.T) {
	l := New(fruit(), false)
	l.SetFilter("é")
	if !l.Backspace() || l.Filter() != "" {
		t.Errorf("backspace left %q", l.Filter())
	}
	if l.Backspace() {
		t.Error("backspace took something from an empty filter")
	}
}

func TestTypingJumpsToTheOptionThatBeginsSo(t *testing.T) {
	now := time.Unix(0, 0)
	l := New(fruit(), true)
	l.Jump("b", now)
	at(t, l, "Banana")
	l.Jump("l", now.Add(300*time.Millisecond))
	at(t, l, "Blueberry")
	l.Jump("c", now.Add(5*time.Second)) // a new word after a pause
	at(t, l, "Cherry")
}

func TestTheSameLetterGoesThroughWhatBeginsWithIt(t *testing.T) {
	now := time.Unix(0, 0)
	l := New(fruit(), false)
	for _, want := range []string{"Banana", "Blueberry", "Banana"} {
		l.Jump("b", now)
		at(t, l, want)
	}
}

func TestTheWindowFollowsTheCursor(t *testing.T) {
	var options []Option
	for i := range 1000 {
		options = append(options, Option{Label: fmt.Sprint("option ", i)})
	}
	l := New(options, false)
	l.Move(500)
	if from, to := l.Window(10); from != 491 || to != 501 {
		t.Errorf("window %d–%d, want 491–501", from, to)
	}
	l.Move(-3)
	if from, _ := l.Window(10); from != 491 {
		t.Errorf("the window jumped to %d although the cursor was in it", from)
	}
	l.Move(-1000)
	if from, to := l.Window(10); from != 0 || to != 10 {
		t.Errorf("window %d–%d, want 0–10", from, to)
	}
}
