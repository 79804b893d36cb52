//go:build !unix

package terminal

import (
	"os"
)

// HearsAnswers says that Input finds the terminal's answers among what is typed. Nothing may be asked otherwise.
const HearsAnswers = false

// Input is the console itself: Bubble Tea reads its events there, not bytes.
type Input struct {
	*os.File
}

// Tell does nothing: the library reads the console's events, among which are no answers.
func (*Input) Tell(Listener) {}

// NewInput returns an Input over a console.
func NewInput(f *os.File) *Input { return &Input{File: f} }

// End does nothing: the library cancels its reads of the console's events.
func (*Input) End() {}
