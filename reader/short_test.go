package reader_test

import (
	"context"
	"errors"
	"io"
	"math"
	"testing"
	"time"

	"eyeline/reader/lineindex"
	"eyeline/reader/outline"
	"eyeline/reader/source"
	"eyeline/reader/tokens"
	"eyeline/reader/window"
)

// short is a text that is said to be longer than it is. Where it ends it gives no bytes and end.
type short struct {
	text string
	size int64
	end  error
}

func (s short) Size() int64 { return s.size }

func (s short) ReadAt(p []byte, off int64) (int, error) {
	if off < 0 {
		panic("a read at a negative offset")
	}
	if off >= int64(len(s.text)) {
		return 0, s.end
	}
	return copy(p, s.text[off:]), nil
}

// TestAShortFileIsAnError: whoever reads a file to its size says so when it ends before, and when the size is none.
func TestAShortFileIsAnError(t *testing.T) {
	ctx := context.Background()
	readers := map[string]func(source.Bytes) error{
		"FindLine": func(b source.Bytes) error {
			_, _, _, err := lineindex.FindLine(ctx, b, nil, 9)
			return err
		},
		"CountLines": func(b source.Bytes) error {
			_, err := lineindex.CountLines(ctx, b)
			return err
		},
		"SliceOf": func(b source.Bytes) error {
			_, err := window.SliceOf(ctx, b, nil, 9, 1)
			return err
		},
		"a long SliceOf": func(b source.Bytes) error {
			_, err := window.SliceOf(ctx, b, nil, 2, 9)
			return err
		},
		"IndentsOf": func(b source.Bytes) error {
			_, err := window.IndentsOf(ctx, b, nil, 9, 10)
			return err
		},
		"Count": func(b source.Bytes) error {
			_, _, err := tokens.Count(ctx, b, b.Size(), b.Size())
			return err
		},
	}
	for _, name := range []string{"a.go", "a.py", "a.json", "a.md", "a"} {
		readers["outline of "+name] = func(b source.Bytes) error {
			_, err := outline.Of(ctx, name, b)
			return err
		}
	}
	const text = "package a\n\nfunc f() {\n}\n"
	for name, read := range readers {
		for _, end := range []error{nil, io.EOF} {
			for _, size := range []int64{int64(len(text)) + 1, 1000, 9 << 20} {
				if err := read(short{text, size, end}); !errors.Is(err, io.ErrUnexpectedEOF) {
					t.Errorf("%s of %d bytes that end with %v: %v", name, size, end, err)
				}
			}
		}
		if err := read(short{text, int64(len(text)), nil}); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		for _, size := range []int64{-1, math.MinInt64} {
			if err := read(short{text, size, io.EOF}); !errors.Is(err, source.ErrNegativeSize) {
				t.Errorf("%s of %d bytes: %v", name, size, err)
			}
		}
	}
}

// endless gives zeros.
type endless struct{}

func (endless) ReadAt(p []byte, _ int64) (int, error) {
	clear(p)
	return len(p), nil
}

// TestTheLargestSize counts in a file of which no sum of sizes is an int64.
func TestTheLargestSize(t *testing.T) {
	for _, size := range []int64{math.MaxInt64 - 4095, math.MaxInt64} {
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
		defer cancel()
		if n, err := lineindex.CountLines(ctx, source.View(endless{}, size)); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%d lines in %d bytes, %v", n, size, err)
		}
	}
}
