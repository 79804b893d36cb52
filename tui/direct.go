package tui

import (
	"sync/atomic"
	"unicode/utf8"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/tui/terminal"
)

// A key that comes by itself is handled, and the screen drawn, by the goroutine that reads it: each hand-over to another goroutine may
// be one to another thread, which the system has to wake. What takes several keys at once, a sequence that is not known here or the
// mouse goes to Bubble Tea, and so does a key as long as the library has not handled all that it got, so that each comes in its turn.

// direct is how far the library is with what it got.
type direct struct {
	given   atomic.Uint64 // reads that gave it something
	handled atomic.Uint64 // of those, the ones whose messages have all been handled
}

// givenMsg follows the messages of a read: once it has come, they have been handled.
type givenMsg struct{ reads uint64 }

// takeKeys handles keys where they are read. send sends a message to the library.
func (p *program) takeKeys(in *terminal.Input, send func(tea.Msg)) {
	in.OnGiven = func() {
		n := p.direct.given.Add(1)
		go send(givenMsg{n})
	}
	in.OnKey = func(unit []byte) bool {
		key, known := keyOf(unit)
		if !known || p.direct.handled.Load() != p.direct.given.Load() {
			return false
		}
		if cmd := p.handle(key); cmd != nil {
			send(drawnMsg{cmd})
		}
		return true
	}
}

// end says that the library's loop has ended: from now on no key is handled, and the Model may be used without the program.
func (p *program) end() {
	p.turn.Lock()
	defer p.turn.Unlock()
	p.ended = true
}

// directKeys are sequences of keys that are held down to move, as Bubble Tea names them.
var directKeys = map[string]tea.KeyType{
	"\x1b[A": tea.KeyUp, "\x1b[B": tea.KeyDown, "\x1b[C": tea.KeyRight, "\x1b[D": tea.KeyLeft,
	"\x1bOA": tea.KeyUp, "\x1bOB": tea.KeyDown, "\x1bOC": tea.KeyRight, "\x1bOD": tea.KeyLeft,
	"\x1b[5~": tea.KeyPgUp, "\x1b[6~": tea.KeyPgDown,
}

// keyOf is the key that Bubble Tea would make of the bytes of one unit; false for those that are left to it.
func keyOf(unit []byte) (tea.KeyMsg, bool) {
	if len(unit) == 0 {
		return tea.KeyMsg{}, false
	}
	switch c := unit[0]; {
	case c == 0x1B:
		t, known := directKeys[string(unit)]
		return tea.KeyMsg{Type: t}, known
	case c == 0:
		return tea.KeyMsg{}, false
	case c < ' ' || c == 0x7F:
		return tea.KeyMsg{Type: tea.KeyType(c)}, len(unit) == 1
	case c == ' ':
		return tea.KeyMsg{Type: tea.KeySpace, Runes: []rune{' '}}, len(unit) == 1
	}
	r, n := utf8.DecodeRune(unit)
	return tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{r}}, n == len(unit) && r != utf8.RuneError
}
