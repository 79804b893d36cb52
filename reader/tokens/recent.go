package tokens

import "sync/atomic"

// What is remembered here are the numbers of tokens of short pieces, which are most of a text: the same words and
// signs come again, and the vocabulary is far larger than the memory that a processor reads at once. A piece takes the
// place of another one that was there.

// shortBits and longBits are how many bits of the hash of a piece say where it is kept. Each table is 1 MiB. With two
// bits less half as many pieces again of source code are no longer there when they come again.
const shortBits, longBits = 17, 16

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

// longPieces are those of longestShort bytes up to longestKept, for all goroutines.
var longPieces [1 << longBits]longPiece

// longPiece is the bytes of a piece. The last byte of rest has its length in its lower four bits, and in the upper four
// how many tokens it is; the other seven are the last bytes of the piece. mixed is made of its first eight bytes and of
// rest, so that it does not fit to the rest of another piece, which a second goroutine may store at the same time.
type longPiece struct{ mixed, rest atomic.Uint64 }

const longestKept = 15

// mix is mixed of a longPiece.
func mix(first, rest uint64) uint64 { return first + rest*0xD6E8FEB86659FD93 }

// ofPiece is what ofSplit gives of the piece that a text begins with and that ends at end.
func ofPiece(text string, end int) int {
	switch {
	case end <= longestShort:
		return ofShort(shortKey(upTo(text, 0, end), end), text[:end])
	case end > longestKept:
		return ofSplit(text[:end])
	}

	first := eight(text)
	rest := upTo(text, 8, end) | uint64(end)<<lengthShift
	hash := (first ^ rest*0x9E3779B97F4A7C15) * 0xFF51AFD7ED558CCD
	place := &longPieces[hash>>(64-longBits)]
	kept := place.rest.Load()
	if kept&keyMask == rest && place.mixed.Load() == mix(first, kept) {
		return int(kept >> countShift)
	}

	n := ofSplit(text[:end])
	rest |= uint64(n) << countShift
	place.mixed.Store(mix(first, rest))
	place.rest.Store(rest)
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
