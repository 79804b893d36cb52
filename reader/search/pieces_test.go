package search

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"
)

func randomSizes(r *rand.Rand) sizes {
	return sizes{
		block: 1 + r.Int64N(30), line: r.Int64N(30),
		overlap: 9 + r.Int64N(10), step: 1 + r.Int64N(9),
	}
}

// TestLongLines searches lines longer than the cap for what must be found exactly in them: text, and expressions
// whose matches are short and do not overlap.
func TestLongLines(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 5))
	exact := []string{
		"a", "b", "k", "ab", "ask", "aé", "^a", "a$", "^[ab]{0,6}k|k", "^ask", "k$", "^$", "^", "$", `\bask`, `ask\b`,
		"b[ks]a", "世", `é.?界`, `a\r`, `\x00|\xff`,
	}
	for range rounds(40) {
		for _, pattern := range exact {
			opt := Options{Case: Case(r.IntN(3))}
			p, err := Compile(pattern, opt)
			if err != nil {
				t.Fatal(err)
			}
			data := randomText(r, r.IntN(80))
			if r.IntN(2) == 0 { // few lines, so that they are long
				for i, c := range data {
					if c == '\n' && r.IntN(4) > 0 {
						data[i] = 'b'
					}
				}
			}
			check(t, p, opt, data, randomSizes(r), 1+r.IntN(3))
		}
	}
}

// TestOneSetOfMatches checks that all ways of finding matches agree on them, whatever the limits on long lines do.
func TestOneSetOfMatches(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 17))
	ctx := context.Background()
	for range rounds(20) {
		for _, pattern := range patterns {
			p, err := Compile(pattern, Options{})
			if err != nil {
				t.Fatal(err)
			}
			data, sz := randomText(r, r.IntN(60)), randomSizes(r)
			sz.overlap = r.Int64N(4)
			b := view(data)
			f := testFinder(p, sz, 2)
			var forward []Match
			for from := int64(0); ; {
				m, ok, err := f.Find(ctx, b, from, Forward)
				if err != nil {
					t.Fatal(err)
				}
				if !ok {
					break
				}
				forward = append(forward, m)
				from = m.Start + 1
			}
			n := len(forward)
			for from := int64(len(data)) + 1; ; n-- {
				m, ok, err := f.Find(ctx, b, from, Backward)
				if err != nil || ok != (n > 0) || ok && m != forward[n-1] {
					t.Fatalf("%q in %q %+v: backward from %d: %v %v %v, want %v", p, data, sz, from, m, ok, err,
						forward[:n])
				}
				if !ok {
					break
				}
				from = m.Start
			}
			c := testCounter(p, sz, 2)
			if err := c.Run(ctx, b); err != nil {
				t.Fatal(err)
			}
			lines := map[int64]bool{}
			for i, m := range forward {
				lines[m.LineStart] = true
				if n, ok, err := c.Snapshot().Rank(ctx, b, m.Start); n != int64(i)+1 || !ok || err != nil {
					t.Fatalf("%q in %q %+v: rank of %v is %d %v %v, want %d", p, data, sz, m, n, ok, err, i+1)
				}
			}
			got := c.Snapshot()
			if got.Matches != int64(len(forward)) {
				t.Fatalf("%q in %q %+v: %+v, want %d", p, data, sz, got, len(forward))
			}
			filter := testFilter(sz, 1+r.Int64N(min(20, sz.line+1)), 2, Term{Pattern: p})
			if err := filter.Run(ctx, b); err != nil || filter.Snapshot().Len() != int64(len(lines)) {
				t.Fatalf("%q in %q %+v: filter kept %d, want %d", p, data, sz, filter.Snapshot().Len(), len(lines))
			}
		}
	}
}

// TestAnchorsInPieces checks that '^' and '$' match at a long line's real ends only, whatever its pieces are.
func TestAnchorsInPieces(t *testing.T) {
	text := []byte("aab" + strings.Repeat("a", 50) + "cd\r\n" + strings.Repeat("x", 40) + "\ry\r\n")
	for _, c := range []struct {
		pattern string
		want    int64
	}{
		{`ba*$`, 0},     // longer than the overlap anyway
		{`^a+b`, 1},     // at the start only
		{`^[ax]`, 2},    //
		{`^(c|x+y)`, 0}, //
		{`cd$`, 1},      // '\r' before '\n' is not in the line
		{`d.$`, 0},      //
		{`\ry$`, 1},     // but another is
		{`x$`, 0},       //
		{`\A|\z`, 4},    //
	} {
		p := mustCompile(t, c.pattern, Options{})
		for block := range int64(60) {
			sz := sizes{block: 1 + block, line: 20, overlap: 6, step: 1 + block%5}
			counter := testCounter(p, sz, 2)
			if err := counter.Run(context.Background(), view(text)); err != nil ||
				counter.Snapshot().Matches != c.want {
				t.Errorf("%q in blocks of %d: %+v, want %d", p, sz.block, counter.Snapshot(), c.want)
			}
		}
	}
}
