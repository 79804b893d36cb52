package document

import (
	"context"
	"errors"
	"io"
	"sync/atomic"

	"eyeline/reader/lineindex"
	"eyeline/reader/source"
	"eyeline/reader/wait"
)

// Content is bytes with the index of their lines: a file's, a stream's, or what they decode to.
type Content struct {
	number uint64
	src    source.Source
	index  *lineindex.Index
	done   context.Context // done when the side is closed
	end    context.CancelFunc

	counting bool // the index has been started

	// part is the text of packed bytes, which is unpacked as far as it is needed, and packed reads the bytes for it;
	// nil for all else.
	part   *source.Stream
	packed *arrivingReader

	snap  source.Snapshot     // of src, as of the last refresh
	lines *lineindex.Snapshot // of index, likewise
}

// contentCount numbers the contents of documents. They are opened by several goroutines, hence atomic.
var contentCount atomic.Uint64

func newContent(ctx context.Context, src source.Source) *Content {
	s := &Content{number: contentCount.Add(1), src: src, index: lineindex.New(src), snap: src.Snapshot()}
	s.done, s.end = context.WithCancel(ctx)
	s.lines = s.index.Snapshot()
	return s
}

func (s *Content) refresh() {
	s.snap = s.src.Snapshot()
	s.lines = s.index.Snapshot()
}

// Number is a number that no other side of this process has, from 1. It may be called from any goroutine.
func (s *Content) Number() uint64 { return s.number }

// Source is where the bytes come from. It may be called from any goroutine.
func (s *Content) Source() source.Source { return s.src }

// Snapshot describes the bytes as of the last refresh.
func (s *Content) Snapshot() source.Snapshot { return s.snap }

// Size is the number of bytes as of the last refresh.
func (s *Content) Size() int64 { return s.snap.Size }

// Complete reports whether all bytes have arrived, as of the last refresh; it is true of a file.
func (s *Content) Complete() bool { return s.snap.Complete }

// Err is why the bytes end early, or why the file could not be looked at, as of the last refresh; nil otherwise.
func (s *Content) Err() error { return s.snap.Err }

// CutError says that bytes end before those that they come from: a stream broke, or there was no room for the rest.
type CutError struct{ Err error }

func (e *CutError) Error() string { return "this is not all of it: " + e.Err.Error() }

// Unwrap is why the bytes end early.
func (e *CutError) Unwrap() error { return e.Err }

// cut is why the bytes of a source end early; nil when they do not. A file has an error when it could not be looked at.
func cut(src source.Source, snap source.Snapshot) error {
	if _, ok := src.(*source.File); ok || snap.Err == nil || !snap.Complete {
		return nil
	}
	if already, ok := errors.AsType[*CutError](snap.Err); ok { // of the bytes that these are decoded from
		return already
	}
	return &CutError{snap.Err}
}

// Cut is why the bytes end early, a [*CutError], as of the last refresh; nil when they do not.
func (s *Content) Cut() error { return cut(s.src, s.snap) }

// Bytes is the bytes as of the last refresh. What is returned may be read by any goroutine.
func (s *Content) Bytes() source.Bytes { return source.View(s.src, s.snap.Size) }

// fixed is the bytes of a side at one moment. Reads fail with [source.ErrStale] once the file is known to be another.
type fixed struct {
	source.Bytes
	src  source.Source
	snap source.Snapshot
}

// Fixed is the bytes as of the last refresh. What is returned may be used by any goroutine.
func (s *Content) Fixed() fixed { return fixed{source.Fixed(s.src, s.snap), s.src, s.snap} }

// Check looks at the file again, once the bytes have been read: the error is [source.ErrStale] when what was read may
// be of another file, or of this one rewritten.
func (f fixed) Check(ctx context.Context) error {
	if now, _ := f.src.Refresh(ctx); now.Generation != f.snap.Generation { // that of a file that is gone stays
		return source.ErrStale
	}
	return ctx.Err()
}

