package tui

import (
	"context"
	"fmt"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/reader/tools"
	"eyeline/reader/tuning"
	"eyeline/reader/window"
	"eyeline/tui/jobs"
	"eyeline/tui/request"
)

// sizeChange is a change of the window's size that a reading will answer.
type sizeChange struct {
	req        request.Request // what is read
	start, end int64           // the window before; both 0 when there was none
	pending    bool
}

// resizeWindow makes the window larger or smaller by steps.
func (m *Model) resizeWindow(steps int) tea.Cmd {
	if m.req.Mode() != tools.ModeBlock {
		if why := m.noResizing(steps); why != "" {
			m.say(why)
			return nil
		}
		return m.takeSize(m.clampRange(m.req.Resize(steps, m.given())), steps)
	}
	// How many levels there are depends on the anchor's indent.
	if r := m.reading; r != nil && r.out != nil && r.req.Place() == m.req.Place() && r.win.Kind == window.Block && r.win.Indent >= 0 {
		return m.takeSize(m.req.Levelled(steps, tuning.MostLevels(r.win.Indent)), steps)
	}
	return m.countLevels(steps)
}

// given is how much the call without a size gives, in lines or bytes as the mode counts them; 0 where that is not known.
func (m *Model) given() int64 {
	r := m.reading
	if r == nil || r.out == nil || !r.req.Equal(m.req) || m.req.HasSize() {
		return 0
	}
	if m.req.Mode() == tools.ModeBytes {
		return r.win.End - r.win.Start
	}
	return tools.LinesGiven(r.win, r.stats)
}

// noResizing says why the window has no other size; "" when it may have one.
func (m *Model) noResizing(steps int) string {
	r := m.reading
	if r == nil || r.out == nil || !r.req.Equal(m.req) {
		return ""
	}
	switch {
	case r.win.Kind == window.Outline:
		return m.outlineWords()
	case steps > 0 && m.given() > m.req.Size() && r.kind == "" && r.win.Kind != window.Notice && r.win.End == r.from.Size && r.fileBytes == r.from.Size:
		return "the window is as large as it gets: it goes to the end of the file"
	}
	return ""
}

// outlineWords say what an outline is, and which keys lead to what it is of.
func (m *Model) outlineWords() string {
	return "an outline, without the text: " + m.keyName(keymap.Anchor) + " reads from the cursor, " + m.keyName(keymap.Symbols) + " lists the symbols"
}

// takeSize takes over a request with another size.
func (m *Model) takeSize(r request.Request, steps int) tea.Cmd {
	if r.Equal(m.req) {
		what := "window"
		if r.Mode() == tools.ModeBlock {
			what = "block"
		}
		m.say("the " + what + " is as " + map[bool]string{true: "large", false: "small"}[steps > 0] + " as it gets")
		return nil
	}
	back, was := m.back, m.reading
	cmd := m.change(r)
	m.back = back // the windows that ] came from are still where they were
	m.sizing = sizeChange{req: r}
	if was != nil && was.out != nil {
		m.sizing.start, m.sizing.end, m.sizing.pending = was.win.Start, was.win.End, true
	}
	return cmd
}

// sayWhatResizingDid says that the window of a reading is no other than before its size was changed.
func (m *Model) sayWhatResizingDid(r *reading) {
	z := m.sizing
	if !z.pending || !r.req.Equal(z.req) {
		return
	}
	m.sizing.pending = false
	if r.out != nil && r.win.Start == z.start && r.win.End == z.end && m.quiet() {
		m.say(sizeWord(r.req) + ": the same lines as before")
	}
}

// sizeWord is a request's size in words.
func sizeWord(r request.Request) string {
	switch r.Mode() {
	case tools.ModeBlock:
		return levelsWord(r.Size())
	case tools.ModeBytes:
		return size(r.Size())
	}
	return count(r.Size(), "line")
}

// levelsWord is a number of levels in words.
func levelsWord(n int64) string {
	if n == 0 {
		return "all levels"
	}
	return fmt.Sprintf("levels %d", n)
}

// countLevels looks up the anchor's indent, and then makes the block larger or smaller.
func (m *Model) countLevels(steps int) tea.Cmd {
	if m.doc == nil {
		return nil
	}
	view, lines, req := m.doc.Raw().Bytes(), m.doc.Raw().Lines(), m.req
	anchor := req.Place()
	return jobs.Try(m.jobs, jobs.Levels, func(ctx context.Context) (int64, error) {
		in, err := window.IndentsOf(ctx, view, lines, anchor, anchor)
		if err != nil || !in.Has(anchor) {
			return 0, err
		}
		return in.Indent(anchor), nil
	}, func(indent int64, err error) tea.Cmd {
		switch {
		case !m.req.Equal(req):
			return nil // it is about another anchor
		case err != nil:
			m.warn("cannot read: " + plain(err.Error()))
			return nil
		}
		return m.takeSize(m.req.Levelled(steps, tuning.MostLevels(indent)), steps)
	})
}

// flip turns a boolean argument of a block, which absent is what it amounts to when it is not given.
func (m *Model) flip(flag string, absent bool) tea.Cmd {
	on := absent
	if v, ok := m.req.Values()[flag].(bool); ok {
		on = v
	}
	m.say(fmt.Sprintf("%s: %v", flag, !on))
	return m.change(m.req.With(flag, !on))
}
