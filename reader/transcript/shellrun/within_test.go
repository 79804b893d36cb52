package shellrun

import "testing"

// TestTheTextOfARowIsTheLastOne: the text of a line may stand in the name or the number before it, and the number in the
// row is that of the line.
func TestTheTextOfARowIsTheLastOne(t *testing.T) {
	for _, c := range []struct {
		proposed      string
		before, after int // bytes around the text
		number        int64
		row           string
		prefix        int
		shown         int64 // the number in the row; 0 for none
	}{
		{"a:1:a", 4, 0, 1, "a:1:a", 4, 1},
		{"a:1:a", 4, 0, 1, "a:7:a", 4, 7},
		{"1:1", 2, 0, 1, "1:1", 2, 1},
		{"12:2", 3, 0, 12, "13:2", 3, 13},
		{"a:12:text", 5, 0, 12, "a-12-text", 5, 12},
		{"12:text", 3, 0, 12, "12:text [more]", 3, 12},
		{"12:text", 3, 0, 12, "12text", 2, 0},
		{"a:12:text", 5, 0, 12, "a12text", 3, 0},
		{"  12\ttext", 5, 0, 12, "    13\ttext", 7, 13},
	} {
		p := printed{kind: known, text: c.proposed, prefix: c.before, suffix: c.after}
		p.number = c.number
		prefix, _, ok := p.within(c.row)
		if !ok || prefix != c.prefix {
			t.Errorf("%q in %q: the text begins at %d (%v), want %d", c.proposed, c.row, prefix, ok, c.prefix)
			continue
		}
		if n, ok := p.numberIn(c.row[:prefix]); ok != (c.shown > 0) || ok && n != c.shown {
			t.Errorf("%q in %q: the number is %d (%v), want %d", c.proposed, c.row, n, ok, c.shown)
		}
	}
}
