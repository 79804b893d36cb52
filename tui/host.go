package tui

import (
	"os"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/tui/bar"
	"eyeline/tui/draw"
	"eyeline/tui/file"
	"eyeline/tui/keypress"
	"eyeline/tui/overlay"
	"eyeline/tui/screens"
	"eyeline/tui/signals"
)

// host is the Model as its screens and overlays know it.
type host struct{ m *model }

var (
	_ file.Host    = host{}
	_ overlay.Host = host{}
)

// Canvas implements [screens.Host].
func (h host) Canvas() draw.Canvas {
	return draw.Canvas{Theme: h.m.theme, Width: h.m.width, ASCII: h.m.opts.ASCII}
}

// Height implements [screens.Host].
func (h host) Height() int { return h.m.height - h.m.file.Panes().Areas().Footer.Height }

// Keys implements [screens.Host].
func (h host) Keys() *keymap.Map { return h.m.keys }

// Say implements [screens.Host].
func (h host) Say(text string) tea.Cmd { return h.m.say(screens.Note{Text: text}) }

// Warn implements [screens.Host].
func (h host) Warn(text string) tea.Cmd { return h.m.say(screens.Note{Text: text, Bad: true}) }

// Tell implements [screens.Program].
func (h host) Tell(n screens.Note) { h.m.say(n) }

// Quiet implements [screens.Program].
func (h host) Quiet() bool { return h.m.note.Text == "" }

// Secure implements [screens.Program].
func (h host) Secure() bool { return h.m.opts.Secure }

// Enter implements [screens.Host].
func (h host) Enter(s screens.Screen) tea.Cmd { return tea.Batch(h.m.enter(s), s.Begin()) }

// Show implements [file.Host].
func (h host) Show(s screens.Screen) tea.Cmd { return h.m.enter(s) }

// Leave implements [screens.Host].
func (h host) Leave() tea.Cmd { return h.m.leaveScreen() }

// Help implements [screens.Host].
func (h host) Help() tea.Cmd { return h.m.file.OpenHelp() }

// Front implements [file.Host].
func (h host) Front() screens.Screen { return h.m.front() }

// ShowsFile implements [file.Host].
func (h host) ShowsFile() bool { return h.m.showsFile() }

// Alone implements [file.Host].
func (h host) Alone() bool { return len(h.m.screens) == 1 }

// Ready implements [file.Host].
func (h host) Ready() bool { return h.m.ready }

// TerminalHeight implements [file.Host].
func (h host) TerminalHeight() int { return h.m.height }

// Quit implements [file.Host].
func (h host) Quit() tea.Cmd { return h.m.quit() }

// LeavePrint implements [file.Host].
func (h host) LeavePrint() tea.Cmd { return h.m.leaveAndPrint() }

// Suspend implements [file.Host].
func (h host) Suspend() tea.Cmd { return h.m.suspend() }

// StepTheme implements [file.Host].
func (h host) StepTheme(n int) tea.Cmd { return h.m.stepTheme(n) }

// TypedBefore implements [file.Host].
func (h host) TypedBefore(keys []tea.KeyMsg) { h.m.typed.before(keys) }

// LendTerminal implements [give.Host].
func (h host) LendTerminal(c tea.ExecCommand, done tea.ExecCallback) tea.Cmd {
	return h.m.terminal.Lend(c, done)
}

// TTY implements [give.Host].
func (h host) TTY() (in, out *os.File) { return h.m.terminal.Files() }

// Hold implements [give.Host]. Without a terminal there is no program that a signal could end.
func (h host) Hold(last func()) (release func()) {
	if h.m.terminal == nil {
		return func() {}
	}
	return signals.Hold(last)
}

// BodyHeight implements [overlay.Host].
func (h host) BodyHeight() int { return h.m.file.Panes().BodyHeight() }

// Position implements [overlay.Host].
func (h host) Position() bar.Position { return h.m.file.Position() }

// Disabled implements [overlay.Host].
func (h host) Disabled(a keymap.Action) string { return h.m.file.Disabled(a) }

// Do implements [overlay.Host]: what is no action of the file is for the key of what is over it, or of another screen.
func (h host) Do(a keymap.Action) tea.Cmd {
	b, _ := h.m.keys.Binding(a)
	switch {
	case h.m.showsFile() && h.m.file.Does(a):
		return h.m.file.Act(a, 1, false)
	case len(b.Keys) == 0:
		return h.Say("no key is bound to " + string(a))
	}
	return h.m.oneKey(keypress.Of(b.Keys[0]))
}
