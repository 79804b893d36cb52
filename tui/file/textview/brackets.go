package textview

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/search"
	"eyeline/tui/file/pane"
	"eyeline/tui/kit/cells"
	"eyeline/tui/kit/jobs"
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

// ToBracket goes to the other one of the line's n-th bracket of a kind. The line is the cursor's or, while no tool is
// on, that at the top of the screen for opening brackets and that at the bottom for closing ones, as less has it.
func (t *Text) ToBracket(bracket byte, n int64) tea.Cmd {
	p := pairs[bracket]
	at := -1
	l, last, ok := t.File.Visible()
	switch {
	case !t.ToolOff:
		l, ok = t.File.CursorLine()
	case p.dir == search.Backward:
		l = last
	}

	if ok {
		at = nthBracket(l.Head, bracket, n)
	}
	if at < 0 {
		return t.program.Say("no " + string(rune(bracket)) + " in the line")
	}

	view := t.Search.Searched()
	off := l.Off + l.Skip + int64(at)
	return jobs.Try(t.Jobs, jobs.Bracket, func(ctx context.Context) (to bracketFound, err error) {
		to.off, to.ok, err = search.Bracket(ctx, view, p.open, p.close, off, p.dir)
		return to, err
	}, func(to bracketFound, err error) tea.Cmd { return t.showBracket(bracket, to, err) })
}

// bracketFound is the 0-based byte offset of the other one of a bracket, if there is one.
type bracketFound struct {
	off int64
	ok  bool
}

// nthBracket is the index in a line of its n-th bracket of a kind, n ≥ 1, or of its last where there are fewer; -1
// without a bracket. One that is part of an escape sequence does not count.
func nthBracket(line []byte, bracket byte, n int64) int {
	found := -1
	for i, c := range line {
		if c == bracket && n > 0 && (i == 0 || line[i-1] != 0x1B) {
			found = i
			n--
		}
	}
	return found
}

// showBracket goes to the other one of a bracket, if that was found. While no tool is on, its line comes to the other
// end of the screen.
func (t *Text) showBracket(bracket byte, to bracketFound, err error) tea.Cmd {
	p := pairs[bracket]
	other := string(rune(p.close))
	where := pane.Bottom
	if p.dir == search.Backward {
		other = string(rune(p.open))
		where = pane.Top
	}
	if !t.ToolOff {
		where = pane.Middle
	}

	switch {
	case err != nil:
		return t.program.Warn("cannot look for " + other + ": " + cells.Sanitize(err.Error()))
	case !to.ok && p.dir == search.Forward && !t.Doc.Shown().Complete():
		return t.program.Say("no matching " + other + " so far, and more is arriving")
	case !to.ok:
		return t.program.Say("no matching " + other)
	}

	t.send(FileWanted{})
	return t.JumpTo(pane.To(to.off, where))
}
