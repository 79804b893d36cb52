package coverage

import (
	"maps"

	"eyeline/reader/transcript/heldlines"
)

// earlier is what was sent or written of a file, and is no longer in its picture since a change replaced it or took it
// out. A command that is not understood may have brought it back, as from a version that git keeps: a line of the file
// that is such a one is not said never to have been sent.
type earlier struct {
	whole heldlines.Picture   // of the pictures that were replaced as a whole, the one with the most lines
	lines map[uint64]struct{} // the hashes of all lines
}

// replaced takes a picture in whose place another one comes.
func (e *earlier) replaced(p heldlines.Picture) {
	if len(p.Lines()) >= len(e.whole.Lines()) {
		e.whole = p
	}
	for _, l := range p.Lines() {
		e.add(l.Hash)
	}
}

func (e *earlier) add(hash uint64) {
	if e.lines == nil {
		e.lines = map[uint64]struct{}{}
	}
	e.lines[hash] = struct{}{}
}

// clone is one that changes by itself.
func (e *earlier) clone() earlier { return earlier{e.whole, maps.Clone(e.lines)} }

// find takes lines of the file for possibly sent that were sent earlier: those that a picture had as they follow each
// other in the file, and those that stand there once.
func (e *earlier) find(laid laidFile, found []foundLine) {
	if len(e.lines) == 0 {
		return
	}
	was := laid.now.Had(&e.whole, e.lines)
	for i, state := range laid.as.States {
		if state == heldlines.Never && was[i] && found[i].known == heldlines.No {
			found[i].known = heldlines.Perhaps
		}
	}
}
