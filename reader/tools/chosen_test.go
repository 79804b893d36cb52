package tools

import (
	"testing"

	"eyeline/reader/internal/textfile"
	"eyeline/reader/window"
)

// TestChosen: the window and the lines written are the same ones, none where there are none, and the reason for their
// end is the limit that ended them.
func TestChosen(t *testing.T) {
	c := ChosenLinesOf(textfile.Scanned{Start: 10, End: 30, First: 3, Last: 4})
	c.Take(&TextLine{Next: 42})
	if c.Count != 3 || c.End != 42 || c.Last() != 5 || c.Next() != 6 {
		t.Errorf("%+v, last %d, next %d", c, c.Last(), c.Next())
	}
	for _, full := range []bool{false, true} {
		c.Full = full
		want := window.StopLimit
		if full {
			want = window.StopOutput
		}
		w := c.Window(100, 9)
		if w.Start != 10 || w.End != 42 || w.First != 3 || w.Last != 5 || w.TotalLines != 9 || w.Bottom != want {
			t.Errorf("%+v", w)
		}
		if w := c.Window(42, 5); w.Bottom != window.StopFile {
			t.Errorf("at the end of the file: %+v", w)
		}
	}
	if l := c.Lines(textfile.CRLF, nil); l.Start != 10 || l.End != 42 || l.Number != 3 || l.Count != 3 {
		t.Errorf("%+v", l)
	}
	empty := ChosenLinesOf(textfile.Scanned{Start: 7, End: 7})
	if w := empty.Window(100, 9); w.Lines() != 0 || w.TotalLines != 9 {
		t.Errorf("none: %+v", w)
	}
}
