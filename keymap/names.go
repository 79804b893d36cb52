package keymap

import "strings"

var shown = map[string]string{
	" ": "space", "up": "↑", "down": "↓", "left": "←", "right": "→",
	"pgdown": "PgDn", "pgup": "PgUp", "home": "Home", "end": "End", "enter": "Enter", "esc": "Esc",
	"tab": "Tab", "shift+tab": "Shift-Tab", "backspace": "Backspace", "delete": "Del",
}

// Name is a key as help shows it: "pgdown" is "PgDn", "ctrl+c" is "Ctrl-C".
func Name(key string) string {
	if s, ok := shown[key]; ok {
		return s
	}
	if rest, ok := strings.CutPrefix(key, "ctrl+"); ok {
		return "Ctrl-" + strings.ToUpper(rest)
	}
	if rest, ok := strings.CutPrefix(key, "alt+"); ok {
		return "Alt-" + Name(rest)
	}
	return key
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
	if len([]rune(s)) == 1 {
		return s
	}
	for key, name := range shown {
		if strings.EqualFold(s, name) || strings.EqualFold(s, key) {
			return key
		}
	}
	low := strings.ToLower(s)
	for _, mod := range []string{"ctrl", "alt"} {
		for _, sep := range []string{"-", "+"} {
			if rest, ok := strings.CutPrefix(low, mod+sep); ok {
				if mod == "alt" {
					return "alt+" + Parse(s[len(mod)+1:])
				}
				return mod + "+" + rest
			}
		}
	}
	return low
}
