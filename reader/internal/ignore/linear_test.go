package ignore

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"unsafe"

	"eyeline/reader/longtest"
	"eyeline/reader/tools"
)

// matchesSlowly is what a pattern means, by trying all ways: the reference for programs. left are the units of a text
// from at on; rest is what must match behind n.
func matchesSlowly(n *node, text []rune, at int, rest func(at int) bool) bool {
	switch n.kind {
	case oneUnit:
		return at < len(text) && text[at] == n.unit && rest(at+1)
	case oneOf:
		return at < len(text) && n.set.has(text[at]) && rest(at+1)
	case sequence:
		if len(n.kids) == 0 {
			return rest(at)
		}
		others := seq(n.kids[1:]...)
		return matchesSlowly(&n.kids[0], text, at, func(at int) bool { return matchesSlowly(&others, text, at, rest) })
	case either:
		for i := range n.kids {
			if matchesSlowly(&n.kids[i], text, at, rest) {
				return true
			}
		}
		return false
	case optional:
		return rest(at) || matchesSlowly(&n.kids[0], text, at, rest)
	case anyTimes:
		return rest(at) || matchesSlowly(&n.kids[0], text, at, func(next int) bool {
			return next > at && matchesSlowly(n, text, next, rest)
		})
	}
	return holds(n.kind, text, at) && rest(at)
}

// hostile is a pattern that backtracking takes for ever with, and a path that it does not match.
func hostile(stars, folders int) (pattern, path string) {
	return strings.Repeat("**/a/", stars) + "zz", strings.Repeat("a/", folders) + "b"
}

// FuzzMatch: matching takes no more steps than a constant times the lengths of the pattern and the path, in each
// dialect, and says what trying all ways says, where that is short enough to try.
func FuzzMatch(f *testing.F) {
	pattern, path := hostile(20, 60)
	f.Add(pattern, path)
	f.Add(strings.Repeat("*a", 40)+"b", strings.Repeat("a", 200))
	f.Add(strings.Repeat("{a,b}", 200), strings.Repeat("ab", 100))
	f.Add(strings.Repeat("{,a}", 200), strings.Repeat("a", 200))
	f.Add(strings.Repeat("[a", 300), "a/b")
	f.Add(strings.Repeat("[a-z0-9]*", 40)+"!", strings.Repeat("a1", 60))
	f.Add("a/**/b?[!c]{d,e}\\*", "a/x/bxyd*")
	f.Add("**", "a")
	f.Add(strings.Repeat("**/", 100), strings.Repeat("a/", 100)+"a")
	f.Add("***/\\/a[]-]", "a/]")
	f.Fuzz(func(t *testing.T, pattern, path string) {
		if len(pattern) > 2000 || len(path) > 1000 {
			t.Skip()
		}
		for d := NPM; d <= Name; d++ {
			p, ok, err := d.parse(pattern)
			if err != nil || !ok {
				continue
			}
			units := d.units(path)
			m := newMeter(t.Context(), nil)
			got := d.compilePattern(&p).match(units, m)
			const each = 20
			if most := each * (len(pattern) + each) * (len(units) + 1); m.steps > most {
				t.Fatalf("dialect %d: %d steps for %.60q of %d bytes and a path of %d",
					d, m.steps, pattern, len(pattern), len(units))
			}
			if len(pattern) > 12 || len(path) > 8 || strings.Count(pattern, "*") > 5 {
				continue
			}
			n, err := d.parseNode(&p)
			if err != nil {
				t.Fatal(err)
			}
			if want := matchesSlowly(&n, units, 0, func(int) bool { return true }); got != want {
				t.Fatalf("dialect %d: %q of %q: %v, and by trying all ways %v", d, path, pattern, got, want)
			}
		}
	})
}

// TestLook: a look at a path leaves out no pattern that matches it.
func TestLook(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	parts := []string{
		"a", "b", "B", "ab", "x", "*", "**", "?", "/", "**/", "/**", "/**/", ".", "-", "_", "~", "%", "@",
		"[a", "[ab]", "\\", "{a,b}", "}", "]", " ", "!", "#", "$", "^", "+", "(", ")", "|",
		"\u017F", "\u0131", "é", "\\*",
	}
	names := []string{
		"a", "b", "A", "ab", "x", "/", "/", ".", "-", "é", "\u017F", "I", "*", "\\", "_", "~", "]", "^", " ",
	}
	made := func(from []string, most int) (text string) {
		for range 1 + r.IntN(most) {
			text += from[r.IntN(len(from))]
		}
		return text
	}
	matched, rounds := 0, 10_000
	if longtest.IsRequested() {
		rounds = 100_000
	}
	for range rounds {
		text, rel := made(parts, 5), strings.Trim(made(names, 5), "/")
		for d := NPM; d <= Name; d++ {
			p, ok, err := d.parse(text)
			if err != nil || !ok || p.literal || rel == "" {
				continue
			}
			isDir := r.IntN(2) == 0
			at := newSubject(d, rel, isDir)
			if !p.cannot(d, &at) {
				continue
			}
			matched++
			all := &Rules{dialect: d, patterns: []pattern{p}}
			if m := newMeter(t.Context(), nil); all.matches(0, &at, m) {
				t.Fatalf("dialect %d: %q matches %q, folder %v, which a look leaves out", d, text, rel, isDir)
			}
		}
	}
	if matched < rounds/10 {
		t.Errorf("only %d patterns are left out", matched)
	}
}

