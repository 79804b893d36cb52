package window

import (
	"bytes"
	"context"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"eyeline/reader/longtest"
)

// byteRangeRef is CONTRACTS.md §4 Byte window in memory.
func byteRangeRef(data []byte, start, length, hard int64) Window {
	size := int64(len(data))
	start = min(max(start, 0), size)
	length = min(max(length, 1), hard)
	w := Window{Kind: ByteRange, TotalLines: -1, Start: start, End: start, Top: StopAsked, Bottom: StopFile}
	if start == size {
		return w
	}
	lineEnd := func(off int64) int64 {
		if i := bytes.IndexByte(data[off:], '\n'); i >= 0 {
			return off + int64(i) + 1
		}
		return size
	}
	ls := int64(bytes.LastIndexByte(data[:start], '\n') + 1)
	le := lineEnd(start)
	if le-ls <= hard {
		w.Start, w.End = ls, le
		w.Bottom = StopBytes
		for w.End < start+length && w.End < size {
			if lineEnd(w.End)-ls > hard {
				w.Bottom = StopHard
				break
			}
			w.End = lineEnd(w.End)
		}
	} else {
		bounds := chars(data[ls:le]) // no character extends over a '\n'
		down := func(off int64) int64 {
			for !bounds[off-ls] {
				off--
			}
			return off
		}
		w.Partial, w.LineStart, w.LineEnd = true, ls, le
		w.Start = down(start)
		w.End = down(min(w.Start+length, le))
		if w.End <= w.Start {
			w.End = w.Start + 1
			for !bounds[w.End-ls] {
				w.End++
			}
		}
		w.Bottom = StopBytes
		if w.End == le {
			w.Bottom = StopAsked
		}
	}
	if w.End == size {
		w.Bottom = StopFile
	}
	if w.Start == 0 {
		w.Top = StopFile
	}
	return w
}

func checkByteRange(t *testing.T, data []byte, start, length, hard int64) Window {
	t.Helper()
	want := byteRangeRef(data, start, length, hard)
	for name, index := range indexes(data) {
		w, err := ByteRangeOf(context.Background(), view(data), index, start, length, hard)
		if err != nil {
			t.Fatal(err)
		}
		if !same(w, want) {
			t.Fatalf("%q, index %s, %d bytes from %d, hard %d:\n got %+v\nwant %+v", clip(data), name, length, start,
				hard, w, want)
		}
	}
	return want
}

// byteFile has characters of all lengths, whole and broken, and lines short and long.
func byteFile(r *rand.Rand) []byte {
	pieces := []string{
		"a", "é", "日", "🌲", "\xff", "\xe6\x97", "\xf0\x9f", "\xf0\x9f\x8c", "\xe6\x97a", "\xed\xa0\x80",
		"\xf4\x90\x80\x80",
		"\xe0\x80\x80", "\xc0\xaf", "\x80\x80\x80\x80\x80", "\n", "\n", "\r\n", "xyz",
	}
	var b bytes.Buffer
	for range r.IntN(120) {
		b.WriteString(pieces[r.IntN(len(pieces))])
		if r.IntN(25) == 0 {
			b.WriteString(strings.Repeat("w🌲\xff", r.IntN(20)))
		}
	}
	return b.Bytes()
}

// TestAWindowInsideALineIsNeverLargerThanItsCap begins in the middle of a character.
func TestAWindowInsideALineIsNeverLargerThanItsCap(t *testing.T) {
	data := []byte("\U0001F600" + strings.Repeat("x", 3*MaxByteWindow))
	for start := range int64(5) {
		if w := checkByteRange(t, data, start, MaxByteWindow, MaxByteWindow); w.End-w.Start > MaxByteWindow {
			t.Errorf("from %d: %d bytes", start, w.End-w.Start)
		}
	}
}

// TestByteRangeAgainstReference places windows anywhere, with a hard cap so small that lines exceed it.
func TestByteRangeAgainstReference(t *testing.T) {
	for seed := range uint64(8000 / slower) {
		r := rand.New(rand.NewPCG(seed, 4))
		data := byteFile(r)
		checkByteRange(t, data, r.Int64N(int64(len(data))+3)-1, r.Int64N(60), 4+r.Int64N(60))
	}
}

