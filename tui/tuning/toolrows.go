package tuning

import (
	"context"
	"errors"
	"fmt"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/check"
	"eyeline/reader/tools"
	"eyeline/tui/jobs"
	"eyeline/tui/overlay"
	"eyeline/tui/words"
)

// fillTools reads the file with the default read of every tool, one after the other, and fills the list in.
func (l *ToolList) fillTools(panel *overlay.ListPanel) tea.Cmd {
	l.jobs.End(jobs.Tools)
	if l.text.Doc() == nil {
		return nil
	}
	l.jobs.Start(jobs.Tools)
	return l.toolRow(panel, 0)
}

// toolRow reads the file with the first tool among the items of the list from at on, fills its row in and goes on to
// the next, as long as the list is open.
func (l *ToolList) toolRow(panel *overlay.ListPanel, at int) tea.Cmd {
	for ; at < len(panel.Items); at++ {
		t, ok := tools.Lookup(panel.Items[at].Name)
		if !ok {
			continue
		}
		env, file, view := l.preview.Env(t, false), l.text.Doc().Argument(t), l.text.Doc().Raw().Bytes()
		return jobs.Step(l.jobs, jobs.Tools, func(ctx context.Context) (r toolRow) {
			r.row, r.err = check.RowOf(ctx, t, env, file, view)
			return r
		}, func(r toolRow) tea.Cmd {
			if !l.overlays.IsOpen(panel) {
				l.jobs.End(jobs.Tools)
				return nil
			}
			i := &panel.Items[at]
			if r.err != nil {
				i.Text = "cannot be read: " + r.err.Error()
			} else {
				i.Text = rowText(r.row) + "  " + i.Text
			}
			return l.toolRow(panel, at+1)
		})
	}
	l.jobs.End(jobs.Tools)
	return nil
}

// toolRow is what one tool gives of the file.
type toolRow struct {
	row check.Row
	err error
}

// rowText is what a tool gives of the file, in columns.
func rowText(r check.Row) string {
	if r.State == "refused" || r.State == "not text" {
		return fmt.Sprintf("%-8s %s ·", r.State, r.Words)
	}
	share := "100 %"
	if r.BytesSent < r.Bytes {
		share = fmt.Sprintf("%d %%", min(r.BytesSent*100/r.Bytes, 99))
	}
	calls := words.Count(r.Calls, "call")
	switch {
	case r.Ends:
		calls = "no more"
	case r.Guessed:
		calls = "≈" + calls
	}
	text := fmt.Sprintf("%-8s %13s %5s %8s tokens %9s", r.State, words.Count(r.Lines, "line"), share,
		"≈"+words.Group(r.Tokens), calls)
	if r.Cut > 0 {
		text += ", " + words.Group(r.Cut) + " cut"
	}
	if r.Silent {
		text += ", not told"
	}
	return text + " ·"
}

// compareMarked puts two tools beside each other: the marked ones, or the current one and the marked one.
func (l *ToolList) compareMarked(names []string) (tea.Cmd, error) {
	byLines := tools.ByMode(tools.ModeSlice)
	for _, name := range names {
		if !slices.ContainsFunc(byLines, func(t *tools.Tool) bool { return t.Name == name }) {
			return nil, fmt.Errorf("%s cannot be compared: it cannot be asked for lines", name)
		}
	}
	names = slices.DeleteFunc(names, func(name string) bool {
		return name == l.preview.Request().ToolName() && !l.text.ToolOff()
	})
	if len(names) == 0 || len(names) > 2 || len(names) == 2 && slices.Contains(names, l.preview.Request().ToolName()) {
		return nil, errors.New("mark two tools, or one to compare with the current one")
	}
	var first tea.Cmd
	if len(names) == 2 || l.text.ToolOff() {
		t, ok := tools.Lookup(names[0])
		if !ok || len(names) < 2 {
			return nil, errors.New("no tool is on: mark two tools")
		}
		first = l.TakeTool(t)
	}
	return tea.Batch(first, l.comparing.compareWith(names[len(names)-1])), nil
}
