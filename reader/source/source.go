// Package source, which changes without notice, reads files by offset.
//
// A [Source] is a regular file read by pread, or a stream spooled to an unlinked temporary file and readable while it
// arrives. Files are never mapped: a file truncated under a mapping kills the process. All offsets are 0-based byte
// offsets in int64; ranges are half-open.
package source

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"
)

// Bytes is a fixed-size run of bytes, as one read call uses it. ReadAt follows io.ReaderAt; callers never request bytes
// at or past Size. io.EOF before Size means that the file was truncated meanwhile.
type Bytes interface {
	io.ReaderAt
	// Size returns the number of bytes when the view was made.
	Size() int64
}

// State is what has happened to a source since it was opened.
type State uint8

const (
	// Present: the bytes seen so far are still the file's bytes; it may have grown.
	Present State = iota
	// Truncated: the file became shorter, or was rewritten in place; a new generation has begun.
	Truncated
	// Replaced: the path is another file now; a new generation has begun with that.
	Replaced
	// Vanished: the path does not exist any more; the open file is still readable.
	Vanished
)

// Snapshot is an immutable description of a source at one moment.
type Snapshot struct {
	Size       int64     // number of bytes that are readable
	Generation uint64    // starts at 1; rises when earlier bytes are no longer valid
	Complete   bool      // no more bytes are expected: always true for a file; for a stream, it has ended
	State      State     // what happened last
	ModTime    time.Time // of a regular file; zero for a stream
	Err        error     // why a stream ended early, or why the last Refresh failed; nil otherwise
}

// Source is the bytes of a document. Several goroutines may use it.
type Source interface {
	io.ReaderAt
	io.Closer
	// Name is the path as given, or "-" for a spooled stream.
	Name() string
	// Snapshot returns the last known snapshot without any system call.
	Snapshot() Snapshot
	// Refresh checks the file for changes (growth, truncation, replacement, deletion) and returns the new snapshot. For
	// a stream it returns Snapshot().
	Refresh(ctx context.Context) (Snapshot, error)
	// Wake returns a channel of capacity 1 that receives after a snapshot changed; wake-ups coalesce.
	Wake() <-chan struct{}
}

type view struct {
	io.ReaderAt
	size int64
}

func (v view) Size() int64 { return v.size }

// InMemory implements the method that MemoryOf uses.
func (v view) InMemory() *Memory { return MemoryOf(v.ReaderAt) }

// Fixed returns the bytes of a snapshot of src. If the source can tell, reads fail with ErrStale once they have
// changed.
func Fixed(src Source, snap Snapshot) Bytes {
	if v, ok := src.(interface{ At(snap Snapshot) Bytes }); ok { // a File
		return v.At(snap)
	}
	return View(src, snap.Size)
}

// View returns r as a run of size bytes.
func View(r io.ReaderAt, size int64) Bytes { return view{r, size} }

// ErrNegativeSize is the error of reading bytes of negative size.
var ErrNegativeSize = errors.New("the size is negative")

var errNothing = fmt.Errorf("%w: %w", io.ErrUnexpectedEOF, io.ErrNoProgress)

// ReadFull fills p with the bytes of r from offset off on, even if r returns fewer at a time. It returns how many bytes
// it read. The error is io.ErrUnexpectedEOF if the bytes end before p is full, else r's, or both io.ErrUnexpectedEOF
// and io.ErrNoProgress after many empty reads without an error.
func ReadFull(r io.ReaderAt, p []byte, off int64) (int, error) {
	n := 0
	for empty := 0; n < len(p); {
		got, err := r.ReadAt(p[n:], off+int64(n))
		n += got
		switch {
		case n == len(p):
			return n, nil
		case errors.Is(err, io.EOF):
			return n, io.ErrUnexpectedEOF
		case err != nil:
			return n, err
		case got > 0:
			empty = 0
		case empty == maxEmptyReads:
			return n, errNothing
		default:
			empty++
		}
	}

	return n, nil
}
