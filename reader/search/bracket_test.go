package search

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"
)

// TestBracket compares with matching by a stack, over texts of several blocks too.
func TestBracket(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 200 {
		text := make([]byte, r.IntN(60))
		for i := range text {
			text[i] = "((()))x\n\x1b"[r.IntN(9)]
		}
		checkBrackets(t, text)
	}
	far := []byte("(" + strings.Repeat("x()", bracketBlock) + ")")
	for _, c := range []struct {
		off, want int64
		dir       Direction
	}{{0, int64(len(far)) - 1, Forward}, {int64(len(far)) - 1, 0, Backward}} {
		if at, ok, err := Bracket(t.Context(), view(far), '(', ')', c.off, c.dir); at != c.want || !ok || err != nil {
			t.Errorf("from %d: %d %v %v", c.off, at, ok, err)
		}
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if _, _, err := Bracket(ctx, view(far), '(', ')', 0, Forward); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func checkBrackets(t *testing.T, text []byte) {
	t.Helper()
	pair := map[int]int{}
	var open []int
	for i, c := range text {
		switch {
		case i > 0 && text[i-1] == 0x1B:
		case c == '(':
			open = append(open, i)
		case c == ')' && len(open) > 0:
			pair[i], pair[open[len(open)-1]] = open[len(open)-1], i
			open = open[:len(open)-1]
		}
	}
	for i, c := range text {
		dir, isBracket := Forward, c == '('
		if c == ')' {
			dir, isBracket = Backward, true
		}
		if !isBracket || i > 0 && text[i-1] == 0x1B {
			continue
		}
		want, has := pair[i]
		at, ok, err := Bracket(t.Context(), view(bytes.Clone(text)), '(', ')', int64(i), dir)
		if err != nil || ok != has || ok && at != int64(want) {
			t.Fatalf("%q from %d: %d %v %v, not %d %v", text, i, at, ok, err, want, has)
		}
	}
}
