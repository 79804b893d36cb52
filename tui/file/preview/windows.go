package preview

import (
	"context"
	"fmt"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/reader/decode"
	"eyeline/reader/lineindex"
	"eyeline/reader/tools"
	"eyeline/reader/window"
	"eyeline/tui/file/pane"
	"eyeline/tui/file/toolrequest"
	"eyeline/tui/kit/cells"
	"eyeline/tui/kit/humanize"
	"eyeline/tui/kit/jobs"
)

// The keys that go from window to window, and from a block to the blocks beside it.

// NextWindow goes to the following window, or to the next block at the anchor's level.
func (p *Preview) NextWindow(n int64, _ bool) tea.Cmd {
	r := p.Reading
	if r == nil || p.jobs.Runs(jobs.Read) {
		p.Pending += n // once the window under way is read
		return nil
	}

	p.Pending += n - 1 // one after the other: only the tool knows where each next one begins
	if p.Request.Mode() == tools.ModeBlock {
		return p.SiblingBlock(1)
	}

	if r.Refused != "" {
		p.Pending = 0
		return p.Walk.firstCall()
	}

	if !r.readsOn() {
		why := "this is the last window"
		if len(r.Window.Spans()) > 0 && r.Window.End < r.FileBytes {
			why += ": no call of " + p.Request.ToolName() + " gives what follows"
		} else if r.Window.Start == 0 && r.Window.End > 0 && p.Request.Mode() == tools.ModeBytes {
			why = "the whole file is in this window · " + p.program.KeyName(keymap.Smaller) + " makes it smaller"
		}

		return p.noWindow(why)
	}

	next, ok := p.Request.WithArgs(r.NextArgs)
	if !ok {
		p.Pending = 0
		return nil
	}

	given := r.Window.End - r.Window.Start
	if p.Request.Mode() == tools.ModeBytes && given > p.Request.Size() {
		p.program.Say("the window before gave " + humanize.Count(given, "byte") + ", up to the end of a line")
	}

	p.goOnTo(p.ClampRange(next), r.Earlier())
	return p.Read(ThenShowWindow)
}

// PrevWindow goes back through the earlier calls of the walk, and before the first one back by the size of the window.
func (p *Preview) PrevWindow(n int64, _ bool) tea.Cmd {
	if p.Reading == nil || p.jobs.Runs(jobs.Read) {
		p.Pending -= n
		return nil
	}

	if k := len(p.earlier); k > 0 {
		p.Pending -= max(n-int64(k), 0) // further back than ] has gone
		k = max(k-int(min(n, 1<<30)), 0)
		p.Request = p.Request.WithCall(p.earlier[k].Req)
		p.earlier = p.earlier[:k]
		return p.Read(ThenShowWindow)
	}

	if p.Request.Mode() == tools.ModeBlock {
		p.Pending -= n - 1
		return p.SiblingBlock(-1)
	}

	first := p.Request.Mode().First()
	if p.Request.Place() <= first {
		return p.noWindow("this is the first window")
	}

	to := first
	if size := max(p.Request.Size(), 1); n <= (p.Request.Place()-first)/size {
		to = p.Request.Place() - size*n
	}

	p.Request = p.ClampRange(p.Request.At(to))
	return p.Read(ThenShowWindow)
}

// noWindow shows why there is no window to go to.
func (p *Preview) noWindow(why string) tea.Cmd {
	p.Pending = 0
	if p.Reading.Window.Kind == window.Outline {
		why = p.outlineWords()
	}
	return p.program.Say(why)
}

// anchorFound is where a block has its anchor: the 1-based line, and the offset at which that begins.
type anchorFound struct {
	line, off int64
	ok        bool
}