// TestByteRangeOfRealSize does the same at the contract's sizes: lines around the hard cap, and reads of several steps.
func TestByteRangeOfRealSize(t *testing.T) {
	longtest.SkipUnlessLong(t)
	for seed := range uint64(36 / slower) {
		r := rand.New(rand.NewPCG(seed, 8))
		var b bytes.Buffer
		for range 1 + r.IntN(12) {
			n := []int{0, 10, 5000, 70000, MaxByteWindow - 1 + r.IntN(3), 2*MaxByteWindow + r.IntN(9)}[r.IntN(6)]
			b.Write(bytes.Repeat([]byte("é"), n/2))
			b.WriteString("ab"[:n%2])
			if r.IntN(9) > 0 {
				b.WriteByte('\n')
			}
		}
		data := b.Bytes()
		for range 12 {
			start := r.Int64N(int64(len(data)) + 1)
			length := []int64{1, 4096, 65536, MaxByteWindow, MaxByteWindow + 1, math.MaxInt64}[r.IntN(6)]
			want := byteRangeRef(data, start, length, MaxByteWindow)
			w, err := ByteRangeOf(context.Background(), view(data), nil, start, length, MaxByteWindow)
			if err != nil || !same(w, want) {
				t.Fatalf("seed %d, %d bytes from %d: %v\n got %+v\nwant %+v", seed, length, start, err, w, want)
			}
		}
	}
}

func TestByteRangeEdges(t *testing.T) {
	for _, text := range []string{
		"", "\n", "x", "é", "\xf0\x9f", "a\nb", "日本語日本語\n",
		"\xff\xff\xff\xff\xff\xff\xff\xff",
	} {
		for _, start := range []int64{math.MinInt64, -1, 0, 1, 2, 3, 5, math.MaxInt64} {
			for _, length := range []int64{math.MinInt64, -1, 0, 1, 2, 4, math.MaxInt64} {
				for _, hard := range []int64{1, 4, 5, MaxByteWindow} {
					checkByteRange(t, []byte(text), start, length, hard)
				}
			}
		}
	}
}

// pages reads a file page by page.
func pages(t *testing.T, data []byte, length, hard int64) {
	t.Helper()
	bounds := chars(data)
	index := blocks{data, 16}
	for at, steps := int64(0), 0; at < int64(len(data)); steps++ {
		w, err := ByteRangeOf(context.Background(), view(data), index, at, length, hard)
		if err != nil {
			t.Fatal(err)
		}
		if w.Start != at || w.End <= at || w.End > int64(len(data)) || !bounds[w.End] || steps > len(data) {
			t.Fatalf("%q hard %d length %d at %d: %+v", clip(data), hard, length, at, w)
		}
		if w.End-w.Start > hard && w.End-w.Start > 4 {
			t.Fatalf("%d bytes, hard %d", w.End-w.Start, hard)
		}
		at = w.End
	}
}

// TestByteWindowsPageThroughTheFile checks the contract's promise: paging by the end visits every byte exactly once, in
// order, and never splits a character.
func TestByteWindowsPageThroughTheFile(t *testing.T) {
	for seed := range uint64(3000 / slower) {
		r := rand.New(rand.NewPCG(seed, 3))
		hard := 1 + r.Int64N(48)
		pages(t, byteFile(r), 1+r.Int64N(hard), hard)
	}
}

func FuzzByteRange(f *testing.F) {
	f.Add([]byte("日本\nabc\xff\xe6\x97z\n"), int64(3), uint8(5), uint8(9))
	f.Add([]byte("\xf0\x9f\x8c\xb2\xf0\x9f\x8c\xb2\xf0\x9f"), int64(5), uint8(1), uint8(4))
	f.Fuzz(func(t *testing.T, data []byte, start int64, length, hard uint8) {
		h := int64(hard) + 1
		checkByteRange(t, data, start, int64(length), h)
		checkByteRange(t, data, start&63, int64(length), h)
		if len(data) < 400 {
			pages(t, data, int64(length), h)
		}
	})
}

// TestAByteRangeBeginsWithACharacter: within a line too long for it, a window that is to begin inside a character
// begins at its start.
func TestAByteRangeBeginsWithACharacter(t *testing.T) {
	for _, c := range []string{"\u0080", "£", "é", "\u07ff", "字", "\U0001F600", "\U0010ffff"} {
		text := []byte(strings.Repeat(c, 100))
		for inside := range len(c) {
			w, err := ByteRangeOf(context.Background(), view(text), nil, int64(40*len(c)+inside), 8, 16)
			if err != nil || w.Start != int64(40*len(c)) || !w.Partial {
				t.Errorf("%q, %d bytes into it: %+v, %v", c, inside, w, err)
			}
		}
	}
}
