package textview

import (
	"fmt"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/tui/options"
)

// KeepHeader keeps the first lines and columns in place that a text names; see [options.ParseHeader].
func (t *Text) KeepHeader(text string) (tea.Cmd, error) {
	h, err := options.ParseHeader(text)
	if err != nil {
		return nil, fmt.Errorf(":header %w", err)
	}
	t.opts.KeepHeader(h)
	t.File.SetHeader(h)
	return t.File.Reload(), nil
}

// Headers are some that are usual.
func Headers(string, func([]string)) ([]string, tea.Cmd) { return []string{"0", "1", "2", "1,20"}, nil }
