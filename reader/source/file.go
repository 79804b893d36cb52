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
	"sync/atomic"
	"time"

	"eyeline/reader/wait"
)

// ErrStale is the error of reading an earlier generation: the file was truncated, rewritten or replaced.
var ErrStale = errors.New("the file has changed since")

// KindError is the error of a path that is not a regular file.
type KindError struct {
	Path string
	Mode fs.FileMode
}

func (e *KindError) Error() string {
	text := e.Path + " is " + cmp.Or(Noun(e.Mode), "not a regular file")
	if e.Mode&fs.ModeNamedPipe != 0 {
		text += "; read it as a stream: eyeline < " + e.Path
	}
	return text
}

// Noun returns the kind of a file with its article; "" for a regular file and unknown kinds.
func Noun(mode fs.FileMode) string {
	switch {
	case mode.IsDir():
		return "a directory"
	case mode&fs.ModeNamedPipe != 0:
		return "a named pipe"
	case mode&fs.ModeSocket != 0:
		return "a socket"
	case mode&fs.ModeDevice != 0:
		return "a device"
	}

	return ""
}

// settleTries and settleFirst limit how long Refresh waits for an append in progress: 1, 2, 4 and 8 ms.
const (
	settleTries = 4
	settleFirst = time.Millisecond
)

// youngFor is more than the resolution of file times.
const youngFor = 50 * time.Millisecond

// UnsizedLimit is how many bytes are kept of a file that misstates its size, which may be endless.
const UnsizedLimit = 256 << 20

// File is a regular file read by pread. Reads and Snapshot never wait for Refresh.
type File struct {
	path  string
	wake  chan struct{}
	state atomic.Pointer[fileState]

	refresh sync.Mutex // held by Refresh, so that an older state cannot replace a newer one

	swap   sync.Mutex // guards closed, and keeps now from changing after Close
	closed bool
}

// fileState is an immutable state of the file, as Refresh or a read found it.
type fileState struct {
	f    *os.File
	info fs.FileInfo
	snap Snapshot
	sums *sums // checksums of the bytes of snap's generation that have been read
	// young: the next write may not change the file's time.
	young bool
}

var _ Source = (*File)(nil)

// OpenFile opens a regular file. Anything else is refused with a *KindError; it never blocks on a named pipe. A file
// whose size is wrong (procfs, sysfs) cannot be read by offset: up to 256 MiB of it are spooled to a [*Stream];
// otherwise the result is a [*File].
func OpenFile(path string) (Source, error) {
	f, info, err := OpenRegular(path)
	if err != nil {
		return nil, err
	}

	honest, err := EndsAtSize(f, info)
	if errors.Is(err, ErrStale) {
		_ = f.Close()
		return OpenFile(path)
	}

	if err == nil && !honest { // reading reports the error again
		s, err := Spool(path, f, SpoolOptions{Limit: UnsizedLimit})
		if err != nil {
			return nil, errors.Join(err, f.Close())
		}
		return s, nil
	}

	s := &File{path: path, wake: make(chan struct{}, 1)}
	s.state.Store(stateOf(f, info, Snapshot{Generation: 1}))
	return s, nil
}

// EndsAtSize reports whether a file ends where its size says, as far as a few reads can tell. The error is ErrStale if
// the file has changed since info, or that of reading.
func EndsAtSize(f *os.File, info fs.FileInfo) (bool, error) {
	size := info.Size()
	if size == 0 && isUnsized(f) {
		return false, nil
	}

	n, err := f.ReadAt(make([]byte, 1), max(size-1, 0))
	if errors.Is(err, io.EOF) {
		err = nil
	}
	if honest := int64(n) == min(size, 1); honest || err != nil {
		return honest, err
	}

	again, err := f.Stat()
	if err == nil && (again.Size() != size || !again.ModTime().Equal(info.ModTime())) {
		err = ErrStale
	}

	return false, err
}

// OpenRegular opens a regular file, following links; the program opens all files by path here. Anything else is refused
// with a *KindError before opening, since opening a device may have effects, and opening a named pipe blocks. If one is
// swapped in meanwhile, it does not block either.
func OpenRegular(path string) (*os.File, fs.FileInfo, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, nil, &KindError{path, info.Mode()}
	}

	f, err := Open(path)
	if err != nil {
		return nil, nil, err
	}

	// The path may now be another file.
	info, err = f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = &KindError{path, info.Mode()}
	}

	if err != nil {
		_ = f.Close()
		return nil, nil, err
	}

	return f, info, nil
}

