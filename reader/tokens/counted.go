package tokens

import (
	"hash/maphash"
	"strings"
	"sync"
	"unsafe"
)

// maxCounted is how many numbers of tokens are kept, of 24 bytes each.
const maxCounted = 512

// counted has the numbers of tokens of the pieces that were counted last, by what they hold. Counting a piece takes a
// hundred times as long as its digest, and the same comes again: many of the tools that are listed give the same of a
// file, and whoever goes back to a window, a mode or a tool gets what was there.
var counted struct {
	sync.Mutex
	tokens map[digest]int64
}

// digest tells pieces apart.
type digest struct {
	hash uint64
	size int
}

// digests is the seed of the hashes.
var digests = maphash.MakeSeed()

// countPiece counts the tokens of a piece, and remembers the number.
func countPiece(p []byte) int64 {
	of := digest{maphash.Bytes(digests, p), len(p)}
	counted.Lock()
	n, ok := counted.tokens[of]
	counted.Unlock()
	if ok {
		return n
	}

	n = OfText(unsafe.String(unsafe.SliceData(p), len(p))) // which keeps nothing of the text
	counted.Lock()
	defer counted.Unlock()
	if counted.tokens == nil || len(counted.tokens) >= maxCounted {
		counted.tokens = map[digest]int64{}
	}

	counted.tokens[of] = n
	return n
}

// joined has the numbers of tokens of long pieces that are no tokens themselves: to join their parts takes most time.
var joined pieces

// pieces remembers the numbers of tokens of pieces. The zero pieces is ready to use, by any goroutine.
type pieces struct {
	sync.Mutex
	known map[string]int
}

// maxPieces is how many pieces are kept, maxPiece how long one is in bytes.
const maxPieces, maxPiece = 1 << 14, 64

// of is what merged gives.
func (m *pieces) of(piece string) int {
	if len(piece) > maxPiece {
		return merged(piece)
	}

	m.Lock()
	n, ok := m.known[piece]
	m.Unlock()
	if ok {
		return n
	}

	n = merged(piece)
	m.Lock()
	defer m.Unlock()
	if m.known == nil || len(m.known) >= maxPieces {
		m.known = map[string]int{}
	}

	m.known[strings.Clone(piece)] = n // the text itself is not kept
	return n
}
