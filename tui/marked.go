package tui

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/reader/search"
	"eyeline/tui/cells"
	"eyeline/tui/jobs"
	"eyeline/tui/page"
	"eyeline/tui/screens"
)

// markedLines are lines of the file pane that a person has marked, to copy, write, print or pipe them. Offsets are 0-based
// byte offsets of units of what the pane shows.
type markedLines struct {
	on bool
	// moving: the cursor is one end, so that moving it marks more or fewer lines.
	moving   bool
	from, to int64 // the units at both ends, in any order; to is not used while moving

	pressed   bool  // the mouse's button is down
	pressedAt int64 // the unit on which it was pressed
}

// markedRange are the first and the last marked unit; the zero value when nothing is marked.
type markedRange struct {
	on          bool
	first, last int64
}

// redrawMarked has the rows of the file pane drawn again when other lines are marked than those that were drawn. A cursor that marks
// lines also moves when a page comes.
func (s *sheet) redrawMarked() {
	var now markedRange
	if first, last, on := s.marked(); on {
		now = markedRange{on, first, last}
	}
	if now != s.markedDrawn {
		s.markedDrawn = now
		s.file.Redraw()
	}
}

// marked returns the first and the last marked unit; false when nothing is marked.
func (s *sheet) marked() (first, last int64, ok bool) {
	k := &s.marking
	to := k.to
	if k.moving {
		to = s.file.Cursor()
	}
	return min(k.from, to), max(k.from, to), k.on
}

// isMarked reports whether the unit at off is marked.
func (s *sheet) isMarked(off int64) bool {
	first, last, ok := s.marked()
	return ok && off >= first && off <= last
}

// toggleMarking begins to mark lines at the cursor or, while no tool is on, at the top of the screen, where a cursor then
// appears; or takes the marks away.
func (m *Model) toggleMarking(int64, bool) tea.Cmd {
	if m.marking.on {
		m.unmark()
		m.say("nothing is marked now")
		return nil
	}
	if m.file.Empty() {
		m.say("there is no line to mark")
		return nil
	}
	m.pauseTail()
	m.file.SetCursorless(false)
	m.marking = markedLines{on: true, moving: true, from: m.file.Cursor()}
	m.say("moving marks lines; " + m.keyName(keymap.Copy) + " copies, " + m.keyName(keymap.Write) + " writes, " +
		m.keyName(keymap.LeavePrint) + " prints them; " + m.keyName(keymap.Cancel) + " unmarks")
	return nil
}

// unmark takes the marks away.
func (s *sheet) unmark() {
	if !s.marking.on {
		s.marking = markedLines{}
		return
	}
	s.marking = markedLines{}
	s.file.SetCursorless(s.toolOff)
}

// drag handles the left button of the mouse in the file pane: dragging it marks lines.
func (m *Model) drag(msg tea.MouseMsg) tea.Cmd {
	area, k := m.areas.file, &m.marking
	switch msg.Action {
	case tea.MouseActionRelease:
		k.pressed = false
		return nil
	case tea.MouseActionPress:
		l, ok := m.file.LineAt(msg.Y - area.y)
		if !k.moving {
			m.unmark()
		}
		if k.pressed = ok && area.contains(msg.X, msg.Y) && m.beside == nil; k.pressed {
			k.pressedAt = l.Off
		}
		if m.toolOff && !k.moving {
			return nil // there is no cursor to place
		}
		return m.click(msg.X, msg.Y)
	}
	if !k.pressed {
		return nil
	}
	var cmd tea.Cmd
	row := msg.Y - area.y
	switch {
	case row < 0:
		cmd = m.scroll(-1)
	case row >= area.height:
		cmd = m.scroll(1)
	}
	l, ok := m.file.LineAt(max(min(row, area.height-1), 0))
	if !ok {
		_, l, ok = m.file.Visible()
	}
	if !ok || !k.on && l.Off == k.pressedAt {
		return cmd
	}
	k.on, k.moving = true, false
	k.from, k.to = k.pressedAt, l.Off
	return cmd
}

