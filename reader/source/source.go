// Package source gives a file's bytes by offset. The package changes without notice.
//
// A [Source] is a regular file read by pread, or a stream spooled to an unlinked temporary file and readable while
// it arrives. Files are never mapped: a file truncated under a mapping kills the process. All offsets are 0-based
// byte offsets in int64; ranges are half-open.
package source

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"
)

// Bytes is a fixed-size run of bytes: what one read call works on. ReadAt follows io.ReaderAt; bytes at or past
// Size are never asked for. A ReadAt that ends before Size with io.EOF means that the file was truncated since.
type Bytes interface {
	io.ReaderAt
	// Size is the number of bytes, in bytes, as it was when the view was taken.
	Size() int64
}

// State says what has become of a source since it was opened.
type State uint8

const (
	// Present: the bytes seen so far are still the file's bytes; it may have grown.
	Present State = iota
	// Truncated: the file became shorter, or was rewritten in place; a new generation has begun.
	Truncated
	// Replaced: the path names another file now; a new generation has begun on that file.
	Replaced
	// Vanished: the path names nothing any more; the open descriptor is still readable.
	Vanished
)

// Snapshot is an immutable description of a source at one moment.
type Snapshot struct {
	Size       int64     // bytes readable now
	Generation uint64    // starts at 1; rises when earlier bytes are no longer valid
	Complete   bool      // no more bytes are expected (always true for a file; for a stream: it ended)
	State      State     // what happened last
	ModTime    time.Time // of a regular file; zero for a stream
	Err        error     // why a stream ended early, or why the last Refresh failed; nil otherwise
}

// Source is a document's bytes. All methods may be called from several goroutines.
type Source interface {
	io.ReaderAt
	io.Closer
	// Name is the path as given, or "-" for a spooled stream.
	Name() string
	// Snapshot returns the last known snapshot without any system call.
	Snapshot() Snapshot
	// Refresh looks at the file again (growth, truncation, replacement, disappearance) and returns the new
	// snapshot. On a stream it returns Snapshot().
	Refresh(ctx context.Context) (Snapshot, error)
	// Wake returns a channel of capacity 1 that receives after a snapshot changed; wake-ups coalesce.
	Wake() <-chan struct{}
}

type view struct {
	io.ReaderAt
	size int64
}

func (v view) Size() int64 { return v.size }

// InMemory is where the bytes are in memory; nil when they are not.
func (v view) InMemory() *Memory { return MemoryOf(v.ReaderAt) }

// Fixed is the bytes of a snapshot of src. Where the source can tell, reads fail with ErrStale once they are gone.
func Fixed(src Source, snap Snapshot) Bytes {
	if v, ok := src.(interface{ At(snap Snapshot) Bytes }); ok { // a File
		return v.At(snap)
	}
	return View(src, snap.Size)
}

// View is r as a run of size bytes.
func View(r io.ReaderAt, size int64) Bytes { return view{r, size} }

// ErrNegativeSize says that bytes to be read have a size below 0.
var ErrNegativeSize = errors.New("the size is negative")

var errNothing = fmt.Errorf("%w: %w", io.ErrUnexpectedEOF, io.ErrNoProgress)

// ReadFull fills p with the bytes of r from offset off on, also where r gives fewer at a time than it was asked for. It
// returns how many bytes it read. The error is io.ErrUnexpectedEOF when the bytes end before p is full, else r's, or
// both io.ErrUnexpectedEOF and io.ErrNoProgress after many reads of nothing without an error.
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
		case empty == mostEmptyReads:
			return n, errNothing
		default:
			empty++
		}
	}

	return n, nil
}
