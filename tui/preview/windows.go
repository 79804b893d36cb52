package preview

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/reader/lineindex"
	"eyeline/reader/tools"
	"eyeline/reader/window"
	"eyeline/tui/cells"
	"eyeline/tui/jobs"
	"eyeline/tui/pane"
)

// From window to window: the next and the previous one, and the blocks beside a block.

// NextWindow goes to the following window, or to the next block at the anchor's level.
func (p *Preview) NextWindow(n int64, _ bool) tea.Cmd {
	r := p.reading
	if r == nil || p.jobs.Runs(jobs.Read) {
		p.ahead += n // once the window under way is read
		return nil
	}
	p.ahead += n - 1 // one after the other: only the tool knows where each next one begins
	if p.req.Mode() == tools.ModeBlock {
		return p.SiblingBlock(1)
	}
	if r.Refused != "" {
		p.ahead = 0
		return p.walk.firstCall()
	}
	if r.next == nil {
		return p.noWindow("this is the last window")
	}
	next, ok := p.req.WithArgs(r.next)
	if !ok {
		p.ahead = 0
		return nil
	}
	p.back = append(p.back, Earlier{p.req, r.sent})
	p.req = p.ClampRange(next)
	return p.Read(ThenShowWindow)
}

// PrevWindow goes back through the windows that ] came from, then further back by the window's size.
func (p *Preview) PrevWindow(n int64, _ bool) tea.Cmd {
	if p.reading == nil || p.jobs.Runs(jobs.Read) {
		p.ahead -= n
		return nil
	}
	if k := len(p.back); k > 0 {
		p.ahead -= max(n-int64(k), 0) // further back than ] has gone
		k = max(k-int(min(n, 1<<30)), 0)
		p.req = p.back[k].Req
		p.back = p.back[:k]
		return p.Read(ThenShowWindow)
	}
	if p.req.Mode() == tools.ModeBlock {
		p.ahead -= n - 1
		return p.SiblingBlock(-1)
	}
	first := int64(1)
	if p.req.Mode() == tools.ModeBytes {
		first = 0
	}
	if p.req.Place() <= first {
		return p.noWindow("this is the first window")
	}
	to := first
	if size := max(p.req.Size(), 1); n <= (p.req.Place()-first)/size {
		to = p.req.Place() - size*n
	}
	p.req = p.ClampRange(p.req.At(to))
	return p.Read(ThenShowWindow)
}

// noWindow says that there is no window to go on to.
func (p *Preview) noWindow(why string) tea.Cmd {
	p.ahead = 0
	if p.reading.Win.Kind == window.Outline {
		why = p.outlineWords()
	}
	return p.desk.Say(why)
}

// anchorFound is the anchor of a block: its 1-based line and where that begins.
type anchorFound struct {
	line, off int64
	ok        bool
}

// SiblingBlock goes to the block beside the current one, after it or before it, unless another request has been made by
// then.
func (p *Preview) SiblingBlock(dir int) tea.Cmd {
	r := p.reading
	if r.Refused != "" || r.Out == nil {
		p.ahead = 0
		return p.desk.Say("there is no block to go on from")
	}
	view, lines, w, req := p.text.Doc().Raw().Bytes(), p.text.Doc().Raw().Lines(), r.Win, p.req
	return jobs.Try(p.jobs, jobs.NextBlock, func(ctx context.Context) (a anchorFound, err error) {
		a.line, a.ok, err = window.NextSiblingAnchor(ctx, view, lines, w, dir)
		if a.ok && err == nil {
			a.off, _, a.ok, err = lineindex.FindLine(ctx, view, lines, a.line)
		}
		return a, err
	}, func(a anchorFound, err error) tea.Cmd {
		if !p.req.Equal(req) {
			return nil
		}
		return p.toBlock(dir, a, err)
	})
}

// toBlock puts the window at the anchor of a block that was looked for.
func (p *Preview) toBlock(dir int, a anchorFound, err error) tea.Cmd {
	if err != nil || !a.ok {
		p.ahead = 0 // there is nothing to go on to
	}
	switch {
	case err != nil:
		return p.desk.Warn("cannot look for the next block: " + cells.Sanitize(err.Error()))
	case !a.ok && dir > 0:
		return p.desk.Say("no further block at this level")
	case !a.ok:
		return p.desk.Say("no earlier block at this level")
	}
	if dir > 0 {
		p.back = append(p.back, Earlier{Req: p.req})
	}
	p.req = p.req.At(a.line)
	to := pane.To(a.off, pane.Middle)
	if p.text.Doc().Decoded() {
		to = p.text.ToLine(a.line, pane.Middle)
	}
	p.text.Arrival().PauseTail()
	return tea.Batch(p.text.File().Do(to), p.Read(ThenNothing))
}

// outlineWords say what an outline is, and which keys lead to what it is of.
func (p *Preview) outlineWords() string {
	return "an outline, without the text: " + p.desk.KeyName(keymap.Anchor) + " reads from the cursor, " +
		p.desk.KeyName(keymap.Symbols) + " lists the symbols"
}
