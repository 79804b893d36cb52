package tokens

import "sync"

// recent remembers the numbers of tokens of short pieces, which are most of a text: the same words and signs come
// again, and the vocabulary is far larger than the memory that a processor reads at once. A piece takes the place of
// another one that was there. The zero recent is ready to use, by one goroutine at a time.
type recent [1 << 12]struct {
	key    shortPiece
	tokens int
}

// shortPiece is a piece of up to 15 bytes, with its length in the last byte.
type shortPiece struct{ first, rest uint64 }

// recents are those that no goroutine uses.
var recents = sync.Pool{New: func() any { return &recent{} }}

// of is what ofSplit gives.
func (r *recent) of(piece string) int {
	const longest = 15
	if len(piece) > longest {
		return ofSplit(piece)
	}

	key := shortPiece{rest: uint64(len(piece)) << 56}
	for i := range len(piece) {
		if i < 8 {
			key.first |= uint64(piece[i]) << (8 * i)
		} else {
			key.rest |= uint64(piece[i]) << (8 * (i - 8))
		}
	}

	hash := (key.first ^ key.rest*0x9E3779B97F4A7C15) * 0xFF51AFD7ED558CCD
	kept := &r[hash>>52]
	if kept.key != key {
		kept.key, kept.tokens = key, ofSplit(piece)
	}
	return kept.tokens
}
