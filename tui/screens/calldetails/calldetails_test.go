package calldetails

import (
	"errors"
	"io"
	"strings"
	"testing"

	"eyeline/themes"
	"eyeline/tui/file/linediff"
	"eyeline/tui/kit/draw"
	"eyeline/tui/screens/recordedrun"
)

// gives is a run whose calls all gave a text, so many times.
type gives struct {
	text  string
	times int
	err   error
}

func (g gives) Patch(string, int) (recordedrun.Patch, error) { return recordedrun.Patch{}, g.err }

func (g gives) WriteResult(w io.Writer, _ int) error {
	for range g.times {
		if _, err := io.WriteString(w, g.text); err != nil {
			return err
		}
	}
	return g.err
}

// TestTheBeginningIsRead: of a result only its beginning is read, however long it or its line is.
func TestTheBeginningIsRead(t *testing.T) {
	broken := errors.New("the record is gone")
	for name, c := range map[string]struct {
		from  gives
		lines int
		size  int // of the text in bytes
		more  bool
		err   error
	}{
		"an empty result":       {gives{}, 0, 0, false, nil},
		"two lines":             {gives{"one\ntwo\n", 1, nil}, 2, 7, false, nil},
		"a line without end":    {gives{strings.Repeat("x", 1<<20), 1 << 10, nil}, 1, maxRead, true, nil},
		"invalid UTF-8":         {gives{"a\xffb", 1, nil}, 1, 5, false, nil},
		"one that is not there": {gives{"one\n", 1, broken}, 1, 3, false, broken},
	} {
		lines, more, err := begin(c.from, 1)
		if size := len(strings.Join(lines, "\n")); len(lines) != c.lines || size != c.size || more != c.more || err != c.err {
			t.Errorf("%s: %d lines of %d bytes, more %v, %v", name, len(lines), size, more, err)
		}
	}
}

// TestRows: as many rows as there is room for, of which the last says what is left out; nothing of another call.
func TestRows(t *testing.T) {
	theme, err := themes.New(themes.DefaultDark, themes.None)
	if err != nil {
		t.Fatal(err)
	}
	c := draw.Canvas{Theme: theme, Width: 30}
	key := Key{Call: 3}
	five := linesOf("one\ntwo\t2\n\x1b[31mred\nfour\nfive")
	for name, one := range map[string]struct {
		shown  Shown
		key    Key
		height int
		rows   int
		last   string
	}{
		"all":                 {Shown{of: key, lines: five}, key, 9, 6, "five"},
		"the first":           {Shown{of: key, lines: five}, key, 4, 4, "… 3 more rows"},
		"the first of a part": {Shown{of: key, lines: five, more: true}, key, 9, 7, "… more"},
		"no room":             {Shown{of: key, lines: five}, key, 2, 0, ""},
		"another call":        {Shown{of: key, lines: five}, Key{Call: 4}, 9, 0, ""},
		"nothing":             {Shown{of: key}, key, 9, 2, "nothing"},
		"no recorded change":  {Shown{of: Key{Call: 3, Path: "a"}}, Key{Call: 3, Path: "a"}, 9, 2, "the text is not recorded"},
		"an error":            {Shown{of: key, err: errors.New("gone")}, key, 9, 2, "cannot be read: gone"},
	} {
		rows := one.shown.Rows(c, one.key, "what call 3 gave", one.height)
		if len(rows) != one.rows || one.rows > 0 && !strings.Contains(rows[len(rows)-1], one.last) {
			t.Errorf("%s: %d rows: %q", name, len(rows), rows)
		}
		if text := strings.Join(rows, "\n"); strings.Contains(text, "\x1b[31m") || strings.Contains(text, "\t") {
			t.Errorf("%s: a control character of the record is drawn: %q", name, text)
		}
	}
}

// TestTheChangedWordsOfALongLineAreShown: of a line that is longer than its row what is left out ends before the first
// word that has changed, at the beginning of a word.
func TestTheChangedWordsOfALongLineAreShown(t *testing.T) {
	long := "-" + strings.Repeat("word é ", 60) + "changed and the rest"
	at := strings.Index(long, "changed")
	changed := []linediff.Bytes{{Start: at, End: at + len("changed")}}
	for width := 20; width < 120; width++ {
		from := leftOut(long, changed, width)
		if from <= 0 || from > at || long[from-1] != ' ' {
			t.Fatalf("%d cells: the first %d bytes are left out", width, from)
		}
		if row := shown("-…"+long[from:], width); !strings.Contains(row, "changed") && width > 24 {
			t.Errorf("%d cells show %q", width, row)
		}
	}
	for name, c := range map[string]struct {
		line    string
		changed []linediff.Bytes
	}{
		"a short line":         {"-a changed line", []linediff.Bytes{{Start: 3, End: 10}}},
		"a line without words": {long, nil},
		"words past its end":   {"-a", []linediff.Bytes{{Start: 9, End: 12}}},
		"words at its start":   {long, []linediff.Bytes{{Start: 1, End: len(long)}}},
	} {
		if from := leftOut(c.line, c.changed, 40); from != 0 {
			t.Errorf("%s: the first %d bytes are left out", name, from)
		}
	}
}

// TestLeftOutOfNarrowRows: whatever room a row has, what is left out of a line is within it, and nothing where none is
// left.
func TestLeftOutOfNarrowRows(t *testing.T) {
	line := "-" + strings.Repeat("word ", 20)
	for start := range len(line) + 2 {
		for width := -9; width < 120; width++ {
			n := leftOut(line, []linediff.Bytes{{Start: start, End: start + 3}}, width)
			if n < 0 || n > len(line) || width <= 0 && n > 0 {
				t.Fatalf("at %d of %d cells: %d", start, width, n)
			}
		}
	}
}
