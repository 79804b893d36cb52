package highlight

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"sort"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/iotest"
	"time"
	"unicode/utf8"

	"github.com/alecthomas/chroma/v2"
	"github.com/alecthomas/chroma/v2/lexers"

	"eyeline/reader/longtest"
	"eyeline/reader/source"
	"eyeline/themes"
)

// counter counts the bytes that are read, and fails when it is asked to.
type counter struct {
	source.Bytes
	read atomic.Int64
	fail error
}

func (c *counter) ReadAt(p []byte, off int64) (int, error) {
	if c.fail != nil {
		return 0, c.fail
	}
	n, err := c.Bytes.ReadAt(p, off)
	c.read.Add(int64(n))
	return n, err
}

// file is a document in memory.
func file(data []byte) source.Bytes { return source.View(bytes.NewReader(data), int64(len(data))) }

// lineStarts are the offsets of the first bytes of data's lines.
func lineStarts(data []byte) []int64 {
	var starts []int64
	for off := 0; off < len(data); {
		starts = append(starts, int64(off))
		nl := bytes.IndexByte(data[off:], '\n')
		if nl < 0 {
			break
		}
		off += nl + 1
	}
	return starts
}

// patient returns a highlighter that is never out of time.
func patient(name string, data []byte) *Highlighter {
	h := New(name, data[:min(len(data), 256)])
	h.budget = time.Minute
	return h
}

// isExact reports whether the colours of all lines are those of the file taken apart as a whole.
func (h *Highlighter) isExact(starts []int64) bool {
	return !slices.ContainsFunc(starts, func(off int64) bool { _, k := h.head.line(off); return k != known })
}

// settle asks for lines until all is known exactly: on a busy machine a pattern may run into its time limit.
func settle(t testing.TB, h *Highlighter, b source.Bytes, starts []int64) Result {
	t.Helper()
	for range 100 {
		res, err := h.Lines(context.Background(), b, 1, starts)
		if err != nil {
			t.Fatal(err)
		}
		if h.isExact(starts) {
			if res.More {
				t.Fatal("more than exact colours are promised")
			}
			return res
		}
		if h.head != nil && h.head.over {
			h.head = nil
		}
	}
	t.Fatal("the colours do not become exact")
	return Result{}
}

// oracle tokenises data as a whole with chroma's own lexer and gives each byte of each line its class.
func oracle(t testing.TB, lexer string, data []byte) [][]themes.SyntaxClass {
	t.Helper()
	reg := registry()
	var clean strings.Builder
	var lines [][]themes.SyntaxClass
	for line := range bytes.Lines(data) {
		line = bytes.TrimSuffix(bytes.TrimSuffix(line, []byte("\n")), []byte("\r"))
		line = line[:min(len(line), lineCap)]
		for len(line) > 0 {
			r, n := utf8.DecodeRune(line)
			if r == '\r' || (r == utf8.RuneError && n == 1) {
				r = ' '
			}
			clean.WriteRune(r)
			line = line[n:]
		}
		clean.WriteByte('\n')
		lines = append(lines, nil)
	}
	tokens, err := chroma.Tokenise(reg.Get(lexer), &chroma.TokeniseOptions{State: "root"}, clean.String())
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	var seen strings.Builder
	for _, tok := range tokens {
		seen.WriteString(tok.Value)
		for i := range len(tok.Value) {
			if tok.Value[i] == '\n' {
				n++
			} else {
				lines[n] = append(lines[n], themes.ClassOf(tok.Type))
			}
		}
	}
	if seen.String() != clean.String() {
		t.Fatalf("%s: chroma's tokens are not the text", lexer)
	}
	return lines
}

// inOneGo asks for all of data at once.
func inOneGo(t testing.TB, name string, data []byte) [][]themes.SyntaxClass {
	t.Helper()
	starts := lineStarts(data)
	res := settle(t, patient(name, data), file(data), starts)
	lines := make([][]themes.SyntaxClass, len(starts))
	for i, start := range starts {
		end := int64(len(data))
		if i+1 < len(starts) {
			end = starts[i+1]
		}
		line := bytes.TrimSuffix(bytes.TrimSuffix(data[start:end], []byte("\n")), []byte("\r"))
		lines[i] = make([]themes.SyntaxClass, min(len(line), lineCap))
		for _, s := range res.Spans[i] {
			for at := s.Start; at < s.End; at++ {
				lines[i][at] = s.Class
			}
		}
	}
	return lines
}

