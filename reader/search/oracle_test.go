package search

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"regexp"
	"testing"

	"eyeline/reader/longtest"
	"eyeline/reader/source"
)

// The oracle splits a file into lines and runs the regular expression on each.

type oracleLine struct {
	start, end int64 // without terminator
	matches    []Match
}

func oracle(re *regexp.Regexp, data []byte) []oracleLine {
	var out []oracleLine
	for off := 0; off < len(data); {
		end, next := len(data), len(data)
		if i := bytes.IndexByte(data[off:], '\n'); i >= 0 {
			end, next = off+i, off+i+1
			if end > off && data[end-1] == '\r' {
				end--
			}
		}
		line := oracleLine{start: int64(off), end: int64(end)}
		for _, loc := range re.FindAllIndex(data[off:end], -1) {
			line.matches = append(line.matches, Match{int64(off + loc[0]), int64(off + loc[1]), int64(off)})
		}
		out = append(out, line)
		off = next
	}
	return out
}

func oracleMatches(lines []oracleLine) []Match {
	var all []Match
	for _, l := range lines {
		all = append(all, l.matches...)
	}
	return all
}

// oracleRegexp is the plain expression for a pattern, whose own search is under test.
func oracleRegexp(p *Pattern, opt Options) *regexp.Regexp {
	expr := p.text
	if opt.Literal {
		expr = regexp.QuoteMeta(expr)
	}
	if p.fold {
		expr = "(?i)" + expr
	}
	return regexp.MustCompile(expr)
}

func view(data []byte) source.Bytes { return source.View(bytes.NewReader(data), int64(len(data))) }

func testFinder(p *Pattern, sz sizes, workers int) *Finder {
	f := NewFinder(p)
	f.sz, f.frames = sz, newFrames(workers)
	return f
}

func testCounter(p *Pattern, sz sizes, workers int) *Counter {
	c := NewCounter(p)
	c.sz, c.frames = sz, newFrames(workers)
	return c
}

func testFilter(sz sizes, unit int64, workers int, terms ...Term) *Filter {
	f := NewFilter(terms...)
	f.sz, f.unit, f.frames = sz, unit, newFrames(workers)
	return f
}

// check compares everything that can be asked of a pattern over data with the oracle. Every line of data must be at
// most sz.line long, or the pattern's matches be found exactly in longer ones.
func check(t *testing.T, p *Pattern, opt Options, data []byte, sz sizes, workers int) {
	t.Helper()
	ctx := context.Background()
	lines := oracle(oracleRegexp(p, opt), data)
	want := oracleMatches(lines)
	b := view(data)
	fail := func(format string, args ...any) {
		t.Helper()
		t.Fatalf("pattern %q %+v sizes %+v data %q:\n%s", p, opt, sz, data, fmt.Sprintf(format, args...))
	}

	f := testFinder(p, sz, workers)
	next := 0 // the first match at from or later
	for from := int64(-1); from <= int64(len(data))+2; from++ {
		for next < len(want) && want[next].Start < from {
			next++
		}
		got, ok, err := f.Find(ctx, b, from, Forward)
		if err != nil || ok != (next < len(want)) || ok && got != want[next] {
			fail("forward from %d: %v %v %v, want %v", from, got, ok, err, want[next:])
		}
		got, ok, err = f.Find(ctx, b, from, Backward)
		if err != nil || ok != (next > 0) || ok && got != want[next-1] {
			fail("backward from %d: %v %v %v, want %v", from, got, ok, err, want[:next])
		}
		limit := from*7%int64(len(data)+4) - 1
		got, ok, err = f.FindUntil(ctx, b, from, limit, Forward)
		if within := next < len(want) && want[next].Start < limit; err != nil || ok != within ||
			ok && got != want[next] {
			fail("forward from %d until %d: %v %v %v, want %v", from, limit, got, ok, err, want[next:])
		}
		got, ok, err = f.FindUntil(ctx, b, from, limit, Backward)
		if within := next > 0 && want[next-1].Start >= limit; err != nil || ok != within || ok && got != want[next-1] {
			fail("backward from %d until %d: %v %v %v, want %v", from, limit, got, ok, err, want[:next])
		}
	}

	c := testCounter(p, sz, workers)
	if err := c.Run(ctx, b); err != nil {
		fail("count: %v", err)
	}
	counts := c.Snapshot()
	var matching []int64
	var other []int64
	for _, l := range lines {
		if len(l.matches) > 0 {
			matching = append(matching, l.start)
		} else {
			other = append(other, l.start)
		}
	}
	if counts.Matches != int64(len(want)) || !counts.Complete ||
		counts.Scanned != int64(len(data)) {
		fail("counted %+v, want %d matches", counts, len(want))
	}
	for i, m := range want {
		if n, ok, err := counts.Rank(ctx, b, m.Start); err != nil || !ok || n != int64(i)+1 {
			fail("rank of %v is %d %v %v, want %d", m, n, ok, err, i+1)
		}
	}

	checkLines := func(terms []Term, want []int64) {
		t.Helper()
		f := testFilter(sz, max(sz.block/2, 1), workers, terms...)
		if err := f.Run(ctx, b); err != nil {
			fail("filter: %v", err)
		}
		got := f.Snapshot()
		if !got.Complete || got.Full || got.Scanned != int64(len(data)) || got.Len() != int64(len(want)) {
			fail("filter kept %d lines, %+v, want %d: %v", got.Len(), got, len(want), want)
		}
		for i, off := range want {
			if got.At(int64(i)) != off || got.Search(off) != int64(i) || got.Search(off+1) != int64(i)+1 {
				fail("line %d kept is at %d, found as %d, want %v", i, got.At(int64(i)), got.Search(off), want)
			}
		}
	}
	checkLines([]Term{{Pattern: p}}, matching)
	checkLines([]Term{{Pattern: p, Invert: true}}, other)
	checkLines([]Term{{Pattern: p}, {Pattern: p, Invert: true}}, nil)

	for _, l := range lines {
		var want [][2]int
		for _, m := range l.matches {
			if m.End > m.Start {
				want = append(want, [2]int{int(m.Start - l.start), int(m.End - l.start)})
			}
		}
		if got := p.MatchesInPart(data[l.start:l.end], true, true); fmt.Sprint(got) != fmt.Sprint(want) {
			fail("in line %q: %v, want %v", data[l.start:l.end], got, want)
		}
	}
}

