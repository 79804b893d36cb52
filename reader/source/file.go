package source

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"sync"
)

// ErrStale says that a read was for bytes of an earlier generation: the file was truncated, rewritten or replaced.
var ErrStale = errors.New("the file has changed since")

// KindError says that a path names something that cannot be read by offset.
type KindError struct {
	Path string
	Mode fs.FileMode
}

func (e *KindError) Error() string {
	switch {
	case e.Mode.IsDir():
		return fmt.Sprintf("%s is a directory", e.Path)
	case e.Mode&fs.ModeNamedPipe != 0:
		return fmt.Sprintf("%s is a named pipe; read it as a stream: eyeline < %s", e.Path, e.Path)
	case e.Mode&fs.ModeSocket != 0:
		return fmt.Sprintf("%s is a socket", e.Path)
	case e.Mode&fs.ModeDevice != 0:
		return fmt.Sprintf("%s is a device", e.Path)
	}
	return fmt.Sprintf("%s is not a regular file", e.Path)
}

// probeSize is the size in bytes of the pieces, one at the file's start and one before its old end, that tell an
// append from a rewrite.
const probeSize = 4 << 10

// File is a regular file read by pread.
type File struct {
	path string
	wake chan struct{}

	mu     sync.RWMutex // held for reading while a read uses f
	f      *os.File
	info   fs.FileInfo
	snap   Snapshot
	head   []byte // the first bytes, as last seen
	tail   []byte // the bytes before snap.Size, as last seen
	closed bool
}

var _ Source = (*File)(nil)

// OpenFile opens a regular file. Anything else is refused with a *KindError; it never waits for the writer of a named
// pipe. A regular file that gives bytes although its size is 0 (procfs) is refused by no means: it is a [Stream],
// which OpenFile returns spooled.
func OpenFile(path string) (Source, error) {
	f, info, err := openRegular(path)
	if err != nil {
		return nil, err
	}
	if info.Size() == 0 {
		var one [1]byte
		if n, _ := f.ReadAt(one[:], 0); n == 1 {
			return Spool(path, f, SpoolOptions{})
		}
	}
	s := &File{path: path, wake: make(chan struct{}, 1), f: f, info: info}
	s.snap = Snapshot{Size: info.Size(), Generation: 1, Complete: true, ModTime: info.ModTime()}
	s.head, s.tail = probes(f, info.Size())
	return s, nil
}

func openRegular(path string) (*os.File, fs.FileInfo, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, nil, &KindError{path, info.Mode()}
	}
	f, err := openNonblocking(path)
	if err != nil {
		return nil, nil, err
	}
	// The path may name something else by now.
	if info, err = f.Stat(); err == nil && !info.Mode().IsRegular() {
		err = &KindError{path, info.Mode()}
	}
	if err != nil {
		_ = f.Close()
		return nil, nil, err
	}
	return f, info, nil
}

// probes reads the first bytes of a file and those before size.
func probes(f io.ReaderAt, size int64) (head, tail []byte) {
	read := func(from, to int64) []byte {
		p := make([]byte, to-from)
		n, _ := f.ReadAt(p, from) // what cannot be read cannot be compared either
		return p[:n]
	}
	return read(0, min(size, probeSize)), read(max(size-probeSize, 0), size)
}

// Name returns the path as given.
func (s *File) Name() string { return s.path }

// Info is the identity and state of the opened file at the last look.
func (s *File) Info() fs.FileInfo {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.info
}

// ReadAt implements io.ReaderAt over the file as it is now.
func (s *File) ReadAt(p []byte, off int64) (int, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.f.ReadAt(p, off)
}

// At returns the bytes of one snapshot. Reads after a later generation has begun fail with ErrStale, so a reader never
// mixes two files.
func (s *File) At(snap Snapshot) Bytes { return &fixed{s, snap} }

type fixed struct {
	s    *File
	snap Snapshot
}

func (v *fixed) Size() int64 { return v.snap.Size }

func (v *fixed) ReadAt(p []byte, off int64) (int, error) {
	v.s.mu.RLock()
	defer v.s.mu.RUnlock()
	if v.s.snap.Generation != v.snap.Generation {
		return 0, ErrStale
	}
	return v.s.f.ReadAt(p, off)
}

// Snapshot returns the last known snapshot.
func (s *File) Snapshot() Snapshot {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.snap
}

// Wake implements Source.
func (s *File) Wake() <-chan struct{} { return s.wake }

// Refresh looks at the file again. Growth keeps the generation; a shorter file, one rewritten in place, and another
// file under the same name begin a new one. When the path names nothing any more the opened file stays readable. The
// error is the system's when the path cannot be looked at for another reason; it stands in the snapshot too.
func (s *File) Refresh(ctx context.Context) (Snapshot, error) {
	if err := ctx.Err(); err != nil {
		return s.Snapshot(), err
	}
	info, err := os.Stat(s.path)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return s.snap, os.ErrClosed
	}
	old := s.snap
	s.snap.Err = nil
	switch {
	case errors.Is(err, fs.ErrNotExist):
		s.snap.State = Vanished
		err = nil
		if open, ferr := s.f.Stat(); ferr == nil {
			s.look(open)
			s.snap.State = Vanished
		}
	case err != nil:
		s.snap.Err = err
	case !os.SameFile(info, s.info):
		err = s.reopen()
	default:
		if s.snap.State == Vanished {
			s.snap.State = Present
		}
		s.look(info)
	}
	if s.snap != old {
		select {
		case s.wake <- struct{}{}:
		default:
		}
	}
	return s.snap, err
}

// look takes in a newer state of the same file.
func (s *File) look(info fs.FileInfo) {
	size := info.Size()
	same := size == s.snap.Size && info.ModTime().Equal(s.snap.ModTime)
	s.info = info
	if same {
		return
	}
	if size < s.snap.Size || !s.unchangedSoFar() {
		s.snap.Generation++
		s.snap.State = Truncated
	} else if s.snap.State != Vanished {
		s.snap.State = Present
	}
	s.snap.Size, s.snap.ModTime = size, info.ModTime()
	s.head, s.tail = probes(s.f, size)
}

// unchangedSoFar says whether the bytes seen at the file's start and before its old end still stand there.
func (s *File) unchangedSoFar() bool {
	head, tail := probes(s.f, s.snap.Size)
	return bytes.Equal(head, s.head) && bytes.Equal(tail, s.tail)
}

// reopen goes over to the file that the path names now.
func (s *File) reopen() error {
	f, info, err := openRegular(s.path)
	if err != nil {
		s.snap.Err = err
		s.snap.State = Vanished
		return err
	}
	_ = s.f.Close()
	s.f, s.info = f, info
	s.snap = Snapshot{
		Size: info.Size(), Generation: s.snap.Generation + 1, Complete: true, State: Replaced, ModTime: info.ModTime(),
	}
	s.head, s.tail = probes(f, info.Size())
	return nil
}

// Close closes the file; reads fail afterwards.
func (s *File) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return nil
	}
	s.closed = true
	return s.f.Close()
}
