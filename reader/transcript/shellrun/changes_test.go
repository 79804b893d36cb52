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
	if !m.Holds("/w/b.txt", "text of a") || !m.Holds("/w/c.txt", "text of b") || m.Holds("/w/a.txt", "text of a") {
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
