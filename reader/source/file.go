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

// ErrStale says that a read was for bytes of an earlier generation: the file was truncated, rewritten or replaced.
var ErrStale = errors.New("the file has changed since")

// KindError says that a path names something that cannot be read by offset.
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

// Noun names a kind of file, with its article; "" for a regular file, and for what has no name.
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

// settleTries and settleFirst bound how long a look waits for an append under way: 1, 2, 4 and 8 ms.
const (
	settleTries = 4
	settleFirst = time.Millisecond
)

// youngFor is more than the time between two ticks of the clock that files get their times from.
const youngFor = 50 * time.Millisecond

// UnsizedLimit is how many bytes are kept of a file that misstates its size: some never end.
const UnsizedLimit = 256 << 20

// File is a regular file read by pread. Reads and Snapshot never wait for a Refresh.
type File struct {
	path string
	wake chan struct{}
	now  atomic.Pointer[look]

	refresh sync.Mutex // held by Refresh, so that an older look cannot undo a newer one

	swap   sync.Mutex // guards closed, and now against being changed after Close
	closed bool
}

// look is what one look at the file found. It does not change.
type look struct {
	f    *os.File
	info fs.FileInfo
	snap Snapshot
	sums *sums // of the bytes of snap's generation that have been read
	// young: what is written next may not change the file's time.
	young bool
}

var _ Source = (*File)(nil)

// OpenFile opens a regular file. Anything else is refused with a *KindError; it never waits for the writer of a named
// pipe. A regular file that has more or fewer bytes than its size says (procfs, sysfs) cannot be read by offset: it
// is spooled, at most 256 MiB of it, and the result is a [*Stream]; otherwise it is a [*File].
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

	if err == nil && !honest { // what cannot be read says so when it is read
		s, err := Spool(path, f, SpoolOptions{Limit: UnsizedLimit})
		if err != nil {
			return nil, errors.Join(err, f.Close())
		}
		return s, nil
	}

	s := &File{path: path, wake: make(chan struct{}, 1)}
	s.now.Store(lookAt(f, info, Snapshot{Generation: 1}))
	return s, nil
}

// EndsAtSize reports whether a file ends where its size says, as far as a few reads can tell. It returns ErrStale if
// the file has changed since info, or the error of a failed read.
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

// OpenRegular opens a regular file, following links: all files that the program opens by their paths are opened here.
// Anything else is refused with a *KindError without being opened, since opening a device can make it do something and
// opening a named pipe waits for its writer; one that is swapped in meanwhile is not waited for.
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

// lookAt completes a look at f, which was in the state info; snap gives the generation and the state.
func lookAt(f *os.File, info fs.FileInfo, snap Snapshot) *look {
	snap.Size, snap.ModTime, snap.Complete = info.Size(), info.ModTime(), true
	l := &look{f: f, info: info, snap: snap, sums: &sums{}, young: young(info)}
	l.standsAt(snap.Size)
	return l
}

// Name returns the path as given.
func (s *File) Name() string { return s.path }

// CanReopen is the error that opening the path again gives, though the opened file can still be read.
func (s *File) CanReopen() error {
	f, _, err := OpenRegular(s.path)
	if err != nil {
		return err
	}
	return f.Close()
}

// Info is the identity and state of the opened file at the last look.
func (s *File) Info() fs.FileInfo { return s.now.Load().info }

// ReadAt implements io.ReaderAt over the file as it is now.
func (s *File) ReadAt(p []byte, off int64) (int, error) {
	for {
		now := s.now.Load()
		n, err := s.read(now, p, off)
		if errors.Is(err, os.ErrClosed) && s.now.Load().f != now.f {
			continue // replaced, and closed, under the read
		}
		return n, err
	}
}

// read reads from the file of a look. A block that differs from what was read before begins a new generation.
func (s *File) read(now *look, p []byte, off int64) (int, error) {
	n, err := readAt(now.f, p, off)
	now.sums.note(off)
	if now.sums.match(p[:n], off) {
		return n, err
	}
	s.swap.Lock()
	defer s.swap.Unlock()
	if !s.closed && s.now.CompareAndSwap(now, now.rewritten()) {
		wait.Signal(s.wake)
	}
	return n, err
}

// young reports whether a file was written to so shortly ago that its next change may have the same time.
func young(info fs.FileInfo) bool { return time.Since(info.ModTime()).Abs() < youngFor }

// At returns the bytes of one snapshot. Reads after a later generation has begun fail with ErrStale and no bytes, so a
// reader never mixes two files.
func (s *File) At(snap Snapshot) Bytes { return &fixed{s, snap} }

type fixed struct {
	s    *File
	snap Snapshot
}

func (v *fixed) Size() int64 { return v.snap.Size }

func (v *fixed) ReadAt(p []byte, off int64) (int, error) {
	now := v.s.now.Load()
	n, err := v.s.read(now, p, off)
	// After the read: a generation that began meanwhile may have changed its bytes.
	if now.snap.Generation != v.snap.Generation || v.s.now.Load().snap.Generation != v.snap.Generation {
		return 0, ErrStale
	}
	return n, err
}

// Snapshot returns the last known snapshot.
func (s *File) Snapshot() Snapshot { return s.now.Load().snap }

// Wake implements Source.
func (s *File) Wake() <-chan struct{} { return s.wake }

