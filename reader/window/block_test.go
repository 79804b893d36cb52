package window

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

// blockRef is CONTRACTS.md §1 Indentation in memory, with the reasons. Start is not set for an empty block.
func blockRef(lines [][]byte, opt BlockOptions) (w Window, ok bool) {
	n := int64(len(lines))
	anchor := max(opt.Anchor, 1)
	if anchor > n {
		return Window{}, false
	}
	none := func(n int64) int64 {
		if n <= 0 {
			return math.MaxInt64
		}
		return n
	}
	w = Window{Kind: Block, TotalLines: -1, Anchor: anchor, Cap: min(none(opt.Limit), none(opt.MaxLines))}
	if n == 1 {
		w.TotalLines, w.Cap = 1, 1
	}
	facts := make([]Facts, n)
	eff := make([]int64, n)
	for i, l := range lines {
		facts[i] = factsRef(l)
		eff[i] = facts[i].Indent
		if facts[i].Blank {
			eff[i] = 0
			if i > 0 {
				eff[i] = eff[i-1]
			}
		}
	}
	a := anchor - 1
	if opt.MaxLevels > 0 && opt.MaxLevels <= 1<<40 {
		w.Floor = max(0, eff[a]-4*opt.MaxLevels)
	}
	limit := min(w.Cap, n)
	w.Indent = eff[a]
	if facts[a].Blank && opt.MaxLevels == 0 && opt.IncludeSiblings && !(opt.Explain && limit == 1) {
		w.Indent = -1 // it makes no difference
	}

	top, bottom := a, a
	kinds := map[int64]ReasonKind{a: ReasonAnchor}
	var seenAtFloor [2]bool
	var stop [2]Stop
	// step says whether line i joins, and why; or why its direction is finished.
	step := func(dir int, i int64) {
		switch {
		case i < 0 || i >= n:
			stop[dir] = StopFile
			return
		case eff[i] < w.Floor:
			stop[dir] = StopLevel
			return
		}
		kinds[i] = ReasonLevel
		switch atFloor := eff[i] == w.Floor; {
		case atFloor && opt.IncludeSiblings:
			kinds[i] = ReasonSibling
		case atFloor:
			header := dir == 0 && opt.IncludeHeader && facts[i].Comment
			if seenAtFloor[dir] && !header {
				stop[dir] = StopSibling
				return
			}
			seenAtFloor[dir] = true
			kinds[i] = ReasonFirstAtFloor
			if header {
				kinds[i] = ReasonHeaderComment
			}
		}
		if facts[i].Blank {
			kinds[i] = ReasonBlank
		}
		if dir == 0 {
			top = i
		} else {
			bottom = i
		}
	}
	for bottom-top+1 < limit && (stop[0] == StopNone || stop[1] == StopNone) {
		if stop[0] == StopNone {
			step(0, top-1)
		}
		if bottom-top+1 < limit && stop[1] == StopNone {
			step(1, bottom+1)
		}
	}
	if stop[0] == StopNone {
		stop[0] = StopCap
		if top == 0 {
			stop[0] = StopFile
		}
	}
	if stop[1] == StopNone {
		stop[1] = StopCap
		if bottom == n-1 {
			stop[1] = StopFile
		}
	}
	w.Top, w.Bottom = stop[0], stop[1]

	if limit > 1 {
		for top <= bottom && facts[top].Blank {
			top++
			w.TrimmedTop++
		}
		if top > bottom {
			w.TrimmedTop = 0
			return w, true
		}
		for facts[bottom].Blank {
			bottom--
			w.TrimmedBottom++
		}
	}
	w.First, w.Last = top+1, bottom+1
	w.Start, w.End = offsetsOf(lines, w.First, w.Last)
	if opt.Explain {
		for i := top; i <= bottom; i++ {
			w.Reasons = append(w.Reasons, Reason{kinds[i], eff[i]})
		}
	}
	return w, true
}

