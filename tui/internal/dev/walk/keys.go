//go:build unix

package main

import (
	"fmt"
	"strings"

	"eyeline/keymap"
)

// keyBytes is what xterm sends for a key as the keymap names it; "" for a name that it does not know.
func keyBytes(name string) string {
	mod, key := 0, name
	for i, m := range []string{"shift+", "alt+", "ctrl+"} {
		if rest, ok := strings.CutPrefix(strings.Replace(key, m, "", 1), ""); ok && len(rest) < len(key) {
			mod, key = mod|1<<i, rest
		}
	}
	if final, ok := map[string]string{"up": "A", "down": "B", "right": "C", "left": "D", "home": "H", "end": "F"}[key]; ok {
		if mod == 0 {
			return "\x1b[" + final
		}
		return fmt.Sprintf("\x1b[1;%d%s", mod+1, final)
	}
	if n, ok := map[string]int{"insert": 2, "delete": 3, "pgup": 5, "pgdown": 6}[key]; ok {
		if mod == 0 {
			return fmt.Sprintf("\x1b[%d~", n)
		}
		return fmt.Sprintf("\x1b[%d;%d~", n, mod+1)
	}
	if name == "shift+tab" {
		return "\x1b[Z"
	}
	if s, ok := map[string]string{"enter": "\r", "esc": "\x1b", "tab": "\t", "space": " ", "backspace": "\x7f", "f1": "\x1bOP"}[key]; ok {
		key = s
	}
	switch {
	case strings.HasPrefix(key, "\x1b") && mod == 0, len(key) == 1 && mod == 0:
		return key
	case len(key) == 1 && mod == 2:
		return "\x1b" + key
	case len(key) == 1 && mod == 4:
		return string(key[0] & 0x1F)
	}
	return ""
}

// everyKey are all keys of the keymap, each once for every meaning that it has.
func everyKey() (keys []string) {
	for _, b := range keymap.Default().Bindings() {
		keys = append(keys, b.Keys...)
	}
	return keys
}