// stateOf returns the state of f, whose Stat is info; snap has the generation and state.
func stateOf(f *os.File, info fs.FileInfo, snap Snapshot) *fileState {
	snap.Size = info.Size()
	snap.ModTime = info.ModTime()
	snap.Complete = true
	l := &fileState{f: f, info: info, snap: snap, sums: &sums{}, young: young(info)}
	l.standsAt(snap.Size)
	return l
}

// Name returns the path as given.
func (s *File) Name() string { return s.path }

// CanReopen returns the error of opening the path again, which can fail although the open file is readable.
func (s *File) CanReopen() error {
	f, _, err := OpenRegular(s.path)
	if err != nil {
		return err
	}
	return f.Close()
}

// Info returns the file's Stat of the last state.
func (s *File) Info() fs.FileInfo { return s.state.Load().info }

// ReadAt implements io.ReaderAt for the current state.
func (s *File) ReadAt(p []byte, off int64) (int, error) {
	for {
		now := s.state.Load()
		n, err := s.readState(now, p, off)
		if errors.Is(err, os.ErrClosed) && s.state.Load().f != now.f {
			continue // the file was replaced and closed during the read
		}
		return n, err
	}
}

// readState reads from the file of a state. A block that differs from what was read before begins a new generation.
func (s *File) readState(now *fileState, p []byte, off int64) (int, error) {
	n, err := readAt(now.f, p, off)
	now.sums.note(off)
	if now.sums.match(p[:n], off) {
		return n, err
	}

	s.swap.Lock()
	defer s.swap.Unlock()
	if !s.closed && s.state.CompareAndSwap(now, now.rewritten()) {
		wait.Signal(s.wake)
	}

	return n, err
}

// young reports whether a file was written so recently that its next change may have the same time.
func young(info fs.FileInfo) bool { return time.Since(info.ModTime()).Abs() < youngFor }

// At returns the bytes of a snapshot. Reads fail with ErrStale, and return no bytes, after a later generation has
// begun, so a reader never mixes two versions.
func (s *File) At(snap Snapshot) Bytes { return &fixed{s, snap} }

type fixed struct {
	s    *File
	snap Snapshot
}

func (v *fixed) Size() int64 { return v.snap.Size }

func (v *fixed) ReadAt(p []byte, off int64) (int, error) {
	now := v.s.state.Load()
	n, err := v.s.readState(now, p, off)
	// Checked after the read, since a new generation may have begun meanwhile.
	if now.snap.Generation != v.snap.Generation || v.s.state.Load().snap.Generation != v.snap.Generation {
		return 0, ErrStale
	}
	return n, err
}

// Snapshot returns the last known snapshot.
func (s *File) Snapshot() Snapshot { return s.state.Load().snap }

// Wake implements Source.
func (s *File) Wake() <-chan struct{} { return s.wake }

// Refresh checks the file for changes. It may wait some milliseconds for an append in progress. Growth keeps the
// generation. A new one begins if the file is shorter, was written at the same size (or only touched, which looks the
// same), was replaced by another file, or if bytes that were read before have changed. For the latter, a file that has
// grown is checked at once at its start and its old end; other blocks are checked when they are read again, and a few
// by each call of Refresh, those that were read last in any case. If the path does not exist any more, the open file
// stays readable. The error is ctx's, os.ErrClosed after Close, or the system's if the path cannot be checked or
// opened, which is also in the snapshot.
func (s *File) Refresh(ctx context.Context) (Snapshot, error) {
	s.refresh.Lock()
	defer s.refresh.Unlock()
	for {
		if err := ctx.Err(); err != nil {
			return s.Snapshot(), err
		}

		old := s.state.Load()
		next, err := s.nextState(ctx, old)
		if next.sums == old.sums && (!next.recentStand() || !next.readAgain(ctx)) {
			next = next.rewritten()
		}
		if done, err := s.adopt(old, next, err); done {
			return s.Snapshot(), err
		}
	}
}

// MayHaveChanged reports whether the file may have changed since the last state, by its Stat alone; Refresh also reads.
func (s *File) MayHaveChanged() bool {
	last := s.state.Load()
	info, err := os.Stat(s.path)
	if err != nil {
		return last.snap.State != Vanished
	}
	return last.young || !os.SameFile(info, last.info) || info.Size() != last.snap.Size ||
		!info.ModTime().Equal(last.snap.ModTime) || !StatusTime(info).Equal(StatusTime(last.info))
}

// Reread is Refresh that checks everything that has been read, however long that takes.
func (s *File) Reread(ctx context.Context) (Snapshot, error) {
	s.state.Load().sums.doubt()
	for {
		snap, err := s.Refresh(ctx)
		if err != nil || !s.state.Load().sums.pending() {
			return snap, err
		}
	}
}

