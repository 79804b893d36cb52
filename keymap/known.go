package keymap

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// UnknownKeyError says that an override gives an action a key that no terminal sends.
type UnknownKeyError struct {
	Action Action
	// Key is the key as the override wrote it.
	Key string
}

func (e *UnknownKeyError) Error() string {
	return fmt.Sprintf("no key is called %q", visible(e.Key))
}

// namedKeys are the keys that Bubble Tea gives a name of several characters, without Alt. A function key is f1 to f20.
// Ctrl-I, Ctrl-M and Ctrl-[ are missing: a terminal sends the same for them as for Tab, Enter and Esc.
const namedKeys = `
	enter esc tab shift+tab backspace delete insert pgup pgdown ctrl+pgup ctrl+pgdown
	up down left right home end
	shift+up shift+down shift+left shift+right shift+home shift+end
	ctrl+up ctrl+down ctrl+left ctrl+right ctrl+home ctrl+end
	ctrl+shift+up ctrl+shift+down ctrl+shift+left ctrl+shift+right ctrl+shift+home ctrl+shift+end
	ctrl+a ctrl+b ctrl+c ctrl+d ctrl+e ctrl+f ctrl+g ctrl+h ctrl+j ctrl+k ctrl+l ctrl+n ctrl+o ctrl+p ctrl+q ctrl+r
	ctrl+s ctrl+t ctrl+u ctrl+v ctrl+w ctrl+x ctrl+y ctrl+z ctrl+@ ctrl+\ ctrl+] ctrl+^ ctrl+_
	f1 f2 f3 f4 f5 f6 f7 f8 f9 f10 f11 f12 f13 f14 f15 f16 f17 f18 f19 f20`

// isKey reports whether a terminal can send a key of this name, as Parse gives it. Every character is a key, and Alt
// goes with every key.
func isKey(key string) bool {
	key = strings.TrimPrefix(key, "alt+")
	return utf8.RuneCountInString(key) == 1 || slices.Contains(strings.Fields(namedKeys), key)
}