// check compares spans with the classes of the bytes of a line.
func check(t *testing.T, what string, spans []Span, want []themes.SyntaxClass) {
	t.Helper()
	got := make([]themes.SyntaxClass, len(want))
	end := 0
	for _, s := range spans {
		if s.Start < end || s.End <= s.Start || s.End > len(want) || s.Class == themes.ClassPlain {
			t.Fatalf("%s: bad spans %v for a line of %d bytes", what, spans, len(want))
		}
		end = s.End
		for i := s.Start; i < s.End; i++ {
			got[i] = s.Class
		}
	}
	if !slices.Equal(got, want) {
		t.Fatalf("%s: spans %v\n got %v\nwant %v", what, spans, got, want)
	}
}

// build repeats a sample to some kilobytes, with lines that push the repeats out of step.
func build(rng *rand.Rand, sample string, size int) []byte {
	var b bytes.Buffer
	for b.Len() < size {
		b.WriteString(sample)
		for range rng.IntN(3) {
			b.WriteByte('\n')
		}
	}
	return b.Bytes()
}

func TestWindowsEqualTheWholeFile(t *testing.T) {
	for i, name := range slices.Sorted(maps.Keys(samples)) {
		if !longtest.IsRequested() && i%8 != 0 {
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			sample := samples[name]
			rng := rand.New(rand.NewPCG(1, uint64(len(sample))))
			data := build(rng, sample, 8<<10)
			lexer := New(name, data).lexer
			var want [][]themes.SyntaxClass
			if lexer == "PHP" {
				want = inOneGo(t, name, data) // chroma has two lexers for PHP in a page, which is done with one here
			} else {
				want = oracle(t, lexer, data)
			}
			starts := lineStarts(data)
			if len(starts) != len(want) {
				t.Fatalf("%d lines, oracle has %d", len(starts), len(want))
			}
			var h *Highlighter
			coloured := false
			for i := range 15 {
				if i%5 == 0 {
					h = patient(name, data)
				}
				from := rng.IntN(len(starts))
				window := starts[from:min(from+1+rng.IntN(50), len(starts))]
				res := settle(t, h, file(data), window)
				for k, spans := range res.Spans {
					check(t, fmt.Sprintf("line %d", from+k+1), spans, want[from+k])
					coloured = coloured || len(spans) > 0
				}
			}
			if !coloured {
				t.Error("no line has a colour")
			}
		})
	}
}

// Lines that a lexer is given changed, or in part: the spans must still be places in the line as it is in the file.
func TestOddBytes(t *testing.T) {
	long := "x := \"" + strings.Repeat("long ", 600) + "\" // past the cut"
	data := []byte("package main\r\n\r\n// \xff\xfe caf\xc3\xa9 \xe2\x82 \xf0\x9f\x98\x80 end\r\n" +
		"/* lone \r here\r\r\n and \x00 \x1b[31m */ var s = \"\xc3\xa9\xff\" // tail\n" +
		long + "\nconst c = 1 // after\n" + strings.Repeat("é", 1500) + "\n`raw\r\nmore` + \"no end")
	want := oracle(t, "Go", data)
	starts := lineStarts(data)
	for _, window := range [][]int64{starts, starts[3:5], starts[5:7], starts[len(starts)-1:]} {
		res := settle(t, patient("odd.go", data), file(data), window)
		for i, spans := range res.Spans {
			k := slices.Index(starts, window[i])
			check(t, fmt.Sprintf("line %d", k+1), spans, want[k])
		}
	}
	if l := starts[6] - starts[5]; l < lineCap {
		t.Fatalf("the long line has %d bytes only", l)
	}
}

func TestFrontMatter(t *testing.T) {
	yaml := "---\ntitle: \"x\" # comment\nlist: [1, two]\n---\n"
	rest := "# Heading\n\n---\nnot: yaml\n---\n"
	got := inOneGo(t, "a.md", []byte(yaml+rest))
	want := slices.Concat(oracle(t, "YAML", []byte(yaml)), oracle(t, "markdown", []byte(rest)))
	for i := range want {
		if !slices.Equal(got[i], want[i]) {
			t.Errorf("line %d: %v, want %v", i+1, got[i], want[i])
		}
	}
	open := []byte("---\n# no end of it\ntext\n")
	if got, want := inOneGo(t, "a.md", open), oracle(t, "markdown", open); !slices.EqualFunc(got, want, slices.Equal[[]themes.SyntaxClass]) {
		t.Errorf("front matter without an end: %v, want %v", got, want)
	}
}