var patterns = []string{
	"a", "b", "ab", "aa", "aba", "abab", "A", "k", "s", "ks", "sk", "ask", "kay", "ss", "kss", "é", "É", "ß", "aß", "ǆ",
	"a.b", "a+", "a*", "b*a", "", "^", "$", "^a", "a$", "^$", "^.*$", ".", `\b`, `\ba`, `a\b`, `\Ba`, `\w+`, `\s`,
	`\S+`,
	"a|b", "ab|ba|k", "(a|bb)+", "(ab){2}", "a{2,3}", "[ab]k", "[^a]", "[^a]+$", "(?i)K", "(?-i)s", "a(?-i:B)", "x?",
	"(?m)^b",
	`\x{212A}`, `\x{17f}`, "ſ", "\u212a", "\ufffd", "a\ufffd", `\r`, `a\r`, `\n`, "a\nb", `a\nb`, `\z`, `\Aa`, "(?s).",
	"(?U)a+", "a??", "(a?)(b?)",
	"世", "界世", `\pL+`, `[[:upper:]]`, "i", "iai", "sksk", "ssss", `[\x{fffd}a]b`, "ka.|sa.|ks|sk|kk|ss|ask.|kas.",
	"ssss.", "(?:)", "a()b", "[a]", "(?i:k)b", "ak|as", "[sk]a", `\x00`,
}

var alphabet = []string{
	"a", "a", "a", "b", "b", "A", "B", "k", "K", "s", "S", "\u212a", "ſ", "é", "É", "ß", "ẞ", "ǆ", "ǅ", "i", "y", " ",
	" ",
	"\n", "\n", "\r\n", "\r", "\r", "世", "界", "\xff", "\xc5", "\xbf", "\xe2\x84", "\xaa", "\ufffd", "\x00", "aa",
	"abab", "sk", "ask",
}

func randomText(r *rand.Rand, n int) []byte {
	var b []byte
	some := alphabet
	if r.IntN(2) == 0 {
		some = nil
		for range 3 + r.IntN(4) {
			some = append(some, alphabet[r.IntN(len(alphabet))])
		}
	}
	for range n {
		b = append(b, some[r.IntN(len(some))]...)
	}
	return b
}

// rounds is how often a test is made with other random texts: n times, a few times where time is short.
func rounds(n int) int {
	if !longtest.IsRequested() {
		return max(n/8, 1)
	}
	return n
}

func TestAgainstOracle(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 11))
	for round := range rounds(20) {
		for _, pattern := range patterns {
			opt := Options{Case: Case(r.IntN(3)), Literal: r.IntN(4) == 0}
			p, err := Compile(pattern, opt)
			if err != nil {
				t.Fatal(err)
			}
			data := randomText(r, r.IntN(50))
			// Every line fits the cap: pieces have a test of their own.
			longest := int64(0)
			for line := range bytes.SplitSeq(data, []byte("\n")) {
				longest = max(longest, int64(len(line)))
			}
			sz := sizes{
				block: 1 + r.Int64N(20), line: longest + r.Int64N(2), overlap: 1 + r.Int64N(5), step: 1 + r.Int64N(5),
			}
			check(t, p, opt, data, sz, 1+round%3)
		}
	}
}
