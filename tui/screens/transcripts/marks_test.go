package transcripts

import (
	"testing"

	"eyeline/reader/transcript/coverage"
	"eyeline/reader/transcript/heldlines"
	"eyeline/reader/transcript/record"
	"eyeline/reader/transcript/runsteps"
)

// TestFileMarksSayWhatBecameOfAFile: the column of shares has shares alone, and blind lines are called lines.
func TestFileMarksSayWhatBecameOfAFile(t *testing.T) {
	gone := coverage.File{Refused: 1}
	share := unsentText(&gone)
	if marks, warns := fileMarks(&gone, 34, false); share != "?" || marks != "1 refused, not there" || !warns {
		t.Errorf("a file that is not there: %q, %q, %v", share, marks, warns)
	}
	if marks, _ := fileMarks(&gone, 34, true); marks != "1 refused" {
		t.Errorf("where all files are gone: %q", marks)
	}
	if marks, warns := fileMarks(&coverage.File{}, 34, false); marks != "not there" || warns {
		t.Errorf("a file that is not there, and nothing else: %q, %v", marks, warns)
	}

	blind := coverage.File{
		Exists: true, Lines: 3, Sets: heldlines.Sets{Sent: record.Ranges{{1, 3}}, Changed: record.Ranges{{4, 4}}},
		Changes: []coverage.Change{{BlindThen: record.Ranges{{1, 2}}}},
	}
	for width, want := range map[int]string{
		34: "2 lines blind, 1 changed since", 20: "2 lines blind…", 10: "…", 0: "",
	} {
		if marks, _ := fileMarks(&blind, width, false); marks != want {
			t.Errorf("in %d cells: %q, want %q", width, marks, want)
		}
	}
}

// TestRequestsHaveNoEmptyColumn: what no request has a record of has no column.
func TestRequestsHaveNoEmptyColumn(t *testing.T) {
	has := recorded([]runsteps.Listed{{Results: 2, Gone: []int{1}}, {Bytes: 9}})
	if want := (presentColumns{results: true, size: true, gone: 1, unknown: 2}); has != want {
		t.Errorf("%+v, want %+v", has, want)
	}
}

// TestFindingsFit: in a narrow column the blind edits stand first, and no word is cut.
func TestFindingsFit(t *testing.T) {
	f := findings{blind: 3, cut: 1}
	for width, want := range map[int]string{26: "3 blind edits, 1 file cut", 15: "3 blind, 1 cut", 8: "3 blind"} {
		if got := f.describe(width); got != want {
			t.Errorf("in %d cells: %q, want %q", width, got, want)
		}
	}
}

// TestUnsentText: what was not sent is counted by the lines that never were, so that what the agent wrote itself is no
// loss, and where that cannot be said nothing is.
func TestUnsentText(t *testing.T) {
	lines := func(a, b int64) record.Ranges { return record.Ranges{{a, b}} }
	for want, f := range map[string]coverage.File{
		"78%": {Exists: true, Lines: 60, Sets: heldlines.Sets{Sent: lines(1, 13), Never: lines(14, 60)}},
		"0%":  {Exists: true, Lines: 9, Sets: heldlines.Sets{Sent: lines(1, 2), Written: lines(3, 9)}},
		"<1%": {Exists: true, Lines: 900, Sets: heldlines.Sets{Sent: lines(1, 899), Never: lines(900, 900)}},
		"?":   {Exists: true, Lines: 9, Sets: heldlines.Sets{Unsure: lines(1, 9)}},

		"written": {Exists: true, Lines: 9, Sets: heldlines.Sets{Written: lines(1, 9)}}, // of which "0%" said that it had been sent
	} {
		if got := unsentText(&f); got != want {
			t.Errorf("%q, not %q", got, want)
		}
	}
	if got := unsentText(&coverage.File{}); got != "?" {
		t.Errorf("of a file that is gone: %q", got)
	}
}

// TestWhatLeftTheContextIsSaidInWords: beside a share of 0% not sent.
func TestWhatLeftTheContextIsSaidInWords(t *testing.T) {
	f := coverage.File{Exists: true, Lines: 9, Sets: heldlines.Sets{
		Sent: record.Ranges{{1, 9}}, Compacted: record.Ranges{{1, 9}},
	}}
	if marks, warns := fileMarks(&f, 34, false); marks != "left the context" || warns {
		t.Errorf("%q, %v", marks, warns)
	}
	f.Compacted = record.Ranges{{1, 4}}
	if marks, _ := fileMarks(&f, 34, false); marks != "4 left the context" {
		t.Errorf("%q", marks)
	}
}
