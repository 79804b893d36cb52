package tui

import (
	"eyeline/keymap"
	"eyeline/tui/bar"
	"eyeline/tui/screens"
)

// footer is the last row: an overlay's, a message, or what the screen says.
func (m *Model) footer() string {
	if f := m.overlayFooter(); f != "" {
		return f
	}
	f := m.front().Footer()
	f.Note, f.Bad, f.Count = m.note.Text, m.note.Bad, m.count
	return f.Row(m.theme, m.width)
}

// keyName is an action's first key for a person; "" when it has none.
func (m *Model) keyName(a keymap.Action) string { return screens.KeyName(m.keys, a) }

// hint is a key of an action with a word for the footer.
func (m *Model) hint(a keymap.Action, word string) bar.Hint { return screens.Hint(m.keys, a, word) }

// keyHints are the keys that have a word for the footer. They are the same for as long as the program runs.
func keyHints(keys *keymap.Map) []bar.Hint {
	var hints []bar.Hint
	for _, b := range keys.Bindings() {
		if b.Short != "" && len(b.Keys) > 0 {
			h := bar.Hint{Key: plain(keymap.Name(b.Keys[0])), Word: b.Short, Always: b.Action == keymap.Help}
			hints = append(hints, h)
		}
	}
	return hints
}

// position is where the screen is in the file.
func (m *Model) position() bar.Position {
	p := m.active()
	size := p.Text().Size()
	if size == 0 {
		return bar.Position{}
	}
	at := bar.Position{
		Shown: true, Follow: m.tailWords(), Marked: m.markedWords(), Matches: m.matchWords(),
		Filter: m.filterWords(), Percent: int(100 * float64(p.Cursor()) / float64(size)),
	}
	if lines := p.Lines(); len(lines) > 0 && p.AtEnd() && lines[len(lines)-1].Off == p.Cursor() {
		at.Percent = 100
	}
	if p == &m.file && m.doc.Shown().Partly() && !m.hex {
		part, _ := m.doc.Unpacked()
		at.Percent = int(float64(at.Percent) * part)
		return at
	}
	if m.toolOff {
		m.pagerPosition(&at, size)
	}
	return at
}
