package overlay

import (
	tea "github.com/charmbracelet/bubbletea"

	"eyeline/tui/list"
)

// ListPanel is a list of items below the panes.
type ListPanel struct {
	stack *Stack
	list.List
	// End ends the job that reads the file for what the list says; nil where nothing is read.
	End func()
	// Leave is done when the list is closed without choosing; nil for nothing.
	Leave func() tea.Cmd
}

// Choose opens a list, with the item of a name selected where there is one.
func (s *Stack) Choose(p *ListPanel, name string) {
	p.stack = s
	p.Begin(name)
	s.Push(p)
}

// Ended closes the list where it is over, after what was chosen has been done.
func (p *ListPanel) Ended(cmd tea.Cmd, end list.End) tea.Cmd {
	if end == list.Open {
		return cmd
	}
	p.stack.Drop(p)
	if end == list.Left && p.Leave != nil {
		return p.Leave()
	}
	return cmd
}

// Key implements [Overlay].
func (p *ListPanel) Key(msg tea.KeyMsg) (tea.Cmd, bool) {
	page := max(p.Height(p.stack.host.BodyHeight())-1, 1)
	cmd, end := p.List.Key(p.stack.desk.Keys(), msg, page)
	return p.Ended(cmd, end), true
}

// Wheel implements [Pointed].
func (p *ListPanel) Wheel(n int) tea.Cmd {
	p.Move(n)
	return nil
}

// Click implements [Pointed].
func (p *ListPanel) Click(row int) tea.Cmd {
	cmd, end := p.List.Click(row)
	return p.Ended(cmd, end)
}

// Rows implements [Overlay].
func (p *ListPanel) Rows(height int) []string { return p.List.Rows(p.stack.desk.Canvas(), height) }

// Footer implements [Overlay].
func (p *ListPanel) Footer() string { return p.List.Footer(p.stack.desk.Canvas()) }
