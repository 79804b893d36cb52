package keymap

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

var shown = map[string]string{
	" ": "space", "up": "↑", "down": "↓", "left": "←", "right": "→",
	"pgdown": "PgDn", "pgup": "PgUp", "home": "Home", "end": "End", "enter": "Enter", "esc": "Esc",
	"tab": "Tab", "backspace": "Backspace", "delete": "Del", "insert": "Ins",
}

// modifiers are written before a key as Bubble Tea names them, in its order, and as help shows them.
var modifiers = []struct{ prefix, name string }{{"alt+", "Alt-"}, {"ctrl+", "Ctrl-"}, {"shift+", "Shift-"}}

// Name is a key as help shows it: "pgdown" is "PgDn", "ctrl+c" is "Ctrl-C".
func Name(key string) string {
	if s, ok := shown[key]; ok {
		return s
	}

	for _, mod := range modifiers {
		rest, ok := strings.CutPrefix(key, mod.prefix)
		if !ok || rest == "" {
			continue
		}

		// Ctrl with a letter has no case; Alt has.
		if mod.prefix == "ctrl+" && len(rest) == 1 {
			return mod.name + strings.ToUpper(rest)
		}

		return mod.name + Name(rest)
	}

	if len(key) > 1 && key[0] == 'f' && strings.Trim(key[1:], "0123456789") == "" { // f1 to f20
		return strings.ToUpper(key)
	}

	return visible(key)
}

// visible writes what is not printable as U+202E: a key of the settings must not control the terminal.
func visible(s string) string {
	var b strings.Builder
	for _, r := range s {
		if unicode.IsPrint(r) {
			b.WriteRune(r)
		} else {
			fmt.Fprintf(&b, "U+%04X", r)
		}
	}
	return b.String()
}

// Names joins the names of keys with spaces.
func Names(keys []string) string {
	out := make([]string, len(keys))
	for i, k := range keys {
		out[i] = Name(k)
	}
	return strings.Join(out, " ")
}

// Parse is the inverse of Name, lenient in case and in "-" for "+": what a person writes in the settings becomes the
// key that Lookup knows.
func Parse(s string) string {
	for key, name := range shown {
		if strings.EqualFold(s, name) || strings.EqualFold(s, key) {
			return key
		}
	}

	if utf8.RuneCountInString(s) == 1 {
		return s
	}

	low := strings.ToLower(s)
	if hex, ok := strings.CutPrefix(low, "u+"); ok {
		if n, err := strconv.ParseUint(hex, 16, 21); err == nil && utf8.ValidRune(rune(n)) {
			return string(rune(n))
		}
	}

	for _, mod := range modifiers {
		for _, prefix := range []string{mod.prefix, strings.ToLower(mod.name)} {
			if !strings.HasPrefix(low, prefix) || len(low) == len(prefix) {
				continue
			}

			rest := Parse(s[len(prefix):])
			if mod.prefix == "ctrl+" {
				rest = strings.ToLower(rest)
			}

			return mod.prefix + rest
		}
	}

	return low
}