// adopt replaces the state old by next, unless a read has begun a new generation meanwhile; done is then false.
func (s *File) adopt(old, next *fileState, err error) (done bool, _ error) {
	s.swap.Lock()
	defer s.swap.Unlock()
	done = s.closed || s.state.CompareAndSwap(old, next)
	switch {
	case s.closed || !done:
		if next.f != old.f {
			_ = next.f.Close()
		}
		if s.closed {
			err = os.ErrClosed
		}

		return done, err
	case next.f != old.f:
		_ = old.f.Close()
	}

	if differ(next.snap, old.snap) {
		wait.Signal(s.wake)
	}

	return true, err
}

// differ reports whether b says anything other than a.
func differ(a, b Snapshot) bool {
	if !a.ModTime.Equal(b.ModTime) || fmt.Sprint(a.Err) != fmt.Sprint(b.Err) {
		return true
	}
	return a.Size != b.Size || a.Generation != b.Generation || a.Complete != b.Complete || a.State != b.State
}

// nextState returns the state of what the path is now, after old. If ctx is done, it returns old and ctx's error.
func (s *File) nextState(ctx context.Context, old *fileState) (*fileState, error) {
	info, err := os.Stat(s.path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		open, err := old.f.Stat()
		if err != nil {
			return old.withError(err, Vanished), err
		}
		if open, err = old.settle(ctx, open, old.f.Stat); err != nil {
			return old, err
		}

		return old.later(open, Vanished), nil
	case err != nil:
		return old.withError(err, old.snap.State), err
	case !old.names(info):
		f, info, err := OpenRegular(s.path)
		if err != nil {
			return old.withError(err, Vanished), err
		}
		return stateOf(f, info, Snapshot{Generation: old.snap.Generation + 1, State: Replaced}), nil
	}

	state := old.snap.State
	if state == Vanished {
		state = Present
	}
	if info, err = old.settle(ctx, info, old.f.Stat); err != nil {
		return old, err
	}

	return old.later(info, state), nil
}

// names reports whether info, of the path, is the opened file. If not, it compares with a new Stat of the opened file:
// Wine reports no volume for a deleted one.
func (l *fileState) names(info fs.FileInfo) bool {
	if os.SameFile(info, l.info) {
		return true
	}
	open, err := l.f.Stat()
	return err == nil && os.SameFile(info, open)
}

// settle returns info, or a later Stat of the same file. An append changes a file's time before its size, which in
// between looks like a rewrite. So a file with a new time and its old size is checked again, a few times; only if the
// size stays was it rewritten. The error is ctx's.
func (l *fileState) settle(
	ctx context.Context, info fs.FileInfo, stat func() (fs.FileInfo, error),
) (fs.FileInfo, error) {
	pause := settleFirst
	for range settleTries {
		if info.Size() != l.snap.Size || info.ModTime().Equal(l.snap.ModTime) {
			return info, nil
		}
		if err := wait.For(ctx, pause); err != nil {
			return nil, err
		}

		pause *= 2
		if next, err := stat(); err == nil {
			info = next
		}
	}

	return info, nil
}

// withError returns the state with an error.
func (l *fileState) withError(err error, state State) *fileState {
	next := *l
	next.snap.Err = err
	next.snap.State = state
	return &next
}

// later returns a state of the same file with Stat info; state is what has happened to it unless its bytes show more.
func (l *fileState) later(info fs.FileInfo, state State) *fileState {
	snap := l.snap
	snap.Err = nil
	snap.State = state
	size := info.Size()
	if size == snap.Size && info.ModTime().Equal(snap.ModTime) {
		if l.young || !StatusTime(info).Equal(StatusTime(l.info)) { // its modification time may have been reset
			l.sums.doubt()
		}
		next := *l
		next.info = info
		next.snap = snap
		next.young = young(info)
		return &next
	}

	l.sums.doubt()
	if size <= snap.Size || !l.standsAt(snap.Size) {
		snap.Generation++
		if state != Vanished {
			snap.State = Truncated
		}
		return stateOf(l.f, info, snap)
	}

	if state != Vanished {
		snap.State = Present
	}

	snap.Size = size
	snap.ModTime = info.ModTime()
	return &fileState{f: l.f, info: info, snap: snap, sums: l.sums, young: young(info)}
}

// rewritten returns the state in a new generation, because bytes that were read before have changed.
func (l *fileState) rewritten() *fileState {
	next := *l
	next.snap.Generation++
	if next.snap.State != Vanished {
		next.snap.State = Truncated
	}
	next.sums = &sums{}
	return &next
}

// Close closes the file; reads fail afterwards with os.ErrClosed. It does not wait for reads in progress.
func (s *File) Close() error {
	s.swap.Lock()
	defer s.swap.Unlock()
	if s.closed {
		return nil
	}
	s.closed = true
	return s.state.Load().f.Close()
}
