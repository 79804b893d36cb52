// Package quiet keeps the program from asking the terminal anything while it starts.
//
// Bubble Tea v1 asks for the terminal's background colour in its package initialisation and waits up to five seconds
// for a terminal that stays silent. It asks through lipgloss, which does not when it has been told the answer. Packages
// are initialised in the order of their import paths as soon as what they import is, and this one imports nothing but
// lipgloss and sorts before github.com/charmbracelet/bubbletea, so it is first.
package quiet

import (
	"github.com/charmbracelet/lipgloss"
	"github.com/muesli/termenv"
)

func init() {
	lipgloss.SetHasDarkBackground(true)
	// Styles are prebuilt by themes; lipgloss need not look at the terminal for its colours either.
	lipgloss.SetColorProfile(termenv.Ascii)
}
