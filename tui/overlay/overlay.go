package overlay

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"
)

// Overlay is something over the panes that takes keys before they do: a prompt, the help, the options, a list. A
// [Stack] keeps those that are open and knows no more of them than this.
type Overlay interface {
	// Key takes a key. It reports whether the key was meant for the overlay; if not, it goes to what is below.
	Key(msg tea.KeyMsg) (tea.Cmd, bool)
	// Rows draws the overlay in a part of the screen that is as wide as the canvas and height rows high, in at most
	// that many rows; nil when it is drawn in the footer only.
	Rows(height int) []string
	// Footer is the last row of the screen; "" leaves it to what is below.
	Footer() string
}

// Panel is an overlay that takes rows from the bottom of the panes. Any other one that draws rows covers them all.
type Panel interface {
	Overlay
	// Height is how many rows the panel takes of a body of so many.
	Height(body int) int
}

// scrolledPanel is a panel that shows a part of its rows. What is shown moves with the selected row after every
// message, so that drawing changes nothing and a click meets what was drawn.
type scrolledPanel interface {
	Panel
	// Scroll brings the selected row into the part that is shown when the panel is drawn in height rows.
	Scroll(height int)
}

// ScrollPanel scrolls the panel below the panes, which is drawn in height rows.
func (s *Stack) ScrollPanel(height int) {
	if p, ok := s.Panel().(scrolledPanel); ok {
		p.Scroll(height)
	}
}

// Pointed is an overlay that the mouse reaches.
type Pointed interface {
	Overlay
	// Wheel scrolls by n steps, down when n is positive.
	Wheel(n int) tea.Cmd
	// Click takes a click on a 0-based row of those that the overlay draws.
	Click(row int) tea.Cmd
}

// OfFile is an overlay that says what was read of the file: it is closed when another file comes onto the screen.
type OfFile interface {
	Overlay
	OfFile()
}

// Push opens an overlay over the others.
func (s *Stack) Push(o Overlay) { s.overlays = append(s.overlays, o) }

// Drop closes an overlay.
func (s *Stack) Drop(o Overlay) {
	if l, ok := o.(*ListPanel); ok && l.End != nil {
		l.End() // nobody sees what it would fill in
	}
	s.overlays = slices.DeleteFunc(s.overlays, func(x Overlay) bool { return x == o })
}

// DropOfFile closes the overlays that say what was read of the file, which is another one from now on.
func (s *Stack) DropOfFile() {
	s.overlays = slices.DeleteFunc(s.overlays, func(o Overlay) bool {
		if l, ok := o.(*ListPanel); ok {
			return l.End != nil
		}
		_, ok := o.(OfFile)
		return ok
	})
}

// IsOpen reports whether an overlay is still open.
func (s *Stack) IsOpen(o Overlay) bool { return slices.Contains(s.overlays, o) }

// Of returns the topmost overlay of a type.
func Of[T Overlay](s *Stack) (T, bool) {
	for _, o := range slices.Backward(s.overlays) {
		if t, ok := o.(T); ok {
			return t, true
		}
	}
	var none T
	return none, false
}

// Key offers a key to the overlays.
func (s *Stack) Key(msg tea.KeyMsg) (tea.Cmd, bool) {
	for _, o := range slices.Backward(s.overlays) {
		if cmd, used := o.Key(msg); used {
			return cmd, true
		}
	}
	return nil, false
}

// Panel is the panel below the panes; nil when there is none.
func (s *Stack) Panel() Panel {
	p, _ := Of[Panel](s)
	return p
}

// Cover is the topmost overlay that covers the panes, and its rows; nil when there is none.
func (s *Stack) Cover(height int) (Overlay, []string) {
	for _, o := range slices.Backward(s.overlays) {
		if _, ok := o.(Panel); ok {
			continue
		}
		if rows := o.Rows(height); rows != nil {
			return o, rows
		}
	}
	return nil, nil
}

// Footer is the footer of the topmost overlay that has one.
func (s *Stack) Footer() string {
	for _, o := range slices.Backward(s.overlays) {
		if f := o.Footer(); f != "" {
			return f
		}
	}
	return ""
}
