package tui

import (
	tea "github.com/charmbracelet/bubbletea"

	"eyeline/tui/jobs"
	"eyeline/tui/list"
)

// listPanel is a list of items below the panes.
type listPanel struct {
	list.List
	// reads is the job that reads the file for what the list says, which ends with the list; 0 for none.
	reads jobs.Kind
	// leave is done when the list is closed without choosing; nil for nothing.
	leave func() tea.Cmd
}

// choose opens a list, with the item of a name selected where there is one.
func (m *Model) choose(p *listPanel, name string) {
	p.Begin(name)
	m.push(p)
}

// ended closes the list where it is over, after what was chosen has been done.
func (p *listPanel) ended(m *Model, cmd tea.Cmd, end list.End) tea.Cmd {
	if end == list.Open {
		return cmd
	}
	m.drop(p)
	if end == list.Left && p.leave != nil {
		return p.leave()
	}
	return cmd
}

func (p *listPanel) key(m *Model, msg tea.KeyMsg) (tea.Cmd, bool) {
	page := max(p.Height(m.areas.body.height)-1, 1)
	cmd, end := p.Key(m.keys, msg, page)
	return p.ended(m, cmd, end), true
}

func (p *listPanel) wheel(_ *Model, n int) tea.Cmd {
	p.Move(n)
	return nil
}

func (p *listPanel) click(m *Model, row int) tea.Cmd {
	cmd, end := p.Click(row)
	return p.ended(m, cmd, end)
}

func (p *listPanel) height(_ *Model, body int) int { return p.Height(body) }

// scroll implements scrolledPanel.
func (p *listPanel) scroll(_ *Model, height int) { p.Scroll(height) }

func (p *listPanel) rows(m *Model, height int) []string { return p.Rows(m.canvas(), height) }

func (p *listPanel) footer(m *Model) string { return p.Footer(m.canvas()) }
