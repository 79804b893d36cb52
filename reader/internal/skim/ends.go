package skim

import "slices"

// noted is how long a value is, in bytes, for its end to be noted: what is shorter is skipped as fast.
const noted = 48

// endsKept is how many ends are kept of one text at most, 1.5 MiB of them.
const endsKept = 1 << 16

// ends are where the longer values of a text end, so that a value is checked once and jumped over later.
type ends struct {
	from, to int64 // the text
	spans    []span
}

// span is a value. Spans are in the order of their starts; one that is still open ends at -1.
type span struct{ start, end int64 }

func (e *ends) reset(from, to int64) {
	e.from, e.to, e.spans = from, to, e.spans[:0]
}

func (e *ends) add(start, end int64) int {
	if len(e.spans) == endsKept {
		return -1
	}
	e.spans = append(e.spans, span{start, end})
	return len(e.spans) - 1
}

// end is where the value that starts at off ends.
func (e *ends) end(off int64) (int64, bool) {
	if off < e.from || off >= e.to || len(e.spans) == 0 {
		return 0, false
	}
	i, ok := slices.BinarySearchFunc(e.spans, off, func(s span, off int64) int {
		switch {
		case s.start < off:
			return -1
		case s.start > off:
			return 1
		}
		return 0
	})
	if !ok || e.spans[i].end < 0 {
		return 0, false
	}
	return e.spans[i].end, true
}

// levels remembers of each open container whether it is an object, and of the outer ones where they are noted.
type levels struct {
	depth int
	first uint64
	more  []uint64 // those beyond the first 64
	into  *ends
	at    [24]int32
}

func (l *levels) word(i int) *uint64 {
	if i < 64 {
		return &l.first
	}
	if i/64 > len(l.more) {
		l.more = append(l.more, 0)
	}
	return &l.more[i/64-1]
}

// push enters a container that starts at off.
func (l *levels) push(object bool, off int64) {
	w, bit := l.word(l.depth), uint64(1)<<(l.depth%64)
	*w &^= bit
	if object {
		*w |= bit
	}
	if l.into != nil && l.depth < len(l.at) {
		l.at[l.depth] = int32(l.into.add(off, -1))
	}
	l.depth++
}

// pop leaves the innermost container, which ends before off.
func (l *levels) pop(off int64) {
	l.depth--
	if l.into == nil || l.depth >= len(l.at) || l.at[l.depth] < 0 {
		return
	}
	i := int(l.at[l.depth])
	if s := &l.into.spans[i]; off-s.start >= noted {
		s.end = off
	} else {
		l.into.spans = l.into.spans[:i] // what is in it is shorter still, and was not noted
	}
}

// object reports whether the innermost open container is an object.
func (l *levels) object() bool {
	i := l.depth - 1
	return *l.word(i)>>(i%64)&1 == 1
}
