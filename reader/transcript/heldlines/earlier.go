package heldlines

import "maps"

// Earlier is what was sent or written of a file, and is no longer in its picture since a change replaced it or took it
// out. A command that is not understood may have brought it back, as from a version that git keeps: a line of the file
// that is such a one is not said never to have been sent.
type Earlier struct {
	whole KnownLines          // of the pictures that were replaced as a whole, the one with the most lines
	lines map[uint64]struct{} // the hashes of all lines
}

// Replaced takes a picture in whose place another one comes.
func (e *Earlier) Replaced(p KnownLines) {
	if len(p.lines) >= len(e.whole.lines) {
		e.whole = p
	}
	for _, l := range p.lines {
		e.add(l.Hash)
	}
}

// Removed takes the line of a number, which is taken out of a picture.
func (e *Earlier) Removed(p *KnownLines, number int64) {
	if l, ok := p.Find(number); ok {
		e.add(l.Hash)
	}
}

// Merge takes the lines of another file that this file is made of.
func (e *Earlier) Merge(other *Earlier) {
	for hash := range other.lines {
		e.add(hash)
	}
}

func (e *Earlier) add(hash uint64) {
	if e.lines == nil {
		e.lines = map[uint64]struct{}{}
	}
	e.lines[hash] = struct{}{}
}

// Clone is one that changes by itself.
func (e *Earlier) Clone() Earlier { return Earlier{e.whole, maps.Clone(e.lines)} }

// In says of each line of the file as it is whether it was sent earlier: it is in the picture as it follows others in
// the file, or no other line of the file is the same. nil is for no line. The file has been laid against its own
// picture before.
func (e *Earlier) In(n *Current) []bool {
	if len(e.lines) == 0 {
		return nil
	}

	was := make([]bool, len(n.hashes))
	for _, at := range e.whole.Align(n.hashes).Lines {
		if at >= 0 {
			was[at] = true
		}
	}

	times := make(map[uint64]int, len(n.hashes))
	for _, h := range n.hashes {
		times[h]++
	}

	for i, h := range n.hashes {
		if _, ok := e.lines[h]; ok && times[h] == 1 {
			was[i] = true
		}
	}

	return was
}
