package tui

import (
	"os"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/tui/file"
	"eyeline/tui/kit/bar"
	"eyeline/tui/kit/draw"
	"eyeline/tui/kit/keypress"
	"eyeline/tui/kit/overlay"
	"eyeline/tui/kit/screens"
	"eyeline/tui/terminal/signals"
)

// host is the Model as its screens and overlays know it.
type host struct{ *model }

var (
	_ file.Host    = host{}
	_ overlay.Host = host{}
)

// Canvas implements [screens.Host].
func (h host) Canvas() draw.Canvas {
	return draw.Canvas{Theme: h.theme, Width: h.width, ASCII: h.opts.ASCII}
}

// Height implements [screens.Host].
func (h host) Height() int { return h.height - h.file.Panes.Areas().Footer.Height }

// Keys implements [screens.Host].
func (h host) Keys() *keymap.Map { return h.keys }

// Say implements [screens.Host].
func (h host) Say(text string) tea.Cmd { return h.say(screens.Note{Text: text}) }

// Warn implements [screens.Host].
func (h host) Warn(text string) tea.Cmd { return h.say(screens.Note{Text: text, Bad: true}) }

// Tell implements [screens.Program].
func (h host) Tell(n screens.Note) { h.say(n) }

// Quiet implements [screens.Program].
func (h host) Quiet() bool { return h.note.Text == "" }

// Secure implements [screens.Program].
func (h host) Secure() bool { return h.opts.Secure }

// Enter implements [screens.Host].
func (h host) Enter(s screens.Screen) tea.Cmd { return tea.Batch(h.Show(s), s.Begin()) }

// Help implements [screens.Host].
func (h host) Help() tea.Cmd { return h.file.OpenHelp() }

// Alone implements [file.Host].
func (h host) Alone() bool { return len(h.screens) == 1 }

// LendTerminal implements [export.Host].
func (h host) LendTerminal(c tea.ExecCommand, done tea.ExecCallback) tea.Cmd {
	return h.terminal.Lend(c, done)
}

// TTY implements [export.Host].
func (h host) TTY() (in, out *os.File) { return h.terminal.Files() }

// Hold implements [export.Host]. Without a terminal there is no program that a signal could end.
func (h host) Hold(last func()) (release func()) {
	if h.terminal == nil {
		return func() {}
	}
	return signals.BeforeEnd(last)
}

// BodyHeight implements [overlay.Host].
func (h host) BodyHeight() int { return h.file.Panes.BodyHeight() }

// Position implements [overlay.Host].
func (h host) Position() bar.Position { return h.file.Position() }

// Disabled implements [overlay.Host].
func (h host) Disabled(a keymap.Action) string { return h.file.Disabled(a) }

// Do implements [overlay.Host]: what is no action of the file is for the key of what is over it, or of another screen.
func (h host) Do(a keymap.Action) tea.Cmd {
	b, _ := h.keys.Binding(a)
	switch {
	case h.ShowsFile() && h.file.Does(a):
		return h.file.Act(a, 1, false)
	case len(b.Keys) == 0:
		return h.Say("no key is bound to " + string(a))
	}
	return h.oneKey(keypress.Of(b.Keys[0]))
}
