package file

import (
	"strconv"
)

// What keys that are typed ahead wait for, and the count typed before a key.

// FilterMoves reports whether the cursor will go to the first line that the filter lets through.
func (s *Screen) FilterMoves() bool {
	f := s.text.Filter()
	return f.Filter != nil && !f.Arrived && !f.Left
}

// ReadMoves reports whether a key may be about what is being read: the cursor will go there, or the keys move it. Where the
// window follows the cursor, moving on does not wait for it, and nothing waits for what is read again as it grows.
func (s *Screen) ReadMoves() bool {
	return s.preview.Moves() || !s.preview.ReadsAgain() && s.moves.MovesOutput()
}

// MovesOutput reports whether the keys move what a tool gives.
func (m *Moves) MovesOutput() bool { return m.Active() == m.screen.preview.Output() }

// MaxCount bounds a count, so that no product of it with the height of a screen overflows. No file has as many lines.
const MaxCount = 1 << 40

// takeCount returns the count typed before a key, at most MaxCount (1 when there is none), and forgets it.
func (s *Screen) takeCount() (n int64, given bool) {
	if s.count == "" {
		return 1, false
	}
	n, _ = strconv.ParseInt(s.count, 10, 64) // the largest number when it is out of range
	s.count = ""
	if n < 1 {
		return 1, false
	}
	return min(n, MaxCount), true
}
