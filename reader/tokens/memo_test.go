package tokens

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// TestMemoCountsAsOfText: a text that is counted in parts, which are remembered, has as many tokens as in one.
func TestMemoCountsAsOfText(t *testing.T) {
	var memo Memo
	parts := []string{
		"\n", "\r\n", "\n\n", " ", "\t", "/", "//", ";", "}", ").", "x", "Func", "12", "'s", "é", "字", "\u00a0", "\u2028", "\xff", "\f", "\r",
	}
	r := rand.New(rand.NewPCG(3, 4))
	for range 6000 {
		var b strings.Builder
		for range r.IntN(30) {
			b.WriteString(parts[r.IntN(len(parts))])
		}
		if got, want := memo.Count(b.String()), OfText(b.String()); got != want {
			t.Fatalf("%q: %d, and in one %d", b.String(), got, want)
		}
	}
	known := 0
	for range 4 {
		memo.Count("package main\n\n// A comment.\nfunc main() {\n\tprintln(1)\n}\n")
		if known != 0 && len(memo.known) != known {
			t.Error("a text that is counted again is kept again")
		}
		known = len(memo.known)
	}
}
