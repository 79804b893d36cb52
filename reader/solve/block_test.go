package solve

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"eyeline/reader/longtest"
	"eyeline/reader/tools"
	"eyeline/reader/window"
)

// every is one block of all that a file has.
type every struct {
	candidate
	bytes [2]int64
}

// everyBlock grows each block of a file by itself: each anchor, number of levels, flag and cap.
func everyBlock(t *testing.T, f File, total int64) []every {
	t.Helper()
	var out []every
	for anchor := int64(1); anchor <= total; anchor++ {
		for levels := range int64(6) {
			for flags := range 4 {
				for limit := range total + 2 {
					x := every{candidate: candidate{Setting: Setting{levels, flags&1 != 0, flags&2 == 0}, anchor: anchor, limit: limit}}
					opt := window.BlockOptions{
						Anchor: anchor, MaxLevels: levels, IncludeSiblings: x.Siblings, IncludeHeader: x.Header,
						Limit: limit, MaxLines: limit,
					}
					if limit == 0 {
						opt.Limit, opt.MaxLines = 2000, 2000
					}
					w, err := window.BlockOf(context.Background(), f.Bytes, nil, opt)
					if err != nil {
						t.Fatal(err)
					}
					x.first, x.last, x.bytes = w.First, w.Last, [2]int64{w.Start, w.End}
					x.args = 1 // the anchor
					for _, given := range []bool{levels > 0, x.Siblings, !x.Header, limit > 0} {
						if given {
							x.args++
						}
					}
					if w.First > 0 {
						out = append(out, x)
					}
				}
			}
		}
	}
	return out
}

// best is the fewest lines outside (or missing) of the blocks that are as wanted, and the fewest arguments of those.
func best(all []every, is func(every) bool, cost func(every) int64) (lines int64, args int, ok bool) {
	for _, x := range all {
		if !is(x) {
			continue
		}
		if c := cost(x); !ok || c < lines || c == lines && x.args < args {
			lines, args, ok = c, x.args, true
		}
	}
	return lines, args, ok
}

func TestBlocksAgainstAllBlocks(t *testing.T) {
	ctx, dir := context.Background(), t.TempDir()
	files := uint64(24)
	if !longtest.IsRequested() {
		files = 4
	}
	for seed := range files {
		r := rand.New(rand.NewPCG(seed, 3))
		text := randomCode(r, 11)
		total := lineCount(text)
		path, f := written(t, dir, fmt.Sprint(seed), text)
		c := blockCalls(t, path)
		all := everyBlock(t, f, total)
		for first := int64(1); first <= total; first++ {
			for last := first; last <= total; last++ {
				s, err := Solve(ctx, f, c, locate(t, f, first, last))
				if err != nil {
					t.Fatal(err)
				}
				check := func(what string, got *Cover, cost int64, args int, ok bool, lines int64) {
					t.Helper()
					if (got != nil) != ok || ok && (lines != cost || got.Given != args) {
						t.Fatalf("%q, lines %d to %d: %s is %+v (%d lines), want %v: %d lines, %d arguments", text, first, last, what, got, lines, ok, cost, args)
					}
				}
				outside := func(x every) int64 { return x.last - x.first - (last - first) }
				missing := func(x every) int64 { return -outside(x) }
				covers := func(x every) bool { return x.first <= first && x.last >= last }
				inside := func(x every) bool { return x.first >= first && x.last <= last }

				_, args, ok := best(all, func(x every) bool { return x.first == first && x.last == last }, outside)
				check("the exact block", s.Exact, 0, args, ok, 0)
				if ok != (s.Why == "") {
					t.Fatalf("%q, lines %d to %d: exact %v, why %q", text, first, last, ok, s.Why)
				}
				if ok && !s.Exact.Capped {
					continue
				}
				pool := all
				if ok {
					pool = nil
					for _, x := range all {
						if x.limit == 0 {
							pool = append(pool, x)
						}
					}
				}
				lines := func(c *Cover, of int64) int64 {
					if c == nil {
						return 0
					}
					return of
				}
				cost, args, found := best(pool, covers, outside)
				check("the block above", s.Above, cost, args, found, lines(s.Above, coverOf(s.Above).Outside))
				cost, args, found = best(pool, inside, missing)
				check("the block below", s.Below, cost, args, found, lines(s.Below, coverOf(s.Below).Missing))
			}
		}
	}
}

