package screentest

import (
	"errors"
	"fmt"
	"image/color"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/colorprofile"

	"elicit/internal/keystroke"
)

// notes is a program that shows what reached it.
type notes struct {
	width, height int
	typed         string
	last          string // key or mouse event
	background    string
	profile       string
	mouse         tea.MouseMode
}

func (n notes) Init() tea.Cmd { return tea.RequestBackgroundColor }

func (n notes) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		n.width, n.height = msg.Width, msg.Height
	case tea.BackgroundColorMsg:
		n.background = map[bool]string{true: "dark", false: "light"}[msg.IsDark()]
	case tea.ColorProfileMsg:
		n.profile = msg.String()
	case tea.PasteMsg:
		n.typed += "«" + msg.Content + "»"
	case tea.MouseClickMsg:
		n.last = fmt.Sprintf("click %d,%d", msg.X, msg.Y)
	case tea.MouseWheelMsg:
		n.last = n.last + " " + msg.String()
	case tea.KeyPressMsg:
		n.last = msg.String()
		n.typed += msg.Text
		switch msg.String() {
		case "ctrl+q":
			return n, tea.Quit
		case "ctrl+y":
			return n, tea.SetClipboard(n.typed)
		}
	}
	return n, nil
}

func (n notes) View() tea.View {
	badge := lipgloss.NewStyle().Background(lipgloss.Color("#5f5fff")).Render("東京 badge")
	v := tea.NewView(fmt.Sprintf("%s\n%dx%d %s %s\ntyped: %s\nlast: %s",
		badge, n.width, n.height, n.background, n.profile, n.typed, n.last))
	v.AltScreen = true
	v.MouseMode = n.mouse
	v.WindowTitle = "notes; " + n.typed
	v.Cursor = tea.NewCursor(7+len(n.typed), 2)
	return v
}

func start(t *testing.T, opts ...Option) *Screen {
	t.Helper()
	s := Start(t, notes{mouse: tea.MouseModeCellMotion}, 60, 8, opts...)
	s.WaitFor("x8")
	return s
}

func TestTypedTextArrivesAsKeyPresses(t *testing.T) {
	s := start(t)
	s.Type("Ōsaka B 2")
	s.WaitFor("typed: Ōsaka B 2")
	s.Type("\n")
	s.WaitFor("last: enter")
	s.Type("\t")
	s.WaitFor("last: tab")
}

func TestKeysArePressedByTheirNames(t *testing.T) {
	s := start(t)
	for _, key := range []string{
		"ctrl+s", "shift+tab", "enter", "esc", "ctrl+shift+a", "alt+enter", "up", "pgdown",
		"space", "f1", "?", "+", "ctrl+o", "ctrl+up", "backspace", "delete", "alt+x",
	} {
		s.Press(key)
		s.WaitUntil(func(text string) bool { return strings.HasSuffix(text, "last: "+key+"\n") })
	}
}

func TestRunesAndNamesAreTheSameKeys(t *testing.T) {
	s := start(t)
	s.Press('y', "y", 'G', "G", "shift+g", tea.KeySpace, "space", tea.KeyEnter)
	s.WaitFor("typed: yyGGG")
	s.WaitFor("last: enter")
	for _, name := range []string{"", "ctrl+", "hyperspace", "ctrl+hyperspace", "boss+s"} {
		if press, ok := keystroke.Parse(name); ok {
			t.Errorf("there is a key %q: %v", name, press)
		}
	}
}

func TestRawBytesGoThroughTheKeyParser(t *testing.T) {
	s := start(t)
	s.Raw("\x1b[A")
	s.WaitFor("last: up")
	s.Raw("\x18")
	s.WaitFor("last: ctrl+x")
	s.Raw("\x1b")
	s.WaitFor("last: esc")
}

func TestAPasteIsOneEvent(t *testing.T) {
	s := start(t)
	s.Paste("one\ttwo")
	s.WaitFor("typed: «one")
}

func TestTheMouseIsClickedAndTurned(t *testing.T) {
	s := start(t)
	s.ClickOn("badge")
	s.WaitFor("last: click 5,0")
	s.Wheel(1, 1, 2)
	s.WaitFor("click 5,0 wheeldown wheeldown")
	s.Wheel(1, 1, -1)
	s.WaitFor("wheeldown wheelup")
}

func TestAClickThatNobodyListensToFailsTheTest(t *testing.T) {
	s := Start(t, notes{}, 40, 8)
	s.WaitFor("x8")
	if s.Mode(mouseModes[0]) || s.Mode(mouseModes[1]) {
		t.Fatal("the program listens to the mouse")
	}
	failed := failing(t, s, func() { s.Click(0, 0) })
	if !strings.Contains(failed, "does not listen to the mouse") {
		t.Errorf("a lost click said %q", failed)
	}
}

func TestResizing(t *testing.T) {
	s := start(t)
	s.Golden()
	s.Resize(24, 5)
	s.WaitFor("24x5")
	s.Golden()
	if w, h := s.Size(); w != 24 || h != 5 {
		t.Errorf("the size is %d by %d", w, h)
	}
	if n := len(s.Rows()); n != 5 {
		t.Errorf("there are %d rows", n)
	}
}

