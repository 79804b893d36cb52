package contextscreen

import (
	"slices"
	"strings"
	"testing"
)

// text is a text of lines; "+" before one says that the other side lacks it, and "~" that it goes on from the row above.
func text(from int, lines ...string) *sideText {
	t := &sideText{from: from}
	for _, line := range lines {
		bare := strings.TrimLeft(line, "+~")
		t.rows = append(t.rows, bare)
		t.only = append(t.only, strings.HasPrefix(line, "+"))
		t.goesOn = append(t.goesOn, strings.HasPrefix(line, "~"))
	}
	return t
}

// TestTextsStandBesideEachOther: a line of both texts has one row, and the selected file begins in one.
func TestTextsStandBesideEachOther(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		what                string
		left, right         *sideText
		wantLeft, wantRight []string
		from                int
	}{
		{
			"a line of one side", text(0, "a", "b"), text(0, "a", "+x", "b"),
			[]string{"a", "", "b"},
			[]string{"a", "x", "b"},
			0,
		},
		{
			"a head of one side", text(0, "a", "b"), text(2, "+h", "+i", "a", "b"),
			[]string{"", "", "a", "b"},
			[]string{"h", "i", "a", "b"},
			2,
		},
		{
			"wrapped otherwise", text(0, "one two", "~three", "b"), text(0, "one two three", "b"),
			[]string{"one two", "three", "b"},
			[]string{"one two three", "", "b"},
			0,
		},
		{
			"another order", text(0, "a", "b", "c"), text(0, "c", "a", "b"),
			[]string{"", "a", "b", "c"},
			[]string{"c", "a", "b", ""},
			0,
		},
		{"nothing alike", text(0, "a", "b"), text(0, "x"), []string{"a", "", "b"}, []string{"", "x", ""}, 0},
		{
			"why nothing is sent", text(1, "h", "a"), text(0, "Nothing", "", "h", "a"),
			[]string{"h", "", "", "", "a"},
			[]string{"", "Nothing", "", "h", "a"},
			1,
		},
	} {
		layBeside(c.left, c.right)
		if !slices.Equal(c.left.rows, c.wantLeft) || !slices.Equal(c.right.rows, c.wantRight) ||
			c.left.from != c.from || c.right.from != c.from {
			t.Errorf("%s: %q %d | %q %d", c.what, c.left.rows, c.left.from, c.right.rows, c.right.from)
		}
	}
}
