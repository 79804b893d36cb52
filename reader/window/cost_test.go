package window

import (
	"bytes"
	"context"
	"io"
	"slices"
	"sync/atomic"
	"testing"

	"eyeline/reader/longtest"
	"eyeline/reader/source"
)

// virtual is a source made up as it is read, that counts what is read of it: pieces repeated in turn.
type virtual struct {
	pieces []piece
	read   atomic.Int64
	most   atomic.Int64 // the longest read
	calls  atomic.Int64
}

// piece is a text repeated from an offset on; its length divides what it covers.
type piece struct {
	until int64 // end of what it covers
	text  []byte
}

func (v *virtual) Size() int64 { return v.pieces[len(v.pieces)-1].until }

func (v *virtual) ReadAt(p []byte, off int64) (int, error) {
	n := 0
	from := int64(0)
	for _, c := range v.pieces {
		for n < len(p) && off < c.until {
			at := (off - from) % int64(len(c.text))
			k := copy(p[n:], c.text[at:min(int64(len(c.text)), at+c.until-off)])
			n += k
			off += int64(k)
		}
		from = c.until
	}
	v.read.Add(int64(n))
	v.calls.Add(1)
	asked := int64(len(p))
	for most := v.most.Load(); asked > most && !v.most.CompareAndSwap(most, asked); most = v.most.Load() {
	}
	if n < len(p) {
		return n, io.EOF
	}
	return n, nil
}

// uniform is a file of lines of 16 bytes.
func uniform(size int64) *virtual {
	return &virtual{pieces: []piece{{size, bytes.Repeat([]byte("  abcdefghijklm\n"), 1<<12)}}}
}

// sixteens is an index of a file whose lines are all 16 bytes long.
type sixteens struct{ size int64 }

func (x sixteens) SeekLine(line int64) (int64, int64) {
	at := min((line-1)*16, x.size)
	return at, at / 16
}
func (x sixteens) SeekOffset(off int64) (int64, int64) { return off / 16 * 16, off / 16 }
func (x sixteens) Lines() (int64, bool)                { return x.size / 16, true }

// TestWindowsOfAHugeFileReadTheWindow reads windows in the middle of 10 GiB.
func TestWindowsOfAHugeFileReadTheWindow(t *testing.T) {
	const size = 10 << 30
	ctx := context.Background()
	for _, c := range []struct {
		name  string
		bytes int64 // of the window
		most  int64 // to be read
		call  func(b source.Bytes) (Window, error)
	}{
		{"slice", 16 * 100, 64 << 10, func(b source.Bytes) (Window, error) {
			return SliceOf(ctx, b, sixteens{size},
				size/32, 100)
		}},
		{"block of 100 lines", 16 * 100, 64 << 10, func(b source.Bytes) (Window, error) {
			return BlockOf(ctx, b, sixteens{size}, BlockOptions{
				Anchor: size / 32, Limit: 100, MaxLines: 100,
				MaxLevels: 1, IncludeSiblings: true,
			})
		}},
		{"block of 100,000 lines", 16 * 1e5, 16*1e5 + 1<<20, func(b source.Bytes) (Window, error) {
			return BlockOf(ctx, b, sixteens{size}, BlockOptions{
				Anchor: size / 32, Limit: 1e5, MaxLines: 1e9,
				MaxLevels: 1, IncludeSiblings: true,
			})
		}},
		{"byte window of 4 KiB", 4096, 16 << 10, func(b source.Bytes) (Window, error) {
			return ByteRangeOf(ctx, b, nil, size/2, 4096, MaxByteWindow)
		}},
		{"byte window of 256 KiB", MaxByteWindow, 32 << 10, func(b source.Bytes) (Window, error) {
			return ByteRangeOf(ctx, b, nil, size/2, MaxByteWindow, MaxByteWindow)
		}},
		{"byte window at the end", 16, 16 << 10, func(b source.Bytes) (Window, error) {
			return ByteRangeOf(ctx, b, nil, size-1, MaxByteWindow, MaxByteWindow)
		}},
	} {
		v := uniform(size)
		var w Window
		var err error
		took := longtest.Allocated(func() { w, err = c.call(v) })
		if err != nil || w.End-w.Start != c.bytes {
			t.Errorf("%s: %+v %v", c.name, w, err)
		}
		if v.read.Load() > c.most || took > uint64(c.most)+4<<20 {
			t.Errorf("%s read %d bytes, at most %d, and allocated %d", c.name, v.read.Load(), c.most, took)
		}
	}
}

