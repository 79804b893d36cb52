package file

import (
	"strconv"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/tui/file/lessoptions"
)

// MaxCount bounds a count, so that no product of it with the height of a screen overflows. No file has as many lines.
const MaxCount = 1 << 40

// maxDigits is how many digits of a count are taken.
const maxDigits = 18

// keys is what the keys of the file do, and what those so far mean for the next one.
type keys struct {
	ofProgram map[keymap.Action]func() tea.Cmd // what the program does by keys of the file
	actions   map[keymap.Action]action         // all that a key of the file can do with the document
	less      *lessoptions.Options

	count   string        // digits before the next key
	fresh   bool          // there was no key
	before  keymap.Action // the last action that was done; "" where the key before could do nothing
	refused keymap.Action // the action of the key before, where that could do nothing; "" otherwise
}

// attach makes the actions of another document those of the keys.
func (k *keys) attach(rows []action) {
	k.actions = map[keymap.Action]action{}
	for _, a := range rows {
		k.actions[a.Name] = a
	}
}

// addDigit adds a key to the count if it is a digit of one; it returns false for another key.
func (k *keys) addDigit(key string) bool {
	isDigit := len(key) == 1 && (key >= "1" && key <= "9" || key == "0" && k.count != "")
	if !isDigit || len(k.count) >= maxDigits {
		return false
	}
	k.count += key
	return true
}

// takeCount returns the count typed before a key, at most MaxCount (1 without one), and forgets it.
func (k *keys) takeCount() (n int64, given bool) {
	n, err := strconv.ParseInt(k.count, 10, 64)
	k.count = ""
	if err != nil || n < 1 {
		return 1, false
	}
	return min(n, MaxCount), true
}

// forgetBefore forgets the key before that of an action. refused reports whether that key could not do the same action,
// and meant says what the two keys mean together in less; "" for nothing.
func (k *keys) forgetBefore(action keymap.Action) (refused bool, meant string) {
	refused = k.refused == action
	meant = k.less.MeantFor(k.before, action)
	k.before = ""
	k.refused = ""
	return refused, meant
}
