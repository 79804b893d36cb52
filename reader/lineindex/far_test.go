package lineindex

import (
	"bytes"
	"context"
	"errors"
	"runtime"
	"testing"
	"testing/iotest"

	"eyeline/reader/source"
)

// numbered is size bytes of lines of 32 bytes.
func numbered(size int) []byte {
	return bytes.Repeat([]byte("0123456789abcdef0123456789abcde\n"), size/32)
}

// TestFarLinesReadLittlePastThem counts the bytes read by one goroutine: which of two is ahead is the scheduler's
// choice.
func TestFarLinesReadLittlePastThem(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	data := numbered(24 * segment)
	for _, segments := range []int64{1, 2, 3, 7, 20} {
		line := segments*segment/32 + 10
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

// TestSegmentsComeInOrder compares the counts and the stop with counting by hand.
func TestSegmentsComeInOrder(t *testing.T) {
	data := numbered(12*segment + 77)
	for _, workers := range []int{1, 2} {
		for want := range int64(13) {
			var got []int64
			err := countSegments(t.Context(), bytes.NewReader(data), 0, int64(len(data)), func() int { return workers },
				func(c counted) bool {
					got = append(got, c.blocks...)
					return int64(len(got)) < want*(segment/BlockSize)
				})
			if n := max(want, 1) * (segment / BlockSize); err != nil || int64(len(got)) != n {
				t.Fatalf("%d blocks, want %d, %v", len(got), n, err)
			}
			for i, c := range got {
				if c != BlockSize/32 {
					t.Fatalf("block %d: %d newlines", i, c)
				}
			}
		}
	}
}

// TestErrorsAfterTheLineDoNotMatter finds lines in segments before the one that cannot be read.
func TestErrorsAfterTheLineDoNotMatter(t *testing.T) {
	data := numbered(8 * segment)
	for _, line := range []int64{1, 100, 15000, 35000, 50000, 75000} {
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
