package tui

import (
	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/reader/decode"
	"eyeline/reader/tools"
)

// Where the window is put: at the cursor by a key, or with the cursor as it moves.

// followCursor puts the window at the cursor and reads.
func (m *Model) followCursor() tea.Cmd {
	place, ok := m.cursorPlace()
	if !ok {
		if !m.file.Empty() && m.whyNoPlace() == "" {
			m.wanted = &wantedPlace{off: m.file.Cursor()} // as soon as the line's number is known
		}
		return nil
	}
	m.wanted = nil
	r := m.clampRange(m.req.At(place))
	if r.Equal(m.req) {
		return nil
	}
	m.req = r
	m.back, m.ahead = nil, 0
	return m.read(thenNothing)
}

// whyNoPlace says why the cursor is at no place that a tool could be asked for; "" when it is at one.
func (m *Model) whyNoPlace() string {
	switch d := m.doc; {
	case d == nil:
	case m.hex && m.req.Mode() != tools.ModeBytes:
		return "the hex view has no lines; " + m.keyName(keymap.Hex) + " goes back to them"
	case m.hex:
	case d.Decoded() && (d.Form().Compression != decode.None || m.req.Mode() == tools.ModeBytes):
		return "the tools read other bytes than are shown; " + m.keyName(keymap.ShowAs) + " shows those"
	}
	return ""
}

// cursorPlace is the cursor as the current mode's place: its line, or its byte offset.
func (m *Model) cursorPlace() (int64, bool) {
	if m.whyNoPlace() != "" {
		return 0, false
	}
	if m.req.Mode() == tools.ModeBytes {
		return m.file.Cursor(), true
	}
	l, ok := m.file.CursorLine()
	return l.Number, ok && l.Number > 0
}

func (m *Model) anchor(int64, bool) tea.Cmd {
	place, ok := m.cursorPlace()
	if !ok {
		if why := m.whyNoPlace(); why != "" {
			m.say(why)
			return nil
		}
		if m.doc == nil || m.file.Empty() {
			m.say("there is no line to put the window at")
			return nil
		}
		m.say("this line's number is still being counted")
		off := m.file.Cursor()
		m.wanted = &wantedPlace{off: off}
		return nil
	}
	cmd := m.change(m.clampRange(m.req.At(place)))
	if cmd == nil {
		m.say("the window is at the cursor already")
	}
	return cmd
}

func (m *Model) toggleFollow(int64, bool) tea.Cmd {
	m.req = m.req.WithFollow(!m.req.Follows())
	if m.req.Follows() {
		m.say("the window follows the cursor")
		return m.followCursor()
	}
	m.say("the window stays; " + m.keyName(keymap.Anchor) + " puts it at the cursor")
	return nil
}

// placeWanted puts the window at the wanted place once its line number is known.
func (m *Model) placeWanted() tea.Cmd {
	w := m.wanted
	l, ok := m.file.Line(w.off)
	if !ok || l.Number == 0 {
		return nil
	}
	m.wanted = nil
	if m.req.Mode() == tools.ModeBytes {
		return nil
	}
	if m.req.Follows() {
		return m.followCursor()
	}
	return m.change(m.clampRange(m.req.At(l.Number)))
}

// wantedPlace is a place that the window is to be put at as soon as the number of the line at off, a 0-based byte offset
// of what is shown, is known.
type wantedPlace struct{ off int64 }