// TestBlankRunStaysLinear grows blocks through a million blank lines, upwards and downwards.
func TestBlankRunStaysLinear(t *testing.T) {
	longtest.SkipUnlessLong(t)
	const blanks = 1 << 20 / (slower*slower/100 + 1)
	v := &virtual{
		pieces: []piece{
			{4, []byte("  a\n")},
			{4 + blanks, bytes.Repeat([]byte{'\n'}, 1<<16)},
			{8 + blanks, []byte("  b\n")},
		},
	}
	for name, opt := range map[string]BlockOptions{
		"from below": {Anchor: blanks + 2, Limit: 1 << 30, MaxLines: 1 << 30},
		"from above": {Anchor: 1, Limit: 1 << 30, MaxLines: 1 << 30, IncludeHeader: true},
		"from the middle": {
			Anchor: blanks / 2, Limit: 1 << 30, MaxLines: 1 << 30, MaxLevels: 9,
			IncludeSiblings: true,
		},
		"with siblings":        {Anchor: blanks + 2, Limit: 1 << 30, MaxLines: 1 << 30, IncludeSiblings: true},
		"levels that reach it": {Anchor: blanks + 2, Limit: 1 << 30, MaxLines: 1 << 30, MaxLevels: 1},
	} {
		v.read.Store(0)
		w, err := BlockOf(context.Background(), v, nil, opt)
		if err != nil || w.First != 1 || w.Last != blanks+2 || w.Start != 0 || w.End != v.Size() {
			t.Errorf("%s: %+v %v", name, w, err)
		}
		if v.read.Load() > 6*v.Size() {
			t.Errorf("%s: %d bytes read of a file of %d", name, v.read.Load(), v.Size())
		}
	}
	v.read.Store(0)
	line, ok, err := NextSiblingAnchor(context.Background(), v, nil, Window{Anchor: 1, First: 1, Last: 1, End: 4}, 1)
	if err != nil || !ok || line != blanks+2 || v.read.Load() > 2*v.Size() {
		t.Errorf("the next sibling: %d %v %v, %d bytes read", line, ok, err, v.read.Load())
	}
}

// longLine is a file whose second line is one text repeated.
func longLine(text string, size int64) *virtual {
	size = (size + 1<<16) / 16 * 16
	return &virtual{
		pieces: []piece{
			{2, []byte("a\n")},
			{2 + size, bytes.Repeat([]byte(text), 1<<12)},
			{2 + size + 2, []byte("\nb")},
		},
	}
}

// TestALongLineIsStreamed reads blocks around a line of a GiB, of blanks and of text: memory stays flat.
func TestALongLineIsStreamed(t *testing.T) {
	longtest.SkipUnlessLong(t)
	const size = 1 << 30 / int64(slower*slower)
	for _, text := range []string{"                ", "0123456789abcdef"} {
		v := longLine(text, size)
		opt := BlockOptions{Limit: 9, MaxLines: 9, IncludeHeader: true, IncludeSiblings: true, Explain: true}
		for anchor := int64(1); anchor <= 3; anchor++ {
			opt.Anchor = anchor
			v.read.Store(0)
			var w Window
			var err error
			took := longtest.Allocated(func() { w, err = BlockOf(context.Background(), v, nil, opt) })
			if err != nil || w.First != 1 || w.Last != 3 || w.End != v.Size() {
				t.Errorf("%q, anchor %d: %+v %v", text, anchor, w, err)
			}
			if v.read.Load() > 6*v.Size() || v.most.Load() > 1<<20 || took > 16<<20 {
				t.Errorf("%q, anchor %d: %d bytes read, %d at once, %d allocated", text, anchor, v.read.Load(),
					v.most.Load(), took)
			}
			if few := v.read.Load()/(128<<10) + 100; v.calls.Swap(0) > few {
				t.Errorf("%q, anchor %d: more than %d reads of %d bytes", text, anchor, few, v.read.Load())
			}
		}
	}
}

