package terminal

import (
	_ "github.com/charmbracelet/bubbletea" // initialised before this package, so that its question is over
	"github.com/charmbracelet/lipgloss"
	"github.com/muesli/termenv"

	"eyeline/tui/terminal/noquery"
)

func init() {
	noquery.Restore()
	// Styles are prebuilt by themes, and the background is asked for without waiting (AskBackground): Lip Gloss is not
	// to look at the terminal for either.
	lipgloss.SetHasDarkBackground(true)
	lipgloss.SetColorProfile(termenv.Ascii)
}

// AskBackground is the sequence that asks the terminal for its background colour. The answer comes, if ever, through
// Input's OnBackground.
const AskBackground = "\x1b]11;?\x07"

// AskStatus is the sequence that asks the terminal how it is (DSR 5). All terminals that answer anything answer it, and
// in the order of what they are sent: an answer says that all written before has reached the terminal, and that its
// answers to earlier questions have come. It comes through Input's OnStatus.
const AskStatus = "\x1b[5n"

// Listener hears what an [Input] finds besides what is typed. Each of its functions may be nil.
type Listener struct {
	// OnBackground gets the terminal's answer to AskBackground.
	OnBackground func(dark bool)
	// Awaits reports whether the terminal may still answer something; nil for never. Until then what may begin an
	// answer is kept longer.
	Awaits func() bool
	// OnStatus is called for each of the terminal's answers to AskStatus.
	OnStatus func()
	// OnGone is called when the terminal can be read no more, as after its window was closed. Read then gives io.EOF,
	// with which Bubble Tea waits on: of another error it would make an end of its own, with another exit status, when
	// that came first.
	OnGone func()
}

// Reset brings a terminal back from whatever the viewer switched on: the mouse, bracketed paste, the scroll region,
// colours, the hidden cursor, wrapping, synchronised output and the alternate screen. It is for the way out of a crash.
const Reset = "\x1b[?1000l\x1b[?1002l\x1b[?1003l\x1b[?1006l\x1b[?2004l" +
	"\x1b[?2026l\x1b[?7h\x1b[r\x1b[m\x1b[?1049l\x1b[?25h"