// Refresh looks at the file again. It may wait some milliseconds for an append under way. Growth keeps the generation.
// A shorter file, one written to at the same size (or only touched: that looks the same), and another file under the
// same name begin a new one. So does a file where bytes that were read before are others now: where it has grown, the
// blocks at its start and at its old end are read again at once, all others when they are read for something else, and
// by the next calls of Refresh, which take little time each; in any case the blocks that were read last. When the path
// names nothing any more the opened file stays readable. The error is ctx's, os.ErrClosed after Close, or the system's
// when the path cannot be looked at or opened; the last kind is in the snapshot, too.
func (s *File) Refresh(ctx context.Context) (Snapshot, error) {
	s.refresh.Lock()
	defer s.refresh.Unlock()
	for {
		if err := ctx.Err(); err != nil {
			return s.Snapshot(), err
		}

		old := s.now.Load()
		next, err := s.again(ctx, old)
		if next.sums == old.sums && (!next.recentStand() || !next.readAgain(ctx)) {
			next = next.rewritten()
		}
		if done, err := s.adopt(old, next, err); done {
			return s.Snapshot(), err
		}
	}
}

// Touched reports whether the file may have changed since the last look, as far as the system tells that without a read
// of it: Refresh finds more.
func (s *File) Touched() bool {
	last := s.now.Load()
	info, err := os.Stat(s.path)
	if err != nil {
		return last.snap.State != Vanished
	}
	return last.young || !os.SameFile(info, last.info) || info.Size() != last.snap.Size ||
		!info.ModTime().Equal(last.snap.ModTime) || !StatusTime(info).Equal(StatusTime(last.info))
}

// Reread is Refresh that reads again all that has been read, however long that takes.
func (s *File) Reread(ctx context.Context) (Snapshot, error) {
	s.now.Load().sums.doubt()
	for {
		snap, err := s.Refresh(ctx)
		if err != nil || !s.now.Load().sums.pending() {
			return snap, err
		}
	}
}

// adopt makes next, which came after old, the newest look, unless a read has begun a new generation meanwhile: then
// nothing is done.
func (s *File) adopt(old, next *look, err error) (done bool, _ error) {
	s.swap.Lock()
	defer s.swap.Unlock()
	done = s.closed || s.now.CompareAndSwap(old, next)
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

// differ reports whether b tells anything else than a.
func differ(a, b Snapshot) bool {
	if !a.ModTime.Equal(b.ModTime) || fmt.Sprint(a.Err) != fmt.Sprint(b.Err) {
		return true
	}
	return a.Size != b.Size || a.Generation != b.Generation || a.Complete != b.Complete || a.State != b.State
}

// again looks at what the path names now, after old. When ctx is done it is old itself, with ctx's error.
func (s *File) again(ctx context.Context, old *look) (*look, error) {
	info, err := os.Stat(s.path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		open, err := old.f.Stat()
		if err != nil {
			return old.failed(err, Vanished), err
		}
		if open, err = old.settle(ctx, open, old.f.Stat); err != nil {
			return old, err
		}

		return old.later(open, Vanished), nil
	case err != nil:
		return old.failed(err, old.snap.State), err
	case !old.names(info):
		f, info, err := OpenRegular(s.path)
		if err != nil {
			return old.failed(err, Vanished), err
		}
		return lookAt(f, info, Snapshot{Generation: old.snap.Generation + 1, State: Replaced}), nil
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

// names reports whether info, what the path names now, is the opened file. Where it seems not to be, the opened file is
// asked again: Wine says of one without a name that it is on no volume.
func (l *look) names(info fs.FileInfo) bool {
	if os.SameFile(info, l.info) {
		return true
	}
	open, err := l.f.Stat()
	return err == nil && os.SameFile(info, open)
}

// settle returns info, or a later state of the same file. An append changes a file's time before its size: a look in
// between would take it for a rewrite of the same size. So a file with a new time and its old size is looked at again,
// a few times; only one that keeps its size was rewritten. The error is ctx's.
func (l *look) settle(ctx context.Context, info fs.FileInfo, stat func() (fs.FileInfo, error)) (fs.FileInfo, error) {
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

// failed is the look l with an error.
func (l *look) failed(err error, state State) *look {
	next := *l
	next.snap.Err = err
	next.snap.State = state
	return &next
}

// later is a look at the same file in the state info; state is what has become of it unless its bytes tell of more.
func (l *look) later(info fs.FileInfo, state State) *look {
	snap := l.snap
	snap.Err = nil
	snap.State = state
	size := info.Size()
	if size == snap.Size && info.ModTime().Equal(snap.ModTime) {
		if l.young || !StatusTime(info).Equal(StatusTime(l.info)) { // a program may have set its time back
			l.sums.doubt()
		}
		next := *l
		next.info, next.snap, next.young = info, snap, young(info)
		return &next
	}

	l.sums.doubt()
	if size <= snap.Size || !l.standsAt(snap.Size) {
		snap.Generation++
		if state != Vanished {
			snap.State = Truncated
		}
		return lookAt(l.f, info, snap)
	}

	if state != Vanished {
		snap.State = Present
	}

	snap.Size, snap.ModTime = size, info.ModTime()
	return &look{f: l.f, info: info, snap: snap, sums: l.sums, young: young(info)}
}

// rewritten is the look l in a new generation, because bytes that were read before are others now.
func (l *look) rewritten() *look {
	next := *l
	next.snap.Generation++
	if next.snap.State != Vanished {
		next.snap.State = Truncated
	}
	next.sums = &sums{}
	return &next
}

// Close closes the file; reads fail afterwards with os.ErrClosed. It does not wait for reads under way.
func (s *File) Close() error {
	s.swap.Lock()
	defer s.swap.Unlock()
	if s.closed {
		return nil
	}
	s.closed = true
	return s.now.Load().f.Close()
}
