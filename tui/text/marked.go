package text

import (
	"context"
	"io"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/reader/search"
	"eyeline/tui/page"
	"eyeline/tui/words"
)

// markedLines are lines of the file pane that a person has marked, to copy, write, print or pipe them. Offsets are
// 0-based byte offsets of units of what the pane shows.
type markedLines struct {
	On bool
	// Moving: the cursor is one end, so that moving it marks more or fewer lines.
	Moving   bool
	From, To int64 // the units at both ends, in any order; To is not used while Moving

	Pressed   bool  // the mouse's button is down
	PressedAt int64 // the unit on which it was pressed
}

// markedRange are the first and the last marked unit; the zero value when nothing is marked.
type markedRange struct {
	on          bool
	first, last int64
}

// RedrawMarked has the rows of the file pane drawn again when other lines are marked than those that were drawn. A
// cursor that marks lines also moves when a page comes.
func (k *Marking) RedrawMarked() {
	var now markedRange
	if first, last, on := k.Marked(); on {
		now = markedRange{on, first, last}
	}
	if now != k.markedDrawn {
		k.markedDrawn = now
		k.text.file.Redraw()
	}
}

// Marked returns the first and the last marked unit; false when nothing is marked.
func (k *Marking) Marked() (first, last int64, ok bool) {
	to := k.To
	if k.Moving {
		to = k.text.file.Cursor()
	}
	return min(k.From, to), max(k.From, to), k.On
}

// IsMarked reports whether the unit at off is marked.
func (k *Marking) IsMarked(off int64) bool {
	first, last, ok := k.Marked()
	return ok && off >= first && off <= last
}

// ToggleMarking begins to mark lines at the cursor or, while no tool is on, at the top of the screen, where a cursor
// then appears; or takes the marks away.
func (k *Marking) ToggleMarking(int64, bool) tea.Cmd {
	if k.On {
		k.Unmark()
		k.text.desk.Say("nothing is marked now")
		return nil
	}
	if k.text.file.Empty() {
		k.text.desk.Say("there is no line to mark")
		return nil
	}
	k.text.arrival.PauseTail()
	k.text.file.SetCursorless(false)
	k.markedLines = markedLines{On: true, Moving: true, From: k.text.file.Cursor()}
	k.text.desk.Say("moving marks lines; " + k.text.desk.KeyName(keymap.Copy) + " copies, " +
		k.text.desk.KeyName(keymap.Write) + " writes, " +
		k.text.desk.KeyName(keymap.LeavePrint) + " prints them; " + k.text.desk.KeyName(keymap.Cancel) + " unmarks")
	return nil
}

// Unmark takes the marks away.
func (k *Marking) Unmark() {
	if !k.On {
		k.markedLines = markedLines{}
		return
	}
	k.markedLines = markedLines{}
	k.text.file.SetCursorless(k.text.toolOff)
}

// MarkedWords are how many lines are marked, for the footer.
func (k *Marking) MarkedWords() string {
	first, last, ok := k.Marked()
	if !ok {
		return ""
	}
	a, okA := k.text.file.Line(first)
	b, okB := k.text.file.Line(last)
	if !okA || !okB || a.Number == 0 || b.Number == 0 || k.text.filter.Filter != nil {
		return "marked"
	}
	return words.Count(b.Number-a.Number+1, "line") + " marked"
}

// MarkedContent returns a function that writes the marked lines, whole and as they are: of a filtered file those that
// the filter shows, in the hex view the bytes.
func (k *Marking) MarkedContent() (func(context.Context, io.Writer) error, string) {
	first, last, ok := k.Marked()
	if !ok {
		return nil, k.text.host.NothingMarked()
	}
	return k.LinesContent(first, last), ""
}

// LinesContent returns a function that writes the lines of the units from first to last, of a filtered file those that
// the filter shows; in the hex view the bytes of the units.
func (k *Marking) LinesContent(first, last int64) func(context.Context, io.Writer) error {
	text := k.text.file.Text()
	view, numbers := text.Bytes, text.Numbers
	if stride := int64(k.text.file.Stride()); stride > 0 {
		end := min(last+stride, view.Size())
		return func(_ context.Context, w io.Writer) error {
			_, err := io.Copy(w, io.NewSectionReader(view, first, end-first))
			return err
		}
	}
	var only *search.Lines
	if k.text.filter.Filter != nil {
		only = k.text.filter.Filter.Snapshot()
	}
	lines := func(ctx context.Context, w io.Writer, from, to int64) error {
		start, _, err := page.LineBounds(ctx, view, numbers, from)
		if err != nil {
			return err
		}
		_, end, err := page.LineBounds(ctx, view, numbers, to)
		if err != nil {
			return err
		}
		_, err = io.Copy(w, stoppable{ctx, io.NewSectionReader(view, start, end-start)})
		return err
	}
	return func(ctx context.Context, w io.Writer) error {
		if only == nil {
			return lines(ctx, w, first, last)
		}
		start, _, err := page.LineBounds(ctx, view, numbers, first)
		for i := only.Search(start); err == nil && i < only.Len() && only.At(i) <= last; i++ {
			err = lines(ctx, w, only.At(i), only.At(i))
		}
		return err
	}
}

// stoppable is a reader that ends with the error of a context once that is done.
type stoppable struct {
	ctx context.Context
	r   io.Reader
}

// Read implements [io.Reader].
func (s stoppable) Read(p []byte) (int, error) {
	if err := s.ctx.Err(); err != nil {
		return 0, err
	}
	return s.r.Read(p)
}
