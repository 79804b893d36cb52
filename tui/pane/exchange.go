package pane

import (
	tea "github.com/charmbracelet/bubbletea"

	"eyeline/tui/page"
)

// Exchange gives two panes each other's text and place, and keeps their sizes. Loads under way and the moves that wait for
// them are given up.
func (p *Pane) Exchange(q *Pane) tea.Cmd {
	p.Stop()
	q.Stop()
	p.text, q.text = q.text, p.text
	p.top, q.top = q.top, p.top
	p.cursor, q.cursor = q.cursor, p.cursor
	p.rolled, q.rolled = q.rolled, p.rolled
	p.carried, q.carried = q.carried, p.carried
	p.left, q.left = q.left, p.left
	p.err, q.err = q.err, p.err
	p.arrived, q.arrived = q.arrived, p.arrived
	one, other := p.page, q.page
	p.take(other)
	q.take(one)
	return tea.Batch(p.Reload(), q.Reload())
}

// take shows a page that was another pane's.
func (p *Pane) take(g page.Page) {
	p.topRow, p.otherText = 0, true
	p.setPage(g)
	if len(g.Lines) > 0 {
		p.clampTop()
		p.keepCursor()
	}
}