// SiblingBlock goes to the block after the current one, or before it where dir is negative. It does nothing if another
// request was made while it looked.
func (p *Preview) SiblingBlock(dir int) tea.Cmd {
	r := p.Reading
	if r.Refused != "" || !r.HasOutput() {
		p.Pending = 0
		return p.program.Say("there is no block to go on from")
	}

	view := p.raw().Bytes()
	lines := p.raw().Lines()
	w := r.Window
	req := p.Request
	return jobs.Try(p.jobs, jobs.NextBlock, func(ctx context.Context) (a anchorFound, err error) {
		a.line, a.ok, err = window.NextSiblingAnchor(ctx, view, lines, w, dir)
		if a.ok && err == nil {
			a.off, _, a.ok, err = lineindex.FindLine(ctx, view, lines, a.line)
		}
		return a, err
	}, func(a anchorFound, err error) tea.Cmd {
		if !p.Request.Equal(req) {
			return nil
		}
		if err != nil || !a.ok {
			p.Pending = 0 // there is nothing to go on to
		}

		switch {
		case err != nil:
			return p.program.Warn("cannot look for the next block: " + cells.Sanitize(err.Error()))
		case !a.ok:
			return p.program.Say("no " + humanize.Either(dir > 0, "further", "earlier") + " block at this level")
		case dir > 0:
			p.earlier = append(p.earlier, earlierCall{Req: p.Request})
		}

		p.Request = p.Request.At(a.line)
		to := pane.To(a.off, pane.Middle)
		if p.text.Doc.Decoded() {
			to = p.text.ToLine(a.line, pane.Middle)
		}

		return tea.Batch(p.text.JumpOn(to), p.Read(ThenNothing))
	})
}

// outlineWords say that the tool gave an outline, and which keys lead to the text that it describes.
func (p *base) outlineWords() string {
	return "only an outline: " + p.program.KeyName(keymap.Anchor) + " reads from the cursor, " +
		p.program.KeyName(keymap.Symbols) + " lists symbols"
}

// The window is put at the cursor by a key, or follows the cursor as it moves.

// FollowCursor puts the window at the cursor and reads.
func (p *base) FollowCursor() tea.Cmd {
	place, ok := p.cursorPlace()
	if !ok {
		if !p.text.File.Empty() && p.whyNoPlace() == "" {
			p.wanted = p.text.File.Cursor + 1 // as soon as the line's number is known
		}
		return nil
	}

	p.wanted = 0
	r := p.ClampRange(p.Request.At(place))
	if r.Equal(p.Request) {
		return nil
	}

	p.Request = r
	p.earlier = nil
	p.Pending = 0
	return p.Read(ThenNothing)
}

// whyNoPlace says why the cursor is at no place that a tool could be asked for; "" when it is at one.
func (p *base) whyNoPlace() string {
	d := p.text.Doc
	switch {
	case d == nil: // no document is open yet
	case p.text.Hex && p.Request.Mode() != tools.ModeBytes:
		return "the hex view has no lines; " + p.program.KeyName(keymap.Hex) + " goes back to them"
	case p.text.Hex: // the byte under the cursor is the place
	case d.Decoded() && (d.Form().Compression != decode.None || p.Request.Mode() == tools.ModeBytes):
		return "the tools read other bytes than are shown; " + p.program.KeyName(keymap.ShowAs) + " shows those"
	}

	return ""
}

// cursorPlace returns the place of the cursor as the current mode counts it: the number of its line, or its byte
// offset. It reports false where that is not known.
func (p *base) cursorPlace() (int64, bool) {
	if p.whyNoPlace() != "" {
		return 0, false
	}
	if p.Request.Mode() == tools.ModeBytes {
		return p.text.File.Cursor, true
	}
	l, ok := p.text.File.CursorLine()
	return l.Number, ok && l.Number > 0
}

// Anchor puts the window at the cursor, or says why it cannot.
func (p *base) Anchor(int64, bool) tea.Cmd {
	place, ok := p.cursorPlace()
	if !ok {
		if why := p.whyNoPlace(); why != "" {
			return p.program.Say(why)
		}
		if p.text.Doc == nil || p.text.File.Empty() {
			return p.program.Say("there is no line to put the window at")
		}

		p.wanted = p.text.File.Cursor + 1
		return p.program.Say("this line's number is still being counted")
	}

	cmd := p.Change(p.ClampRange(p.Request.At(place)))
	if cmd == nil {
		p.program.Say("the window is at the cursor already")
	}

	return cmd
}

