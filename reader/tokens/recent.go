package tokens

import "sync"

// recent remembers the numbers of tokens of short pieces, which are most of a text: the same words and signs come
// again, and the vocabulary is far larger than the memory that a processor reads at once. A piece takes the place of
// another one that was there. The zero recent is ready to use, by one goroutine at a time.
type recent [1 << recentBits]shortPiece

// recentBits is how many bits of the hash of a piece say where it is kept. With two bits less twice as many pieces of
// source code are no longer there when they come again.
const recentBits = 15

// shortPiece is a piece of up to longestShort bytes. The last byte of rest has its length in its upper four bits, and
// in the lower four how many tokens it is.
type shortPiece struct{ first, rest uint64 }

const (
	longestShort = 15
	lengthShift  = 60
	countShift   = 56
	countMask    = uint64(longestShort) << countShift
)

// recents are those that no goroutine uses.
var recents = sync.Pool{New: func() any { return &recent{} }}

// of is what ofSplit gives of the piece that a text begins with and that ends at end.
func (r *recent) of(text string, end int) int {
	if end > longestShort {
		return ofSplit(text[:end])
	}

	key := keyOf(text, end)
	hash := (key.first ^ key.rest*0x9E3779B97F4A7C15) * 0xFF51AFD7ED558CCD
	kept := &r[hash>>(64-recentBits)]
	if kept.first == key.first && kept.rest&^countMask == key.rest {
		return int(kept.rest & countMask >> countShift)
	}

	n := ofSplit(text[:end])
	kept.first = key.first
	kept.rest = key.rest | uint64(n)<<countShift
	return n
}

// keyOf is the piece that a text begins with and that ends at end, without the number of its tokens.
func keyOf(text string, end int) (key shortPiece) {
	switch {
	case len(text) < 16:
		for i := range end {
			if i < 8 {
				key.first |= uint64(text[i]) << (8 * i)
			} else {
				key.rest |= uint64(text[i]) << (8 * (i - 8))
			}
		}
	case end <= 8:
		key.first = eight(text) & (1<<(8*end) - 1)
	default:
		key.first = eight(text)
		key.rest = eight(text[8:]) & (1<<(8*(end-8)) - 1)
	}
	key.rest |= uint64(end) << lengthShift
	return key
}

// eight are the first eight bytes of a text, the first one lowest.
func eight(text string) uint64 {
	_ = text[7]
	return uint64(text[0]) | uint64(text[1])<<8 | uint64(text[2])<<16 | uint64(text[3])<<24 |
		uint64(text[4])<<32 | uint64(text[5])<<40 | uint64(text[6])<<48 | uint64(text[7])<<56
}
