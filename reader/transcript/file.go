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

// file is one file of a session, with the state of reading it.
type file struct {
	name  string
	agent int           // the agent whose records it has, as in record.Call
	src   source.Source // nil for bytes given by the caller
	at    source.Snapshot
	text  *jsonskim.Source

	builder *record.Builder // receives what the decoder finds
	decoder formats.Decoder
	off     int64 // of the first line that has not been read
	line    int64 // number of lines read
	open    bool  // the last record had no line end when it was read
	// isUnfinished: the file ends within a record.
	isUnfinished bool
}

// refresh looks whether the file has grown, and reports it.
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

// readLines reads the lines that have not been read, each of which is a record.
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

		if !f.open { // otherwise it is the rest of a line whose record was complete before its end
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

// readLine reads the line that ends before end. complete is false while the line is being written, and if it cannot be
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

// readWhole reads a file that consists of one value. If the file ends too early or is broken, what comes before that is
// kept.
func (f *file) readWhole(_ context.Context, run *record.Run) error {
	off := f.markLen()
	v, err := f.text.Value(off, f.text.Size())
	if f.text.Err() != nil {
		return f.text.Err()
	}
	if err != nil {
		v = f.text.First(off, f.text.Size())
	}

	syntax, ok := errors.AsType[*jsonskim.SyntaxError](err)
	err = f.decode(run, v)
	if ok {
		run.AddBad(f.name, f.lineOf(syntax.Off))
	}

	return err
}

// lineOf returns the 1-based number of the line that contains an offset.
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

// markLen returns the length in bytes of the byte order mark at the start of the file; 0 without one.
func (f *file) markLen() int64 {
	const mark = "\ufeff"
	if string(f.text.Bytes(0, min(f.text.Size(), int64(len(mark))))) == mark {
		return int64(len(mark))
	}
	return 0
}

// Progress says how far a transcript that is being opened has been read. Its methods may be called from any goroutine.
type Progress struct {
	done, size atomic.Int64
	results    atomic.Bool
}

// Bytes returns how many bytes of the transcript have been read, and its size; both are 0 until they are known. results
// is true while it is read a second time, for the texts of its results.
func (p *Progress) Bytes() (done, size int64, results bool) {
	return p.done.Load(), p.size.Load(), p.results.Load()
}

// ReadingResults says that from now on the results are read.
func (p *Progress) ReadingResults() {
	p.done.Store(0)
	p.results.Store(true)
}

// progressReader records how far it has been read. While the transcript is being opened, reads fail once the opening is
// cancelled.
type progressReader struct {
	io.ReaderAt
	p         *Progress
	cancelled func() error // returns the error of the context
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
