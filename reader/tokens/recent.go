package tokens

import (
	"sync"
	"sync/atomic"
)

// What is remembered here are the numbers of tokens of short pieces, which are most of a text: the same words and
// signs come again, and the vocabulary is far larger than the memory that a processor reads at once. A piece takes the
// place of another one that was there.

// shortBits and recentBits are how many bits of the hash of a piece say where it is kept. With two bits less twice as
// many pieces of source code are no longer there when they come again.
const shortBits, recentBits = 15, 14

// shortPieces are those of up to longestShort bytes, for all goroutines: their bytes, the first one lowest, above them
// their length and how many tokens they are. 0 is no piece.
var shortPieces [1 << shortBits]atomic.Uint64

const (
	longestShort = 7
	lengthShift  = 56
	countShift   = 60
	keyMask      = 1<<countShift - 1
)

// ofShort is what ofSplit gives of a piece of up to longestShort bytes with a key.
func ofShort(key uint64, piece string) int {
	place := &shortPieces[key*0x9E3779B97F4A7C15>>(64-shortBits)]
	kept := place.Load()
	if kept&keyMask == key {
		return int(kept >> countShift)
	}

	n := ofSplit(piece)
	place.Store(key | uint64(n)<<countShift)
	return n
}

// shortKey is the key of a piece; the lowest bytes of word are its beginning.
func shortKey(word uint64, length int) uint64 {
	return word&(1<<(8*length)-1) | uint64(length)<<lengthShift
}

// recent remembers pieces of longestShort bytes up to longestKept. The zero recent is ready to use, by one goroutine at
// a time.
type recent [1 << recentBits]longPiece

// longPiece is the bytes of a piece. The last byte of rest has its length in its lower four bits, and in the upper four
// how many tokens it is.
type longPiece struct{ first, rest uint64 }

const longestKept = 15

// recents are those that no goroutine uses.
var recents = sync.Pool{New: func() any { return &recent{} }}

// of is what ofSplit gives of the piece that a text begins with and that ends at end.
func (r *recent) of(text string, end int) int {
	switch {
	case end <= longestShort:
		return ofShort(shortKey(upTo(text, 0, end), end), text[:end])
	case end > longestKept:
		return ofSplit(text[:end])
	}

	first := eight(text)
	rest := upTo(text, 8, end) | uint64(end)<<lengthShift
	hash := (first ^ rest*0x9E3779B97F4A7C15) * 0xFF51AFD7ED558CCD
	kept := &r[hash>>(64-recentBits)]
	if kept.first == first && kept.rest&keyMask == rest {
		return int(kept.rest >> countShift)
	}

	n := ofSplit(text[:end])
	kept.first = first
	kept.rest = rest | uint64(n)<<countShift
	return n
}

// upTo are the bytes of a text from one index to another, at most seven, the first one lowest.
func upTo(text string, from, to int) (word uint64) {
	if from+8 <= len(text) {
		return eight(text[from:]) & (1<<(8*(to-from)) - 1)
	}
	for i := from; i < to; i++ {
		word |= uint64(text[i]) << (8 * (i - from))
	}
	return word
}

// eight are the first eight bytes of a text, the first one lowest.
func eight(text string) uint64 {
	_ = text[7]
	return uint64(text[0]) | uint64(text[1])<<8 | uint64(text[2])<<16 | uint64(text[3])<<24 |
		uint64(text[4])<<32 | uint64(text[5])<<40 | uint64(text[6])<<48 | uint64(text[7])<<56
}
