package keystroke

import "testing"

func TestAKeyIsCalledWhatBubbleTeaCallsIt(t *testing.T) {
	for _, name := range []string{
		"enter", "esc", "tab", "space", "up", "pgdown", "f1", "backspace",
		"ctrl+s", "shift+tab", "alt+x", "ctrl+shift+a", "alt+enter", "y", "?", "+",
	} {
		press, ok := Parse(name)
		if !ok || press.String() != name {
			t.Errorf("%s: read as %q, %v", name, press.String(), ok)
		}
	}
}

func TestTheShiftOfALetterIsItsCapital(t *testing.T) {
	for _, name := range []string{"G", "shift+g"} {
		if press, ok := Parse(name); !ok || press.Text != "G" {
			t.Errorf("%s: types %q, %v", name, press.Text, ok)
		}
	}
}

func TestAKeyThatIsHeldWithCtrlOrAltTypesNothing(t *testing.T) {
	for _, name := range []string{"ctrl+s", "alt+x", "ctrl+shift+a"} {
		if press, _ := Parse(name); press.Text != "" {
			t.Errorf("%s: types %q", name, press.Text)
		}
	}
}

func TestWhatIsNoKeyIsNotRead(t *testing.T) {
	for _, name := range []string{"", "ctrl+", "hyperspace", "ctrl+hyperspace", "boss+s", "\xff"} {
		if press, ok := Parse(name); ok {
			t.Errorf("there is a key %q: %v", name, press)
		}
	}
}
