package filepages

import (
	"bytes"
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"slices"
	"testing"
	"testing/iotest"
	"unicode/utf8"

	"eyeline/reader/longtest"
	"eyeline/reader/source"
	"eyeline/reader/source/sourcetest"
)

// counts finds line numbers by counting, and knows no shortcut.
type counts []byte

func (c counts) LineAt(_ context.Context, _ source.Bytes, off int64) (int64, error) {
	return int64(bytes.Count(c[:off], []byte{'\n'})) + 1, nil
}
func (counts) SkipForward(off int64) int64  { return off }
func (counts) SkipBackward(off int64) int64 { return off }

func view(p []byte) source.Bytes { return source.View(bytes.NewReader(p), int64(len(p))) }

// reference splits a whole file into units, from its start: the slow and obvious way.
func reference(p []byte, wrap bool) []int64 {
	var starts []int64
	for at := 0; at < len(p); {
		starts = append(starts, int64(at))
		end := len(p)
		if i := bytes.IndexByte(p[at:], '\n'); i >= 0 {
			end = at + i + 1
		}
		if wrap {
			for m := 0; m < end; m += PieceSize {
				if m-PieceSize < at || m >= len(p) {
					continue
				}
				cut := m
				for back := 1; back < utf8.UTFMax; back++ {
					if r, w := utf8.DecodeRune(p[m-back:]); (r != utf8.RuneError || w > 1) && w > back {
						cut = m - back
					}
				}
				starts = append(starts, int64(cut))
			}
		}
		at = end
	}
	return starts
}

func randomText(r *rand.Rand, long bool) []byte {
	var b bytes.Buffer
	for range r.IntN(40) {
		n := r.IntN(30)
		if long && r.IntN(6) == 0 {
			n = r.IntN(5 * PieceSize)
		}
		for b.Len() < n || n > 0 {
			switch r.IntN(4) {
			case 0:
				b.WriteString("日本")
				n -= 6
			case 1:
				b.WriteByte(byte(0x80 + r.IntN(128)))
				n--
			default:
				k := min(r.IntN(200)+1, max(n, 1))
				b.Write(bytes.Repeat([]byte{'x'}, k))
				n -= k
			}
			if n <= 0 {
				break
			}
		}
		if r.IntN(5) == 0 {
			b.WriteByte('\r')
		}
		b.WriteByte('\n')
	}
	if r.IntN(2) == 0 {
		b.WriteString("tail")
	}
	return b.Bytes()
}

func starts(p Page) []int64 {
	out := make([]int64, len(p.Lines))
	for i, l := range p.Lines {
		out[i] = l.Off
	}
	return out
}

// TestLoadFindsTheSameUnitsFromAnywhere loads pages at random places and compares them with the units found from the
// start.
func TestLoadFindsTheSameUnitsFromAnywhere(t *testing.T) {
	seeds := uint64(300)
	if !longtest.IsRequested() {
		seeds = 60
	}
	for seed := range seeds {
		r := rand.New(rand.NewPCG(seed, 1))
		data := randomText(r, seed%2 == 0)
		wrap := seed%3 != 0
		want := reference(data, wrap)
		for range 20 {
			req := Request{
				Before: r.IntN(10), After: r.IntN(10), Keep: 1 + r.IntN(100), MaxBytes: 1 << 20,
				Wrap: wrap, Numbers: counts(data), Delta: int64(r.IntN(7) - 3),
			}
			if len(data) > 0 {
				req.Anchor = r.Int64N(int64(len(data)))
			}
			p, err := Load(context.Background(), view(data), req)
			if err != nil {
				t.Fatal(err)
			}
			if len(want) == 0 {
				if len(p.Lines) != 0 || !p.AtStart || !p.AtEnd || p.Anchor != -1 {
					t.Fatalf("seed %d: page of an empty file: %+v", seed, p)
				}
				continue
			}
			i, exact := slices.BinarySearch(want, req.Anchor)
			if !exact {
				i--
			}
			i = max(min(i+int(req.Delta), len(want)-1), 0)
			from, to := max(i-req.Before, 0), min(i+req.After+1, len(want))
			if got := starts(p); !slices.Equal(got, want[from:to]) {
				t.Fatalf("seed %d wrap %v anchor %d delta %d: units %v, want %v", seed, wrap, req.Anchor, req.Delta,
					got, want[from:to])
			}
			if p.Anchor != i-from || p.AtStart != (from == 0) || p.AtEnd != (to == len(want)) {
				t.Fatalf("seed %d: anchor %d start %v end %v, want %d %v %v", seed, p.Anchor, p.AtStart, p.AtEnd,
					i-from, from == 0, to == len(want))
			}
			for _, l := range p.Lines {
				checkLine(t, data, l, req, want)
			}
		}
	}
}