// TestOneWork: what is too much for a run is not begun again for another path, file or call.
func TestOneWork(t *testing.T) {
	pattern, path := strings.Repeat("**/a/", 20)+"c*", strings.Repeat("a/", 60)+"b"
	many := strings.Repeat(pattern+"/**/*b*\n", 3000)
	ctx := WithWork(t.Context())
	var err error
	for _, d := range []dialect{NPM, Git, Ripgrep, Ripgrep15, Ugrep, NPM} {
		_, _, err = List(d, many).Last(ctx, path, false)
	}
	if !errors.Is(err, errTooMuchAll) {
		t.Error(err)
	}
	if _, _, err := List(Git, "*.go").Last(ctx, "a", false); !errors.Is(err, errTooMuchAll) {
		t.Errorf("after it: %v", err)
	}
	if _, err := ByGit(ctx, tools.Env{Root: t.TempDir()}, "/none", "a", ""); !errors.Is(err, errTooMuchAll) {
		t.Errorf("by another way: %v", err)
	}
	if says, _, err := List(Git, "*").Last(t.Context(), "a", false); says != Ignored || err != nil {
		t.Errorf("in another run: %v %v", says, err)
	}
}

// TestOneWorkGrows: however many files a run has, patterns that take little are matched with all of them.
func TestOneWorkGrows(t *testing.T) {
	list := List(Git, strings.Repeat("*.other\nb*/c\n", 500))
	ctx := WithWork(t.Context())
	paths := 5000
	if longtest.IsRequested() {
		paths = 50_000
	}
	for i := range paths {
		if _, _, err := list.Last(ctx, "a/c", false); err != nil {
			t.Fatal(i, err)
		}
	}
}

// TestManyPatterns: of very many patterns each takes little memory, whatever they are, and no program that no path
// needs.
func TestManyPatterns(t *testing.T) {
	var text strings.Builder
	for i := range 100_000 {
		fmt.Fprintf(&text, "*a%d*a*\n", i)
	}
	for _, d := range []dialect{NPM, Git, Ripgrep, Ripgrep15, Ugrep, GoGit} {
		list := List(d, text.String())
		says, at, err := list.Last(t.Context(), "ba77b/a88a", false)
		if err != nil || d != NPM && (says != Ignored || at.Text != "*a88*a*" || at.Number != 89) {
			t.Errorf("dialect %d: %v %v %v", d, says, at, err)
		}
		if n := len(list.rules.ready.of); n > 10 {
			t.Errorf("dialect %d: %d programs", d, n)
		}
	}
	if size := unsafe.Sizeof(pattern{}); size > 32 {
		t.Errorf("a pattern has %d bytes", size)
	}
}

// TestCancelled: matching many patterns ends when nobody wants the result, and when it takes too much.
func TestCancelled(t *testing.T) {
	r := New(NPM)
	pattern, path := strings.Repeat("**/a/", 400)+"c*", strings.Repeat("a/", 1000)+"b"
	for range 2000 {
		if err := r.Add(pattern + "/**/b"); err != nil {
			t.Fatal(err)
		}
	}
	path += "/b"
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := r.Last(ctx, path, false); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	if _, err := r.Last(t.Context(), path, false); !errors.Is(err, errTooMuch) {
		t.Errorf("without an end: %v", err)
	}
}

// TestBounds: what is too large is said.
func TestBounds(t *testing.T) {
	if err := New(NPM).Add(strings.Repeat("a", maxPattern+1)); err == nil {
		t.Error("a pattern of more than 64 KiB is taken")
	}
	for _, d := range []dialect{NPM, Git, Ripgrep, Ripgrep15, Ugrep, GoGit, Glob, Name} {
		for _, bomb := range []string{
			strings.Repeat("{a,b}", 5_000), strings.Repeat("[", 50_000), strings.Repeat("[/", 10_000),
			strings.Repeat("*", 50_000), strings.Repeat("**/", 5_000), strings.Repeat("\\", 50_000),
			"\xff\xfe[\xff-\xfe]*",
			strings.Repeat("{", 50_000), strings.Repeat("(", 50_000), strings.Repeat("a[!-", 5_000),
		} {
			r := New(d)
			if err := r.Add(bomb); err != nil {
				continue // which is said
			}
			if _, err := r.Match(t.Context(), "a/b/c", false); err != nil {
				t.Errorf("dialect %d: %.20q: %v", d, bomb, err)
			}
		}
	}
}

// BenchmarkHostile is a pattern of 20 "**" and a file 60 folders deep.
func BenchmarkHostile(b *testing.B) {
	pattern, path := hostile(20, 60)
	r := New(NPM)
	if err := r.Add(pattern); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if ignored, err := r.Match(b.Context(), path, false); ignored || err != nil {
			b.Fatal(ignored, err)
		}
	}
}

// BenchmarkManyPatterns is a file of 100,000 patterns, and one path.
func BenchmarkManyPatterns(b *testing.B) {
	r := New(NPM)
	for i := range 100_000 {
		if err := r.Add("*.ext" + strings.Repeat("x", i%7) + string(rune('a'+i%26))); err != nil {
			b.Fatal(err)
		}
	}
	for b.Loop() {
		if _, err := r.Match(b.Context(), "some/folder/with/a/file.go", false); err != nil {
			b.Fatal(err)
		}
	}
}
