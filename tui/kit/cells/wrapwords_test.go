package cells

import (
	"slices"
	"strings"
	"testing"
	"time"
)

func TestWrapWords(t *testing.T) {
	for _, c := range []struct {
		text  string
		width int
		want  []string
	}{
		{"", 5, []string{""}},
		{"one two three", 7, []string{"one two", "three"}},
		{"one two three", 3, []string{"one", "two", "thr", "ee"}},
		{"P Shift-Tab", 7, []string{"P", "Shift-T", "ab"}},
		{"日本語 x", 4, []string{"日本", "語 x"}},
		{"日", 1, []string{"日"}},
		{"a  b ", 9, []string{"a  b "}},
		{"abcdef", 6, []string{"abcdef"}},
		{"abcdef gh", 0, []string{"a", "b", "c", "d", "e", "f", "g", "h"}},
	} {
		if got := WrapWords(c.text, c.width); !slices.Equal(got, c.want) {
			t.Errorf("%q in %d cells: %q, want %q", c.text, c.width, got, c.want)
		}
	}
}

// The time grows as the text does: a word of many rows is not gone through again for each.
func TestWrapLongWord(t *testing.T) {
	start := time.Now()
	if rows := WrapWords(strings.Repeat("x", 1<<20), 2); len(rows) != 1<<19 {
		t.Errorf("%d rows", len(rows))
	}
	if took := time.Since(start); took > time.Minute { // it was hours
		t.Errorf("it took %v", took)
	}
}

// FuzzWrapWords checks that no row is too wide and nothing but blanks is lost.
func FuzzWrapWords(f *testing.F) {
	f.Add("failed to parse: 日本 e\u0301\u0301 x", 5)
	f.Fuzz(func(t *testing.T, text string, width int) {
		text, width = Sanitize(text), max(width%100, 2)
		rows := WrapWords(text, width)
		for _, r := range rows {
			if Width(r) > width {
				t.Errorf("%q is wider than %d", r, width)
			}
		}
		bare := func(s string) string { return strings.ReplaceAll(s, " ", "") }
		if got := bare(strings.Join(rows, "")); got != bare(text) {
			t.Errorf("%q became %q", text, rows)
		}
	})
}

// TestWrapWordsInFewRows: the last row says that more would follow, and ends with a word.
func TestWrapWordsInFewRows(t *testing.T) {
	for _, c := range []struct {
		text        string
		width, most int
		want        []string
	}{
		{"one two three", 20, 2, []string{"one two three"}},
		{"one two three", 8, 2, []string{"one two", "three"}},
		{"one two · three four", 9, 1, []string{"one two…"}},
		{"one, two, three", 8, 1, []string{"one…"}},
		{"onetwothree", 4, 2, []string{"onet", "wot…"}},
		{"one two", 3, 0, []string{"on…"}},
		{"one", 0, 1, []string{"…"}},
		{"", 0, 0, []string{""}},
	} {
		if got := WrapWordsIn(c.text, c.width, c.most); !slices.Equal(got, c.want) {
			t.Errorf("%q in %d cells and %d rows: %q", c.text, c.width, c.most, got)
		}
	}
}

// TestFirstRows: no room is no row, and the rows that are given stay as they are.
func TestFirstRows(t *testing.T) {
	rows := []string{"one ·", "two"}
	if got := FirstRows(rows, 8, 0); len(got) != 0 {
		t.Errorf("%q", got)
	}
	if got := FirstRows(rows, 8, 1); !slices.Equal(got, []string{"one…"}) || rows[0] != "one ·" {
		t.Errorf("%q of %q", got, rows)
	}
	if got := FirstRows(nil, 8, 2); len(got) != 0 {
		t.Errorf("%q", got)
	}
}
