package window

import (
	"bytes"
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"unicode"
	"unicode/utf8"

	"eyeline/reader/source"
)

// The references below read a whole file into memory and follow the contract's prose, slowly and obviously.

func view(p []byte) source.Bytes { return source.View(bytes.NewReader(p), int64(len(p))) }

// linesOf splits at '\n' and at nothing else; terminators stay.
func linesOf(p []byte) [][]byte {
	out := bytes.SplitAfter(p, []byte{'\n'})
	if len(out[len(out)-1]) == 0 {
		out = out[:len(out)-1]
	}
	return out
}

func bare(line []byte) string {
	line = bytes.TrimSuffix(line, []byte{'\n'})
	return strings.ToValidUTF8(string(bytes.TrimSuffix(line, []byte{'\r'})), "\uFFFD")
}

func factsRef(line []byte) Facts {
	s := bare(line)
	f := Facts{}
	for _, c := range s {
		if c == ' ' {
			f.Indent++
		} else if c == '\t' {
			f.Indent += 4
		} else {
			break
		}
	}
	t := strings.TrimFunc(s, unicode.IsSpace)
	f.Blank = t == ""
	f.Comment = strings.HasPrefix(t, "#") || strings.HasPrefix(t, "//") || strings.HasPrefix(t, "--")
	return f
}

