package markdown

import "strings"

func blank(line string) bool { return strings.TrimSpace(line) == "" }

func quoted(line string) bool { return strings.HasPrefix(strings.TrimLeft(line, " "), ">") }

// starts reports whether a line begins a block that ends a paragraph.
func starts(line string) bool {
	level, _ := heading(line)
	return level > 0 || fence(line) != "" || rule(line)
}

// fence is the mark that opens and closes a block of code, if line is one.
func fence(line string) string {
	trimmed := strings.TrimSpace(line)
	for _, mark := range []string{"```", "~~~"} {
		if strings.HasPrefix(trimmed, mark) {
			return mark
		}
	}
	return ""
}

// heading is a heading's level, or 0.
func heading(line string) (level int, title string) {
	rest := strings.TrimLeft(line, "#")
	level = len(line) - len(rest)
	if level == 0 || level > 6 || !strings.HasPrefix(rest, " ") {
		return 0, ""
	}
	return level, strings.TrimSpace(strings.TrimRight(rest, "# "))
}

// rule is a row of at least three equal marks.
func rule(line string) bool {
	marks := strings.ReplaceAll(strings.TrimSpace(line), " ", "")
	return len(marks) >= 3 && strings.IndexByte("-*_", marks[0]) >= 0 && strings.Trim(marks, marks[:1]) == ""
}

// item is the marker and the text of an entry of a list, if line starts one.
func item(line string) (marker, text string) {
	trimmed := strings.TrimLeft(line, " ")
	marker, rest, found := strings.Cut(trimmed, " ")
	if !found && trimmed == "" || marker == "" {
		return "", ""
	}
	number := strings.TrimRight(marker, ".)")
	numbered := len(number) == len(marker)-1 && number != "" && len(number) < 10 && strings.Trim(number, "0123456789") == ""
	if !numbered && !bullet(marker) {
		return "", ""
	}
	return marker, strings.TrimLeft(rest, " ")
}

func bullet(marker string) bool { return marker == "-" || marker == "*" || marker == "+" }
