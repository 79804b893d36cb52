package textview

import (
	"cmp"
	"context"
	"io"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/search"
	"eyeline/reader/source"
	"eyeline/tui/file/filepages"
	"eyeline/tui/kit/humanize"
)

// markedLines are lines of the file pane that a person has marked, to copy, write, print or pipe them. Offsets are
// 0-based byte offsets of units of what the pane shows.
type markedLines struct {
	On bool
	// Moving: the cursor is one end, so that moving it marks more or fewer lines.
	Moving   bool
	From, To int64 // the units at both ends, in any order; To is not used while Moving

	pressed   bool  // the mouse's button is down
	pressedAt int64 // the unit on which it was pressed
}

// Marked returns the first and the last marked unit; false when nothing is marked.
func (k *markingPart) Marked() (first, last int64, ok bool) {
	if !k.On {
		return 0, 0, false
	}
	to := k.To
	if k.Moving {
		to = k.view.File.Cursor
	}
	return min(k.From, to), max(k.From, to), true
}

// IsMarked reports whether the unit at off is marked.
func (k *markingPart) IsMarked(off int64) bool {
	first, last, ok := k.Marked()
	return ok && off >= first && off <= last
}

// Press says that the mouse's button was pressed on the unit at off: dragging marks lines from there.
func (k *markingPart) Press(off int64) {
	k.pressed = true
	k.pressedAt = off
}

// Release says that the button is up, or was pressed on no unit.
func (k *markingPart) Release() { k.pressed = false }

// Dragging reports whether the button was pressed on a unit and is still down.
func (k *markingPart) Dragging() bool { return k.pressed }

// DragTo marks the lines from where the button was pressed to the unit at off. As long as the pointer has not left its
// line nothing is marked: that is a click.
func (k *markingPart) DragTo(off int64) {
	if !k.On && off == k.pressedAt {
		return
	}
	k.On = true
	k.Moving = false
	k.From = k.pressedAt
	k.To = off
}

// ToggleMarking begins to mark lines at the cursor or, while no tool is on, at the top of the screen, where a cursor
// then appears; or takes the marks away.
func (k *markingPart) ToggleMarking(int64, bool) tea.Cmd {
	if k.On {
		k.Unmark()
		return k.view.program.Say("nothing is marked now")
	}
	if k.view.File.Empty() {
		return k.view.program.Say("there is no line to mark")
	}

	k.loading.PauseTail()
	k.view.File.SetCursorless(false)
	k.markedLines = markedLines{On: true, Moving: true, From: k.view.File.Cursor}
	return k.view.program.Say("moving marks lines")
}

// Unmark takes the marks away.
func (k *markingPart) Unmark() {
	on := k.On
	k.markedLines = markedLines{}
	if on {
		k.view.File.SetCursorless(k.view.ToolOff)
	}
}

// MarkedWords are how many lines are marked, for the footer.
func (k *markingPart) MarkedWords() string {
	first, last, ok := k.Marked()
	if !ok {
		return ""
	}

	a, okA := k.view.File.Line(first)
	b, okB := k.view.File.Line(last)
	if !okA || !okB || a.Number == 0 || b.Number == 0 || k.filter.Filter != nil {
		return "marked"
	}

	return humanize.Count(b.Number-a.Number+1, "line") + " marked"
}

// MarkedContent returns a function that writes the marked lines, whole and as they are: of a filtered file those that
// the filter shows, in the hex view the bytes; nil where nothing is marked.
func (k *markingPart) MarkedContent() func(context.Context, io.Writer) error {
	first, last, ok := k.Marked()
	if !ok {
		return nil
	}
	return k.LinesContent(first, last)
}

// LinesContent returns a function that writes the lines of the units from first to last, of a filtered file those that
// the filter shows; in the hex view the bytes of the units.
func (k *markingPart) LinesContent(first, last int64) func(context.Context, io.Writer) error {
	side := k.view.onScreen()
	text := k.view.File.Text
	view := side.Fixed()
	numbers := text.Numbers
	if text.Generation&^(1<<63) != side.Version() {
		return func(context.Context, io.Writer) error { return source.ErrStale }
	}

	if stride := int64(k.view.File.Stride); stride > 0 {
		end := min(last+stride, view.Size())
		return func(ctx context.Context, w io.Writer) error {
			return cmp.Or(view.CopyTo(ctx, w, first, end), view.Check(ctx))
		}
	}

	var only *search.Lines
	if k.filter.Filter != nil {
		only = k.filter.Filter.Snapshot()
	}

	lines := func(ctx context.Context, w io.Writer, from, to int64) error {
		start, _, err := filepages.LineBounds(ctx, view, numbers, from)
		_, end, errTo := filepages.LineBounds(ctx, view, numbers, to)
		if err := cmp.Or(err, errTo); err != nil {
			return err
		}
		return view.CopyTo(ctx, w, start, end)
	}

	return func(ctx context.Context, w io.Writer) error {
		if only == nil {
			return cmp.Or(lines(ctx, w, first, last), view.Check(ctx))
		}

		start, _, err := filepages.LineBounds(ctx, view, numbers, first)
		for i := only.Search(start); err == nil && i < only.Len() && only.At(i) <= last; i++ {
			err = lines(ctx, w, only.At(i), only.At(i))
		}

		return cmp.Or(err, view.Check(ctx))
	}
}