// blockRef grows the block in memory and returns the lines taken, 1-based inclusive; 0, 0 for an empty block.
func blockRef(lines [][]byte, opt BlockOptions) (int64, int64, bool) {
	n := int64(len(lines))
	if opt.Anchor > n {
		return 0, 0, false
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
	a := opt.Anchor - 1
	floor := int64(0)
	if opt.MaxLevels > 0 {
		floor = max(0, eff[a]-4*opt.MaxLevels)
	}
	limit := min(opt.Limit, opt.MaxLines, n)
	if limit == 1 {
		return opt.Anchor, opt.Anchor, true
	}
	top, bottom := a, a
	up, down := true, true
	atFloor := [2]int{}
	for bottom-top+1 < limit && (up || down) {
		if up {
			i := top - 1
			switch {
			case i < 0 || eff[i] < floor:
				up = false
			case eff[i] == floor && !opt.IncludeSiblings && atFloor[0] > 0 && !(opt.IncludeHeader && facts[i].Comment):
				up = false
			default:
				if eff[i] == floor {
					atFloor[0]++
				}
				top = i
			}
		}
		if bottom-top+1 >= limit {
			break
		}
		if down {
			i := bottom + 1
			switch {
			case i >= n || eff[i] < floor:
				down = false
			case eff[i] == floor && !opt.IncludeSiblings && atFloor[1] > 0:
				down = false
			default:
				if eff[i] == floor {
					atFloor[1]++
				}
				bottom = i
			}
		}
	}
	for top <= bottom && facts[top].Blank {
		top++
	}
	for bottom >= top && facts[bottom].Blank {
		bottom--
	}
	if top > bottom {
		return 0, 0, true
	}
	return top + 1, bottom + 1, true
}

func randomFile(r *rand.Rand) []byte {
	pieces := []string{
		"a", "if x {", "}", "# c", "// d", "-- e", "", "", "\r", "\xff\xfe", "日本", "\u00a0", "\u2003x", "\v", "x\r",
		strings.Repeat("y", 700), strings.Repeat(" ", 9000),
	}
	var b bytes.Buffer
	for range r.IntN(30) {
		b.WriteString(strings.Repeat(" ", r.IntN(4)*r.IntN(4)))
		b.WriteString(strings.Repeat("\t", r.IntN(3)))
		b.WriteString(pieces[r.IntN(len(pieces))])
		b.WriteString([]string{"\n", "\n", "\r\n"}[r.IntN(3)])
	}
	if r.IntN(2) == 0 {
		b.WriteString("  tail")
	}
	return b.Bytes()
}

func offsetsOf(lines [][]byte, first, last int64) (int64, int64) {
	var start, end int64
	for i, l := range lines {
		if int64(i) < first-1 {
			start += int64(len(l))
		}
		if int64(i) < last {
			end += int64(len(l))
		}
	}
	return start, end
}

func TestBlockAgainstReference(t *testing.T) {
	for seed := range uint64(6000) {
		r := rand.New(rand.NewPCG(seed, 1))
		data := randomFile(r)
		checkBlock(t, data, BlockOptions{
			Anchor: 1 + r.Int64N(32), Limit: 1 + r.Int64N(20), MaxLines: 1 + r.Int64N(40), MaxLevels: r.Int64N(5),
			IncludeSiblings: r.IntN(2) == 0, IncludeHeader: r.IntN(2) == 0, Explain: r.IntN(2) == 0,
		})
	}
}

func checkBlock(t *testing.T, data []byte, opt BlockOptions) {
	t.Helper()
	lines := linesOf(data)
	first, last, ok := blockRef(lines, opt)
	w, err := BlockOf(context.Background(), view(data), nil, opt)
	if !ok {
		if !errors.Is(err, ErrPastEnd) {
			t.Fatalf("%q %+v: %v, want ErrPastEnd", data, opt, err)
		}
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	if w.First != first || w.Last != last {
		t.Fatalf("%q %+v: lines %d-%d, want %d-%d", data, opt, w.First, w.Last, first, last)
	}
	if first == 0 {
		if w.Start != w.End {
			t.Fatalf("an empty block holds bytes %d-%d", w.Start, w.End)
		}
		return
	}
	if start, end := offsetsOf(lines, first, last); w.Start != start || w.End != end {
		t.Fatalf("%q %+v: bytes %d-%d, want %d-%d", data, opt, w.Start, w.End, start, end)
	}
	if opt.Explain && int64(len(w.Reasons)) != w.Lines() {
		t.Fatalf("%d reasons for %d lines", len(w.Reasons), w.Lines())
	}
	if opt.Explain && opt.Anchor >= first && opt.Anchor <= last && w.Reasons[opt.Anchor-first].Kind != ReasonAnchor {
		t.Fatalf("the anchor's reason is %v", w.Reasons[opt.Anchor-first])
	}
	for i, why := range w.Reasons {
		if f := factsRef(lines[first-1+int64(i)]); (why.Kind == ReasonBlank) != f.Blank && why.Kind != ReasonAnchor {
			t.Fatalf("line %d: reason %v, facts %+v", first+int64(i), why, f)
		}
	}
}

func TestSliceAgainstReference(t *testing.T) {
	for seed := range uint64(3000) {
		r := rand.New(rand.NewPCG(seed, 2))
		data := randomFile(r)
		lines := linesOf(data)
		first, count := 1+r.Int64N(32), 1+r.Int64N(32)
		if seed%50 == 0 {
			count = 1<<63 - 1
		}
		w, err := SliceOf(context.Background(), view(data), nil, first, count)
		if err != nil {
			t.Fatal(err)
		}
		n := int64(len(lines))
		if first > n {
			if w.First != 0 || w.Start != w.End || w.TotalLines != n {
				t.Fatalf("past the end: %+v of %d lines", w, n)
			}
			continue
		}
		last := n
		if count < n-first+1 {
			last = first + count - 1
		}
		start, end := offsetsOf(lines, first, last)
		if w.First != first || w.Last != last || w.Start != start || w.End != end || (w.Bottom == StopFile) != (last == n) {
			t.Fatalf("%d lines, %d+%d: %+v, want %d-%d at %d-%d", n, first, count, w, first, last, start, end)
		}
	}
}

// chars lists where the characters of p begin: valid sequences and maximal invalid subparts.
func chars(p []byte) map[int64]bool {
	out := map[int64]bool{int64(len(p)): true}
	for i := 0; i < len(p); {
		out[int64(i)] = true
		if _, n := utf8.DecodeRune(p[i:]); n > 1 || p[i] < utf8.RuneSelf {
			i += n
			continue
		}
		// The longest prefix of some character: lengthen until no completion is valid any more.
		n := 1
		for n < 4 && i+n < len(p) && completes(p[i:i+n+1]) {
			n++
		}
		i += n
	}
	return out
}

// completes says whether some bytes after p make it one valid character.
func completes(p []byte) bool {
	for size := len(p) + 1; size <= 4; size++ {
		for _, fill := range [][]byte{{0x80, 0x80, 0x80}, {0xBF, 0xBF, 0xBF}} {
			q := append(slices.Clone(p), fill[:size-len(p)]...)
			if r, n := utf8.DecodeRune(q); n == size && r != utf8.RuneError {
				return true
			}
		}
	}
	return false
}

func byteFile(r *rand.Rand) []byte {
	pieces := []string{"a", "日", "é", "🌲", "\xff", "\xe6\x97", "\xf0\x9f", "\xe6\x97a", "\xed\xa0\x80", "\n", "\n", "\r\n", "xyz"}
	var b bytes.Buffer
	for range r.IntN(120) {
		b.WriteString(pieces[r.IntN(len(pieces))])
		if r.IntN(25) == 0 {
			b.WriteString(strings.Repeat("w🌲\xff", r.IntN(20)))
		}
	}
	return b.Bytes()
}

// TestByteWindowsPageThroughTheFile holds the contract's promise: paging by the end visits every byte exactly once, in
// order, and never splits a character.
func TestByteWindowsPageThroughTheFile(t *testing.T) {
	for seed := range uint64(3000) {
		r := rand.New(rand.NewPCG(seed, 3))
		data := byteFile(r)
		hard := int64(8 + r.IntN(40))
		length := 1 + r.Int64N(hard)
		bounds := chars(data)
		at := int64(0)
		for steps := 0; at < int64(len(data)); steps++ {
			w, err := byteRange(context.Background(), view(data), nil, at, length, hard)
			if err != nil {
				t.Fatal(err)
			}
			if w.Start != at || w.End <= at || !bounds[w.End] || steps > len(data) {
				t.Fatalf("%q hard %d length %d at %d: %+v", data, hard, length, at, w)
			}
			at = w.End
		}
	}
}

// TestByteWindowAgainstReference places windows anywhere.
func TestByteWindowAgainstReference(t *testing.T) {
	for seed := range uint64(6000) {
		r := rand.New(rand.NewPCG(seed, 4))
		data := byteFile(r)
		checkByteWindow(t, data, r.Int64N(int64(len(data))+3), 1+r.Int64N(40), int64(40+r.IntN(20)))
	}
}

func checkByteWindow(t *testing.T, data []byte, start, length, hard int64) {
	t.Helper()
	length = min(length, hard)
	w, err := byteRange(context.Background(), view(data), nil, start, length, hard)
	if err != nil {
		t.Fatal(err)
	}
	size := int64(len(data))
	start = min(start, size)
	if start == size {
		if w.Start != size || w.End != size {
			t.Fatalf("at the end: %+v", w)
		}
		return
	}
	ls := int64(bytes.LastIndexByte(data[:start], '\n') + 1)
	le := size
	if i := bytes.IndexByte(data[start:], '\n'); i >= 0 {
		le = start + int64(i) + 1
	}
	if le-ls <= hard {
		end := le
		for end < size && end < start+length {
			next := size
			if i := bytes.IndexByte(data[end:], '\n'); i >= 0 {
				next = end + int64(i) + 1
			}
			if next-ls > hard {
				break
			}
			end = next
		}
		if w.Start != ls || w.End != end || w.Partial {
			t.Fatalf("%q start %d length %d hard %d: %+v, want %d-%d", data, start, length, hard, w, ls, end)
		}
		return
	}
	bounds := chars(data)
	s := start
	for !bounds[s] {
		s--
	}
	e := min(start+length, le)
	for !bounds[e] {
		e--
	}
	if e <= s {
		for e = s + 1; !bounds[e]; {
			e++
		}
	}
	if !w.Partial || w.LineStart != ls || w.LineEnd != le || w.Start != s || w.End != e {
		t.Fatalf("%q start %d length %d hard %d: %+v, want %d-%d in %d-%d", data, start, length, hard, w, s, e, ls, le)
	}
}

func FuzzBlock(f *testing.F) {
	f.Add([]byte("a\n  b\n\n  # c\nd\n"), uint8(2), uint8(1), uint8(9), uint8(3))
	f.Fuzz(func(t *testing.T, data []byte, anchor, levels, limit, flags uint8) {
		checkBlock(t, data, BlockOptions{
			Anchor: 1 + int64(anchor), Limit: 1 + int64(limit), MaxLines: 200, MaxLevels: int64(levels % 8),
			IncludeSiblings: flags&1 != 0, IncludeHeader: flags&2 != 0, Explain: flags&4 != 0,
		})
	})
}

func FuzzByteWindow(f *testing.F) {
	f.Add([]byte("日本\nabc\xff\xe6\x97z\n"), uint16(3), uint8(5), uint8(9))
	f.Fuzz(func(t *testing.T, data []byte, start uint16, length, hard uint8) {
		h := int64(hard) + 8
		checkByteWindow(t, data, int64(start), 1+int64(length), h)
	})
}

// counted is a source made up as it is read, that counts what is read of it.
type counted struct {
	size int64
	at   func(off int64) byte
	read int64
}

func (c *counted) Size() int64 { return c.size }
func (c *counted) ReadAt(p []byte, off int64) (int, error) {
	n := int(min(int64(len(p)), c.size-off))
	for i := range p[:n] {
		p[i] = c.at(off + int64(i))
	}
	c.read += int64(n)
	if n < len(p) {
		return n, io.EOF
	}
	return n, nil
}

// regular is an index of a file whose lines are all 16 bytes long.
type regular struct{ size int64 }

func (x regular) SeekLine(line int64) (int64, int64)  { return (line - 1) * 16, line - 1 }
func (x regular) SeekOffset(off int64) (int64, int64) { return off / 16 * 16, off / 16 }
func (x regular) Lines() (int64, bool)                { return x.size / 16, true }

func log16(off int64) byte {
	if off%16 == 15 {
		return '\n'
	}
	return "  abcdefghijklmn"[off%16]
}

// TestReadsAreProportional reads windows in the middle of 10 GiB.
func TestReadsAreProportional(t *testing.T) {
	const size = 10 << 30
	c := &counted{size: size, at: log16}
	if w, err := BlockOf(context.Background(), c, regular{size}, BlockOptions{
		Anchor: size / 32, Limit: 100, MaxLines: 100, MaxLevels: 1, IncludeHeader: true, IncludeSiblings: true,
	}); err != nil || w.Lines() != 100 {
		t.Fatalf("%+v %v", w, err)
	}
	if c.read > 128<<10 {
		t.Errorf("a block of 1.6 KB read %d bytes", c.read)
	}
	c.read = 0
	if w, err := ByteRangeOf(context.Background(), c, nil, size/2, 4096); err != nil || w.End-w.Start < 4096 {
		t.Fatalf("%+v %v", w, err)
	}
	if c.read > 32<<10 {
		t.Errorf("a byte window of 4 KiB read %d bytes", c.read)
	}
}

// TestBlankRunStaysLinear grows a block through a million blank lines.
func TestBlankRunStaysLinear(t *testing.T) {
	const blanks = 1 << 20
	c := &counted{size: blanks + 8, at: func(off int64) byte {
		switch {
		case off < 4:
			return "  a\n"[off]
		case off < 4+blanks:
			return '\n'
		}
		return "  b\n"[off-4-blanks]
	}}
	w, err := BlockOf(context.Background(), c, nil, BlockOptions{
		Anchor: blanks + 2, Limit: 1 << 30, MaxLines: 1 << 30, MaxLevels: 0, IncludeHeader: true,
	})
	if err != nil || w.First != 1 || w.Last != blanks+2 {
		t.Fatalf("%+v %v", w, err)
	}
	if c.read > 8*c.size {
		t.Errorf("read %d bytes of %d", c.read, c.size)
	}
}

// TestLongLineOfBlanks streams a line of 64 MiB of spaces.
func TestLongLineOfBlanks(t *testing.T) {
	c := &counted{size: 64<<20 + 4, at: func(off int64) byte {
		if off < 2 {
			return "a\n"[off]
		}
		if off == 64<<20+3 {
			return '\n'
		}
		return ' '
	}}
	w, err := BlockOf(context.Background(), c, nil, BlockOptions{Anchor: 1, Limit: 9, MaxLines: 9, IncludeHeader: true, IncludeSiblings: true})
	if err != nil || w.First != 1 || w.Last != 1 || w.TrimmedBottom != 1 {
		t.Fatalf("%+v %v", w, err)
	}
}

type broken struct{ source.Bytes }

func (b broken) ReadAt(p []byte, off int64) (int, error) {
	if off > 10 {
		return 0, iotest.ErrTimeout
	}
	return b.Bytes.ReadAt(p[:min(len(p), 3)], off) // short, without an error
}

func TestShortReadsAndErrors(t *testing.T) {
	data := []byte("ab\n cd\nef\n")
	b := broken{view(data)}
	if w, err := SliceOf(context.Background(), b, nil, 2, 5); err != nil || w.Last != 3 {
		t.Errorf("%+v %v", w, err)
	}
	if w, err := BlockOf(context.Background(), b, nil, BlockOptions{Anchor: 2, Limit: 9, MaxLines: 9, IncludeHeader: true}); err != nil || w.Lines() != 3 {
		t.Errorf("%+v %v", w, err)
	}
	long := broken{view(bytes.Repeat([]byte("x\n"), 50))}
	if _, err := SliceOf(context.Background(), long, nil, 40, 5); !errors.Is(err, iotest.ErrTimeout) {
		t.Errorf("slice: %v", err)
	}
	if _, err := BlockOf(context.Background(), long, nil, BlockOptions{Anchor: 1, Limit: 90, MaxLines: 90, IncludeSiblings: true}); !errors.Is(err, iotest.ErrTimeout) {
		t.Errorf("block: %v", err)
	}
	if _, err := ByteRangeOf(context.Background(), long, nil, 50, 5); !errors.Is(err, iotest.ErrTimeout) {
		t.Errorf("bytes: %v", err)
	}
}

func TestNextSiblingAnchor(t *testing.T) {
	data := []byte("a:\n  one\n    x\n\n  two\n    y\n  three\nb:\n  four\n")
	v := view(data)
	at := func(line int64) Window {
		w, err := BlockOf(context.Background(), v, nil, BlockOptions{Anchor: line, Limit: 99, MaxLines: 99, MaxLevels: 0, IncludeHeader: true})
		if err != nil {
			t.Fatal(err)
		}
		w.First, w.Last = line, line // as if the block were the anchor alone
		w.Start, w.End = offsetsOf(linesOf(data), line, line)
		return w
	}
	for _, c := range []struct {
		from int64
		dir  int
		want int64
	}{{2, 1, 5}, {5, 1, 7}, {7, 1, 9}, {9, 1, 0}, {9, -1, 7}, {5, -1, 2}, {2, -1, 0}, {4, 1, 6}, {1, 1, 8}, {8, -1, 1}} {
		got, ok, err := NextSiblingAnchor(context.Background(), v, nil, at(c.from), c.dir)
		if err != nil || ok != (c.want > 0) || got != c.want {
			t.Errorf("from %d by %d: %d %v %v, want %d", c.from, c.dir, got, ok, err, c.want)
		}
	}
}

func BenchmarkBlockDeep(b *testing.B) {
	data := bytes.Repeat([]byte("func f() {\n\tif x {\n\t\ty()\n\t}\n}\n\n"), 100000)
	v := view(data)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := BlockOf(context.Background(), v, nil, BlockOptions{Anchor: 300000, Limit: 2000, MaxLines: 2000, IncludeHeader: true}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkByteRange(b *testing.B) {
	c := &counted{size: 10 << 30, at: log16}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := ByteRangeOf(context.Background(), c, nil, 5<<30, 4096); err != nil {
			b.Fatal(err)
		}
	}
}
