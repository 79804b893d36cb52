package window

import (
	"context"
	"math/rand/v2"
	"testing"
)

// siblingRef is what NextSiblingAnchor says, in memory.
func siblingRef(lines [][]byte, w Window, dir int) (int64, bool) {
	n := int64(len(lines))
	if w.Anchor > n {
		return 0, false
	}
	var indent int64
	for i := w.Anchor; i >= 1; i-- {
		if f := factsRef(lines[i-1]); !f.Blank {
			indent = f.Indent
			break
		}
	}
	anchor := indent
	if w.First > 0 {
		for i := w.First; i <= w.Last; i++ {
			if f := factsRef(lines[i-1]); !f.Blank {
				indent = min(indent, f.Indent)
			}
		}
	}
	for i := w.Anchor + int64(dir); i >= 1 && i <= n; i += int64(dir) {
		if w.First > 0 && i >= w.First && i <= w.Last {
			continue
		}
		if f := factsRef(lines[i-1]); f.Blank || f.Indent != indent {
			continue
		}
		if anchor == indent {
			return i, true
		}
		for j := i + int64(dir); j >= 1 && j <= n; j += int64(dir) {
			switch f := factsRef(lines[j-1]); {
			case f.Blank || f.Indent < indent:
				return i, true
			case f.Indent > indent:
				return j, true
			}
		}
		return i, true
	}
	return 0, false
}

func TestNextSiblingAgainstReference(t *testing.T) {
	for seed := range uint64(3000 / slower) {
		r := rand.New(rand.NewPCG(seed, 7))
		data := randomFile(r)
		lines := linesOf(data)
		opt := randomBlock(r)
		w, err := BlockOf(context.Background(), view(data), nil, opt)
		if err != nil { // past the end
			continue
		}
		if r.IntN(3) == 0 { // as if the block were the anchor alone
			w.First, w.Last = opt.Anchor, opt.Anchor
			w.Start, w.End = offsetsOf(lines, opt.Anchor, opt.Anchor)
		}
		for _, dir := range []int{1, -1} {
			want, wantOK := siblingRef(lines, w, dir)
			for name, index := range indexes(data) {
				line, ok, err := NextSiblingAnchor(context.Background(), view(data), index, w, dir)
				if err != nil || ok != wantOK || line != want {
					t.Fatalf("%q, index %s, from %+v by %d: %d %v %v, want %d %v", clip(data), name, w, dir, line, ok,
						err, want, wantOK)
				}
			}
		}
	}
}

// TestSiblingsThereAndBack walks down a list of blocks and up again.
func TestSiblingsThereAndBack(t *testing.T) {
	data := []byte("a:\n  one\n    x\n\n  two\n    y\n  three\nb:\n  four\n")
	walk := func(from int64, dir int) (seen []int64) {
		for line, ok := from, true; ok; {
			w, err := BlockOf(context.Background(), view(data), nil, BlockOptions{Anchor: line, Limit: 1, MaxLines: 1})
			if err != nil {
				t.Fatal(err)
			}
			seen = append(seen, line)
			if line, ok, err = NextSiblingAnchor(context.Background(), view(data), nil, w, dir); err != nil {
				t.Fatal(err)
			}
		}
		return seen
	}
	equal := func(got []int64, want ...int64) {
		t.Helper()
		if len(got) != len(want) {
			t.Fatalf("%v, want %v", got, want)
		}
		for i := range got {
			if got[i] != want[i] {
				t.Fatalf("%v, want %v", got, want)
			}
		}
	}
	equal(walk(2, 1), 2, 5, 7, 9)
	equal(walk(9, -1), 9, 7, 5, 2)
	equal(walk(1, 1), 1, 8)
	equal(walk(6, -1), 6, 3)
	equal(walk(4, 1), 4, 6) // a blank line is at the level of the line above it
	if _, ok, err := NextSiblingAnchor(context.Background(), view(data), nil, Window{Anchor: 99}, 1); ok || err != nil {
		t.Errorf("past the end: %v %v", ok, err)
	}
}