// CopyTo writes the bytes from first to before end, and checks that they are those of the moment. Where they end early,
// and end is there, the error is a [*CutError].
func (f fixed) CopyTo(ctx context.Context, w io.Writer, first, end int64) error {
	n, err := io.Copy(w, wait.Reader(ctx, io.NewSectionReader(f, first, end-first)))
	if err == nil && n < end-first {
		err = source.ErrStale
	}
	if err == nil && end >= f.snap.Size {
		err = cut(f.src, f.snap)
	}
	return err
}

// Lines is the index of the lines as of the last refresh: of as many as were counted by then.
func (s *Content) Lines() *lineindex.Snapshot { return s.lines }

// TotalLines is the number of lines; false while they are still being counted.
func (s *Content) TotalLines() (n int64, known bool) { return s.lines.Lines() }

// HasByte reports whether the byte at a 0-based offset has arrived.
func (s *Content) HasByte(off int64) bool { return s.snap.Size > off }

// HasLine reports whether the start of a 1-based line has been counted.
func (s *Content) HasLine(line int64) bool { return s.lines.Newlines() >= line-1 }

// Version changes when bytes shown before are no longer valid. No two sides have the same one, and none has the highest
// bit set.
func (s *Content) Version() uint64 { return s.number<<32 | s.snap.Generation }

// Count returns what begins to count the lines in the background, which takes all processors; nil when that has been
// returned before. The function may be called from any goroutine.
func (s *Content) Count() (start func()) {
	if s.counting {
		return nil
	}
	s.counting = true
	return func() { s.index.Start(s.done) }
}

// CountOn has the lines counted that have arrived since, if counting has begun. It may be called from any goroutine.
func (s *Content) CountOn() { s.index.Extend() }

// Changed returns a channel of capacity 1 that receives after the bytes have changed. It may be called from any
// goroutine.
func (s *Content) Changed() <-chan struct{} { return s.src.Wake() }

// Counted returns a channel of capacity 1 that receives after more lines are counted. It may be called from any
// goroutine.
func (s *Content) Counted() <-chan struct{} { return s.index.Wake() }

// Done is closed when the side is closed, or its document. It may be called from any goroutine.
func (s *Content) Done() <-chan struct{} { return s.done.Done() }

// Demand asks for the bytes before off, a 0-based offset, where they arrive only as far as they are asked for.
func (s *Content) Demand(off int64) {
	if src, ok := s.src.(source.Demanding); ok {
		src.Demand(off)
	}
}

// Rest says whether all of the bytes are needed, where they arrive only as far as they are asked for.
func (s *Content) Rest(wanted bool) {
	if src, ok := s.src.(source.Demanding); ok {
		src.Rest(wanted)
	}
}

// Reader reads the bytes from the start to the end, waiting for what is still to arrive, until ctx is done. Where they
// end early the error is a [*CutError]. It may be called from any goroutine.
func (s *Content) Reader(ctx context.Context) io.Reader { return &arrivingReader{ctx: ctx, src: s.src} }

// Unpacks reports whether the side is text that is unpacked as far as it is needed, also when all of it has been.
func (s *Content) Unpacks() bool { return s.part != nil }

// Partly reports whether the side is unpacked text that is not all there yet.
func (s *Content) Partly() bool { return s.Unpacks() && !s.snap.Complete }

// Paused reports whether no more is unpacked until it is asked for.
func (s *Content) Paused() bool { return s.part != nil && s.part.Paused() }

// Free ends what waits for the side, and closes its source, unless the side is nil. It may wait for reads under way,
// and may be called from any goroutine. The sides of a document are closed with it; this is for one that is no longer
// or never was one of them. Package jobs calls it for an answer that is not wanted.
func (s *Content) Free() {
	if s == nil {
		return
	}
	s.end()
	// Before the index, which waits for the read that it is in: closing the source ends a read that stalls.
	_ = s.src.Close()
	s.index.Close()
}
