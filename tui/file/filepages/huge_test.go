package filepages

import (
	"context"
	"math"
	"testing"
	"time"

	"eyeline/reader/source"
	"eyeline/reader/source/sourcetest"
)

// repeated is a text that is repeated up to any size; zeros is one without an end of a line.
type (
	repeated string
	zeros    struct{}
)

func (r repeated) ReadAt(p []byte, off int64) (int, error) {
	sourcetest.Repeat(p, off, string(r))
	return len(p), nil
}

func (zeros) ReadAt(p []byte, _ int64) (int, error) {
	clear(p)
	return len(p), nil
}

// TestTheEndOfTheLargestFiles loads pages at the end of files as large as a file can be.
func TestTheEndOfTheLargestFiles(t *testing.T) {
	for _, size := range []int64{math.MaxInt64 - 4095, math.MaxInt64} {
		for _, b := range []source.Bytes{source.View(repeated("a line of text\n"), size), source.View(zeros{}, size)} {
			for _, req := range []Request{{}, {Wrap: true}, {Stride: 16}, {Skip: 7}, {Wrap: true, Delta: 3}} {
				req.Anchor, req.Before, req.After, req.Keep, req.MaxBytes = size-1, 50, 50, 300, 1<<20
				ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
				p, err := Load(ctx, b, req)
				cancel()
				if err != nil || len(p.Lines) == 0 || !p.AtEnd && !p.Partial {
					t.Fatalf("%d bytes, %+v: %d lines, at the end %v, %v", size, req, len(p.Lines), p.AtEnd, err)
				}
				for i, u := range p.Lines {
					next := size
					if i+1 < len(p.Lines) {
						next = p.Lines[i+1].Off
					}
					if u.Off < 0 || u.End >= 0 && u.End != next {
						t.Fatalf("%d bytes, %+v: unit %d from %d to %d, then %d", size, req, i, u.Off, u.End, next)
					}
				}
			}
		}
	}
}