func checkLine(t *testing.T, data []byte, l Unit, req Request, units []int64) {
	t.Helper()
	i, _ := slices.BinarySearch(units, l.Off)
	end := int64(len(data))
	if i+1 < len(units) {
		end = units[i+1]
	}
	body := data[l.Off:end]
	term, crlf := bytes.HasSuffix(body, []byte("\n")), bytes.HasSuffix(body, []byte("\r\n"))
	body = bytes.TrimSuffix(body, []byte("\n"))
	if crlf {
		body = body[:len(body)-1]
	}
	number := int64(bytes.Count(data[:l.Off], []byte{'\n'})) + 1
	want := Unit{
		Off: l.Off, End: end, Number: number, Continued: req.Wrap && l.Off > 0 && data[l.Off-1] != '\n',
		More: !term && end < int64(len(data)), Whole: len(body) <= req.Keep, Terminated: term, CRLF: crlf,
	}
	got := l
	got.Head = nil
	if !bytes.Equal(l.Head, body[:min(len(body), req.Keep)]) || got.Off != want.Off || got.End != want.End ||
		got.Number != want.Number || got.Continued != want.Continued || got.More != want.More ||
		got.Whole != want.Whole || got.Terminated != want.Terminated || got.CRLF != want.CRLF {
		t.Fatalf("line %+v (%d bytes), want %+v of %d", got, len(l.Head), want, len(body))
	}
}

type offsets []int64

func (o offsets) Len() int64       { return int64(len(o)) }
func (o offsets) At(i int64) int64 { return o[i] }
func (o offsets) Search(off int64) int64 {
	i, _ := slices.BinarySearch(o, off)
	return int64(i)
}

func TestLoadKeepsToTheFilter(t *testing.T) {
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 2))
		data := randomText(r, false)
		all := reference(data, false)
		var only offsets
		for _, off := range all {
			if r.IntN(3) == 0 {
				only = append(only, off)
			}
		}
		req := Request{
			Before:   r.IntN(5),
			After:    r.IntN(5),
			Keep:     10,
			MaxBytes: 1 << 20,
			Only:     only,
			Numbers:  counts(data),
		}
		if len(data) > 0 {
			req.Anchor = r.Int64N(int64(len(data)))
		}
		p, err := Load(context.Background(), view(data), req)
		if err != nil {
			t.Fatal(err)
		}
		if len(only) == 0 {
			if len(p.Lines) != 0 {
				t.Fatalf("seed %d: lines without any let through", seed)
			}
			continue
		}
		i := p.Anchor
		from := only.Search(p.Lines[0].Off)
		if got := starts(p); !slices.Equal(got, only[from:from+int64(len(got))]) {
			t.Fatalf("seed %d: %v is no run of %v", seed, got, only)
		}
		// The anchor is the line holding the offset when it is let through, else the next one, else the last.
		j := only.Search(req.Anchor + 1)
		want := only.Len() - 1
		switch {
		case j > 0 && lineHolds(data, only[j-1], req.Anchor):
			want = j - 1
		case j < only.Len():
			want = j
		}
		if from+int64(i) != want {
			t.Fatalf("seed %d: anchor is let-through line %d, want %d", seed, from+int64(i), want)
		}
	}
}

