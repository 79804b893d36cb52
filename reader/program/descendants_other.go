//go:build !linux

package program

// Descendants are the programs that this program starts. Only Linux tells which those are.
type Descendants struct{}

// Adopt does nothing here.
func Adopt() *Descendants { return &Descendants{} }

// End does nothing here: programs that have left their process group go on.
func (*Descendants) End() {}
