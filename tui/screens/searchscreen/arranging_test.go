package searchscreen

import (
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/tui/kit/jobs"
)

// deliver runs a command and has its answer taken.
func deliver(t *testing.T, cmd tea.Cmd) {
	t.Helper()
	if cmd == nil {
		t.Fatal("nothing is under way")
	}
	answer, ok := cmd().(jobs.Message)
	if !ok {
		t.Fatal("the command has no answer")
	}
	answer.Take()
}

// TestAKeyLosesNothingThatWasFound: a key that changes the view while the last that was found is being arranged arranges
// that, and not what is shown meanwhile.
func TestAKeyLosesNothingThatWasFound(t *testing.T) {
	last := tabulate(searched(t, "needle"))
	for name, shown := range map[string]*table{"nothing shown": nil, "an earlier one shown": tabulate(searched(t, "needle"))} {
		s := &Screen{jobs: jobs.NewSet(jobs.NoDocument{}), wanted: audience{everyone, everyone}}
		if shown != nil {
			deliver(t, s.arrange(shown))
		}
		late := s.arrange(last)
		s.wanted = audience{0, everyone}
		deliver(t, s.again())
		late().(jobs.Message).Take() // it was replaced
		if s.table != last || s.audience != s.wanted || len(s.order) != len(last.rows) {
			t.Errorf("%s: %d of %d rows are shown, for %+v", name, len(s.order), len(last.rows), s.audience)
		}
	}
}
