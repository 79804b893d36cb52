//go:build !unix

package terminal

import "os"

// Input is the console itself: Bubble Tea reads its events there, not bytes.
type Input struct {
	*os.File
	OnBackground func(dark bool)
}

// NewInput returns an Input over a console.
func NewInput(f *os.File) *Input { return &Input{File: f} }

// End does nothing: the library cancels its reads of the console's events.
func (*Input) End() {}
