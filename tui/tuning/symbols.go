package tuning

import (
	"context"
	"fmt"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/reader/outline"
	"eyeline/reader/tools"
	"eyeline/tui/cells"
	"eyeline/tui/jobs"
	"eyeline/tui/list"
	"eyeline/tui/overlay"
	"eyeline/tui/words"
)

// NoSymbols says why no symbols can be listed; "" when they can.
func (t *Tuning) NoSymbols() string {
	if t.text.Hex() {
		return "the hex view has no lines; " + t.desk.KeyName(keymap.Hex) + " goes back to them"
	}
	return ""
}

// ListSymbols opens the list of the file's symbols, which are read in the background.
func (t *Tuning) ListSymbols(int64, bool) tea.Cmd {
	key := t.desk.KeyName
	l := &overlay.ListPanel{End: func() { t.jobs.End(jobs.Symbols) }, List: list.List{
		Noun: "symbol", Title: "symbols", Missing: "reading…", Context: keymap.InSymbols, Wide: true,
		Hint: fmt.Sprintf("%s go there  %s put the block there  %s take its lines", key(keymap.TakeItem),
			key(keymap.AnchorSymbol), key(keymap.TakeSymbol)),
	}}
	t.overlays.Choose(l, "")
	name, view := t.text.Doc().Name(), t.text.Doc().Shown().Bytes()
	return jobs.Try(t.jobs, jobs.Symbols, func(ctx context.Context) (outline.Outline, error) {
		return outline.Of(ctx, name, view)
	}, func(o outline.Outline, err error) tea.Cmd {
		t.fillSymbols(l, o, err)
		return nil
	})
}

// fillSymbols fills the list in, with the symbol at the cursor selected.
func (t *Tuning) fillSymbols(l *overlay.ListPanel, o outline.Outline, err error) {
	switch {
	case !t.overlays.IsOpen(l):
		return
	case err != nil:
		l.Missing = "cannot read: " + cells.Sanitize(err.Error())
		return
	case len(o.Symbols) == 0:
		l.Missing = "no symbols were found in this file"
		return
	}
	cursor, _ := t.text.File().CursorLine()
	for i, s := range o.Symbols {
		l.Items = append(l.Items, t.symbolItem(s))
		if s.First <= cursor.Number && cursor.Number <= s.Last && l.Input.Text() == "" {
			l.Select(i)
		}
	}
	if more := o.More; more > 0 {
		l.Title = fmt.Sprintf("symbols · the first %s of %s", words.Group(outline.MaxSymbols),
			words.Group(outline.MaxSymbols+more))
	}
	if o.Language == "" {
		l.Title += " · by indentation"
	}
}

// symbolItem is a symbol to choose.
func (t *Tuning) symbolItem(s outline.Symbol) list.Item {
	return list.Item{
		Name: strings.Repeat("  ", s.Level) + s.Text, Text: lineRange(s.First, s.Last),
		Take: func() (tea.Cmd, error) { return t.gotoSymbol(s), nil },
		Also: map[keymap.Action]list.Do{
			keymap.AnchorSymbol: func() (tea.Cmd, error) { return t.anchorSymbol(s) },
			keymap.TakeSymbol:   func() (tea.Cmd, error) { return t.takeSymbol(s) },
		},
	}
}

// gotoSymbol goes to the line of a symbol in the file.
func (t *Tuning) gotoSymbol(s outline.Symbol) tea.Cmd {
	var cmd tea.Cmd
	if t.host.Active() != t.text.File() {
		cmd = tea.Batch(t.comparing.CloseComparison(), t.host.ShowFile())
	}
	return tea.Batch(cmd, t.host.GotoLine(s.First))
}

// anchorSymbol puts the block at a symbol.
func (t *Tuning) anchorSymbol(s outline.Symbol) (tea.Cmd, error) {
	if why := t.OtherBytes(); why != "" {
		return nil, fmt.Errorf("%s", why)
	}
	r := t.preview.Request().WithMode(tools.ModeBlock)
	if r.Tool() == nil {
		return nil, fmt.Errorf("no tool has a block mode")
	}
	return tea.Batch(t.gotoSymbol(s), t.preview.Change(r.At(s.First))), nil
}

// takeSymbol asks for exactly the lines of a symbol: with the current tool, where one of its calls gives them.
func (t *Tuning) takeSymbol(s outline.Symbol) (tea.Cmd, error) {
	if why := t.OtherBytes(); why != "" {
		return nil, fmt.Errorf("%s", why)
	}
	return tea.Batch(t.gotoSymbol(s), t.solveFor(s.First, s.Last)), nil
}

// OtherBytes says that the tools read other bytes than those whose lines are shown; "" when they read the same.
func (t *Tuning) OtherBytes() string {
	if !t.text.Doc().Decoded() {
		return ""
	}
	return "the tools read other bytes than are shown; " + t.desk.KeyName(keymap.ShowAs) + " shows those"
}
