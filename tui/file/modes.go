package file

import (
	"eyeline/keymap"
	"eyeline/tui/file/layout"
	"eyeline/tui/file/pane"
	"eyeline/tui/file/preview"
)

// While no tool is on, a file or a stream is paged as text: nothing is read through a tool and nothing is dimmed; there
// is no title, no model line and no cursor, and the place is the top row. Tools know nothing of this. The request stays
// as it is, so that the tool can be turned on again.

// modes knows the mode of the screen: whether a tool reads the file, the file is paged as text, or it is a file of a
// transcript. The mode of a tool ([tools.Mode]) is something else. It asks the preview of the open document what that
// shows, and is asked by it what is on the screen.
type modes struct {
	*base
	panes layout.Panes // which panes are on the screen, while a tool is on
}

// now returns the mode that the screen is in.
func (m *modes) now() mode {
	now := mode{
		keys: keymap.InFile, state: keymap.Reading, panes: m.panes, wraps: m.opts.Long.Wraps(false),
		noCalls: "in a file of a transcript only", numbered: "lines are always numbered while a tool is on",
	}
	switch {
	case m.Preview.IsRecorded():
		now.keys, now.state, now.noCalls = keymap.InRecorded, keymap.Recorded, ""
		now.noChoice = "this is what was recorded: no tool reads the file"
	case m.Text.ToolOff: // there is nothing for the model pane
		now.keys = keymap.InPager
		now.state = keymap.Paging
		now.panes = layout.File
		now.numbered = ""
		now.wraps = m.opts.Long.Wraps(true)
	}

	return now
}

// KeyContext returns where the keys of the file are looked up.
func (m *modes) KeyContext() keymap.Context { return m.now().keys }

// Applies reports whether the keys of a context mean something in the file now.
func (m *modes) Applies(c keymap.Context) bool { return c == keymap.InFile || c == m.now().keys }

// Active returns the pane that the moving keys move.
func (m *modes) Active() *pane.Pane {
	if m.MovesOutput() {
		return m.Preview.Output()
	}
	return m.Text.File
}

// MovesOutput reports whether the moving keys move what a tool gives.
func (m *modes) MovesOutput() bool { return m.shown() == layout.Model || m.beside() != nil }

// ShowsOutput reports whether a pane shows what a tool gives.
func (m *modes) ShowsOutput() bool { return m.shown() != layout.File || m.beside() != nil }

// BothPanes reports whether the file and the model pane are shown together.
func (m *modes) BothPanes() bool { return m.shown() == layout.Both }

// OtherOutput returns the pane of the other half of a comparison and the reading that it shows; nil without a
// comparison.
func (m *modes) OtherOutput() (*pane.Pane, *preview.Reading) { return m.compared.OtherOutput() }

// shown returns which panes are on the screen.
func (m *modes) shown() layout.Panes { return m.now().panes }

// fileHidden reports whether the model pane is shown in place of the file pane.
func (m *modes) fileHidden() bool { return m.shown() == layout.Model }

// show changes which panes are on the screen.
func (m *modes) show(which layout.Panes) { m.panes = which }

// showFile shows the file pane where the model pane is shown in its place.
func (m *modes) showFile() {
	if m.fileHidden() {
		m.show(layout.File)
	}
}

// FilterMoves reports whether the filter will move the cursor to the first line that it lets through.
func (m *modes) FilterMoves() bool {
	f := m.Text.Filter
	return f.Filter != nil && !f.Arrived && !f.Elsewhere
}

// ReadMoves reports whether the next key may be meant for what is still being read: that will move the cursor, or the
// keys move it. A window that follows the cursor is not waited for, and neither is one that is read again because the
// document grows.
func (m *modes) ReadMoves() bool {
	return m.Preview.Moves() || !m.Preview.ReadsAgain && m.MovesOutput()
}

// Page pages the document as text, with no tool on, before anything of it is shown.
func (m *modes) Page() { m.Text.SetToolOff(true) }

// mode is what differs between the ways to look at the file.
type mode struct {
	keys  keymap.Context // where a key is looked up
	state keymap.When    // what the footer names keys for
	panes layout.Panes   // which panes are shown
	wraps bool           // long lines are wrapped
	// noChoice and noCalls say why nothing is done that needs a tool that can be chosen, or recorded calls, and
	// numbered why line numbers are not turned off; "" where it can be done.
	noChoice, noCalls, numbered string
}