func TestPHPInAPage(t *testing.T) {
	got := inOneGo(t, "a.php", []byte("<p class=\"x\">\n<?php if (true) { ?>\n<b>\n<?php } // end\n"))
	for i, want := range []chroma.TokenType{chroma.NameTag, chroma.CommentPreproc, chroma.NameTag, chroma.CommentPreproc} {
		if !slices.Contains(got[i], themes.ClassOf(want)) {
			t.Errorf("line %d has no %v: %v", i+1, want, got[i])
		}
	}
	if !slices.Contains(got[1], themes.ClassOf(chroma.Keyword)) || !slices.Contains(got[3], themes.ClassOf(chroma.CommentSingle)) {
		t.Errorf("PHP has no colours: %v", got)
	}
}

func TestMain(m *testing.M) {
	stallTime = 2 * time.Second
	registry = sync.OnceValue(patientRegistry)
	os.Exit(m.Run())
}

// patientRegistry has chroma's lexers with the time limits of the tests, so that nested lexers and the oracle's have
// them too.
func patientRegistry() *chroma.LexerRegistry {
	reg := chroma.NewLexerRegistry()
	for _, l := range lexers.GlobalLexerRegistry.Lexers {
		if plain, ok := l.(*chroma.RegexLexer); ok {
			config := *plain.Config()
			l = chroma.MustNewLexer(&config, func() chroma.Rules {
				rules := plain.MustRules().Clone()
				rules["eyeline:patient"] = []chroma.Rule{{Mutator: patience{}}}
				return rules
			})
		}
		reg.Register(l)
	}
	return reg
}

// patience is a mutator that is never run: it bounds the patterns when the lexer is compiled.
type patience struct{}

func (patience) Mutate(*chroma.LexerState) error { return nil }

func (p patience) MutateLexer(rules chroma.CompiledRules, state string, rule int) error {
	for _, list := range rules {
		for _, r := range list {
			if r.Regexp != nil {
				r.Regexp.MatchTimeout = 10 * time.Second
			}
		}
	}
	rules[state][rule].Mutator = chroma.MutatorFunc(p.Mutate) // so that it is not asked again
	return nil
}

func TestFarFromTheStartIsAGuess(t *testing.T) {
	longtest.SkipUnlessLong(t)
	data := build(rand.New(rand.NewPCG(3, 3)), samples["a.xml"], wholeLimit*3/2)
	starts := lineStarts(data)
	b := &counter{Bytes: file(data)}
	h := patient("a.xml", nil)
	ask := func(window []int64) Result {
		t.Helper()
		res, err := h.Lines(context.Background(), b, 1, window)
		if err != nil {
			t.Fatal(err)
		}
		return res
	}
	end := starts[len(starts)-40:]
	res := ask(end)
	if h.isExact(end) || res.More {
		t.Errorf("at the end: exact %v, more %v", h.isExact(end), res.More)
	} else if !slices.ContainsFunc(res.Spans, func(s []Span) bool { return len(s) > 0 }) {
		t.Error("at the end: no colours")
	}
	if n := b.read.Load(); n > 3*(lookBack+lookAhead) {
		t.Errorf("a guess read %d bytes", n)
	}
	b.read.Store(0)
	if ask(end); b.read.Load() != 0 {
		t.Errorf("the same lines again read %d bytes", b.read.Load())
	}
	settle(t, h, b, starts[:40])
	head := sort.Search(len(starts), func(i int) bool { return starts[i] >= headLimit })
	settle(t, h, b, starts[head-40:head])
	for from := head; from+40 < len(starts); from += 40 {
		if ask(starts[from : from+40]); len(h.guessed) > maxGuessed+40 {
			t.Fatalf("%d guessed lines are kept", len(h.guessed))
		}
	}
	want := oracle(t, "XML", data)
	for i, spans := range res.Spans { // the text is such that a guess is right
		k := len(starts) - 40 + i
		check(t, fmt.Sprintf("line %d", k+1), spans, want[k])
	}
}

// shorter is a size, or a quarter of it where the tests are to be short, as under the race detector.
func shorter(size int) int {
	if !longtest.IsRequested() {
		return size / 4
	}
	return size
}

