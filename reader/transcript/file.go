package transcript

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"sync/atomic"

	"eyeline/reader/internal/jsonskim"
	"eyeline/reader/source"
	"eyeline/reader/transcript/formats"
	"eyeline/reader/transcript/record"
)

// file is one file of a session while it is read.
type file struct {
	name  string
	agent int           // whose records it has, as in record.Call
	src   source.Source // nil for bytes given by the caller
	at    source.Snapshot
	text  *jsonskim.Source

	builder *record.Builder // what the decoder puts together
	decoder formats.Decoder
	off     int64 // of the first line that is not read yet
	line    int64 // lines read
	open    bool  // the last record had no line end yet
	// isUnfinished: the file ends within a record.
	isUnfinished bool
}

// refresh takes what the file has grown by, and reports whether it has.
func (f *file) refresh(ctx context.Context) (grown bool, err error) {
	if f.src == nil {
		return false, nil
	}

	snap, err := f.src.Refresh(ctx)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return false, err
	}
	if snap.Generation != f.at.Generation {
		return false, fmt.Errorf("%s: %w", f.name, source.ErrStale)
	}
	if snap.Size <= f.at.Size {
		return false, nil
	}

	f.at = snap
	f.text.Grow(snap.Size)
	return true, nil
}

// readLines reads the lines that are not read yet, each a record.
func (f *file) readLines(ctx context.Context, run *record.Run) error {
	if f.off == 0 {
		f.off = f.markLen()
	}

	f.isUnfinished = false
	for n := 0; f.off < f.text.Size(); n++ {
		if n%64 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}

		end, terminated := f.text.Line(f.off)
		next := end
		if terminated {
			next++
		}

		if !f.open { // else it is the rest of a line whose record was complete before its end
			complete, err := f.readLine(run, end, terminated)
			if !complete {
				f.isUnfinished = err == nil
				return err
			}
			f.line++
			if end-f.off > record.TextLimit {
				run.AddLong(f.name, f.line)
			}
		}

		f.open = !terminated
		f.off = next
	}

	return nil
}

// readLine reads the line that ends before end. It is not complete while it is being written, and where it cannot be
// read.
func (f *file) readLine(run *record.Run, end int64, terminated bool) (complete bool, err error) {
	v, err := f.text.Value(f.off, end)
	switch {
	case f.text.Err() != nil:
		return false, f.text.Err()
	case err == nil && v.Kind == jsonskim.Object:
		err = f.decode(run, v)
		return err == nil, err
	case !terminated && (err == nil || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF)):
		return false, nil
	case errors.Is(err, io.EOF): // an empty line
	default: // it does not parse, or is no record
		run.AddBad(f.name, f.line+1)
	}

	return true, nil
}

func (f *file) decode(run *record.Run, v jsonskim.Value) error {
	if !f.decoder(v) {
		f.builder.Unknown(v)
	}
	return cmp.Or(f.text.Err(), run.LimitError())
}

// readWhole reads a file that is one value. Of one that ends too early or is broken, what comes before is kept.
func (f *file) readWhole(_ context.Context, run *record.Run) error {
	off := f.markLen()
	v, err := f.text.Value(off, f.text.Size())
	if f.text.Err() != nil {
		return f.text.Err()
	}
	if err != nil {
		v = f.text.First(off, f.text.Size())
	}
	syntax, is := errors.AsType[*jsonskim.SyntaxError](err)
	err = f.decode(run, v)
	if is {
		run.AddBad(f.name, f.lineOf(syntax.Off))
	}
	return err
}

// lineOf is the 1-based number of the line of an offset.
func (f *file) lineOf(off int64) int64 {
	line := int64(1)
	for at := int64(0); ; line++ {
		end, terminated := f.text.Line(at)
		if !terminated || end >= off {
			return line
		}
		at = end + 1
	}
}

// markLen is the length of the byte order mark that the file begins with.
func (f *file) markLen() int64 {
	const mark = "\ufeff"
	if string(f.text.Bytes(0, min(f.text.Size(), int64(len(mark))))) == mark {
		return int64(len(mark))
	}
	return 0
}

// Progress says how far the opening of a transcript has come. Its methods may be called from any goroutine.
type Progress struct {
	done, size atomic.Int64
	results    atomic.Bool
}

// Bytes is up to where the transcript was read, in bytes, and its size; 0 as long as that is not known. results says
// that it is read for the second time: for the texts of its results.
func (p *Progress) Bytes() (done, size int64, results bool) {
	return p.done.Load(), p.size.Load(), p.results.Load()
}

// ReadingResults says that what is read from now on are results.
func (p *Progress) ReadingResults() {
	p.done.Store(0)
	p.results.Store(true)
}

// progressReader tells how far it was read. While the transcript is being opened, it fails once that is cancelled.
type progressReader struct {
	io.ReaderAt
	p         *Progress
	cancelled func() error // the error of the context
	opened    *atomic.Bool
}

func (r progressReader) ReadAt(b []byte, off int64) (int, error) {
	if err := r.cancelled(); err != nil && !r.opened.Load() {
		return 0, err
	}
	n, err := r.ReaderAt.ReadAt(b, off)
	r.p.done.Store(off + int64(n))
	return n, err
}
