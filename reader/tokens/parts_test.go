package tokens

import (
	"math/rand/v2"
	"strings"
	"testing"
)

func TestPieceEnd(t *testing.T) {
	for text, want := range map[string]int{
		"ab\ncd": 3, "ab\n\n": 3, "abc": 3, "ab\xc3": 2, "a\xe2\x82": 1, "\x80\x80\x80\x80\x80": 5, "x\n9\n ": 2, "x\n0\n ": 2, "x\nA\n ": 2,
		"x\nZ\n ": 2, "x\na\n ": 2, "x\nz\n ": 2, "x\n@\n ": 4, "x\n[\n ": 4, "x\n{\n ": 4, "x\n/\n ": 4, "x\n:\n ": 4, "x\n`\n ": 4,
	} {
		if got := pieceEnd([]byte(text)); got != want {
			t.Errorf("%q ends at %d, want %d", text, got, want)
		}
	}
}

func TestEstimates(t *testing.T) {
	if n := OfText("one two three four"); n != 4 {
		t.Errorf("%d tokens", n)
	}
	if got := (Estimate{Count: 10}).Times(1.26); got.Count != 13 || !got.Estimated {
		t.Errorf("%+v", got)
	}
	a, b := Estimate{Count: 10, Vocabulary: Vocabulary}, Estimate{Count: 5, Vocabulary: Vocabulary, Estimated: true}
	if got := (Estimate{}).Add(a); got != a {
		t.Errorf("nothing and %+v are %+v", a, got)
	}
	if got := a.Add(b); got.Count != 15 || !got.Estimated {
		t.Errorf("%+v", got)
	}
	if got := (Estimate{Model: "m", Low: 100, High: 101}).String(); got != "≈100–110 tokens" {
		t.Error(got)
	}
	if got := (Estimate{Model: "m", Low: 99, High: 99}).String(); got != "≈99–99 tokens" {
		t.Error(got)
	}
}

// TestOneLongLine: a line is cut into pieces only where no token extends over the cut, so that its number is exact.
func TestOneLongLine(t *testing.T) {
	parts := []string{" word", "it's ", "  two", "x=1;", " (call)", "123 456", " \t", "\\n  return", "é ", " Æther", "日本 ", "...", " A"}
	random := rand.New(rand.NewPCG(7, 9))
	for range 5 {
		var b strings.Builder
		for b.Len() < 3*Piece {
			b.WriteString(parts[random.IntN(len(parts))])
		}
		text := b.String()
		n, partial, err := Count(t.Context(), strings.NewReader(text), int64(len(text)), int64(len(text)))
		if want := OfText(text); err != nil || partial || n != want {
			t.Errorf("%d tokens (%t, %v), want %d", n, partial, err, want)
		}
	}
}