// gap is an index of longLine: it knows that there is no newline in the long line.
type gap struct{ from, to int64 }

func (g gap) SeekLine(line int64) (int64, int64) {
	if line > 2 {
		return g.to, 1
	}
	return 0, 0
}

func (g gap) SeekOffset(off int64) (int64, int64) {
	if off > g.from {
		return g.from, 1
	}
	return 0, 0
}

func (g gap) Lines() (int64, bool) { return 3, true }

func (g gap) SkipForward(off int64) int64 {
	if off >= g.from && off < g.to {
		return g.to
	}
	return off
}

func (g gap) SkipBackward(off int64) int64 {
	if off > g.from && off <= g.to {
		return g.from
	}
	return off
}

// TestAnIndexSparesTheLongLine reads next to nothing of a line of 10 GiB when an index knows its ends.
func TestAnIndexSparesTheLongLine(t *testing.T) {
	const size = 10 << 30
	v := longLine("0123456789abcdef", size)
	index := gap{2, v.Size() - 2}
	for anchor := int64(1); anchor <= 3; anchor++ {
		v.read.Store(0)
		w, err := BlockOf(context.Background(), v, index, BlockOptions{Anchor: anchor, Limit: 9, MaxLines: 9})
		if err != nil || w.End == w.Start || v.read.Load() > 256<<10 {
			t.Errorf("anchor %d: %+v %v, %d bytes read", anchor, w, err, v.read.Load())
		}
	}
	for _, at := range []int64{2, 1 << 20, size / 2, v.Size() - 3} {
		v.read.Store(0)
		w, err := ByteRangeOf(context.Background(), v, index, at, 4096, MaxByteWindow)
		if err != nil || !w.Partial || w.LineStart != 2 || w.LineEnd != v.Size()-1 || w.Start != at ||
			v.read.Load() > 4<<20 {
			t.Errorf("byte window at %d: %+v %v, %d bytes read", at, w, err, v.read.Load())
		}
	}
}

// TestReasonsCostNoFurtherReads explains a block at the end of a run of blank lines that is far longer than its cap:
// the line from which they take their indent is outside of it, and nothing of the block depends on it.
func TestReasonsCostNoFurtherReads(t *testing.T) {
	const blanks = 16 << 20
	v := &virtual{pieces: []piece{
		{4, []byte("  a\n")},
		{4 + blanks, bytes.Repeat([]byte{'\n'}, 1<<16)},
		{4 + blanks + 10, []byte("    b\n\n  c")},
	}}
	opt := BlockOptions{Anchor: blanks + 3, Limit: 10, MaxLines: 10, IncludeSiblings: true, Explain: true}
	w, err := BlockOf(context.Background(), v, place{4 + blanks, blanks + 2}, opt)
	want := []Reason{{ReasonLevel, 4}, {ReasonAnchor, 4}, {ReasonLevel, 2}}
	if err != nil || w.First != blanks+2 || w.Last != blanks+4 || !slices.Equal(w.Reasons, want) {
		t.Errorf("%+v %v, want reasons %v", w, err, want)
	}
	if v.read.Load() > 64<<10 {
		t.Errorf("%d bytes read for a block of %d", v.read.Load(), w.End-w.Start)
	}
}

// TestABlockReadsEachPlaceOnce: a block amid blank lines and lines of one byte reads where its anchor is, a chunk up,
// one down, and two more to look for blank lines at its ends; none for each short line.
func TestABlockReadsEachPlaceOnce(t *testing.T) {
	v := &virtual{pieces: []piece{{1 << 20, []byte("f() {\n  a()\n\n  b\n}\n\n\n\n")}}}
	opt := BlockOptions{Anchor: 20002, MaxLevels: 1, IncludeHeader: true, Limit: 2000}
	at, err := SliceOf(context.Background(), v, nil, opt.Anchor, 1)
	if err != nil {
		t.Fatal(err)
	}

	v.calls.Store(0)
	w, err := BlockOf(context.Background(), v, place{at.Start, opt.Anchor}, opt)
	if err != nil || w.Lines() < 4 {
		t.Fatal(w, err)
	}
	if n := v.calls.Load(); n > 5 {
		t.Errorf("%d reads", n)
	}
}