func checkBlock(t *testing.T, data []byte, opt BlockOptions) {
	t.Helper()
	want, ok := blockRef(linesOf(data), opt)
	for name, index := range indexes(data) {
		w, err := BlockOf(context.Background(), view(data), index, opt)
		if !ok {
			if !errors.Is(err, ErrPastEnd) {
				t.Fatalf("%q %+v: %v, want ErrPastEnd", clip(data), opt, err)
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		if w.First == 0 && w.Start == w.End {
			w.Start, w.End = 0, 0 // where an empty block lies does not matter
		}
		if !same(w, want) {
			t.Fatalf("%q, index %s, %+v:\n got %+v\nwant %+v", clip(data), name, opt, w, want)
		}
	}
}

func randomBlock(r *rand.Rand) BlockOptions {
	opt := BlockOptions{
		Anchor: 1 + r.Int64N(34), Limit: 1 + r.Int64N(20), MaxLines: 1 + r.Int64N(40), MaxLevels: r.Int64N(5),
		IncludeSiblings: r.IntN(2) == 0, IncludeHeader: r.IntN(2) == 0, Explain: r.IntN(2) == 0,
	}
	switch r.IntN(8) {
	case 0:
		opt.Limit = math.MaxInt64
	case 1:
		opt.MaxLines = math.MaxInt64
	case 2:
		opt.MaxLevels = math.MaxInt64 / 3
	case 3, 4:
		opt.Limit, opt.MaxLines = 2000, 2000
	}
	return opt
}

func TestBlockAgainstReference(t *testing.T) {
	for seed := range uint64(6000 / slower) {
		r := rand.New(rand.NewPCG(seed, 1))
		checkBlock(t, randomFile(r), randomBlock(r))
	}
}

// TestBlockOfEveryLine grows a block from each line of a program with each set of flags.
func TestBlockOfEveryLine(t *testing.T) {
	text := "# top\n\nimport x\n\n# first\n# second\nclass A:\n    # about f\n" +
		"    def f(self):\n\n        if x:\n            return 1\n" +
		"\n\n        return 2\n\n    # about g\n\n    def g(self):\n\t\tpass\n\t# odd\n\n\nclass B:\n    pass\n\n"
	for _, data := range []string{text, strings.ReplaceAll(text, "\n", "\r\n"), strings.TrimRight(text, "\n")} {
		for anchor := int64(-1); anchor <= 28; anchor += 1 + slower/4 {
			for levels := range int64(4) {
				for flags := range 4 {
					for _, limit := range []int64{0, 1, 2, 3, 7, 100} {
						checkBlock(t, []byte(data), BlockOptions{
							Anchor: anchor, Limit: limit, MaxLines: 90, MaxLevels: levels,
							IncludeSiblings: flags&1 != 0, IncludeHeader: flags&2 != 0, Explain: true,
						})
					}
				}
			}
		}
	}
}

func TestFactsAgainstReference(t *testing.T) {
	for seed := range uint64(2000 / slower) {
		r := rand.New(rand.NewPCG(seed, 6))
		data := randomFile(r)
		off := int64(0)
		for _, line := range linesOf(data) {
			f, err := FactsOf(context.Background(), view(data), off)
			if want := factsRef(line); err != nil || f != want {
				t.Fatalf("%q: %+v %v, want %+v", clip(line), f, err, want)
			}
			off += int64(len(line))
		}
		if f, err := FactsOf(context.Background(), view(data), off); err != nil || !f.Blank || f.Indent != 0 {
			t.Fatalf("at the end: %+v %v", f, err)
		}
	}
}

func FuzzBlock(f *testing.F) {
	f.Add([]byte("a\n  b\n\n  # c\nd\n"), uint8(2), uint8(1), uint8(9), uint8(3))
	f.Add([]byte(" \n\t\r\n\n"), uint8(1), uint8(0), uint8(3), uint8(7))
	f.Fuzz(func(t *testing.T, data []byte, anchor, levels, limit, flags uint8) {
		checkBlock(t, data, BlockOptions{
			Anchor: int64(anchor % 40), Limit: int64(limit), MaxLines: 200, MaxLevels: int64(levels % 8),
			IncludeSiblings: flags&1 != 0, IncludeHeader: flags&2 != 0, Explain: flags&4 != 0,
		})
	})
}
