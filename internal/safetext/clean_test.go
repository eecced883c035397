package safetext

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

func TestClean(t *testing.T) {
	for _, tt := range []struct{ name, in, want string }{
		{"plain text", "Pick a plan.\nOr not: ~!", "Pick a plan.\nOr not: ~!"},
		{"other scripts", "Ōsaka 東京 Привет नमस्ते שלום", "Ōsaka 東京 Привет नमस्ते שלום"},
		{"line breaks", "a\nb\r\nc\n\nd", "a\nb\nc\n\nd"},
		{"carriage return alone", "safe\revil", "safe␍evil"},
		{"two carriage returns", "a\r\r\nb", "a␍\nb"},
		{"tab", "a\tb", "a b"},
		{"other breaks", "a\u0085b\u2028c\u2029d\vx\fy", "a⏎b⏎c⏎d␋x␌y"},
		{"colour", "\x1b[31mred\x1b[0m", "␛[31mred␛[0m"},
		{"clipboard", "\x1b]52;c;ZQ==\x07", "␛]52;c;ZQ==␇"},
		{"link", "\x1b]8;;http://x\x1b\\y", "␛]8;;http://x␛\\y"},
		{"C1 introducers", "\u009b31m\u009d0;t\u009c\u0090q\u0098\u009e\u009f", "�31m�0;t��q���"},
		{"C1 bytes that are no UTF-8", "\x9b31m", "�31m"},
		{"backspace, delete, null", "a\bb\x7fc\x00d", "a␈b␡c␀d"},
		{"bidi", "a\u202eb\u2066c\u2069\u200f\u061c", "a�b�c���"},
		{"zero-width", "pa\u200bss\u200cw\u200do\u2060rd\ufeff", "pa�ss�w�o�rd�"},
		{"soft hyphen", "a\u00adb", "a�b"},
		{"tags", "a\U000e0041\U000e007fb", "a��b"},
		{"fillers", "a\u3164\u115f\uffa0\u034f\u17b4b", "a�����b"},
		{"variation selectors", "a\ufe00\U000e0100b", "a��b"},
		{"private use", "\ue0b0", "�"},
		{"emoji", "👍🏽 🇩🇪 ⚠️ ↔️ 1️⃣", "👍🏽 🇩🇪 ⚠  ↔  1 ⃣"},
		{"emoji joined", "👩‍💻", "👩�💻"},
		{"combining", "e\u0301 ก\u0e34\u0e48", "e\u0301 ก\u0e34\u0e48"},
		{"combining on what stands before", "\u0301a\n\u0301", "◌\u0301a\n◌\u0301"},
		{"combining flood", "a" + strings.Repeat("\u0301", 500) + "b", "a\u0301\u0301\u0301\u0301�b"},
		{"empty", "", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := Clean(tt.in); got != tt.want {
				t.Errorf("Clean(%+q)\n got %+q\nwant %+q", tt.in, got, tt.want)
			}
		})
	}
}

func TestACleanRowIsAsWideOnEveryTerminal(t *testing.T) {
	for _, s := range []string{"⚠️ careful", "1️⃣ first", "👩‍💻 works", "❤️❤️"} {
		clean := Of(s).Line()
		if wc, grapheme := ansi.StringWidthWc(clean), ansi.StringWidth(clean); wc != grapheme {
			t.Errorf("%q is %d cells by character and %d by grapheme", clean, wc, grapheme)
		}
	}
}

func TestPlainTextIsNotCopied(t *testing.T) {
	s := strings.Repeat("plain text, as most is.\n", 100)
	if n := testing.AllocsPerRun(10, func() { _ = Of(s).String() }); n != 0 {
		t.Errorf("cleaning plain text allocates %v times", n)
	}
}

// checkDrawable fails when a terminal would act on something in s, or when s
// holds something that cannot be seen.
func checkDrawable(t *testing.T, s string) {
	t.Helper()
	if !utf8.ValidString(s) {
		t.Errorf("%q is not UTF-8", s)
	}
	marks, last := 0, '\n'
	for _, r := range s {
		if unicode.In(r, unicode.Mn, unicode.Me) {
			marks++
			if marks > maxMarks || last == '\n' {
				t.Errorf("%+q: mark %U is on nothing, or on too much", s, r)
			}
			continue
		}
		marks, last = 0, r
		switch {
		case r == '\n':
		case r < 0x20, r >= 0x7f && r < 0xa0, // C0, DEL, C1
			unicode.Is(unicode.Bidi_Control, r),
			r >= 0x200b && r <= 0x200f, r >= 0x2028 && r <= 0x202e, r >= 0x2060 && r <= 0x206f,
			r == 0xad, r == 0xfeff, r == 0x3164, r >= 0xfe00 && r <= 0xfe0f,
			r >= 0xe0000 && r <= 0xe0fff: // tags and their neighbours
			t.Errorf("%+q still holds %U", s, r)
		}
	}
}

func FuzzClean(f *testing.F) {
	for _, s := range []string{
		"", "plain", "a\r\n\r\t\x1b]0;title\x07", "\u202eevil\u2066", "\x9b\xff\xfe", "\u0301\u0301\u0301\u0301\u0301\u0301",
		"⚠️ 1️⃣ 👩‍💻", "\U000e0041", "\n\u0301", "東京\u3164", "\x1bP+q\x1b\\", "\xed\xa0\x80",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		text := Of(s)
		clean, line := text.String(), text.Line()
		checkDrawable(t, clean)
		checkDrawable(t, line)
		if strings.Contains(line, "\n") {
			t.Errorf("%q is more than one row", line)
		}
		if again := Clean(clean); again != clean {
			t.Errorf("cleaning twice: %+q, then %+q", clean, again)
		}
		if stripped := ansi.Strip(clean); stripped != clean {
			t.Errorf("a terminal would act on %+q", clean)
		}
		if text.Raw() != s {
			t.Error("the original was touched")
		}
		if breaks := strings.Count(strings.ReplaceAll(s, "\r\n", "\n"), "\n"); len(text.Lines()) != breaks+1 {
			t.Errorf("%q has %d rows", s, len(text.Lines()))
		}
	})
}
