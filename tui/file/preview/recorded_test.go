package preview

import (
	"strings"
	"testing"

	"eyeline/reader/tools"
	"eyeline/reader/window"
	"eyeline/tui/file/tooloutput"
	"eyeline/tui/screens/recordedrun"
)

// TestARecordedChangeComesBeforeItsResult: what a call changed is what a person looks for, and its result says little.
func TestARecordedChangeComesBeforeItsResult(t *testing.T) {
	r := &Reading{Out: tooloutput.New(), Recorded: &recordedrun.Call{Patch: recordedrun.Patch{Text: "-a\n+b"}}}
	defer func() { _ = r.Out.Close() }()
	if _, err := r.Out.Write([]byte("updated\n")); err != nil {
		t.Fatal(err)
	}
	all := r.Inserts(true)
	if len(all) != 2 || !all[0].Change || all[0].At != 0 || all[1].At != 0 || !strings.Contains(all[1].Title, "its result") {
		t.Errorf("%+v", all)
	}
}

// TestTheFirstLineOfAFileInASearch: the output of a call that gave other files before is shown from the file on; a few
// words of the tool before it stay.
func TestTheFirstLineOfAFileInASearch(t *testing.T) {
	for lead, want := range map[int64]int64{0: 0, 2: 0, 40: 40} {
		r := &Reading{Out: tooloutput.New(), Recorded: &recordedrun.Call{}}
		r.Window = window.Window{Kind: window.Slice, End: 1, Runs: []window.Run{{First: 9, Last: 11}}}
		r.Stats.Runs = []tools.ShownRun{{Content: lead, Lines: 3, Number: 9}}
		if got := firstOfFile(r); got != want {
			t.Errorf("after %d lines it is %d", lead, got)
		}
		_ = r.Out.Close()
	}
}
