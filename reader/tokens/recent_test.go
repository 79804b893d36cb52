package tokens

import (
	"os"
	"strings"
	"testing"
)

// TestRecentCountsAsOfSplit: what is remembered of a piece is of no other one, also where one begins as another does,
// and one of another length has its bytes.
func TestRecentCountsAsOfSplit(t *testing.T) {
	text, err := os.ReadFile("vocabulary.go")
	if err != nil {
		t.Fatal(err)
	}
	pieces := strings.FieldsFunc(string(text), func(c rune) bool { return c == ' ' || c == '\n' || c == '\t' })
	pieces = append(pieces, "a", "a\x00", "a\x00\x00", "abcdef", "abcdefg", "abcdefg\x00", "abcdefgh", "abcdefgh\x00", "abcdefghi", "abcdefghijklmno", "abcdefghijklmnop")
	for range 2 {
		for _, piece := range pieces {
			if got, want := ofPiece(piece, len(piece)), ofSplit(piece); got != want {
				t.Errorf("%q: %d, and by itself %d", piece, got, want)
			}
		}
	}
}

func BenchmarkOfText(b *testing.B) {
	text, err := os.ReadFile("vocabulary.go")
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		OfText(string(text))
	}
}