// ToggleFollow switches whether the window follows the cursor.
func (p *base) ToggleFollow(int64, bool) tea.Cmd {
	p.Request = p.Request.WithFollow(!p.Request.Follows())
	if p.Request.Follows() {
		p.program.Say("the window follows the cursor")
		return p.FollowCursor()
	}
	return p.program.Say("the window stays; " + p.program.KeyName(keymap.Anchor) + " puts it at the cursor")
}

// PlaceWanted puts the window at the wanted line once the number of that is known.
func (p *base) PlaceWanted() tea.Cmd {
	l, ok := p.text.File.Line(p.wanted - 1)
	if p.wanted == 0 || !ok || l.Number == 0 {
		return nil
	}

	p.wanted = 0
	if p.Request.Mode() == tools.ModeBytes {
		return nil
	}
	if p.Request.Follows() {
		return p.FollowCursor()
	}

	return p.Change(p.ClampRange(p.Request.At(l.Number)))
}

// Changes of the request, with undo and redo.

// Change makes another request current and reads it. The old one can be undone. It turns the tool on where none is on.
func (p *base) Change(r toolrequest.Request) tea.Cmd {
	if p.text.ToolOff {
		return p.TurnOn(r)
	}
	if r.Equal(p.Request) {
		p.Request = r
		return nil
	}
	p.Undoable(p.Request)
	return p.SetRequest(r)
}

// TurnOn turns a tool on with a request; a window that follows the cursor begins at the line at the top.
func (p *base) TurnOn(r toolrequest.Request) tea.Cmd {
	p.text.SetToolOff(false)
	p.Begin(r)
	var follow tea.Cmd

	if p.Request.Follows() {
		follow = p.FollowCursor()
	}
	if p.jobs.Runs(jobs.Read) {
		return follow
	}

	return tea.Batch(follow, p.Read(ThenNothing))
}

// SetRequest makes a request current that undo does not return to.
func (p *base) SetRequest(r toolrequest.Request) tea.Cmd {
	mode := r.Mode() != p.Request.Mode()
	p.switchTo(r)
	p.Pending = 0
	if mode && r.Follows() {
		return tea.Batch(p.FollowCursor(), p.Read(ThenNothing))
	}
	return p.Read(ThenNothing)
}

// ClampRange moves the end of a range of lines to the last line of the file, where the number of lines is known:
// open_file refuses a range that ends past it.
func (p *base) ClampRange(r toolrequest.Request) toolrequest.Request {
	last, flag, ok := r.Range()
	if !ok || p.text.Doc == nil {
		return r
	}
	total, known := p.raw().TotalLines()
	if !known || last <= total || total == 0 {
		return r
	}
	return r.With(flag, max(total, r.Place()))
}

// StepHistory undoes -n changes of the request where n is negative, and redoes n changes otherwise, as far as there are
// some.
func (p *base) StepHistory(n int64) tea.Cmd {
	r := p.Request
	from := &p.redo
	to := &p.undo

	if n < 0 {
		from, to, n = to, from, -n
	}
	for ; n > 0 && len(*from) > 0; n-- {
		*to = append(*to, r)
		r = (*from)[len(*from)-1]
		*from = (*from)[:len(*from)-1]
	}

	return p.SetRequest(r)
}

// Flip switches a boolean argument that says whether a block has what; absent is its value where it is not given.
func (p *Preview) Flip(what, flag string, absent bool) tea.Cmd {
	on := absent
	if v, ok := p.Request.Values()[flag].(bool); ok {
		on = v
	}

	how := humanize.Either(on, "left out", "taken in")
	hint := ""
	if !on && p.Reading.capOfBlock(p.Request) > 0 {
		hint = "; " + p.program.KeyName(keymap.Larger) + " makes room"
	}

	asked := fmt.Sprintf("%s: %v", ArgumentName(p.Request.Tool(), flag), !on)
	cmd := p.Sizing.change(p.Request.With(flag, !on), what+" "+how+" ("+asked+")", hint)
	p.Sizing.last.asked = asked
	return cmd
}