// markedWords are how many lines are marked, for the footer.
func (m *Model) markedWords() string {
	first, last, ok := m.marked()
	if !ok {
		return ""
	}
	a, okA := m.file.Line(first)
	b, okB := m.file.Line(last)
	if !okA || !okB || a.Number == 0 || b.Number == 0 || m.filter.filter != nil {
		return "marked"
	}
	return count(b.Number-a.Number+1, "line") + " marked"
}

// nothingMarked says why there is nothing to give while no tool is on.
func (m *Model) nothingMarked() string {
	if m.marking.on {
		return ""
	}
	return "nothing is marked: " + m.keyName(keymap.MarkLines) + " marks lines, " + m.keyName(keymap.ToggleTool) + " turns " + m.req.ToolName() + " on"
}

// markedContent returns a function that writes the marked lines, whole and as they are: of a filtered file those that the
// filter shows, in the hex view the bytes.
func (m *Model) markedContent() (func(context.Context, io.Writer) error, string) {
	first, last, ok := m.marked()
	if !ok {
		return nil, m.nothingMarked()
	}
	return m.linesContent(first, last), ""
}

// linesContent returns a function that writes the lines of the units from first to last, of a filtered file those that
// the filter shows; in the hex view the bytes of the units.
func (m *Model) linesContent(first, last int64) func(context.Context, io.Writer) error {
	text := m.file.Text()
	view, numbers := text.Bytes, text.Numbers
	if stride := int64(m.file.Stride()); stride > 0 {
		end := min(last+stride, view.Size())
		return func(_ context.Context, w io.Writer) error {
			_, err := io.Copy(w, io.NewSectionReader(view, first, end-first))
			return err
		}
	}
	var only *search.Lines
	if m.filter.filter != nil {
		only = m.filter.filter.Snapshot()
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

func (s stoppable) Read(p []byte) (int, error) {
	if err := s.ctx.Err(); err != nil {
		return 0, err
	}
	return s.r.Read(p)
}

// errTooLong says that a text is longer than terminals take for the clipboard.
var errTooLong = errors.New("too long")

// limited keeps what is written to it, up to clipboardLimit.
type limited struct{ bytes.Buffer }

func (l *limited) Write(p []byte) (int, error) {
	if l.Len()+len(p) > clipboardLimit {
		return 0, errTooLong
	}
	return l.Buffer.Write(p)
}

// copyMarked sends the marked lines to the terminal's clipboard: as they look, without the sequences that colour them.
func (m *Model) copyMarked() tea.Cmd {
	content, why := m.markedContent()
	if content == nil {
		m.say(why)
		return nil
	}
	bare := m.file.Options().Colours
	write, put := m.keyName(keymap.Write), m.opts.Clipboard
	m.unmark()
	return jobs.Ask(m.jobs, jobs.Write, func(ctx context.Context) screens.Note {
		var b limited
		err := content(ctx, &b)
		text := b.String()
		if bare {
			text = cells.Uncoloured(text)
		}
		n := strings.Count(strings.TrimSuffix(text, "\n"), "\n") + 1
		switch {
		case errors.Is(err, errTooLong):
			return screens.Note{Text: fmt.Sprintf("terminals take no more than %s into the clipboard, and more is marked: %s writes it to a file",
				size(clipboardLimit), write), Bad: true}
		case err == nil && put == nil:
			err = errors.New("this terminal has no clipboard")
		case err == nil:
			err = put(text)
		}
		if err != nil {
			return screens.Note{Text: "cannot copy: " + plain(err.Error()), Bad: true}
		}
		return screens.Note{Text: "sent to the terminal: " + count(int64(n), "line") + ", " + size(int64(len(text)))}
	}, func(said screens.Note) tea.Cmd {
		m.note = said
		return nil
	})
}
