package heldlines

import "maps"

// Earlier is what was sent or written of a file before a change replaced it. A command that is not understood may have
// brought it back, such as "git checkout": a line of the file that is equal to an earlier one is not said never to have
// been sent.
type Earlier struct {
	whole KnownLines           // of the pictures that were replaced as a whole, that with the most lines
	lines map[lineKey]struct{} // what all earlier lines are found by
}

// Replaced adds the lines of a picture that another one replaces.
func (e *Earlier) Replaced(p KnownLines) {
	if len(p.lines) >= len(e.whole.lines) {
		e.whole = p
	}
	for _, l := range p.lines {
		e.add(l.key())
	}
}

// Removed adds the line of a number, which is removed from a picture.
func (e *Earlier) Removed(p *KnownLines, number int64) {
	if l, ok := p.Find(number); ok {
		e.add(l.key())
	}
}

// Merge adds the earlier lines of another file that this one was moved or copied from.
func (e *Earlier) Merge(other *Earlier) {
	for key := range other.lines {
		e.add(key)
	}
}

func (e *Earlier) add(key lineKey) {
	if e.lines == nil {
		e.lines = map[lineKey]struct{}{}
	}
	e.lines[key] = struct{}{}
}

// Clone returns a copy that can be changed without changing e.
func (e *Earlier) Clone() Earlier { return Earlier{e.whole, maps.Clone(e.lines)} }

// In reports for each line of the file whether it was sent earlier; nil means that none was. A line was, if it aligns
// with one of the picture that was replaced as a whole, or if it is equal to an earlier line and to no other line of
// the file: with the lines "a", "}", "b", "}" and "b" and "}" earlier, only "b" was. The file has been compared with
// its own picture before.
func (e *Earlier) In(n *Current) []bool {
	if len(e.lines) == 0 {
		return nil
	}

	was := make([]bool, len(n.hashes))
	for _, at := range e.whole.Align(n.hashes, n.trimmed).Lines {
		if at >= 0 {
			was[at] = true
		}
	}

	e.mark(was, n.hashes, false)
	e.mark(was, n.trimmed, true)
	return was
}

// mark marks the lines of a file that are equal to an earlier one and to no other line of the file. hashes are those of
// its lines or, for trimmed ones, those without the white space around them.
func (e *Earlier) mark(was []bool, hashes []uint64, trimmed bool) {
	times := make(map[uint64]int, len(hashes))
	for _, h := range hashes {
		times[h]++
	}

	for i, h := range hashes[:min(len(hashes), len(was))] {
		if _, ok := e.lines[lineKey{h, trimmed}]; ok && times[h] == 1 {
			was[i] = true
		}
	}
}
