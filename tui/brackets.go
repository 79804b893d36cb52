package tui

import (
	"bytes"
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/search"
	"eyeline/reader/source"
	"eyeline/tui/page"
	"eyeline/tui/pane"
	"eyeline/tui/stamp"
)

// pairs has for each bracket the opening and the closing one, and the way to the other.
var pairs = map[byte]struct {
	open, close byte
	dir         search.Direction
}{
	'(': {'(', ')', search.Forward}, ')': {'(', ')', search.Backward},
	'{': {'{', '}', search.Forward}, '}': {'{', '}', search.Backward},
	'[': {'[', ']', search.Forward}, ']': {'[', ']', search.Backward},
}

// bracketMsg brings the place of a bracket.
type bracketMsg struct {
	stamp.Stamp
	bracket byte
	off     int64
	ok      bool
	err     error
}

// bracketLine is the line whose brackets are meant: the cursor's or, while no tool is on, that at the top of the screen
// for opening brackets and that at the bottom for closing ones, as less has it.
func (m *Model) bracketLine(dir search.Direction) (page.Unit, bool) {
	if !m.toolOff {
		return m.file.CursorLine()
	}
	first, last, ok := m.file.Visible()
	if dir == search.Backward {
		return last, ok
	}
	return first, ok
}

// toBracket goes to the other one of the line's n-th bracket of a kind.
func (m *Model) toBracket(bracket byte, n int64) tea.Cmd {
	p := pairs[bracket]
	l, ok := m.bracketLine(p.dir)
	at := -1
	if ok {
		at = nthBracket(l.Head, bracket, n)
	}
	if at < 0 {
		m.say("no " + string(rune(bracket)) + " in the line")
		return nil
	}
	ctx, x := m.start(jobBracket)
	view, off := m.searched(), l.Off+l.Skip+int64(at)
	return func() tea.Msg { return findBracket(ctx, x, view, bracket, off) }
}

func findBracket(ctx context.Context, x stamp.Stamp, view source.Bytes, bracket byte, off int64) bracketMsg {
	p := pairs[bracket]
	msg := bracketMsg{Stamp: x, bracket: bracket}
	msg.off, msg.ok, msg.err = search.Bracket(ctx, view, p.open, p.close, off, p.dir)
	return msg
}

// nthBracket is the index in a line of its n-th bracket of a kind, n ≥ 1, or of its last where there are fewer; -1 when
// there is none. One that is part of a sequence is none.
func nthBracket(line []byte, bracket byte, n int64) int {
	found := -1
	for i := 0; n > 0; i++ {
		k := bytes.IndexByte(line[i:], bracket)
		if k < 0 {
			break
		}
		if i += k; i == 0 || line[i-1] != 0x1B {
			found = i
			n--
		}
	}
	return found
}

// handleBracket goes to the bracket that was found: while no tool is on, its line comes to the other end of the screen.
func (m *Model) handleBracket(msg bracketMsg) tea.Cmd {
	m.jobs.end(jobBracket)
	p := pairs[msg.bracket]
	other := string(rune(p.close))
	where := pane.Bottom
	if p.dir == search.Backward {
		other, where = string(rune(p.open)), pane.Top
	}
	if !m.toolOff {
		where = pane.Middle
	}
	switch {
	case stopped(msg.err):
		return nil
	case msg.err != nil:
		m.warn("cannot look for " + other + ": " + plain(msg.err.Error()))
		return nil
	case !msg.ok && p.dir == search.Forward && !m.doc.Shown().Complete():
		m.say("no matching " + other + " so far, and more is arriving")
		return nil
	case !msg.ok:
		m.say("no matching " + other)
		return nil
	}
	m.keepPlace()
	return m.moveActive(pane.To(msg.off, where))
}
