package recordedrun

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"eyeline/reader/tools"
	"eyeline/reader/transcript/coverage"
	"eyeline/reader/transcript/heldlines"
	"eyeline/reader/transcript/record"
	"eyeline/reader/transcript/rerun"
	"eyeline/reader/transcript/transcripttest"
	"eyeline/tui/file/linestates"
)

// TestRunsOfARebuiltText compares the beginnings of runs with those that are found line by line.
func TestRunsOfARebuiltText(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 9))
	for range 300 {
		var f coverage.File
		all := []*record.Ranges{&f.Sent, &f.Cut, &f.Written, &f.Changed, &f.Never}
		for line := int64(1); line < 40; {
			to := line + random.Int64N(5)
			ranges := all[random.IntN(len(all))]
			*ranges = append(*ranges, record.Range{line, to})
			line = to + 1
		}
		f.Compacted = record.Ranges{{random.Int64N(10) + 1, random.Int64N(20) + 11}}
		var runs []coverage.Segment
		for line, row := int64(1), int64(1); line < 45; {
			one := coverage.Segment{First: line, Lines: random.Int64N(9) + 1, Row: row, Gap: random.IntN(3) == 0}
			line += one.Lines + random.Int64N(2)
			row += one.Lines
			runs = append(runs, one)
		}
		file := &File{Coverage: f, Rebuilt: runs}
		for state := range linestates.Changed + 1 {
			is := func(s linestates.State) bool { return s == state }
			var want []int64
			for before, i := false, 0; i < len(runs); i++ {
				for k := range runs[i].Lines {
					now := is(linestates.Never)
					if !runs[i].Gap {
						now = is(linestates.StateOf(&f, runs[i].First+k))
					}
					if now && !before {
						want = append(want, runs[i].Row+k)
					}
					before = now
				}
			}
			if got := file.RunsOf(is); !slices.Equal(got, want) {
				t.Fatalf("%s: %v, want %v\n%+v\n%+v", state, got, want, runs, f)
			}
		}
	}
}

// TestRunsOfAHugeRebuiltText: a key looks at what was sent, not at every line between.
func TestRunsOfAHugeRebuiltText(t *testing.T) {
	f := coverage.File{Sets: heldlines.Sets{Sent: record.Ranges{{1, 1 << 50}}, Cut: record.Ranges{{1<<50 + 1, 1 << 51}}}}
	file := &File{Coverage: f, Rebuilt: []coverage.Segment{{First: 1, Lines: 1 << 51, Row: 1}}}
	if got := file.RunsOf(func(s linestates.State) bool { return s == linestates.Cut }); !slices.Equal(got, []int64{1<<50 + 1}) {
		t.Error(got)
	}
}

// TestWhatWasBlind is said in the lines that the file had then, where it has fewer now, and as the marks beside the
// lines have it, where they were sent afterwards.
func TestWhatWasBlind(t *testing.T) {
	lines := func(first, last int64) record.Ranges { return record.Ranges{{first, last}} }
	for want, c := range map[string]struct {
		change coverage.Change
		now    coverage.File
	}{
		"blind: L1–L12 had not been sent as the file was then (9 lines now)": {
			coverage.Change{BlindThen: lines(1, 12), Blind: lines(1, 9)}, coverage.File{Lines: 9, Sets: heldlines.Sets{Written: lines(1, 9)}},
		},
		"blind: L12, sent only after": {
			coverage.Change{BlindThen: lines(12, 12), Blind: lines(12, 12)}, coverage.File{Lines: 20, Sets: heldlines.Sets{Sent: lines(10, 14)}},
		},
		"blind: L12 had not been sent": {
			coverage.Change{BlindThen: lines(12, 12), Blind: lines(12, 12)}, coverage.File{Lines: 20, Sets: heldlines.Sets{Never: lines(1, 20)}},
		},
		"blind: L3 had not been sent": {coverage.Change{BlindThen: lines(3, 3)}, coverage.File{}},
	} {
		rc := Call{change: &c.change, Coverage: c.now}
		if got := strings.TrimSuffix(rc.BlindWords()+" "+rc.BlindNumbers(), " "); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestBlindOfAFileOfWhichNothingWasSent is told from blind of a file that the agent had in part.
func TestBlindOfAFileOfWhichNothingWasSent(t *testing.T) {
	edit := onA(2, "Edit", "", 2, "-a line that is told from others", "+two")
	rest := transcripttest.ClaudeRead(1, "/w", "/w/b", 1, "one")
	for run, want := range map[string]bool{
		rest + edit: true, readA(1, "one") + edit: false, bySub(readA(1, "one", "a line that is told from others")) + edit: false,
	} {
		_, f := fileOf(t, run, "", 2)
		rc := Call{change: &f.Coverage.Changes[len(f.Coverage.Changes)-1], Coverage: f.Coverage}
		if got := rc.IsOfNothingSent(); got != want || rc.BlindWords() == "" {
			t.Errorf("%t, %q of %s", got, rc.Cause(), run)
		}
	}
}

// TestNumbersOfAChange: each line of a change has the number that it has in the file, a line that is taken out the one
// that it had.
func TestNumbersOfAChange(t *testing.T) {
	var lines []string
	var numbers []int64
	addHunks([]record.Hunk{
		{Old: 9, Lines: []string{" nine", "-ten", "+TEN", "+more", " eleven"}},
		{Old: 98, Lines: []string{"-old", " last"}},
		{Lines: []string{"-any", "+other"}},
	}, func(line string, number int64) {
		lines = append(lines, line)
		numbers = append(numbers, number)
	})
	want := []string{
		" 9  nine", "10 -ten", "10 +TEN", "11 +more", "12  eleven", "   @@", "98 -old", "99  last", "   @@", "   -any",
		"   +other",
	}
	if got, width := numbered(lines, numbers); got != strings.Join(want, "\n") || width != 3 {
		t.Errorf("%d:\n%s", width, got)
	}
	if got, width := numbered([]string{"-any"}, []int64{0}); got != "-any" || width != 0 {
		t.Errorf("%d: %q", width, got)
	}
}

// TestARefusalOfAFileThatIsNotHere: that the same call is refused now is no news where its file is not here.
func TestARefusalOfAFileThatIsNotHere(t *testing.T) {
	tool := &tools.Tool{Name: "claude_code@1"}
	gone := &Call{Same: rerun.Comparison{Tool: tool, Refused: true}}
	if text, _, warn := gone.SameText(""); text != "file not here now" || warn {
		t.Errorf("%q, %v", text, warn)
	}
	gone.Lines = []coverage.LineState{{}}
	if text, _, warn := gone.SameText(""); text != "refused now" || !warn {
		t.Errorf("of a file that is there: %q, %v", text, warn)
	}
}
