package tui

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"
)

// overlay is something over the panes that takes keys before they do: a prompt, the help, the options, a list. The
// Model keeps those that are open in a stack and knows no more of them than this.
type overlay interface {
	// key takes a key. It reports whether the key was meant for the overlay; if not, it goes to what is below.
	key(m *Model, msg tea.KeyMsg) (tea.Cmd, bool)
	// rows draws the overlay in a part of the screen that is m.width cells wide and height rows high, in at most that
	// many rows; nil when it is drawn in the footer only.
	rows(m *Model, height int) []string
	// footer is the last row of the screen; "" leaves it to what is below.
	footer(m *Model) string
}

// panel is an overlay that takes rows from the bottom of the panes. Any other one that draws rows covers them all.
type panel interface {
	overlay
	// height is how many rows the panel takes of a body of so many.
	height(m *Model, body int) int
}

// scrolledPanel is a panel that shows a part of its rows. What is shown moves with the selected row after every message, so
// that drawing changes nothing and a click meets what was drawn.
type scrolledPanel interface {
	panel
	// scroll brings the selected row into the part that is shown when the panel is drawn in height rows.
	scroll(m *Model, height int)
}

// scrollPanel scrolls the panel below the panes.
func (m *Model) scrollPanel() {
	if p, ok := m.panel().(scrolledPanel); ok && m.ready {
		p.scroll(m, m.areas.overlay.height)
	}
}

// pointed is an overlay that the mouse reaches.
type pointed interface {
	overlay
	// wheel scrolls by n steps, down when n is positive.
	wheel(m *Model, n int) tea.Cmd
	// click takes a click on a 0-based row of those that the overlay draws.
	click(m *Model, row int) tea.Cmd
}

// push opens an overlay over the others.
func (m *Model) push(o overlay) { m.overlays = append(m.overlays, o) }

// drop closes an overlay.
func (m *Model) drop(o overlay) {
	if l, ok := o.(*listPanel); ok && l.reads != 0 {
		m.jobs.End(l.reads) // nobody sees what it would fill in
	}
	m.overlays = slices.DeleteFunc(m.overlays, func(x overlay) bool { return x == o })
}

// dropOfFile closes the overlays that say what was read of the file, which is another one from now on.
func (m *Model) dropOfFile() {
	m.overlays = slices.DeleteFunc(m.overlays, func(o overlay) bool {
		switch o := o.(type) {
		case *coverPanel, *ladderPanel, *walkPanel:
			return true
		case *listPanel:
			return o.reads != 0
		}
		return false
	})
}

// isOpen reports whether an overlay is still open.
func (m *Model) isOpen(o overlay) bool { return slices.Contains(m.overlays, o) }

// overlayOf returns the topmost overlay of a type.
func overlayOf[T overlay](m *Model) (T, bool) {
	for _, o := range slices.Backward(m.overlays) {
		if t, ok := o.(T); ok {
			return t, true
		}
	}
	var none T
	return none, false
}

// overlayKey offers a key to the overlays.
func (m *Model) overlayKey(msg tea.KeyMsg) (tea.Cmd, bool) {
	for _, o := range slices.Backward(m.overlays) {
		if cmd, used := o.key(m, msg); used {
			return cmd, true
		}
	}
	return nil, false
}

// panel is the panel below the panes; nil when there is none.
func (m *Model) panel() panel {
	p, _ := overlayOf[panel](m)
	return p
}

// cover is the topmost overlay that covers the panes, and its rows; nil when there is none.
func (m *Model) cover(height int) (overlay, []string) {
	for _, o := range slices.Backward(m.overlays) {
		if _, ok := o.(panel); ok {
			continue
		}
		if rows := o.rows(m, height); rows != nil {
			return o, rows
		}
	}
	return nil, nil
}

// overlayFooter is the footer of the topmost overlay that has one.
func (m *Model) overlayFooter() string {
	for _, o := range slices.Backward(m.overlays) {
		if f := o.footer(m); f != "" {
			return f
		}
	}
	return ""
}
