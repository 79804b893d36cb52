package tokens

import (
	"crypto/sha256"
	"sync"
)

// mostCounted is how many numbers of tokens are kept, of 40 bytes each.
const mostCounted = 512

// counted has the numbers of tokens of the pieces that were counted last, by what they hold. Counting a piece takes a
// hundred times as long as its digest, and the same comes again: many of the tools that are listed give the same of a
// file, and whoever goes back to a window, a mode or a tool gets what was there.
var counted struct {
	sync.Mutex
	tokens map[[sha256.Size]byte]int64
}

// ofPiece counts the tokens of a piece, and remembers the number.
func ofPiece(p []byte) int64 {
	digest := sha256.Sum256(p)
	counted.Lock()
	n, ok := counted.tokens[digest]
	counted.Unlock()
	if ok {
		return n
	}
	n = OfText(string(p))
	counted.Lock()
	defer counted.Unlock()
	if counted.tokens == nil || len(counted.tokens) >= mostCounted {
		counted.tokens = map[[sha256.Size]byte]int64{}
	}
	counted.tokens[digest] = n
	return n
}
