package js

import (
	"math/rand/v2"
	"testing"
	"unicode/utf8"
)

// The size of a quoted text is the length of the quoted text, for characters of every kind and at every place of a
// word.
func TestQuotedSize(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	some := []rune("\x00\x01\b\t\n\v\f\r\x1f !\"\\/~\x7f\u0080é€\u2028😀ab")
	for range 2000 {
		var p []byte
		for range random.IntN(40) {
			p = utf8.AppendRune(p, some[random.IntN(len(some))])
		}
		if got, want := QuotedSize(p), len(AppendQuote(nil, p)); got != want {
			t.Fatalf("%q: %d bytes, want %d", p, got, want)
		}
	}
}
