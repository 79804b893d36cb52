package search

import (
	"encoding/binary"
	"sort"
)

const (
	// chunkSize is the size in bytes of a chunk of an offset list, which is read to find one of its offsets.
	chunkSize = 4 << 10
	// maxOffsets and maxOffsetBytes limit an offset list.
	maxOffsets     = 16 << 20
	maxOffsetBytes = 32 << 20
)

// chunk is a run of offsets: the first of them, and for each further one the difference to the previous one as a
// uvarint.
type chunk struct {
	index  int64 // number of offsets in the chunks before
	first  int64
	deltas []byte
}

// offsetList stores ascending offsets in one to two bytes each. A copy is a snapshot: appending to one does not change
// the other.
type offsetList struct {
	full []chunk
	tail chunk // last chunk; empty if n is 0
	n    int64
	last int64
}

// isFull reports whether no further offset fits.
func (l *offsetList) isFull() bool {
	return l.n >= maxOffsets || len(l.full) >= maxOffsetBytes/chunkSize-1
}

// append appends an offset greater than all before it.
func (l *offsetList) append(off int64) {
	if cap(l.tail.deltas)-len(l.tail.deltas) < binary.MaxVarintLen64 {
		if l.n > 0 {
			l.full = append(l.full, l.tail)
		}

		l.begin(off)
		return
	}

	l.tail.deltas = binary.AppendUvarint(l.tail.deltas, uint64(off-l.last))
	l.n++
	l.last = off
}

// begin starts a new last chunk with off.
func (l *offsetList) begin(off int64) {
	l.tail = chunk{index: l.n, first: off, deltas: make([]byte, 0, chunkSize)}
	l.n++
	l.last = off
}

// before returns the list of the offsets less than off. It shares no memory for appending with l.
func (l *offsetList) before(off int64) offsetList {
	n := l.search(off)
	if n == 0 {
		return offsetList{}
	}

	c, i := l.chunkOf(n - 1)
	out := offsetList{full: l.full[:i:i], n: c.index}
	next := c.iterate()
	out.begin(next())

	for out.n < n {
		out.append(next())
	}

	return out
}

// chunkOf returns the chunk of offset number i, and how many chunks precede it.
func (l *offsetList) chunkOf(i int64) (chunk, int) {
	if i >= l.tail.index {
		return l.tail, len(l.full)
	}
	k := sort.Search(len(l.full), func(k int) bool { return l.full[k].index > i }) - 1
	return l.full[k], k
}

// iterate returns a function that returns the offsets of the chunk in turn; it must not be called more often than there
// are offsets.
func (c chunk) iterate() func() int64 {
	off := c.first
	deltas := c.deltas
	started := false
	return func() int64 {
		if started {
			d, w := binary.Uvarint(deltas)
			deltas = deltas[w:]
			off += int64(d)
		}

		started = true
		return off
	}
}

// at returns offset number i, from 0.
func (l *offsetList) at(i int64) int64 {
	c, _ := l.chunkOf(i)
	next := c.iterate()
	for range i - c.index {
		next()
	}
	return next()
}

// search returns how many offsets are less than off.
func (l *offsetList) search(off int64) int64 {
	if l.n == 0 || off > l.last {
		return l.n
	}

	c := l.tail
	end := l.n
	if off <= c.first {
		k := sort.Search(len(l.full), func(k int) bool { return l.full[k].first >= off }) - 1
		if k < 0 {
			return 0
		}

		c = l.full[k]
		if k+1 < len(l.full) {
			end = l.full[k+1].index
		} else {
			end = l.tail.index
		}
	}

	next := c.iterate()
	for i := c.index; i < end; i++ {
		if next() >= off {
			return i
		}
	}

	return end
}
