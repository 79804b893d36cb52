package textview

import (
	"slices"
	"strings"
	"testing"

	"eyeline/tui/file/pane"
)

// TestFilterShowsTheLinesThatMatch and nothing else, with the place on the first of them from where it was.
func TestFilterShowsTheLinesThatMatch(t *testing.T) {
	for name, c := range map[string]struct {
		by, words string
		shown     []string
		line      int64 // of the cursor
	}{
		"lines":        {"needle", "&needle: 3 lines", []string{"a needle", "two needles", "needle 日本 e\u0301"}, 5},
		"the others":   {"!needle|[a-f]", "&!needle|[a-f]: 1 lines", []string{"g"}, 10},
		"no line":      {"x{3}", "&x{3}: 0 lines", nil, 0},
		"above only":   {"^[ab]$", "&^[ab]$: 2 lines", []string{"a", "b"}, 2},
		"not of a not": {"!!a", "&!!a: 8 lines", []string{"b", "c", "two needles", "d", "e", "f", "needle 日本 e\u0301", "g"}, 4},
	} {
		t.Run(name, func(t *testing.T) {
			onText(t, three, nil, func(b *bench) {
				b.goTo(4)
				b.do(b.text.Filter.FilterBy(c.by))
				if got := b.lines(); !slices.Equal(got, c.shown) {
					t.Errorf("it shows %q", got)
				}
				if got := b.text.Filter.FilterWords(); got != c.words {
					t.Errorf("the footer says %q", got)
				}
				if c.line > 0 {
					b.at(c.line)
				}
				b.Run(b.text.Filter.ShowAll())
				if got := b.lines(); len(got) != 10 || b.text.Filter.FilterWords() != "" {
					t.Errorf("without the filter it shows %q", got)
				}
				b.at(4) // where it was, since nobody has moved
			})
		})
	}
}

// TestAFilterIsLeftWhereAPersonHasGone: taking it away goes back only where nobody has moved.
func TestAFilterIsLeftWhereAPersonHasGone(t *testing.T) {
	onText(t, three, nil, func(b *bench) {
		b.do(b.text.Filter.FilterBy("needle"))
		b.text.Filter.GoElsewhere()
		b.Run(b.text.File.Do(pane.CursorBy(2)))
		b.at(9)
		b.do(b.text.Filter.FilterBy(""))
		b.at(9)
		if b.Run(b.text.Filter.ShowAll()); b.text.Filter.FilterProgress() != "" {
			t.Error("there is a filter")
		}
	})
}

// TestWhatCannotBeFilteredBy is refused, and what is shown stays.
func TestWhatCannotBeFilteredBy(t *testing.T) {
	onText(t, three, nil, func(b *bench) {
		b.do(b.text.Filter.FilterBy("needle"))
		for _, bad := range []string{"(", "!("} {
			if _, err := b.text.Filter.FilterBy(bad); err == nil {
				t.Errorf("%q is taken", bad)
			}
		}
		if got := b.text.Filter.FilterWords(); got != "&needle: 3 lines" {
			t.Errorf("the footer says %q", got)
		}
		b.do(b.text.Filter.FilterBy("a\x1b]0;b"))
		if got := b.text.Filter.FilterWords(); strings.ContainsRune(got, 0x1B) {
			t.Errorf("a control character in %q", got)
		}
	})
	onDocument(t, noDocument, nil, func(b *bench) {
		if _, err := b.text.Filter.FilterBy("a"); err == nil {
			t.Error("nothing is filtered")
		}
		b.Run(b.text.Filter.RunFilter())
	})
}

// TestAFilterFollowsWhatArrives: lines that come are let through too, and all are looked at again in other bytes.
func TestAFilterFollowsWhatArrives(t *testing.T) {
	onStream(t, func(b *bench, write func(string), end func(error)) {
		write("one 1\ntwo\n")
		b.do(b.text.Filter.FilterBy("1"))
		if got := b.text.Filter.FilterWords(); got != "&1: 1+ lines" && got != "&1: 1 lines" {
			t.Errorf("the footer says %q", got)
		}
		write("eleven 11\nthree\n")
		b.Run(b.text.Filter.RunFilter())
		if got := b.lines(); !slices.Equal(got, []string{"one 1", "eleven 11"}) {
			t.Errorf("it shows %q", got)
		}
		b.text.Filter.Refilter()
		if b.text.Filter.FilterWords() != "&1: 0+ lines" {
			t.Errorf("after a change of the bytes: %q", b.text.Filter.FilterWords())
		}
		b.Run(b.text.Filter.RunFilter())
		end(nil)
		if got := b.text.Filter.FilterWords(); got != "&1: 2 lines" {
			t.Errorf("the footer says %q", got)
		}
	})
}

// TestSearchInFilteredLines goes to those that are shown only, and says that it counts all.
func TestSearchInFilteredLines(t *testing.T) {
	onText(t, "a 1\na 2\nb 1\na 1\n", nil, func(b *bench) {
		b.do(b.text.Filter.FilterBy("1"))
		b.do(b.text.Search.SearchFor("a", 0))
		b.Run(b.text.Search.NextMatch(1))
		if got := b.text.File.Cursor; got != 12 {
			t.Errorf("the cursor is at byte %d", got)
		}
		if got := b.text.Search.MatchWords(); got != "match 3 of 3 in all lines" {
			t.Errorf("the footer says %q", got)
		}
		b.do(b.text.Search.SearchFor("2", 0))
		b.Says("not found in the lines that the filter shows: 2")
	})
}