func TestMoreLeadsToExactColours(t *testing.T) {
	size := shorter(40 << 10)
	if runtime.GOOS == "windows" {
		size = 200 << 10 // its clock has steps of up to 16 ms
	}
	data := build(rand.New(rand.NewPCG(5, 5)), samples["a.py"], size)
	starts := lineStarts(data)
	want := oracle(t, "Python", data)
	h := New("a.py", nil)
	h.budget = time.Millisecond
	window := starts[len(starts)-30:]
	for calls := 1; ; calls++ {
		res, err := h.Lines(context.Background(), file(data), 1, window)
		if err != nil {
			t.Fatal(err)
		}
		if exact := h.isExact(window); res.More == exact {
			t.Fatalf("call %d: more %v, exact %v", calls, res.More, exact)
		}
		if res.More {
			h.head.tries = 0 // a machine too slow for the budget is not what is tested
			h.budget += h.budget / 4
			continue
		}
		if calls == 1 {
			t.Error("it took no second call")
		}
		for i, spans := range res.Spans {
			k := len(starts) - 30 + i
			check(t, fmt.Sprintf("line %d", k+1), spans, want[k])
		}
		return
	}
}

// A request for very many lines is answered all the same.
func TestVeryManyLines(t *testing.T) {
	line := "<a b='c'/>\n"
	data := []byte(strings.Repeat(line, 12_000))
	starts := lineStarts(data)
	res := settle(t, patient("a.xml", nil), file(data), starts)
	want := oracle(t, "XML", []byte(line))[0]
	for i, spans := range res.Spans {
		check(t, fmt.Sprintf("line %d", i+1), spans, want)
	}
}

func TestPlainTextCostsNothing(t *testing.T) {
	for _, name := range []string{"a.log", "a.txt", "README", "data.bin", "", "-", "x.unknown"} {
		h := New(name, []byte("just text\n"))
		b := &counter{Bytes: file([]byte("just text\n"))}
		res, err := h.Lines(context.Background(), b, 1, []int64{0})
		if h.Language() != "" || err != nil || res.More || len(res.Spans) != 1 || res.Spans[0] != nil {
			t.Errorf("%q: %q, %+v, %v", name, h.Language(), res, err)
		}
		if b.read.Load() != 0 {
			t.Errorf("%q: %d bytes were read", name, b.read.Load())
		}
	}
}

func TestFilteredLines(t *testing.T) {
	data := build(rand.New(rand.NewPCG(9, 9)), samples["a.ts"], shorter(40<<10))
	starts := lineStarts(data)
	want := oracle(t, "TypeScript", data)
	var window []int64
	var numbers []int
	for i := 7; i < len(starts); i += 120 + i%11 {
		window, numbers = append(window, starts[i]), append(numbers, i)
	}
	res := settle(t, patient("a.ts", nil), file(data), window)
	for i, spans := range res.Spans {
		check(t, fmt.Sprintf("line %d", numbers[i]+1), spans, want[numbers[i]])
	}
}

func TestGenerationsAndGrowth(t *testing.T) {
	h := patient("a.go", nil)
	class := func(data string, generation uint64, start int64) themes.SyntaxClass {
		t.Helper()
		for range 100 {
			res, err := h.Lines(context.Background(), file([]byte(data)), generation, []int64{start})
			if err != nil {
				t.Fatal(err)
			}
			if h.isExact([]int64{start}) && len(res.Spans[0]) > 0 {
				return res.Spans[0][0].Class
			}
			h.head = nil
		}
		t.Fatal("no colours")
		return 0
	}
	comment, keyword := themes.ClassOf(chroma.CommentMultiline), themes.ClassOf(chroma.KeywordDeclaration)
	open := "/* open\nvar x int\n"
	if got := class(open, 1, 8); got != keyword {
		t.Errorf("a comment without an end: class %d", got)
	}
	if got := class(open+"end */\n", 1, 8); got != comment {
		t.Errorf("the end has come: class %d", got)
	}
	if got := class("// text\nvar x int\nend */\n", 2, 8); got != keyword {
		t.Errorf("another file: class %d", got)
	}
	if got := class("// text\nvar x int\n", 2, 8); got != keyword {
		t.Errorf("it shrank: class %d", got)
	}
}

