package textview

import (
	tea "github.com/charmbracelet/bubbletea"

	"eyeline/tui/file/pane"
)

// jumpPart moves the cursor of the file pane to a place that was asked for. Nothing that goes on by itself takes the
// cursor away from there: neither a filter that still runs, nor the following of the end.
type jumpPart struct {
	view      *view
	loading   *loadingPart
	bookmarks *bookmarksPart
	filter    *filterPart
}

// JumpTo moves the cursor of the file pane to a place that was asked for, and keeps where it was for the mark '.
func (t *Text) JumpTo(m pane.Move) tea.Cmd { return t.jumps.to(m) }

// JumpOn is [Text.JumpTo] for what keeps the place itself: the mark ' stays as it is.
func (t *Text) JumpOn(m pane.Move) tea.Cmd { return t.jumps.on(m) }

func (j *jumpPart) to(m pane.Move) tea.Cmd {
	j.bookmarks.KeepPlace()
	return j.on(m)
}

func (j *jumpPart) on(m pane.Move) tea.Cmd {
	j.filter.GoElsewhere()
	j.loading.PauseTail()
	return j.view.File.Do(m)
}
