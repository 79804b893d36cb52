package tui

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/lineindex"
	"eyeline/reader/tools"
	"eyeline/reader/window"
	"eyeline/tui/jobs"
	"eyeline/tui/pane"
)

// From window to window: the next and the previous one, and the blocks beside a block.

// nextWindow goes to the following window, or to the next block at the anchor's level.
func (m *Model) nextWindow(n int64, _ bool) tea.Cmd {
	r := m.reading
	if r == nil || m.jobs.Runs(jobs.Read) {
		m.ahead += n // once the window under way is read
		return nil
	}
	m.ahead += n - 1 // one after the other: only the tool knows where each next one begins
	if m.req.Mode() == tools.ModeBlock {
		return m.siblingBlock(1)
	}
	if r.refused != "" {
		m.ahead = 0
		return m.firstCall()
	}
	if r.next == nil {
		m.ahead = 0
		if m.say("this is the last window"); r.win.Kind == window.Outline {
			m.say(m.outlineWords())
		}
		return nil
	}
	next, ok := m.req.WithArgs(r.next)
	if !ok {
		m.ahead = 0
		return nil
	}
	m.back = append(m.back, m.req)
	m.req = m.clampRange(next)
	return m.read(thenShowWindow)
}

// prevWindow goes back through the windows that ] came from, then further back by the window's size.
func (m *Model) prevWindow(n int64, _ bool) tea.Cmd {
	if m.reading == nil || m.jobs.Runs(jobs.Read) {
		m.ahead -= n
		return nil
	}
	if k := len(m.back); k > 0 {
		m.ahead -= max(n-int64(k), 0) // further back than ] has gone
		k = max(k-clampInt(n), 0)
		m.req = m.back[k]
		m.back = m.back[:k]
		return m.read(thenShowWindow)
	}
	if m.req.Mode() == tools.ModeBlock {
		m.ahead -= n - 1
		return m.siblingBlock(-1)
	}
	first := int64(1)
	if m.req.Mode() == tools.ModeBytes {
		first = 0
	}
	if m.req.Place() <= first {
		m.ahead = 0
		if m.say("this is the first window"); m.reading.win.Kind == window.Outline {
			m.say(m.outlineWords())
		}
		return nil
	}
	to := first
	if size := max(m.req.Size(), 1); n <= (m.req.Place()-first)/size {
		to = m.req.Place() - size*n
	}
	m.req = m.clampRange(m.req.At(to))
	return m.read(thenShowWindow)
}

// anchorFound is the anchor of a block: its 1-based line and where that begins.
type anchorFound struct {
	line, off int64
	ok        bool
}

// siblingBlock goes to the block beside the current one, after it or before it, unless another request has been made by then.
func (m *Model) siblingBlock(dir int) tea.Cmd {
	r := m.reading
	if r.refused != "" || r.out == nil {
		m.ahead = 0
		m.say("there is no block to go on from")
		return nil
	}
	view, lines, w, req := m.doc.Raw().Bytes(), m.doc.Raw().Lines(), r.win, m.req
	return jobs.Try(m.jobs, jobs.NextBlock, func(ctx context.Context) (a anchorFound, err error) {
		a.line, a.ok, err = window.NextSiblingAnchor(ctx, view, lines, w, dir)
		if a.ok && err == nil {
			a.off, _, _, err = lineindex.FindLine(ctx, view, lines, a.line)
		}
		return a, err
	}, func(a anchorFound, err error) tea.Cmd {
		if !m.req.Equal(req) {
			return nil
		}
		return m.toBlock(dir, a, err)
	})
}

// toBlock puts the window at the anchor of a block that was looked for.
func (m *Model) toBlock(dir int, a anchorFound, err error) tea.Cmd {
	if err != nil || !a.ok {
		m.ahead = 0 // there is nothing to go on to
	}
	switch {
	case err != nil:
		m.warn("cannot look for the next block: " + plain(err.Error()))
		return nil
	case !a.ok && dir > 0:
		m.say("no further block at this level")
		return nil
	case !a.ok:
		m.say("no earlier block at this level")
		return nil
	}
	if dir > 0 {
		m.back = append(m.back, m.req)
	}
	m.req = m.req.At(a.line)
	to := pane.To(a.off, pane.Middle)
	if m.doc.Decoded() {
		to = m.toLine(a.line, pane.Middle)
	}
	m.pauseTail()
	return tea.Batch(m.file.Do(to), m.read(thenNothing))
}
