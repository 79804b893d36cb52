package window

import (
	"context"
	"strings"
	"testing"
)

func TestStyleOf(t *testing.T) {
	for _, c := range []struct {
		name, text string
		off        int64
		want       Style
		mixed      bool
	}{
		{"nothing", "", 0, Style{}, false},
		{"flat", "a\nb\n", 0, Style{}, false},
		{"two", "a\n  b\n    c\n\n  d\n * e\n", 0, Style{Spaces: 3, Step: 2}, false},
		{"four, once eight", "a\n    b\na\n    b\na\n        b\n", 0, Style{Spaces: 3, Step: 4}, false},
		{"tabs", "a\n\tb\n\t\tc\n", 0, Style{Tabs: 2}, false},
		{"both", "a\n\tb\n    c\n\td\n", 0, Style{Tabs: 2, Spaces: 1}, true},
		{"a stray one", "a\n" + strings.Repeat("\tb\n", 30) + "    c\n", 0, Style{Tabs: 30, Spaces: 1}, false},
		{
			"far from the beginning", strings.Repeat("\tb\n", 100000) + strings.Repeat("a\n  b\n", 40000), 430000,
			Style{Spaces: 128 << 10 / 6, Step: 2},
			false,
		},
	} {
		got, err := StyleOf(context.Background(), view([]byte(c.text)), c.off)
		if d := got.Spaces - c.want.Spaces; err != nil || got.Step != c.want.Step || got.Tabs != c.want.Tabs ||
			d < -1 ||
			d > 1 ||
			got.Mixed() != c.mixed {
			t.Errorf("%s: %+v %v, want %+v, mixed %v", c.name, got, err, c.want, c.mixed)
		}
	}
}

// TestOneColumnIsNoIndent: a blank before a star, as of a comment, is none.
func TestOneColumnIsNoIndent(t *testing.T) {
	got, err := StyleOf(context.Background(), view([]byte("a\n * b\n  c\n")), 0)
	if err != nil || got.Spaces != 1 {
		t.Errorf("%+v, %v", got, err)
	}
}
