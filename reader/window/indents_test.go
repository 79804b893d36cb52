package window

import (
	"bytes"
	"context"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"eyeline/reader/longtest"
)

// checkIndents compares the ranges of all blocks of a file with those that BlockOf gives one by one.
func checkIndents(t *testing.T, data []byte, limits ...int64) {
	t.Helper()
	ctx := context.Background()
	total := int64(len(linesOf(data)))
	n, err := IndentsOf(ctx, view(data), nil, 1, total)
	if err != nil || n.Last != total || !n.Top && total > 0 || !n.Bottom && total > 0 {
		t.Fatalf("%q: %d to %d, %v", clip(data), n.First, n.Last, err)
	}
	for name, index := range indexes(data) {
		if other, err := IndentsOf(ctx, view(data), index, 1, total); err != nil || !reflect.DeepEqual(n, other) {
			t.Fatalf("%q: with the index %s\n%+v, %v\nwant %+v", clip(data), name, other, err, n)
		}
	}
	for anchor := int64(1); anchor <= total; anchor++ {
		levels := n.Levels(anchor)
		at := 0
		for k := int64(1); k <= n.Indent(anchor)/tabColumns+2; k++ {
			// The last entry at or below k levels has k's blocks.
			for at+1 < len(levels) && levels[at+1].Levels != 0 && levels[at+1].Levels <= k {
				at++
			}
			if n.Indent(anchor) <= tabColumns*k {
				at = len(levels) - 1
			}
			for flags := range 4 {
				reach := levels[at].Plain
				if flags&2 != 0 {
					reach = levels[at].Header
				}
				if flags&1 != 0 {
					reach = levels[at].Siblings
				}
				for _, limit := range limits {
					opt := BlockOptions{
						Anchor:          anchor,
						Limit:           limit,
						MaxLines:        limit,
						MaxLevels:       k,
						IncludeSiblings: flags&1 != 0,
						IncludeHeader:   flags&2 != 0,
					}
					w, err := BlockOf(ctx, view(data), nil, opt)
					if err != nil {
						t.Fatal(err)
					}
					if first, last := n.Range(anchor, reach, limit); first != w.First || last != w.Last {
						t.Fatalf("%q, %+v: lines %d to %d, want %d to %d (levels %+v)", clip(data), opt, first, last,
							w.First, w.Last, levels)
					}
					if first := w.First; first > 0 && (n.Start(first) != w.Start || n.Start(w.Last+1) != w.End) {
						t.Fatalf("%q: offsets %d to %d, want %d to %d", clip(data), n.Start(first), n.Start(w.Last+1),
							w.Start, w.End)
					}
				}
			}
		}
	}
}

func TestIndentsAgainstBlocks(t *testing.T) {
	longtest.SkipUnlessLong(t)
	for seed := range uint64(200 / (2*slower - 1)) {
		r := rand.New(rand.NewPCG(seed, 11))
		checkIndents(t, randomFile(r), 1, 2, 1+r.Int64N(20), math.MaxInt64)
	}
	checkIndents(t, []byte("x"), 1, 9)
	checkIndents(t, []byte("\n"), 1, 9)
	checkIndents(t, nil, 9)
	checkIndents(t, []byte(strings.Repeat(" ", 5000)+"deep\n    less\n        x\n"), 1, 9)
}

// TestIndentsOfAPart looks at the middle of a file: a blank first line takes its indent from above.
func TestIndentsOfAPart(t *testing.T) {
	data := []byte("    a\n\n\n    b\nc\n\n")
	n, err := IndentsOf(context.Background(), view(data), nil, 2, 4)
	if err != nil || n.First != 2 || n.Last != 4 || n.Top || n.Bottom || n.Indent(2) != 4 || !n.Blank(3) || n.Blank(4) {
		t.Fatalf("%+v %v", n, err)
	}
	if n.TextAbove(3) != 0 || n.TextBelow(2) != 4 || n.Has(1) || n.Has(5) || !n.Has(4) {
		t.Errorf("%+v", n)
	}
	if n, err := IndentsOf(context.Background(), view(data), nil, 6, 9); err != nil || n.First != 6 || n.Last != 6 ||
		!n.Bottom ||
		n.Indent(6) != 0 {
		t.Errorf("the last line: %+v %v", n, err)
	}
	for _, past := range []int64{7, 100} {
		if n, err := IndentsOf(context.Background(), view(data), nil, past, 200); err != nil || n.First != 0 ||
			n.Has(past) {
			t.Errorf("past the end: %+v %v", n, err)
		}
	}
}

// TestIndentsOfDeepLinesAreQuick counts few levels for a line whose indent is a megabyte.
func TestIndentsOfDeepLinesAreQuick(t *testing.T) {
	data := append(bytes.Repeat([]byte{' '}, 1<<20), "deep\n    x\n"...)
	n, err := IndentsOf(context.Background(), view(data), nil, 1, 2)
	if err != nil {
		t.Fatal(err)
	}
	if levels := n.Levels(1); len(levels) > 4 {
		t.Errorf("%d levels are told apart", len(levels))
	}
}
