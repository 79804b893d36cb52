package source

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"sync"

	"eyeline/reader/wait"
)

// ErrSpoolLimit is the error of a stream longer than its limit; what came before is readable.
var ErrSpoolLimit = errors.New("the stream is longer than the spool limit; showing what came before it")

// SpoolOptions are options of Spool.
type SpoolOptions struct {
	// Limit is the largest number of bytes to keep; 0 for no limit.
	Limit int64
	// Dir is the directory of the temporary file; "" is the system's.
	Dir string
	// Ahead is how many bytes are copied past what has been read with ReadAt, up to one buffer more, until Rest
	// requests everything; 0 for no limit.
	Ahead int64
}

// Stream is a stream spooled to an unlinked temporary file, readable while it arrives.
type Stream struct {
	name string
	wake chan struct{}
	file *Temp
	in   io.Reader
	done chan struct{}

	mu     sync.Mutex
	snap   Snapshot
	closed bool
	asked  *sync.Cond // a field below has changed, or closed
	ahead  int64      // SpoolOptions.Ahead
	read   int64      // end of what has been requested with ReadAt
	rest   bool       // everything is to be copied
}

var _ Source = (*Stream)(nil)

// Demanding is a source that is only copied on demand: a stream with SpoolOptions.Ahead.
type Demanding interface {
	Demand(off int64)
	Rest(wanted bool)
}

var _ Demanding = (*Stream)(nil)

// Spool copies r to a temporary file in the background. The error is that of creating the file; later errors (a full
// disk, a failing reader, the limit) end the stream and are in its snapshot.
func Spool(name string, r io.Reader, opt SpoolOptions) (*Stream, error) {
	f, err := NewTemp(opt.Dir)
	if err != nil {
		dir := cmp.Or(opt.Dir, os.TempDir()) // the user may have mistyped TMPDIR
		return nil, fmt.Errorf("no file can be made in the temporary folder %s: %w", dir, WithoutPath(err))
	}

	s := &Stream{name: name, wake: make(chan struct{}, 1), file: f, in: r, done: make(chan struct{}), ahead: opt.Ahead}
	s.asked = sync.NewCond(&s.mu)
	s.snap.Generation = 1
	go func() {
		defer close(s.done)
		s.copy(opt.Limit)
	}()
	return s, nil
}

// maxEmptyReads is how many times in a row a reader may return neither bytes nor an error.
const maxEmptyReads = 100

func (s *Stream) copy(limit int64) {
	buf := make([]byte, 256<<10)
	var size int64
	for empty := 0; ; {
		s.await(size)
		n, err := s.in.Read(buf)
		if n == 0 && err == nil {
			empty++
			if empty < maxEmptyReads {
				continue
			}
			err = io.ErrNoProgress
		}

		empty = 0
		p := buf[:n]
		if limit > 0 && size+int64(n) > limit {
			p = p[:limit-size]
			err = ErrSpoolLimit
		}

		w, werr := writeAt(s.file.File, p, size)
		size += int64(w)
		if werr != nil {
			err = fmt.Errorf("no room in the temporary folder for the rest: %w", WithoutPath(werr)) // the usual reason
		}
		if s.arrived(size, err) {
			return
		}
	}
}

// await waits until more than size bytes are requested.
func (s *Stream) await(size int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for s.paused(size) {
		s.asked.Wait()
	}
}

// paused reports whether copying waits for a request at a size. s.mu must be locked.
func (s *Stream) paused(size int64) bool {
	return s.ahead > 0 && !s.rest && !s.closed && size >= s.read+s.ahead
}

// Paused reports whether copying waits for a request.
func (s *Stream) Paused() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return !s.snap.Complete && s.paused(s.snap.Size)
}

// Demand requests the bytes before off, a 0-based offset, like reading them.
func (s *Stream) Demand(off int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if off > s.read {
		s.read = off
		s.asked.Signal()
	}
}

// Rest sets whether the whole stream is requested, and not only what is read and Ahead bytes more.
func (s *Stream) Rest(wanted bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.rest = wanted
	s.asked.Signal()
}

// WithoutDemand returns the stream as a source whose reads do not count as requests.
func (s *Stream) WithoutDemand() Source { return unasked{s} }

type unasked struct{ *Stream }

// ReadAt implements io.ReaderAt.
func (u unasked) ReadAt(p []byte, off int64) (int, error) { return u.readAt(p, off, false) }

// WithoutPath returns an error without the operation and path that package os adds.
func WithoutPath(err error) error {
	if p, ok := errors.AsType[*fs.PathError](err); ok {
		return p.Err
	}
	return err
}

// arrived publishes the new size; it reports whether the stream has ended.
func (s *Stream) arrived(size int64, err error) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	over := err != nil || s.closed
	s.snap.Size = size
	s.snap.Complete = over

	if err != nil && !errors.Is(err, io.EOF) && !s.closed {
		s.snap.Err = err
	}

	wait.Signal(s.wake)
	return over
}

// Name returns the stream's name as given.
func (s *Stream) Name() string { return s.name }

// ReadAt reads what has arrived; after that it returns io.EOF, after Close os.ErrClosed.
func (s *Stream) ReadAt(p []byte, off int64) (int, error) { return s.readAt(p, off, true) }

func (s *Stream) readAt(p []byte, off int64, asks bool) (int, error) {
	s.mu.Lock()
	size := s.snap.Size
	closed := s.closed
	if end := min(off+int64(len(p)), size); asks && end > s.read {
		s.read = end
		s.asked.Signal()
	}

	s.mu.Unlock()
	if closed {
		return 0, os.ErrClosed
	}
	if off >= size {
		return 0, io.EOF
	}

	short := int64(len(p)) > size-off
	if short {
		p = p[:size-off]
	}

	n, err := readAt(s.file.File, p, off)
	if err == nil && short {
		err = io.EOF
	}

	return n, err
}

// Snapshot returns the state of what has arrived.
func (s *Stream) Snapshot() Snapshot {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.snap
}

// Refresh returns Snapshot.
func (s *Stream) Refresh(ctx context.Context) (Snapshot, error) { return s.Snapshot(), ctx.Err() }

// Wake implements Source.
func (s *Stream) Wake() <-chan struct{} { return s.wake }

// Wait waits until the stream has ended, or ctx is done.
func (s *Stream) Wait(ctx context.Context) error {
	select {
	case <-s.done:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Whole waits until the whole stream has arrived. If that fails, it closes the stream and returns the error of the
// snapshot or of ctx.
func (s *Stream) Whole(ctx context.Context) error {
	err := cmp.Or(s.Wait(ctx), s.Snapshot().Err)
	if err != nil {
		_ = s.Close() // the first error is returned
	}
	return err
}

// Close stops the spooling and frees the temporary file. It closes the reader if possible, so that a blocked read ends;
// otherwise the goroutine ends when its read returns, for which Wait waits.
func (s *Stream) Close() error {
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		return nil
	}

	s.closed = true
	s.asked.Signal()
	s.mu.Unlock()

	if c, ok := s.in.(io.Closer); ok {
		_ = c.Close()
	}

	return s.file.Close()
}
