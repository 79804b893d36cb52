package differ

import (
	"bufio"
	"bytes"
	"errors"
	"io"

	"eyeline/tui/capture"
)

// walk goes through the lines of a content.
type walk struct {
	in     *bufio.Reader
	runs   []Run // those that are not over yet
	n      int64 // the 0-based number of the line that comes next
	number int64 // of the line of the file that it shows; 0 for none
	done   bool
}

func newWalk(out *capture.Capture, runs []Run) *walk {
	w := &walk{in: bufio.NewReaderSize(io.NewSectionReader(out, 0, out.Size()), 32<<10), runs: runs, n: -1}
	w.next()
	return w
}

// next goes on to the line after one that has been read.
func (w *walk) next() {
	w.n++
	w.number = 0
	for len(w.runs) > 0 && w.n >= w.runs[0].Content+w.runs[0].Lines {
		w.runs = w.runs[1:]
	}
	if len(w.runs) > 0 && w.n >= w.runs[0].Content {
		w.number = w.runs[0].First + w.n - w.runs[0].Content
	}
	if _, err := w.in.Peek(1); err != nil {
		w.done = true
	}
}

// before reports whether the line is alone: the other content has only lines that come later, or none.
func (w *walk) before(o *walk) bool { return !w.done && (o.done || w.number < o.number) }

// piece reads a piece of the line; end says that the line ends with it.
func (w *walk) piece() (text []byte, end bool, err error) {
	text, err = w.in.ReadSlice('\n')
	switch {
	case errors.Is(err, bufio.ErrBufferFull):
		return text, false, nil
	case errors.Is(err, io.EOF):
		return text, true, nil
	}
	return text, true, err
}

// skip goes past the line.
func (w *walk) skip() error {
	for {
		_, end, err := w.piece()
		if err != nil {
			return err
		}
		if end {
			w.next()
			return nil
		}
	}
}

// nextEqual goes past a line of both and reports whether they are the same.
func nextEqual(a, b *walk) (bool, error) {
	for {
		p, endA, err := a.piece()
		if err != nil {
			return false, err
		}
		q, endB, err := b.piece()
		if err != nil {
			return false, err
		}
		if !bytes.Equal(bytes.TrimSuffix(p, newline), bytes.TrimSuffix(q, newline)) || endA != endB {
			if !endA {
				err = a.skip()
			} else {
				a.next()
			}
			if !endB {
				err = errors.Join(err, b.skip())
			} else {
				b.next()
			}
			return false, err
		}
		if endA {
			a.next()
			b.next()
			return true, nil
		}
	}
}

var newline = []byte{'\n'}
