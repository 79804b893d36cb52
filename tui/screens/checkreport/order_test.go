package checkreport

import (
	"slices"
	"testing"

	"eyeline/reader/check"
)

// TestToolsThatLoseMostComeFirst, since there is not always room for the columns of all.
func TestToolsThatLoseMostComeFirst(t *testing.T) {
	order := worstFirst([]check.Agent{
		{Name: "all", Bytes: 9, BytesSent: 9},
		{Name: "half", Bytes: 8, BytesSent: 4},
		{Name: "none", Bytes: 9},
		{Name: "also_half", Bytes: 2, BytesSent: 1},
		{Name: "of no file"},
	})
	if want := []int{2, 1, 3, 0, 4}; !slices.Equal(order, want) {
		t.Errorf("%v, want %v", order, want)
	}
}

// TestTheFirstFindingIsOpened by the tool that it names first, and the note names both: not a tool that loses more, nor
// the words of another finding.
func TestTheFirstFindingIsOpened(t *testing.T) {
	r := report{onlyTool: -1}
	found := []check.Finding{
		{Rule: "refused", Message: "refused: too long: read less", Agents: []string{"claude_code"}},
		{
			Rule: "partial", Message: "lines missing", Line: 7, Agents: []string{"codex_exec", "opencode"},
			Shares: []check.Share{{Tool: "codex_exec", Lost: 9, Line: 3}, {Tool: "opencode", Lost: 99, Line: 7}},
		},
	}
	for room, want := range map[int]string{
		80: "1 of 2 findings: refused: claude_code: too long", 40: "1 of 2 findings: refused: claude_code",
	} {
		if tool, line, note := r.opened(found, 0, room); tool != "claude_code" || line != 0 || note != want {
			t.Errorf("%s at line %d with %q", tool, line, note)
		}
	}
	found = found[1:]
	if tool, line, note := r.opened(found, 0, 80); tool != "opencode" || line != 7 || note != "partial: opencode: lines missing" {
		t.Errorf("%s at line %d with %q", tool, line, note)
	}
}

// TestLossesComeFirst: what loses nothing of a model's view does not lead, however grave it is; what loses does by how
// grave it is, and how much it loses.
func TestLossesComeFirst(t *testing.T) {
	lost := func(level string, bytes int64) check.Finding {
		return check.Finding{Level: level, LostBytes: bytes, Shares: []check.Share{{Tool: "a", Lost: bytes}}}
	}
	hidden := check.Finding{Rule: check.Hidden, Level: check.LevelError}
	r := report{files: []file{
		{name: "hidden", found: []check.Finding{hidden}},
		{name: "note", found: []check.Finding{hidden, lost(check.LevelNote, 99)}},
		{name: "small", found: []check.Finding{lost(check.LevelWarning, 1)}},
		{name: "large", found: []check.Finding{lost(check.LevelWarning, 9)}},
		{name: "instructions", found: []check.Finding{lost(check.LevelError, 2)}},
	}}
	r.sortByLoss()
	var got []string
	for _, f := range r.files {
		got = append(got, f.name)
	}
	if want := []string{"instructions", "large", "small", "note", "hidden"}; !slices.Equal(got, want) || loses(&r.files[3].found[1]) {
		t.Errorf("%v, want %v", got, want)
	}
}

// TestTheGravestFindingOfAFileLeads: that by which most of it is lost, not one of a higher level by which less is.
func TestTheGravestFindingOfAFileLeads(t *testing.T) {
	refused := check.Finding{Rule: check.Partial, Level: check.LevelNote, LostBytes: 99, Shares: []check.Share{{Tool: "a", Lost: 99}}}
	cut := check.Finding{Rule: check.CutLine, Level: check.LevelWarning, LostBytes: 1, Shares: []check.Share{{Tool: "b", Lost: 1}}}
	r := report{
		onlyTool: -1, files: []file{{
			found: []check.Finding{cut, refused}, sent: check.Sent{Size: 100, Tools: []int64{1, 99}},
		}},
		result: &check.Result{Agents: []check.Agent{{Name: "a"}, {Name: "b"}}},
	}
	r.sortByLoss()
	if found := r.files[0].found; found[0].Rule != check.Partial {
		t.Errorf("%s leads", found[0].Rule)
	}
	if share, by := r.lost(0); share != "99%" || by != "a +1" {
		t.Errorf("%s by %s", share, by)
	}
}

// TestAFileThatNoToolWasAskedFor: nothing is known of what is lost of it, and it is opened by no tool of the report.
func TestAFileThatNoToolWasAskedFor(t *testing.T) {
	r := report{
		onlyTool: -1, files: []file{{found: []check.Finding{{Rule: check.Hidden, Level: check.LevelError}}}},
		result: &check.Result{Agents: []check.Agent{{Name: "a"}}},
	}
	r.sortByLoss()
	if share, by := r.lost(0); share != "–" || by != "" {
		t.Errorf("%s by %s", share, by)
	}
	if tool := r.reader(&r.files[0]); tool != "" {
		t.Errorf("opened by %s", tool)
	}
}

// TestShareOf: only all is 100%, and only nothing is 0%.
func TestShareOf(t *testing.T) {
	for want, of := range map[string][2]int64{"0%": {0, 9}, "<1%": {9, 1000}, "1%": {10, 1000}, "99%": {999, 1000}, "100%": {9, 9}} {
		if got := shareOf(of[0], of[1]); got != want {
			t.Errorf("%d of %d is %s, want %s", of[0], of[1], got, want)
		}
	}
}

// TestWordsOfFindings are whole, those of the gravest finding first, and say how many more findings there are.
func TestWordsOfFindings(t *testing.T) {
	note := func(rule string) check.Finding { return check.Finding{Rule: rule, Level: check.LevelNote} }
	grave := check.Finding{Rule: "hidden", Level: check.LevelError}
	for want, found := range map[string][]check.Finding{
		"":                {},
		"partial":         {note("partial")},
		"refused, cut":    {note("refused"), note("cut")},
		"hidden, partial": {note("partial"), grave},
		"hidden +2":       {note("partial"), grave, note("long-lines")},
		"refused +1":      {note("refused"), note("partial-and-long")},
	} {
		if got, _ := wordsOf(found, 16); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
