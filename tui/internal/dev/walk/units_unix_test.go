//go:build unix

package walk

import (
	"reflect"
	"testing"

	"eyeline/tui/internal/vt"
	"eyeline/tui/terminal"
)

// TestEachKeyHasBytes: a key that is new in the keymap is typed by the walks, too.
func TestEachKeyHasBytes(t *testing.T) {
	for _, name := range everyKey() {
		if keyBytes(name) == "" {
			t.Errorf("the key %q has no bytes: see keyBytes", name)
		}
	}
	for name, want := range map[string]string{
		"j": "j", "ctrl+c": "\x03", "alt+G": "\x1bG", "pgup": "\x1b[5~", "ctrl+home": "\x1b[1;5H", "alt+delete": "\x1b[3;3~",
		"alt+backspace": "\x1b\x7f",
	} {
		if got := keyBytes(name); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
}

// TestASeedIsAWalk: a seed chooses the same walk each time, and no walk is like another.
func TestASeedIsAWalk(t *testing.T) {
	screens := []screen{{name: "a"}, {name: "b"}}
	of := func(seed uint64) *plan { return newPlan(seed, 100, screens) }
	if !reflect.DeepEqual(of(1), of(1)) || reflect.DeepEqual(of(1).Steps, of(2).Steps) {
		t.Error("the seed does not choose the walk")
	}
}

// TestTheScreenIsComparedWhereTheRedrawBegins: however what is written comes in parts, the screen before a redraw and
// that after it are taken where it begins and ends.
func TestTheScreenIsComparedWhereTheRedrawBegins(t *testing.T) {
	const old, redraw = "\x1b[?1049h\x1b[Hold 日本", syncOn + blankAll + "new" + syncOff
	text := old + redraw + "\x1b[2Hlater" + terminal.Reset
	of := func(text string) string {
		s := vt.Screen{}.Sized(10, 3)
		s.Write(text)
		return s.Cells()
	}
	for i := range len(text) {
		s := &session{screen: vt.Screen{}.Sized(10, 3)}
		s.took(text[:i])
		s.took(text[i:])
		if s.redraws != 1 || s.before != of(old) || s.after != of("new") || !s.leaving || s.alt {
			t.Fatalf("in parts %q and %q: %d redraws, from\n%sto\n%s", text[:i], text[i:], s.redraws, s.before, s.after)
		}
	}
}
