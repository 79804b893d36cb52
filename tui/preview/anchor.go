package preview

import (
	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/reader/decode"
	"eyeline/reader/tools"
)

// Where the window is put: at the cursor by a key, or with the cursor as it moves.

// FollowCursor puts the window at the cursor and reads.
func (p *Preview) FollowCursor() tea.Cmd {
	place, ok := p.cursorPlace()
	if !ok {
		if !p.text.File().Empty() && p.whyNoPlace() == "" {
			p.wanted = p.text.File().Cursor() + 1 // as soon as the line's number is known
		}
		return nil
	}
	p.wanted = 0
	r := p.ClampRange(p.req.At(place))
	if r.Equal(p.req) {
		return nil
	}
	p.req = r
	p.back, p.ahead = nil, 0
	return p.Read(ThenNothing)
}

// whyNoPlace says why the cursor is at no place that a tool could be asked for; "" when it is at one.
func (p *Preview) whyNoPlace() string {
	switch d := p.text.Doc(); {
	case d == nil:
	case p.text.Hex() && p.req.Mode() != tools.ModeBytes:
		return "the hex view has no lines; " + p.desk.KeyName(keymap.Hex) + " goes back to them"
	case p.text.Hex():
	case d.Decoded() && (d.Form().Compression != decode.None || p.req.Mode() == tools.ModeBytes):
		return "the tools read other bytes than are shown; " + p.desk.KeyName(keymap.ShowAs) + " shows those"
	}
	return ""
}

// cursorPlace is the cursor as the current mode's place: its line, or its byte offset.
func (p *Preview) cursorPlace() (int64, bool) {
	if p.whyNoPlace() != "" {
		return 0, false
	}
	if p.req.Mode() == tools.ModeBytes {
		return p.text.File().Cursor(), true
	}
	l, ok := p.text.File().CursorLine()
	return l.Number, ok && l.Number > 0
}

// Anchor puts the window at the cursor, or says why it cannot.
func (p *Preview) Anchor(int64, bool) tea.Cmd {
	place, ok := p.cursorPlace()
	if !ok {
		if why := p.whyNoPlace(); why != "" {
			return p.desk.Say(why)
		}
		if p.text.Doc() == nil || p.text.File().Empty() {
			return p.desk.Say("there is no line to put the window at")
		}
		p.wanted = p.text.File().Cursor() + 1
		return p.desk.Say("this line's number is still being counted")
	}
	cmd := p.Change(p.ClampRange(p.req.At(place)))
	if cmd == nil {
		p.desk.Say("the window is at the cursor already")
	}
	return cmd
}

// ToggleFollow has the window follow the cursor from now on, or stay where it is.
func (p *Preview) ToggleFollow(int64, bool) tea.Cmd {
	p.req = p.req.WithFollow(!p.req.Follows())
	if p.req.Follows() {
		p.desk.Say("the window follows the cursor")
		return p.FollowCursor()
	}
	return p.desk.Say("the window stays; " + p.desk.KeyName(keymap.Anchor) + " puts it at the cursor")
}

// PlaceWanted puts the window at the wanted place once its line number is known.
func (p *Preview) PlaceWanted() tea.Cmd {
	l, ok := p.text.File().Line(p.wanted - 1)
	if !ok || l.Number == 0 {
		return nil
	}
	p.wanted = 0
	if p.req.Mode() == tools.ModeBytes {
		return nil
	}
	if p.req.Follows() {
		return p.FollowCursor()
	}
	return p.Change(p.ClampRange(p.req.At(l.Number)))
}
