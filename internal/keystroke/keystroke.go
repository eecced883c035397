// Package keystroke reads the names of keys, such as "ctrl+s", "enter" or "G", as
// Bubble Tea writes them, into key presses. It knows no key bindings.
//
// Start reading at [Parse].
package keystroke

import (
	"strings"
	"unicode"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"
)

var modifiers = map[string]tea.KeyMod{
	"ctrl": tea.ModCtrl, "alt": tea.ModAlt, "shift": tea.ModShift,
	"meta": tea.ModMeta, "hyper": tea.ModHyper, "super": tea.ModSuper,
}

// named are the keys that have a name, by the name that Bubble Tea gives them.
var named = func() map[string]rune {
	keys := []rune{
		tea.KeyEnter, tea.KeyTab, tea.KeyBackspace, tea.KeyEscape, tea.KeySpace,
		tea.KeyUp, tea.KeyDown, tea.KeyRight, tea.KeyLeft,
		tea.KeyInsert, tea.KeyDelete, tea.KeyHome, tea.KeyEnd, tea.KeyPgUp, tea.KeyPgDown,
		tea.KeyF1, tea.KeyF2, tea.KeyF3, tea.KeyF4, tea.KeyF5, tea.KeyF6,
		tea.KeyF7, tea.KeyF8, tea.KeyF9, tea.KeyF10, tea.KeyF11, tea.KeyF12,
	}
	byName := make(map[string]rune, len(keys))
	for _, k := range keys {
		byName[tea.Key{Code: k}.Keystroke()] = k
	}
	return byName
}()

// Of is the press of one key without modifiers; a capital letter holds
// shift, as terminals report it.
func Of(code rune) tea.KeyPressMsg {
	switch {
	case unicode.IsUpper(code):
		return tea.KeyPressMsg{Code: unicode.ToLower(code), ShiftedCode: code, Text: string(code), Mod: tea.ModShift}
	case unicode.IsPrint(code):
		return tea.KeyPressMsg{Code: code, Text: string(code)}
	default:
		return tea.KeyPressMsg{Code: code}
	}
}

// Parse reads what [tea.Key.Keystroke] writes, or one character.
func Parse(name string) (tea.KeyPressMsg, bool) {
	if utf8.RuneCountInString(name) == 1 {
		r, _ := utf8.DecodeRuneInString(name)
		return Of(r), r != utf8.RuneError
	}
	var mod tea.KeyMod
	for {
		before, after, found := strings.Cut(name, "+")
		m, ok := modifiers[before]
		if !found || !ok || after == "" {
			break
		}
		mod, name = mod|m, after
	}
	code, ok := named[name]
	if !ok {
		if utf8.RuneCountInString(name) != 1 {
			return tea.KeyPressMsg{}, false
		}
		code, _ = utf8.DecodeRuneInString(name)
	}
	press := Of(code)
	if mod&^tea.ModShift != 0 || mod != 0 && !unicode.IsPrint(code) {
		press.Text = "" // a key that is held with ctrl or alt types nothing
	}
	press.Mod |= mod
	if mod == tea.ModShift && unicode.IsLower(code) {
		return Of(unicode.ToUpper(code)), true
	}
	return press, true
}