func lineHolds(data []byte, start, off int64) bool {
	end := int64(len(data))
	if i := bytes.IndexByte(data[start:], '\n'); i >= 0 {
		end = start + int64(i) + 1
	}
	return off < end
}

// endless is one line of 10 GiB that counts what is read of it.
type endless struct{ read int64 }

func (e *endless) Size() int64 { return 10 << 30 }
func (e *endless) ReadAt(p []byte, off int64) (int, error) {
	n := int(min(int64(len(p)), e.Size()-off))
	sourcetest.Repeat(p[:n], off, "abcdefghijklmnopqrstuvwxyz")
	e.read += int64(n)
	if n < len(p) {
		return n, io.EOF
	}
	return n, nil
}

func TestWrappedGiantLineCostsWhatIsShown(t *testing.T) {
	for _, anchor := range []int64{0, 5 << 30, 10<<30 - 1} {
		e := &endless{}
		p, err := Load(context.Background(), e,
			Request{Anchor: anchor, Before: 20, After: 20, Keep: 2 * PieceSize, MaxBytes: 1 << 20, Wrap: true})
		if err != nil || len(p.Lines) < 20 {
			t.Fatalf("anchor %d: %d lines, %v", anchor, len(p.Lines), err)
		}
		if e.read > 8<<20 {
			t.Errorf("anchor %d: read %d bytes for %d pieces", anchor, e.read, len(p.Lines))
		}
	}
}

func TestChoppedGiantLineIsGivenUp(t *testing.T) {
	e := &endless{}
	p, err := Load(context.Background(), e, Request{Keep: 100, After: 10, MaxBytes: 1 << 20})
	if err != nil || !p.Partial || len(p.Lines) != 1 || p.Lines[0].End != -1 || p.AtEnd {
		t.Fatalf("page %+v, %v", p, err)
	}
	if e.read > 4*scanBudget {
		t.Errorf("read %d bytes", e.read)
	}
}

func TestShortReadsGiveTheSamePage(t *testing.T) {
	data := randomText(rand.New(rand.NewPCG(7, 7)), true)
	req := Request{Anchor: int64(len(data) / 2), Before: 5, After: 5, Keep: 50, MaxBytes: 1 << 20, Wrap: true}
	want, err := Load(context.Background(), view(data), req)
	if err != nil {
		t.Fatal(err)
	}
	short := shortReader{data}
	got, err := Load(context.Background(), source.View(short, int64(len(data))), req)
	if err != nil || !slices.Equal(starts(got), starts(want)) {
		t.Fatalf("%v, want %v (%v)", starts(got), starts(want), err)
	}
}

// shortReader gives at most 1000 bytes a call, without an error.
type shortReader struct{ p []byte }

func (s shortReader) ReadAt(p []byte, off int64) (int, error) {
	if off >= int64(len(s.p)) {
		return 0, io.EOF
	}
	return copy(p[:min(len(p), 1000)], s.p[off:]), nil
}

type failing struct{}

func (failing) ReadAt([]byte, int64) (int, error) { return 0, iotest.ErrTimeout }

func TestReadErrorIsReturned(t *testing.T) {
	_, err := Load(context.Background(), source.View(failing{}, 100), Request{Keep: 10, After: 5, MaxBytes: 100})
	if !errors.Is(err, iotest.ErrTimeout) {
		t.Fatal(err)
	}
}

func TestTruncatedFileEndsThePage(t *testing.T) {
	data := []byte("one\ntwo\nthree\n")
	p, err := Load(context.Background(), source.View(bytes.NewReader(data), 1000),
		Request{Keep: 10, After: 50, MaxBytes: 1 << 20})
	if err != nil {
		t.Fatal(err)
	}
	if len(p.Lines) < 3 || string(p.Lines[2].Head) != "three" {
		t.Fatalf("%+v", p)
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Load(ctx, &endless{}, Request{Keep: 10, After: 5, MaxBytes: 100}); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
}