func coverOf(c *Cover) Cover {
	if c == nil {
		return Cover{}
	}
	return *c
}

// TestLaddersAgainstAllBlocks compares the rungs with all blocks of each anchor.
func TestLaddersAgainstAllBlocks(t *testing.T) {
	ctx, dir := context.Background(), t.TempDir()
	for seed := range uint64(24) {
		r := rand.New(rand.NewPCG(seed, 4))
		text := randomCode(r, 12)
		if seed == 0 {
			text = append(make([]byte, 0), "a\n"+string(make200())+"deep\n        b\n    c\n"...)
		}
		path, f := written(t, dir, fmt.Sprint(seed), text)
		c := blockCalls(t, path)
		for anchor := int64(1); anchor <= lineCount(text); anchor++ {
			v := tools.Values{}
			c.Place.SetStart(v, anchor)
			l, err := c.LadderOf(ctx, v)
			if err != nil {
				t.Fatal(err)
			}
			seen := map[[2]int64]int{}
			for levels := range l.Most + 3 {
				for flags := range 4 {
					s := Setting{levels, flags&1 != 0, flags&2 == 0}
					w, err := window.BlockOf(ctx, f.Bytes, nil, window.BlockOptions{
						Anchor: anchor, Limit: 2000, MaxLines: 2000, MaxLevels: levels, IncludeSiblings: s.Siblings, IncludeHeader: s.Header,
					})
					if err != nil {
						t.Fatal(err)
					}
					at := l.Find(s)
					if got := l.Rungs[at].Window; got.Start != w.Start || got.End != w.End {
						t.Fatalf("%q, anchor %d, %+v: rung %d has %d–%d, want %d–%d", text, anchor, s, at, got.First, got.Last, w.First, w.Last)
					}
					seen[[2]int64{w.Start, w.End}]++
				}
			}
			if len(seen) != len(l.Rungs) {
				t.Fatalf("%q, anchor %d: %d rungs, want %d", text, anchor, len(l.Rungs), len(seen))
			}
			for i, rung := range l.Rungs {
				if s := c.SettingOf(rung.Values); s != rung.Setting {
					t.Fatalf("the arguments %v are %+v, want %+v", rung.Values, s, rung.Setting)
				}
				if i == 0 {
					continue
				}
				was := l.Rungs[i-1].Window
				above, below, lost := l.Adds(i - 1)
				if was.Lines() > rung.Window.Lines() || was.Lines()+above+below-lost != rung.Window.Lines() {
					t.Fatalf("%q, anchor %d: from %d–%d to %d–%d: %d above, %d below, %d lost", text, anchor, was.First, was.Last, rung.Window.First, rung.Window.Last, above, below, lost)
				}
			}
		}
	}
}

func make200() []byte {
	p := make([]byte, 200)
	for i := range p {
		p[i] = ' '
	}
	return p
}

func TestALadderOfARefusedAnchor(t *testing.T) {
	path, _ := written(t, t.TempDir(), "f", []byte("x\n"))
	c := blockCalls(t, path)
	v := tools.Values{}
	c.Place.SetStart(v, 2)
	_, err := c.LadderOf(context.Background(), v)
	if refusal := (*tools.Error)(nil); !errors.As(err, &refusal) {
		t.Errorf("a ladder past the end: %v", err)
	}
}

