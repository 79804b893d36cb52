package file

import (
	"strconv"

	"eyeline/reader/search"
	"eyeline/reader/tools"
	"eyeline/tui/cells"
	"eyeline/tui/jobs"
	"eyeline/tui/launch/options"
	"eyeline/tui/pane"
	"eyeline/tui/text"
	"eyeline/tui/words"

	tea "github.com/charmbracelet/bubbletea"
)

// waitForStart begins to wait for the place of the command line, if it has not arrived yet.
func (p *place) waitForStart() {
	at := p.startAt
	if p.screen.text.Doc().Shown().Complete() || p.startReached() && at.Pattern == "" || at == (options.Start{}) {
		return
	}
	p.screen.jobs.Start(jobs.AwaitPlace)
	p.startSearched = p.screen.text.Doc().Shown().Size()
}

// later goes to a place as soon as it has arrived, if it has not; false when it has. What is done meanwhile ends the
// waiting.
func (p *place) later(at options.Start) (tea.Cmd, bool) {
	if p.screen.text.Doc() == nil || p.screen.moves.Active() != p.screen.text.File() || p.screen.text.Hex() || p.hasArrived(at) {
		return nil, false
	}
	p.screen.text.Arrival().PauseTail()
	p.startAt = at
	p.screen.jobs.Start(jobs.AwaitPlace)
	return p.ContinueStart(), true
}

// startReached reports whether the place that is waited for has arrived.
func (p *place) startReached() bool { return p.hasArrived(p.startAt) }

// hasArrived reports whether a place has arrived; a pattern has none.
func (p *place) hasArrived(at options.Start) bool {
	switch d := p.screen.text.Doc(); {
	case d.Shown().Complete():
		return true
	case at.End || at.Part > 0:
		return false
	case at.Byte > 0:
		return d.Shown().HasByte(at.Byte)
	case at.Line > 1:
		return d.Shown().HasLine(at.Line)
	}
	return at.Pattern == ""
}

// startProgress is what the footer says of what is waited for.
func (p *place) startProgress() string {
	at := p.startAt
	switch {
	case at.End || at.Part > 0:
		return " the end of the input"
	case at.Byte > 0:
		return " byte " + words.Group(at.Byte)
	case at.Line > 1:
		return " line " + strconv.FormatInt(at.Line, 10)
	}
	return " a match"
}

// ContinueStart goes to the place that is waited for once it has arrived.
func (p *place) ContinueStart() tea.Cmd {
	if !p.screen.jobs.Runs(jobs.AwaitPlace) {
		return nil
	}
	d, at := p.screen.text.Doc(), p.startAt
	if at.Pattern != "" && !p.screen.jobs.Runs(jobs.Search) {
		fresh := d.Shown().Size() - p.startSearched
		if d.Shown().Complete() {
			p.screen.jobs.End(jobs.AwaitPlace)
			return p.screen.place.startSearch()
		}
		if fresh >= text.StartSearchStep || fresh > p.startSearched/2 {
			p.startSearched = d.Shown().Size()
			return p.screen.text.Search().Find(0, search.Forward, 1)
		}
		return nil
	}
	if p.startReached() {
		p.screen.jobs.End(jobs.AwaitPlace)
		before := p.screen.text.File().Cursor()
		return tea.Batch(p.screen.text.File().Do(p.screen.place.moveTo(at)), p.screen.moves.CursorMoved(before), p.screen.panes.Colour())
	}
	if at.End {
		return p.screen.text.File().Do(pane.To(max(d.Shown().Size()-1, 0), pane.Bottom))
	}
	return nil
}

// firstMove is where the screen opens: the place given on the command line, or the window's place.
func (p *place) firstMove() pane.Move {
	if p.screen.place.startAt != (options.Start{}) && (p.screen.place.startAt != options.Start{Pattern: p.screen.place.startAt.Pattern}) {
		return p.moveTo(p.screen.place.startAt)
	}
	switch place := p.screen.preview.Request().Place(); {
	case p.screen.text.ToolOff():
	case p.screen.preview.Request().Mode() == tools.ModeBytes:
		return pane.To(place, pane.Top)
	case place > 1:
		return p.screen.text.ToLine(place, pane.Middle)
	}
	return pane.To(0, pane.Top)
}

// moveTo is the move to a place of the command line.
func (p *place) moveTo(at options.Start) pane.Move {
	d, top := p.screen.text.Doc(), pane.Top
	if p.screen.preview.Request().Mode() == tools.ModeBlock && !p.screen.text.ToolOff() {
		top = pane.Middle // the block is around the anchor
	}
	switch {
	case at.End:
		return pane.To(max(d.Shown().Size()-1, 0), pane.Bottom)
	case at.Byte > 0:
		return pane.To(at.Byte, top)
	case at.Part > 0:
		return pane.To(int64(at.Part*float64(d.Shown().Size())), top)
	case at.Line > 1:
		return p.screen.text.ToLine(at.Line, top)
	}
	return pane.To(0, pane.Top)
}

// place is a place of the document that is gone to once it has arrived.
type place struct {
	screen        *Screen
	startAt       options.Start
	startSearched int64 // how much of the input was searched for its pattern, in bytes
}

// startSearch begins the search asked for on the command line.
func (p *place) startSearch() tea.Cmd {
	if p.screen.opts.Start.Pattern == "" || p.screen.text.Doc() == nil {
		return nil
	}
	cmd, err := p.screen.text.Search().SearchFor(p.screen.opts.Start.Pattern, search.Forward)
	if err != nil {
		p.screen.desk.Warn(cells.Sanitize(err.Error()))
	}
	return cmd
}
