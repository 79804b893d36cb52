package textfield

import (
	"math/rand/v2"
	"strings"
	"testing"

	"eyeline/keymap"
	"eyeline/tui/internal/keytest"
	"eyeline/tui/kit/keypress"
)

// TestAnyKeys types random sequences of all keys: nothing panics, and the cursor stays inside the text.
func TestAnyKeys(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	keys, all := keymap.Default(), keytest.All()
	for _, most := range []int{1, 7, limit} {
		for _, text := range []string{"", " ", "a ", "one two  three ", "日本 語"} {
			for range 40 {
				f := New("")
				f.in.CharLimit = most
				f.Set(text)
				var typed []string
				for range 40 {
					k := all[random.IntN(len(all))]
					typed = append(typed, k.String())
					a, _ := keys.Lookup(keymap.InPrompt, k.String())
					f.Key(a, k)
					if n := len([]rune(f.Text())); f.Cursor() < 0 || f.Cursor() > n || n > most {
						t.Fatalf("after %q the cursor is at %d of %d characters, of at most %d", typed, f.Cursor(), n,
							most)
					}
					before, after := f.Drawn(3)
					if strings.ContainsAny(f.Text()+before+after, "\x00\n\t\r\x1b") {
						t.Fatalf("after %q there is a control character in %q or in what is drawn, %q %q", typed,
							f.Text(), before, after)
					}
				}
			}
		}
	}
}

func TestEdits(t *testing.T) {
	for _, c := range []struct {
		text string
		keys []string
		want string
	}{
		{"a ", []string{"left", "alt+d"}, "a"},
		{"a ", []string{"alt+d"}, "a "},
		{"one two three", []string{"home", "alt+d"}, " two three"},
		{"one two three", []string{"home", "alt+delete", "alt+d"}, " three"},
		{"one two", []string{"left", "left", "left", "left", "alt+d", "x"}, "onex"},
		{"one two", []string{"ctrl+w", "y"}, "one y"},
		{"one two", []string{"alt+x"}, "one two"},
		{"one two", []string{"alt+b", "ctrl+k"}, "one "},
		{"one two", []string{"alt+b", "ctrl+u"}, "two"},
		{"one", []string{"ctrl+v"}, "one"},
	} {
		f := New(c.text)
		for _, k := range c.keys {
			a, _ := keymap.Default().Lookup(keymap.InPrompt, k)
			f.Key(a, keypress.Of(k))
		}
		if f.Text() != c.want {
			t.Errorf("%q after %q is %q, want %q", c.text, c.keys, f.Text(), c.want)
		}
	}
}

// TestDrawn: the cells next to the cursor are those that are kept.
func TestDrawn(t *testing.T) {
	f := New("one two\x1b")
	f.Key(keymap.WordLeft, keypress.Of("alt+b"))
	for _, c := range []struct {
		room          int
		before, after string
	}{
		{10, "one ", "two"},
		{3, "…e ", "two"},
		{1, "…", "two"},
		{0, "", "two"},
	} {
		if before, after := f.Drawn(c.room); before != c.before || after != c.after {
			t.Errorf("in %d cells: %q, %q, want %q, %q", c.room, before, after, c.before, c.after)
		}
	}
}
