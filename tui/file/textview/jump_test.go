package textview

import (
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/source/revision"
	"eyeline/tui/file/pane"
	"eyeline/tui/kit/jobs"
)

// TestAJumpStaysWhereItWent: whatever leads to a place ends the following of the end, keeps a filter that still runs
// from moving the cursor, and leaves the mark ' where the cursor was.
func TestAJumpStaysWhereItWent(t *testing.T) {
	text := "{\n" + numbered(60) + "}\n"
	for name, c := range map[string]struct {
		jump func(*bench) tea.Cmd
		line int64 // to which it leads, from line 1
	}{
		"to a place":   {func(b *bench) tea.Cmd { return b.text.JumpTo(b.text.ToLine(30, pane.Middle)) }, 30},
		"to a bracket": {func(b *bench) tea.Cmd { return b.text.ToBracket('{', 1) }, 62},
		"to a match": {func(b *bench) tea.Cmd {
			cmd, err := b.text.Search.SearchFor("line 8", 0)
			if err != nil {
				t.Error(err)
			}
			return cmd
		}, 9},
		"to a change": {func(b *bench) tea.Cmd {
			known(b, revision.Change{Kind: revision.Changed, First: 12, Last: 12})
			return b.text.Changes.StepChange(1)
		}, 12},
	} {
		t.Run(name, func(t *testing.T) {
			onText(t, text, nil, func(b *bench) {
				b.text.Jobs.Start(jobs.Tail)
				b.Run(c.jump(b))
				b.at(c.line)
				if b.text.Jobs.Runs(jobs.Tail) || !b.text.Loading.TailPaused {
					t.Error("the end is followed on")
				}
				if !b.text.Filter.Elsewhere {
					t.Error("a filter may move the cursor")
				}
				if to, why := b.text.Bookmarks.MarkAt('\''); to.Off != 0 || why != "" {
					t.Errorf("the mark ' is at %d: %s", to.Off, why)
				}
			})
		})
	}
}

// TestABracketIsShownInTheFile also while another pane has its place on the screen: the offset is of the file.
func TestABracketIsShownInTheFile(t *testing.T) {
	onText(t, "{\n}\n", nil, func(b *bench) {
		b.Run(b.text.ToBracket('{', 1))
		if !has[FileWanted](b) {
			t.Error("nobody shows the file pane")
		}
	})
}
