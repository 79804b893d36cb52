package program

import (
	"testing"

	tea "github.com/charmbracelet/bubbletea"
)

// TestATerminalWithoutASize: it has that of the environment, or the usual one.
func TestATerminalWithoutASize(t *testing.T) {
	for _, c := range []struct {
		width, height  int
		columns, lines string
		want           tea.WindowSizeMsg
	}{
		{100, 40, "50", "10", tea.WindowSizeMsg{Width: 100, Height: 40}},
		{0, 0, "50", "10", tea.WindowSizeMsg{Width: 50, Height: 10}},
		{0, 30, "many", "10", tea.WindowSizeMsg{Width: 80, Height: 30}},
		{0, 0, "-5", "99999999", tea.WindowSizeMsg{Width: 80, Height: 24}},
	} {
		t.Setenv("COLUMNS", c.columns)
		t.Setenv("LINES", c.lines)
		if got := sizeOf(c.width, c.height); got != c.want {
			t.Errorf("%+v: %+v", c, got)
		}
	}
	t.Setenv("COLUMNS", "70")
	m := &page{}
	p, _ := onFile(t, m)
	if p.update(tea.WindowSizeMsg{}); m.width != 70 {
		t.Errorf("the model has a width of %d", m.width)
	}
}
