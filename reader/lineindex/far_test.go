package lineindex

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"runtime"
	"sync"
	"testing"
	"testing/iotest"

	"eyeline/reader/source"
)

// numbered is size bytes of lines of 32 bytes.
func numbered(size int) []byte {
	return bytes.Repeat([]byte("0123456789abcdef0123456789abcde\n"), size/32)
}

// TestFarLinesReadLittlePastThem counts the bytes read by one goroutine: which of two is ahead is the scheduler's choice.
func TestFarLinesReadLittlePastThem(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	data := numbered(24 * segment)
	for _, mib := range []int64{1, 2, 3, 7, 20} {
		line := mib*segment/32 + 10
		c := &counting{Bytes: source.View(bytes.NewReader(data), int64(len(data)))}
		off, _, found, err := FindLine(context.Background(), c, nil, line)
		if err != nil || !found || off != (line-1)*32 {
			t.Fatalf("line %d: %d %v %v", line, off, found, err)
		}
		// The rest of the segment that contains it, and that segment once more.
		if past := c.n.Load() - off; past > 2*segment {
			t.Errorf("line %d at %d: %d bytes past it", line, off, past)
		}
	}
}

// late delays reads of chosen segments until a later read has come, so that segments are counted out of order.
type late struct {
	source.Bytes
	mu   sync.Mutex
	cond *sync.Cond
	last int64 // greatest offset asked for
	hold map[int64]bool
}

func (l *late) ReadAt(p []byte, off int64) (int, error) {
	l.mu.Lock()
	l.last = max(l.last, off)
	l.cond.Broadcast()
	for l.hold[off/segment] && l.last <= off+segment && off+2*segment < l.Size() {
		l.cond.Wait()
	}
	l.mu.Unlock()
	return l.Bytes.ReadAt(p, off)
}

// TestSegmentsCountedOutOfOrder compares the counts and the stop with counting by hand.
func TestSegmentsCountedOutOfOrder(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2))
	data := numbered(12 * segment)
	perSegment := int64(segment / 32)
	for seed := range uint64(20) {
		r := rand.New(rand.NewPCG(seed, 13))
		// One segment is held back at a time: the other goroutine must be able to pass it.
		l := &late{Bytes: source.View(bytes.NewReader(data), int64(len(data))), hold: map[int64]bool{r.Int64N(9): true}}
		l.cond = sync.NewCond(&l.mu)
		want := 10*perSegment + r.Int64N(2*perSegment) + 1 // past every segment that is held back
		counts, err := countUntil(context.Background(), l, 0, int64(len(data)), segment, want, nil)
		if n := (want + perSegment - 1) / perSegment; err != nil || int64(len(counts)) != n {
			t.Fatalf("%d newlines: %d segments, want %d, %v", want, len(counts), n, err)
		}
		for i, c := range counts {
			if c != perSegment {
				t.Fatalf("segment %d: %d newlines", i, c)
			}
		}
	}
}

// TestErrorsAfterTheLineDoNotMatter finds lines in segments before the one that cannot be read.
func TestErrorsAfterTheLineDoNotMatter(t *testing.T) {
	data := numbered(8 * segment)
	for _, line := range []int64{1, 100, 40000, 70000, 100000, 150000} {
		off := (line - 1) * 32
		for _, more := range []int64{segment, segment + 1, 2 * segment, 3 * segment} {
			got, _, found, err := FindLine(context.Background(), failing{data: data, from: off + more}, nil, line)
			if err != nil || !found || got != off {
				t.Errorf("line %d, an error %d bytes after its start: %d %v %v", line, more, got, found, err)
			}
		}
		if _, _, found, err := FindLine(context.Background(), failing{data: data, from: off}, nil, line); !errors.Is(err, iotest.ErrTimeout) || found {
			t.Errorf("line %d cannot be read: %v %v", line, found, err)
		}
	}
}
