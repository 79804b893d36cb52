package tokens

import (
	"math/rand/v2"
	"testing"
)

// TestShortAndLongPiecesMergeAlike: both ways to join the parts of a piece give as many tokens.
func TestShortAndLongPiecesMergeAlike(t *testing.T) {
	const letters = "etaoinshrdlu  ABET(){}=;é日"
	r := rand.New(rand.NewPCG(5, 6))
	for range 20_000 {
		piece := make([]byte, r.IntN(maxPiece+1))
		for i := range piece {
			piece[i] = letters[r.IntN(len(letters))]
		}
		if short, long := mergedShort(string(piece)), mergedLong(string(piece)); short != long {
			t.Fatalf("%q: %d, and by the heap %d", piece, short, long)
		}
	}
}
