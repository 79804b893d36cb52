//go:build unix

package walk

import (
	"cmp"
	"fmt"
	"strings"

	"eyeline/keymap"
)

// named is what xterm sends for the keys with names: where it ends with a letter or ~ after CSI, modifiers can come in.
var named = map[string]string{
	"up": "\x1b[A", "down": "\x1b[B", "right": "\x1b[C", "left": "\x1b[D", "home": "\x1b[H", "end": "\x1b[F",
	"insert": "\x1b[2~", "delete": "\x1b[3~", "pgup": "\x1b[5~", "pgdown": "\x1b[6~", "shift+tab": "\x1b[Z",
	"f1": "\x1bOP", "enter": "\r", "esc": "\x1b", "tab": "\t", "space": " ", "backspace": "\x7f",
}

// keyBytes is what xterm sends for a key as the keymap names it; "" for a name that it does not know.
func keyBytes(name string) string {
	if s, ok := named[name]; ok {
		return s
	}
	if len(name) == 1 {
		return name
	}
	modifier, rest, _ := strings.Cut(name, "+")
	key := keyBytes(rest)
	switch final := len(key) - 1; {
	case strings.HasPrefix(key, "\x1b["):
		n := map[string]int{"shift": 2, "alt": 3, "ctrl": 5}[modifier]
		return fmt.Sprintf("\x1b[%s;%d%s", cmp.Or(key[2:final], "1"), n, key[final:])
	case modifier == "alt" && key != "":
		return "\x1b" + key
	case modifier == "ctrl" && len(key) == 1:
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