func TestGoldensOfOneTestAreToldApartByName(t *testing.T) {
	s := start(t)
	s.Type("first")
	s.Golden("first")
	s.Type(", second")
	s.Golden("second")
}

func TestAScreenThatIsNotTheGoldenOneFailsTheTest(t *testing.T) {
	s := start(t)
	s.Press("ctrl+q")
	if _, err := s.Final(); err != nil {
		t.Fatal(err)
	}
	if *update {
		t.Skip("goldens are being rewritten")
	}
	for _, name := range []string{"other", "missing"} {
		if failed := failing(t, s, func() { s.Golden(name) }); failed == "" {
			t.Errorf("an ended program equals the golden screen %q", name)
		}
	}
}

func TestCellsHaveTheirStyles(t *testing.T) {
	s := start(t)
	s.WaitFor("badge")
	if bg := s.Style("badge").Bg; !sameColor(bg, color.RGBA{0x5f, 0x5f, 0xff, 0xff}) {
		t.Errorf("the badge's background is %v", bg)
	}
	if c := s.Cell(0, 0); c.Content != "東" || c.Width != 2 {
		t.Errorf("the first cell is %+v", c)
	}
	if x, y := s.Find("badge"); x != 5 || y != 0 {
		t.Errorf("the word stands at %d,%d", x, y)
	}
	if c := s.Cell(400, 400); c.Content != "" {
		t.Errorf("outside the screen there is %+v", c)
	}
}

func TestTheBackgroundIsAnswered(t *testing.T) {
	start(t).WaitFor("60x8 dark")
	start(t, Light()).WaitFor("60x8 light")
	silent := start(t, Silent())
	silent.Settle()
	if text := silent.Text(); strings.Contains(text, "dark") || strings.Contains(text, "light") {
		t.Errorf("a silent terminal answered:\n%s", text)
	}
}

func TestTheProgramLearnsTheColourProfile(t *testing.T) {
	start(t).WaitFor("TrueColor")
	s := start(t, Profile(colorprofile.ASCII))
	s.WaitFor("Ascii")
	if bg := s.Style("badge").Bg; bg != nil {
		t.Errorf("without colours the badge's background is %v", bg)
	}
}

func TestTitleClipboardAndCursorAreSeen(t *testing.T) {
	s := start(t)
	s.Type("hi")
	s.WaitUntil(func(string) bool { return s.Title() == "notes; hi" })
	s.WaitUntil(func(string) bool { x, y, shown := s.Cursor(); return x == 9 && y == 2 && shown })
	s.Press("ctrl+y")
	s.WaitUntil(func(string) bool { return s.Clipboard() == "hi" })
	if !s.AltScreen() {
		t.Error("the program is not on the alternate screen")
	}
}

func TestSettleWaitsForAllThatWasSentBefore(t *testing.T) {
	s := start(t)
	for i := range 50 {
		s.Type("x")
		s.Settle()
		if want := "typed: " + strings.Repeat("x", i+1); !strings.Contains(s.Text(), want) {
			t.Fatalf("after %d keys the screen shows:\n%s", i+1, s.Text())
		}
	}
}

func TestFinalIsTheLastModel(t *testing.T) {
	s := start(t)
	s.Type("bye")
	s.Press("ctrl+q")
	m, err := s.Final()
	if err != nil {
		t.Fatal(err)
	}
	if n, ok := m.(notes); !ok || n.typed != "bye" {
		t.Errorf("the last model is %#v", m)
	}
	s.Settle() // after the end there is nothing to wait for
}

func TestWaitingForAnEndedProgramFailsAtOnce(t *testing.T) {
	s := start(t)
	s.Press("ctrl+q")
	if _, err := s.Final(); err != nil {
		t.Fatal(err)
	}
	if failed := failing(t, s, func() { s.WaitFor("anything") }); !strings.Contains(failed, "has ended") {
		t.Errorf("the wait ended with %q", failed)
	}
}

var errStopped = errors.New("stopped")

// recorder is a test that keeps its failure to itself.
type recorder struct {
	testing.TB
	failure string
}

func (r *recorder) Helper() {}

func (r *recorder) Fatalf(format string, args ...any) {
	r.failure = fmt.Sprintf(format, args...)
	panic(errStopped)
}

// failing is what f fails a test with.
func failing(t *testing.T, s *Screen, f func()) string {
	t.Helper()
	r := &recorder{TB: t}
	s.t = r
	defer func() { s.t = t }()
	func() {
		defer func() {
			if err := recover(); err != nil && err != errStopped { //nolint:errorlint // the very value
				panic(err)
			}
		}()
		f()
	}()
	return r.failure
}

func sameColor(a, b color.Color) bool {
	if a == nil || b == nil {
		return a == b
	}
	r1, g1, b1, a1 := a.RGBA()
	r2, g2, b2, a2 := b.RGBA()
	return r1 == r2 && g1 == g2 && b1 == b2 && a1 == a2
}