func TestErrors(t *testing.T) {
	data := []byte(samples["a.go"])
	broken := errors.New("broken")
	h := patient("a.go", nil)
	if _, err := h.Lines(context.Background(), &counter{Bytes: file(data), fail: broken}, 1, []int64{0}); !errors.Is(err, broken) {
		t.Errorf("a read error: %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := h.Lines(ctx, file(data), 1, []int64{0}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	h.turn <- struct{}{} // somebody else is at it
	if _, err := h.Lines(ctx, file(data), 1, []int64{0}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled while waiting: %v", err)
	}
	<-h.turn

	// A file cut short after its size was taken is coloured as far as it goes; offsets past it are plain.
	cut := source.View(bytes.NewReader(data[:60]), int64(len(data)))
	res, err := h.Lines(context.Background(), cut, 2, []int64{0, 500, 1 << 40})
	if err != nil || res.More || len(res.Spans[0]) == 0 || res.Spans[1] != nil || res.Spans[2] != nil {
		t.Errorf("cut short: %+v, %v", res, err)
	}
	if res, err = h.Lines(context.Background(), file(nil), 3, []int64{0}); err != nil || res.Spans[0] != nil || res.More {
		t.Errorf("an empty file: %+v, %v", res, err)
	}
	if res, err = h.Lines(context.Background(), file(data), 4, nil); err != nil || len(res.Spans) != 0 {
		t.Errorf("no lines: %+v, %v", res, err)
	}
	// A place inside a line is no line; nothing is said of it, and the call ends.
	if res, err = h.Lines(context.Background(), file(data), 4, []int64{3, 17}); err != nil || res.Spans[0] != nil || res.More {
		t.Errorf("inside a line: %+v, %v", res, err)
	}
	// A reader that gives data and io.EOF together, as io.ReaderAt may.
	eof := source.View(readerAt(func(p []byte, off int64) (int, error) {
		n, err := iotest.DataErrReader(io.NewSectionReader(bytes.NewReader(data), off, int64(len(p)))).Read(p)
		return n, err
	}), int64(len(data)))
	if res, err = h.Lines(context.Background(), eof, 5, []int64{0}); err != nil || len(res.Spans[0]) == 0 {
		t.Errorf("data with io.EOF: %+v, %v", res, err)
	}
}

type readerAt func(p []byte, off int64) (int, error)

func (f readerAt) ReadAt(p []byte, off int64) (int, error) { return f(p, off) }

// made registers a lexer with the rules of one state and returns a highlighter for it.
func made(t *testing.T, name string, rules ...chroma.Rule) *Highlighter {
	t.Helper()
	lexer, err := chroma.NewLexer(&chroma.Config{Name: name}, func() chroma.Rules { return chroma.Rules{"root": rules} })
	if err != nil {
		t.Fatal(err)
	}
	registry().Register(lexer)
	h := patient("x", nil)
	h.lexer = name
	return h
}

// A lexer that panics leaves plain lines after the token before it, and is not asked again there.
func TestPanickingLexer(t *testing.T) {
	calls := 0
	h := made(t, "panics", chroma.Rule{Pattern: `bad\n`, Type: chroma.EmitterFunc(func([]string, *chroma.LexerState) chroma.Iterator {
		calls++
		panic("bad")
	})}, chroma.Rule{Pattern: `.*\n`, Type: chroma.Keyword})
	data := []byte(strings.Repeat("good line\n", 1000) + "bad\n" + strings.Repeat("good line\n", 1000))
	starts := lineStarts(data)
	for _, window := range [][]int64{starts[:10], starts[990:1010], starts[990:1010]} {
		res, err := h.Lines(context.Background(), file(data), 1, window)
		if err != nil || res.More {
			t.Fatalf("%+v, %v", res, err)
		}
		if len(res.Spans[0]) != 1 || len(res.Spans[9]) != 1 {
			t.Errorf("lines before it: %v", res.Spans)
		}
	}
	if calls != 2 { // once on the way, once in a guess
		t.Errorf("the lexer was let panic %d times", calls)
	}
}

// What follows a step so long that a pattern may have been stopped in it is not taken for exact.
func TestStalledPattern(t *testing.T) {
	before := stallTime
	stallTime = 300 * time.Millisecond
	defer func() { stallTime = before }()
	stalls := 2 // on the way, and in the guess that takes its place
	h := made(t, "stalls", chroma.Rule{
		Pattern: `slow\n`, Type: chroma.EmitterFunc(func(groups []string, _ *chroma.LexerState) chroma.Iterator {
			if stalls > 0 {
				stalls--
				time.Sleep(stallTime)
			}
			return chroma.Literator(chroma.Token{Type: chroma.Comment, Value: groups[0]})
		}),
	}, chroma.Rule{Pattern: `.*\n`, Type: chroma.Keyword})
	data := []byte("fast\nslow\nfast\n")
	starts := lineStarts(data)
	res, err := h.Lines(context.Background(), file(data), 1, starts)
	if err != nil || !res.More || h.isExact(starts) || len(res.Spans[0]) == 0 || res.Spans[1] != nil || res.Spans[2] != nil {
		t.Errorf("stalled: %+v, %v", res, err)
	}
	res = settle(t, h, file(data), starts)
	for i, want := range []chroma.TokenType{chroma.Keyword, chroma.Comment, chroma.Keyword} {
		if len(res.Spans[i]) != 1 || res.Spans[i][0].Class != themes.ClassOf(want) {
			t.Errorf("line %d: %v", i+1, res.Spans[i])
		}
	}
}

// One that stalls at the same place again and again is left alone.
func TestStallsWithoutEnd(t *testing.T) {
	before := stallTime
	stallTime = 50 * time.Millisecond
	defer func() { stallTime = before }()
	h := made(t, "stalls always", chroma.Rule{
		Pattern: `slow\n`, Type: chroma.EmitterFunc(func(groups []string, _ *chroma.LexerState) chroma.Iterator {
			time.Sleep(stallTime)
			return chroma.Literator(chroma.Token{Type: chroma.Comment, Value: groups[0]})
		}),
	}, chroma.Rule{Pattern: `.*\n`, Type: chroma.Keyword})
	data := []byte(strings.Repeat("fast line\n", 4<<10) + "slow\nfast\n")
	starts := lineStarts(data)
	for calls := 1; ; calls++ {
		res, err := h.Lines(context.Background(), file(data), 1, starts[len(starts)-5:])
		switch {
		case err != nil:
			t.Fatal(err)
		case calls > 20:
			t.Fatal("asked again without end")
		case !res.More:
			return
		}
	}
}

// A lexer that gets nowhere in the time given is left alone after some tries, whatever is asked.
func TestHopelessText(t *testing.T) {
	data := []byte(strings.Repeat("`${`${`${\n", 40<<10)) // nests without end
	starts := lineStarts(data)
	h := New("a.js", nil)
	h.budget = 50 * time.Microsecond
	window := starts[len(starts)-40:]
	for calls := 1; ; calls++ {
		res, err := h.Lines(context.Background(), file(data), 1, window)
		if err != nil {
			t.Fatal(err)
		}
		if !res.More {
			if !h.head.over || h.isExact(window) {
				t.Errorf("over %v, exact %v", h.head.over, h.isExact(window))
			}
			return
		}
		if calls > 20 {
			t.Fatal("asked again without end")
		}
	}
}

func TestHostileInput(t *testing.T) {
	for name, line := range map[string]string{
		"a.go": "/* \"`'(((\n", "b.md": "```go\n* _x **y `z\n", "c.html": "<script <a <!-- <style\n", "d.rb": "<<~A %w[ #{ /x\n",
		"e.cpp": "a<b<c<d(e(f R\"(\n", "f.sh": "$( ${ \" ` <<E\n", "g.php": "<?php \"{$a /* <<<E\n", "h.java": "a a a a a a a a a a a\n",
		"i.erb": "<% <%= <a %\n", "j.el": "(\"#| '(\n", "k.yaml": "? - : &a *b |\n", "l.tex": "$ \\[ {{ \\begin{x\n",
	} {
		data := []byte(strings.Repeat(line, 120))
		h := New(name, nil)
		h.budget = 5 * time.Millisecond
		starts := lineStarts(data)
		for _, window := range [][]int64{starts[len(starts)-50:], starts[:50]} {
			res, err := h.Lines(context.Background(), file(data), 1, window)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			valid(t, data, window, res)
		}
	}
}

// valid checks what is true of the spans of any input.
func valid(t *testing.T, data []byte, starts []int64, res Result) {
	t.Helper()
	if len(res.Spans) != len(starts) {
		t.Fatalf("%d lines for %d", len(res.Spans), len(starts))
	}
	for i, spans := range res.Spans {
		line := data[starts[i]:]
		if nl := bytes.IndexByte(line, '\n'); nl >= 0 {
			line = line[:nl]
		}
		end := 0
		for _, s := range spans {
			if s.Start < end || s.End <= s.Start || s.End > min(len(line), lineCap) || s.Class == themes.ClassPlain {
				t.Fatalf("line at %d of %d bytes: %v", starts[i], len(line), spans)
			}
			end = s.End
		}
	}
}

// One line of any length costs what is read to step over it, and not at all when it is not asked for.
func TestLongLine(t *testing.T) {
	data := slices.Concat([]byte("var a = 1;\nvar b = \""), bytes.Repeat([]byte("x"), 6<<20), []byte("\";\nvar c = 2; // end\n"))
	starts := lineStarts(data)
	b := &counter{Bytes: file(data)}
	h := patient("min.js", nil)
	res, err := h.Lines(context.Background(), b, 1, starts)
	if err != nil {
		t.Fatal(err)
	}
	valid(t, data, starts, res)
	for i, spans := range res.Spans {
		if len(spans) == 0 {
			t.Errorf("line %d has no colours", i+1)
		}
	}
	if n := b.read.Load(); n > 4*int64(len(data)) {
		t.Errorf("%d bytes were read", n)
	}
}

func TestConcurrentUse(t *testing.T) {
	data := build(rand.New(rand.NewPCG(13, 13)), samples["a.md"], shorter(40<<10))
	starts := lineStarts(data)
	want := oracle(t, "markdown", data)
	one, two := patient("a.md", nil), patient("a.md", nil)
	results := make([]Result, 30)
	from := make([]int, len(results))
	rng := rand.New(rand.NewPCG(17, 17))
	var wg sync.WaitGroup
	for g := range results {
		from[g] = rng.IntN(len(starts) - 30)
		wg.Go(func() {
			h := []*Highlighter{one, two}[g%2]
			var err error
			if results[g], err = h.Lines(context.Background(), file(data), 1, starts[from[g]:from[g]+30]); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	for g, res := range results {
		if h := []*Highlighter{one, two}[g%2]; res.More || !h.isExact(starts[from[g]:from[g]+30]) {
			continue // a busy machine
		}
		for i, spans := range res.Spans {
			check(t, fmt.Sprintf("line %d", from[g]+i+1), spans, want[from[g]+i])
		}
	}
}

func FuzzLines(f *testing.F) {
	for name, sample := range samples {
		f.Add(name, []byte(sample), uint16(3))
	}
	f.Add("x.go", []byte("/*\xff\r\n`"), uint16(1))
	f.Add("x.c", []byte("#if 0\n0\n\n\n"), uint16(3)) // an empty line inside a token
	f.Fuzz(func(t *testing.T, name string, data []byte, from uint16) {
		if len(data) > 32<<10 {
			return
		}
		starts := lineStarts(data)
		h := New(name, data)
		h.budget = 20 * time.Millisecond
		window := starts[min(int(from), len(starts)):]
		for range 2 {
			res, err := h.Lines(context.Background(), file(data), 1, window)
			if err != nil {
				t.Fatal(err)
			}
			valid(t, data, window, res)
		}
	})
}

// BenchmarkWindow gives one screen of 40 lines of a file that is coloured already.
func BenchmarkWindow(b *testing.B) {
	for _, name := range []string{"a.go", "a.py", "a.md", "a.ts"} {
		b.Run(name, func(b *testing.B) {
			data := build(rand.New(rand.NewPCG(23, 23)), samples[name], 200<<10)
			starts := lineStarts(data)
			h := patient(name, nil)
			if _, err := h.Lines(context.Background(), file(data), 1, starts); err != nil {
				b.Fatal(err)
			}
			window := starts[len(starts)/2 : len(starts)/2+40]
			b.SetBytes(window[39] - window[0])
			b.ReportAllocs()
			for b.Loop() {
				if res, err := h.Lines(context.Background(), file(data), 1, window); err != nil || res.More {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkKnownWindow asks for the lines of the last screen again, as a scroll by one line does.
func BenchmarkKnownWindow(b *testing.B) {
	data := build(rand.New(rand.NewPCG(23, 23)), samples["a.go"], 200<<10)
	window := lineStarts(data)[100:140]
	h := patient("a.go", nil)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := h.Lines(context.Background(), file(data), 1, window); err != nil {
			b.Fatal(err)
		}
	}
}