// TestSolvingStops ends at once when it is cancelled.
func TestSolvingStops(t *testing.T) {
	path, f := written(t, t.TempDir(), "f", randomCode(rand.New(rand.NewPCG(1, 1)), 500))
	ctx, stop := context.WithCancel(context.Background())
	wanted := locate(t, f, 1, 3)
	stop()
	for _, mode := range []tools.Mode{tools.ModeSlice, tools.ModeBlock, tools.ModeBytes} {
		for _, c := range callsOn(path, mode) {
			if _, err := Solve(ctx, f, c, wanted); !errors.Is(err, context.Canceled) {
				t.Errorf("%s: %v", c.Tool.Name, err)
			}
		}
	}
}

// TestAnchorInBody: from the first line of a method no block has the method alone, from the line below it one may have;
// where none has, no line is named.
func TestAnchorInBody(t *testing.T) {
	codex, _ := tools.Lookup("codex")
	place, _ := codex.WindowParams(tools.ModeBlock)
	const first = "class C:\n    def f(self):\n        if x:\n            a()\n        return 1\n\ny = 2\n"
	const between = "class C:\n    x = 1\n    def f(self):\n        return 1\n    def g(self):\n        return 2\n\ny = 2\n"
	for _, c := range []struct {
		text                string
		begins, last, wants int64
	}{{first, 2, 5, 3}, {between, 3, 4, 0}} {
		dir := t.TempDir()
		path := filepath.Join(dir, "f.py")
		if err := os.WriteFile(path, []byte(c.text), 0o644); err != nil {
			t.Fatal(err)
		}
		calls := Calls{Tool: codex, Place: place, Env: tools.Env{Root: dir}, File: path}
		values := tools.Values{}
		place.Complete(values)
		place.SetStart(values, c.begins)
		if l, err := calls.LadderOf(t.Context(), values); err != nil || l.Gives(c.begins, c.begins, c.last) {
			t.Errorf("%q: %v, or a block has the method alone", c.text, err)
		}
		if line, err := calls.AnchorInBody(t.Context(), values, c.begins, c.begins, c.last); err != nil || line != c.wants {
			t.Errorf("%q: the anchor is %d (%v)", c.text, line, err)
		}
	}
}

// TestSmallestBlockOfADeclaration: it has the whole declaration, with what stands above it where no other line comes
// with that, and as little else as any anchor in it gives.
func TestSmallestBlockOfADeclaration(t *testing.T) {
	codex, _ := tools.Lookup("codex")
	place, _ := codex.WindowParams(tools.ModeBlock)
	const text = "class C:\n    x = 1\n\n    @property\n    def f(self):\n        if x:\n            a()\n        return 1\n" +
		"\n    def g(self):\n        return 2\n\ny = 2\n"
	dir := t.TempDir()
	path := filepath.Join(dir, "f.py")
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	calls := Calls{Tool: codex, Place: place, Env: tools.Env{Root: dir}, File: path}
	values := tools.Values{}
	place.Complete(values)
	whole, err := calls.Smallest(t.Context(), values, 4, 5, 8)
	rung := whole.Rung
	if err != nil || whole.Anchor == 0 || rung.Window.First > 5 || rung.Window.Last < 8 {
		t.Fatalf("anchor %d has %+v, %v", whole.Anchor, rung.Window, err)
	}
	for at := int64(5); at <= 8; at++ {
		place.SetStart(values, at)
		l, err := calls.LadderOf(t.Context(), values)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range l.Rungs {
			if w := r.Window; w.First <= 5 && w.Last >= 8 && w.Lines() < rung.Window.Lines()-1 {
				t.Errorf("anchor %d has L%d to L%d, not L%d to L%d", at, w.First, w.Last, rung.Window.First, rung.Window.Last)
			}
		}
	}
	if none, err := calls.Smallest(t.Context(), values, 4, 5, 99); none.Anchor != 0 || err != nil {
		t.Errorf("of lines that are not there L%d is the anchor, %v", none.Anchor, err)
	}
}
