package file

import (
	"strconv"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/search"
	"eyeline/reader/tools"
	"eyeline/tui/file/pane"
	"eyeline/tui/file/textview"
	"eyeline/tui/kit/cells"
	"eyeline/tui/kit/humanize"
	"eyeline/tui/kit/jobs"
	"eyeline/tui/options"
)

// openingPlace moves to the place asked for on the command line once that part of the document has arrived.
type openingPlace struct{ *base }

// startAt sets the place where the screen opens, and begins to wait for it if it has not arrived yet.
func (p *openingPlace) startAt(at options.Start) {
	p.start.at = at
	p.waitForStart()
}

// waitForStart begins to wait for the place where the screen opens, if it has not arrived yet.
func (p *openingPlace) waitForStart() {
	at := p.start.at
	if p.Text.Shown().Complete() || p.hasArrived(at) && at.Pattern == "" || at == (options.Start{}) {
		return
	}
	p.jobs.Start(jobs.AwaitPlace)
	p.start.searched = p.Text.Shown().Size()
}

// awaits starts to wait for a place that has not arrived, and reports whether it has to. Any key ends the waiting.
func (p *openingPlace) awaits(at options.Start) bool {
	if p.Text.Doc == nil || p.Text.Hex || p.hasArrived(at) {
		return false
	}
	p.Text.Loading.PauseTail()
	p.start.at = at
	p.jobs.Start(jobs.AwaitPlace)
	return true
}

// hasArrived reports whether a place has arrived. A pattern is searched for instead.
func (p *openingPlace) hasArrived(at options.Start) bool {
	switch d := p.Text.Doc; {
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

// startPlace is the place of the command line while it is waited for.
type startPlace struct {
	at       options.Start
	searched int64 // how much of the input was searched for its pattern, in bytes
}

// progress says in the footer what is waited for.
func (p startPlace) progress() string {
	at := p.at
	switch {
	case at.End || at.Part > 0:
		return " the end of the input"
	case at.Byte > 0:
		return " byte " + humanize.Group(at.Byte)
	case at.Line > 1:
		return " line " + strconv.FormatInt(at.Line, 10)
	}

	return " a match"
}

// ContinueStart moves to the place that is waited for once it has arrived.
func (p *openingPlace) ContinueStart() tea.Cmd {
	if !p.jobs.Runs(jobs.AwaitPlace) {
		return nil
	}

	d := p.Text.Doc
	at := p.start.at
	if at.Pattern != "" && !p.jobs.Runs(jobs.Search) {
		fresh := d.Shown().Size() - p.start.searched
		if d.Shown().Complete() {
			p.jobs.End(jobs.AwaitPlace)
			return p.startSearch()
		}

		if fresh >= textview.StartSearchStep || fresh > p.start.searched/2 {
			p.start.searched = d.Shown().Size()
			return p.Text.Search.Find(0, search.Forward, 1)
		}

		return nil
	}

	if p.hasArrived(p.start.at) {
		p.jobs.End(jobs.AwaitPlace)
		return p.Text.File.Do(p.moveTo(at))
	}

	if at.End {
		return p.Text.File.Do(pane.To(max(d.Shown().Size()-1, 0), pane.Bottom))
	}

	return nil
}

// firstMove returns where the screen opens: at the place of the command line, or else at the window.
func (p *openingPlace) firstMove() pane.Move {
	if p.start.at != (options.Start{Pattern: p.start.at.Pattern}) {
		return p.moveTo(p.start.at)
	}

	switch place := p.Preview.Request.Place(); {
	case p.Text.ToolOff: // a paged text opens at its start
	case p.Preview.Request.Mode() == tools.ModeBytes:
		return pane.To(place, pane.Top)
	case place > 1:
		return p.Text.ToLine(place, pane.Middle)
	}

	return pane.To(0, pane.Top)
}

// moveTo returns the move to a place of the command line.
func (p *openingPlace) moveTo(at options.Start) pane.Move {
	d := p.Text.Doc
	top := pane.Top
	if p.Preview.Request.Mode() == tools.ModeBlock && !p.Text.ToolOff {
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
		return p.Text.ToLine(at.Line, top)
	}

	return pane.To(0, pane.Top)
}

// startSearch begins the search asked for on the command line.
func (p *openingPlace) startSearch() tea.Cmd {
	if p.opts.Start.Pattern == "" || p.Text.Doc == nil {
		return nil
	}
	cmd, err := p.Text.Search.SearchFor(p.opts.Start.Pattern, search.Forward)
	if err != nil {
		p.program.Warn(cells.Sanitize(err.Error()))
	}
	return cmd
}
