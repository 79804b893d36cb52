package tui

import (
	"context"
	"fmt"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/reader/outline"
	"eyeline/reader/tools"
	"eyeline/tui/jobs"
	"eyeline/tui/list"
)

// noSymbols says why no symbols can be listed; "" when they can.
func (m *Model) noSymbols() string {
	if m.hex {
		return "the hex view has no lines; " + m.keyName(keymap.Hex) + " goes back to them"
	}
	return ""
}

// listSymbols opens the list of the file's symbols, which are read in the background.
func (m *Model) listSymbols(int64, bool) tea.Cmd {
	key := m.keyName
	l := &listPanel{reads: jobs.Symbols, List: list.List{
		Noun: "symbol", Title: "symbols", Missing: "reading…", Context: keymap.InSymbols, Wide: true,
		Hint: fmt.Sprintf("%s go there  %s put the block there  %s take its lines", key(keymap.TakeItem), key(keymap.AnchorSymbol), key(keymap.TakeSymbol)),
	}}
	m.choose(l, "")
	name, view := m.doc.Name(), m.doc.Shown().Bytes()
	return jobs.Try(m.jobs, jobs.Symbols, func(ctx context.Context) (outline.Outline, error) {
		return outline.Of(ctx, name, view)
	}, func(o outline.Outline, err error) tea.Cmd {
		m.fillSymbols(l, o, err)
		return nil
	})
}

// fillSymbols fills the list in, with the symbol at the cursor selected.
func (m *Model) fillSymbols(l *listPanel, o outline.Outline, err error) {
	switch {
	case !m.isOpen(l):
		return
	case err != nil:
		l.Missing = "cannot read: " + plain(err.Error())
		return
	case len(o.Symbols) == 0:
		l.Missing = "no symbols were found in this file"
		return
	}
	cursor, _ := m.file.CursorLine()
	for i, s := range o.Symbols {
		l.Items = append(l.Items, m.symbolItem(s))
		if s.First <= cursor.Number && cursor.Number <= s.Last && l.Input.Text() == "" {
			l.Select(i)
		}
	}
	if more := o.More; more > 0 {
		l.Title = fmt.Sprintf("symbols · the first %s of %s", group(outline.MaxSymbols), group(outline.MaxSymbols+more))
	}
	if o.Language == "" {
		l.Title += " · by indentation"
	}
}

// symbolItem is a symbol to choose.
func (m *Model) symbolItem(s outline.Symbol) list.Item {
	return list.Item{
		Name: strings.Repeat("  ", s.Level) + s.Text, Text: lineRange(s.First, s.Last),
		Take: func() (tea.Cmd, error) { return m.gotoSymbol(s), nil },
		Also: map[keymap.Action]list.Do{
			keymap.AnchorSymbol: func() (tea.Cmd, error) { return m.anchorSymbol(s) },
			keymap.TakeSymbol:   func() (tea.Cmd, error) { return m.takeSymbol(s) },
		},
	}
}

// gotoSymbol goes to the line of a symbol in the file.
func (m *Model) gotoSymbol(s outline.Symbol) tea.Cmd {
	var cmd tea.Cmd
	if m.active() != &m.file {
		cmd = tea.Batch(m.closeComparison(), m.showFile())
	}
	return tea.Batch(cmd, m.gotoLine(s.First))
}

// anchorSymbol puts the block at a symbol.
func (m *Model) anchorSymbol(s outline.Symbol) (tea.Cmd, error) {
	if why := m.otherBytes(); why != "" {
		return nil, fmt.Errorf("%s", why)
	}
	r := m.req.WithMode(tools.ModeBlock)
	if r.Tool() == nil {
		return nil, fmt.Errorf("no tool has a block mode")
	}
	return tea.Batch(m.gotoSymbol(s), m.change(r.At(s.First))), nil
}

// takeSymbol asks for exactly the lines of a symbol: with the current tool, where one of its calls gives them.
func (m *Model) takeSymbol(s outline.Symbol) (tea.Cmd, error) {
	if why := m.otherBytes(); why != "" {
		return nil, fmt.Errorf("%s", why)
	}
	return tea.Batch(m.gotoSymbol(s), m.solveFor(s.First, s.Last)), nil
}

// otherBytes says that the tools read other bytes than those whose lines are shown; "" when they read the same.
func (m *Model) otherBytes() string {
	if !m.doc.Decoded() {
		return ""
	}
	return "the tools read other bytes than are shown; " + m.keyName(keymap.ShowAs) + " shows those"
}
