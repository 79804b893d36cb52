package tokens

import (
	"bytes"
	"context"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"

	"eyeline/reader/longtest"
	"eyeline/reader/tools"
)

// TestTokensAreExactForTheTextShown compares counting in pieces with counting at once.
func TestTokensAreExactForTheTextShown(t *testing.T) {
	words := []string{"func ", "value", "\n", "\n\n", "    ", "\t", "日本", "{}", "// note\n", "123 ", "L12: ", "!=", "\r\n", "é"}
	seeds := uint64(12)
	if !longtest.IsRequested() {
		seeds = 3
	}
	for seed := range seeds {
		r := rand.New(rand.NewPCG(seed, 1))
		var b strings.Builder
		for i := 1; b.Len() < 3*Piece; i++ {
			for range r.IntN(12) {
				b.WriteString(words[r.IntN(len(words))])
			}
			b.WriteString("\nL")
		}
		out := &bytes.Buffer{}
		if _, err := out.Write([]byte(b.String())); err != nil {
			t.Fatal(err)
		}
		got, partial, err := Count(context.Background(), bytes.NewReader(out.Bytes()), int64(out.Len()), int64(out.Len()))
		if want := OfText(b.String()); err != nil || partial || got != want {
			t.Fatalf("seed %d: %d tokens (%v, %v), want %d", seed, got, partial, err, want)
		}
	}
}

func TestTokensOfALargeOutputAreEstimated(t *testing.T) {
	out := &bytes.Buffer{}
	line := []byte("L1: the same line again and again\n")
	for range 3 * Most / len(line) {
		if _, err := out.Write(line); err != nil {
			t.Fatal(err)
		}
	}
	got, partial, err := Count(context.Background(), bytes.NewReader(out.Bytes()), int64(out.Len()), int64(out.Len()))
	want := OfText(string(line)) * int64(out.Len()) / int64(len(line))
	if err != nil || !partial || got < want*98/100 || got > want*102/100 {
		t.Errorf("%d tokens (%v, %v), want about %d", got, partial, err, want)
	}
}

// TestCountsAreThoseOfTheText counts more different pieces than are remembered, again and again and from several
// goroutines.
func TestCountsAreThoseOfTheText(t *testing.T) {
	text := func(i int) string { return strings.Repeat("word ", i%7) + strings.Repeat("x1 ", i/7) }
	count := func(i int) int64 {
		s := text(i)
		n, _, err := Count(context.Background(), strings.NewReader(s), int64(len(s)), int64(len(s)))
		if err != nil {
			t.Error(err)
		}
		return n
	}
	var all sync.WaitGroup
	for worker := range 2 {
		all.Go(func() {
			for i := range maxCounted + 100 {
				i = i % (50 + 400*worker) // some come back at once, some when they were forgotten
				if got, want := count(i), OfText(text(i)); got != want {
					t.Errorf("%d: %d tokens, want %d", i, got, want)
				}
			}
		})
	}
	all.Wait()
	for i := range maxCounted + 100 {
		count(i)
	}
	if got, want := count(3), OfText(text(3)); got != want {
		t.Errorf("%d tokens, want %d", got, want)
	}
	if n := len(counted.tokens); n == 0 || n > maxCounted {
		t.Errorf("%d numbers are kept", n)
	}
}

// TestOfARule: the tokens are those of the text, or those that a tool's own rule makes of its bytes.
func TestOfARule(t *testing.T) {
	text := "func value() {}\n"
	size := int64(len(text))
	own := &tools.TokenRule{Name: "bytes / 4", Count: func(bytes int64) int64 { return bytes / 4 }}
	for _, c := range []struct {
		rule *tools.TokenRule
		want Estimate
	}{
		{nil, Estimate{Count: OfText(text), Vocabulary: Vocabulary}},
		{own, Estimate{Count: 4, Vocabulary: "bytes / 4", Estimated: true}},
	} {
		if got, err := Of(t.Context(), c.rule, strings.NewReader(text), size, size); err != nil || got != c.want {
			t.Errorf("%+v (%v), want %+v", got, err, c.want)
		}
	}
}
