package shellrun

import (
	"testing"

	"eyeline/reader/transcript/record"
)

// TestMovesInARow: what a command moves is as it was before the command, also where another file takes its place.
func TestMovesInARow(t *testing.T) {
	m := NewModel()
	m.Edit(record.Edit{Path: "/w/a.txt", IsWhole: true, Whole: "text of a\n"})
	m.Edit(record.Edit{Path: "/w/b.txt", IsWhole: true, Whole: "text of b\n"})
	o := Run(t.Context(), tree(t, nil), m, Command{Line: "mv b.txt c.txt; mv a.txt b.txt", Dir: "/w", Answered: true})
	m.EditAll(o.Edits)
	holds := func(path, text string) bool {
		holds, isKnown := m.Holds(path, text)
		return holds && isKnown
	}
	if !holds("/w/b.txt", "text of a") || !holds("/w/c.txt", "text of b") || holds("/w/a.txt", "text of a") {
		t.Errorf("%+v", o.Edits)
	}
}

// TestHunksOfAMovedFile: no hunk of a moved file has a place where one of them has none, as in a file that stays.
func TestHunksOfAMovedFile(t *testing.T) {
	c := &change{from: "/w/a", text: &Text{}, hunks: []record.Hunk{{Old: 3}, {}}}
	if e, ok := c.edit("/w/b", NewModel()); !ok || len(e.Hunks) != 2 || e.Hunks[0].Old != 0 {
		t.Errorf("%+v", e)
	}
}

// TestRowsOfWc: wc explains counts, and counts with a name that it was given, and no other text behind a number.
func TestRowsOfWc(t *testing.T) {
	for row, want := range map[string]bool{
		"12": true, " 3 4 5": true, "12 a.txt": true, "12 total": true, "12 some text": false, "text": false,
	} {
		l := &matching{command: "wc -l a.txt; make"}
		if got := l.isCount(row); got != want {
			t.Errorf("%q: %v", row, got)
		}
	}
	for _, line := range []string{"wc -l *.txt", "git ls-files | xargs wc -l", "for f in b; do wc -l $f; done"} {
		if l := (&matching{command: line}); !l.isCount("12 b.txt") {
			t.Error(line)
		}
	}
}

// TestClonesShareNothing: what is put into one copy of a text, no one knows where, does not come to another copy.
func TestClonesShareNothing(t *testing.T) {
	text := &Text{inserts: make([]string, 0, 4)}
	a, b := text.clone(), text.clone()
	a.replace(record.Hunk{Lines: []string{"-x", "+of a"}})
	b.replace(record.Hunk{Lines: []string{"-x", "+of b"}})
	if a.inserts[0] != "of a" || b.inserts[0] != "of b" {
		t.Errorf("%q %q", a.inserts, b.inserts)
	}
}
