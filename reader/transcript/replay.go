package transcript

import (
	"cmp"
	"context"
	"runtime"
	"slices"
	"sync"
)

// Replay is what the calls of a session come to: for every file that they name, what the model could hold of it. It is
// kept up as calls are added to the session. It is not safe for concurrent use, nor beside an update of the session.
type Replay struct {
	s     *Session
	files map[string]*fileState
	next  int   // number of the first call that was never looked at
	open  []int // the calls before it that had no result then, in order
	laid  map[string]laidFile
	// recent are copies of the calls that were taken last: a record may add to one of them later.
	recent []Call
}

// NewReplay is a replay of no call yet.
func (s *Session) NewReplay() *Replay {
	return &Replay{s: s, files: map[string]*fileState{}, next: 1, laid: map[string]laidFile{}}
}

// Advance takes the calls that have come since, and those that have their result since. It reports whether there were any.
func (r *Replay) Advance(ctx context.Context) (bool, error) {
	again := slices.ContainsFunc(r.recent, func(c Call) bool { return *r.s.Call(c.Number) != c })
	if again {
		*r = *r.s.NewReplay()
	}
	var ready, open []int
	for _, n := range r.open {
		if r.s.Call(n).Answered() {
			ready = append(ready, n)
		} else {
			open = append(open, n)
		}
	}
	ready = slices.Grow(ready, r.s.Len()+1-r.next)
	for n := r.next; n <= r.s.Len(); n++ {
		if r.s.Call(n).Answered() {
			ready = append(ready, n)
		} else {
			open = append(open, n)
		}
	}
	some := len(ready) > 0 || r.next <= r.s.Len()
	h := r.s.hasher()
	err := r.s.lookAtAll(ctx, h, ready, func(c *Call, g given) {
		for _, read := range g.reads {
			r.file(read.path).take(c, read)
		}
		for _, e := range g.edits {
			if e.Path != "" {
				r.file(e.Path).apply(c, e, h)
			}
		}
	})
	if err != nil {
		// Some may have been taken: begin again.
		*r = *r.s.NewReplay()
		return false, err
	}
	r.open, r.next = open, r.s.Len()+1
	r.recent = slices.Delete(r.recent, 0, min(len(r.recent), max(len(r.recent)+len(ready)-recentCalls, 0)))
	for _, n := range ready[max(len(ready)-recentCalls, 0):] {
		r.recent = append(r.recent, *r.s.Call(n))
	}
	return some || again, nil
}

// recentCalls is how many calls are looked at again when the session has grown.
const recentCalls = 64

func (r *Replay) file(path string) *fileState {
	f := r.files[path]
	if f == nil {
		f = &fileState{FileCoverage: FileCoverage{Path: path, Changes: []ChangeCoverage{}}}
		r.files[path] = f
	}
	return f
}

// unanswered counts the calls without a result in copies of the files' states: they are named, and gave nothing so far.
func (r *Replay) unanswered(ctx context.Context, copies map[string]*fileState) error {
	file := func(path string) *fileState {
		if copies[path] == nil {
			copies[path] = &fileState{FileCoverage: FileCoverage{Path: path, Changes: []ChangeCoverage{}}}
		}
		return copies[path]
	}
	h := r.s.hasher()
	return r.s.lookAtAll(ctx, h, r.open, func(c *Call, g given) {
		for _, read := range g.reads {
			f := file(read.path)
			f.take(c, read)
			f.version = passing
		}
		for _, e := range g.edits {
			if e.Path != "" {
				f := file(e.Path)
				f.apply(c, e, h)
				f.version = passing
			}
		}
	})
}

// passing is the version of a file that a call without a result concerns: it is laid each time.
const passing = -1

// sorted lists files by path.
func sortedFiles(files map[string]*fileState) []*fileState {
	sorted := make([]*fileState, 0, len(files))
	for _, f := range files {
		sorted = append(sorted, f)
	}
	slices.SortFunc(sorted, func(a, b *fileState) int { return cmp.Compare(a.Path, b.Path) })
	return sorted
}

// given is what one call gave and changed.
type given struct {
	reads []givenRead
	edits []Edit
}

// givenRead is a read with its lines' hashes in place of their text.
type givenRead struct {
	path     string
	lines    []held
	disagree bool
}

// names counts a call among those that concern the file.
func (f *fileState) names(c *Call) {
	if n := int32(c.Number); len(f.Calls) == 0 || f.Calls[len(f.Calls)-1] != n {
		f.Calls = append(f.Calls, n)
	}
	f.version++
}

// take takes a read.
func (f *fileState) take(c *Call, r givenRead) {
	f.names(c)
	if r.disagree {
		f.Disagree++
	}
	switch {
	case len(r.lines) > 0:
		f.Reads++
		if !f.picture.sent(r.lines) {
			f.Again++
		}
	case c.Failed:
		f.Refused++
	default:
		f.Reads++
		f.Unknown++
	}
}

// given looks at one call.
func (s *Session) given(c *Call, h hasher) (given, error) {
	reads, err := s.Reads(c)
	if err != nil {
		return given{}, err
	}
	g := given{}
	for _, r := range reads {
		if r.Path == "" || r.Rev != "" {
			continue // of another revision: no lines of the file itself
		}
		g.reads = append(g.reads, givenRead{path: r.Path, lines: h.held(c.Number, r.Lines, r.Text), disagree: r.Disagreement != ""})
	}
	g.edits, err = s.Edits(c)
	return g, err
}

// batchBytes and batchCalls bound what one worker looks at before its results are taken.
const (
	batchBytes = 256 << 10
	batchCalls = 64
	// few is how many calls are looked at without other workers.
	few = 4
)

// batch is a run of calls with what they gave.
type batch struct {
	numbers []int
	given   []given
	err     error
	done    chan struct{}
}

// lookAtAll calls f with each of some calls, by their numbers, and what it gave, in order. Texts are decoded by several
// workers.
func (s *Session) lookAtAll(ctx context.Context, h hasher, numbers []int, f func(*Call, given)) error {
	if len(numbers) <= few { // a call of a run that is followed
		given, err := s.lookAt(ctx, numbers, h)
		for i, g := range given {
			f(s.Call(numbers[i]), g)
		}
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	var wait sync.WaitGroup
	defer wait.Wait()
	defer cancel()
	workers := min(max(runtime.GOMAXPROCS(0), 1), 4)
	jobs, ordered := make(chan *batch), make(chan *batch, workers)
	for range workers {
		own := s.reader()
		wait.Go(func() {
			for b := range jobs {
				b.given, b.err = own.lookAt(ctx, b.numbers, h)
				close(b.done)
			}
		})
	}
	wait.Go(func() {
		defer close(ordered)
		defer close(jobs)
		for rest := numbers; len(rest) > 0; {
			n := s.batchLen(rest)
			b := &batch{numbers: rest[:n], done: make(chan struct{})}
			rest = rest[n:]
			select {
			case ordered <- b:
			case <-ctx.Done():
				return
			}
			select {
			case jobs <- b:
			case <-ctx.Done():
				return
			}
		}
	})
	for b := range ordered {
		select {
		case <-b.done:
		case <-ctx.Done():
			return ctx.Err()
		}
		if b.err != nil {
			return b.err
		}
		for i, g := range b.given {
			f(s.Call(b.numbers[i]), g)
		}
	}
	return ctx.Err()
}

// batchLen is how many of the calls are one batch, at least one.
func (s *Session) batchLen(numbers []int) int {
	size := int64(0)
	for i, n := range numbers {
		c := s.Call(n)
		size += c.Result.Len + c.Side.Len + c.Args.Len
		if i > 0 && (size > batchBytes || i == batchCalls) {
			return i
		}
	}
	return len(numbers)
}

func (s *Session) lookAt(ctx context.Context, numbers []int, h hasher) ([]given, error) {
	all := make([]given, 0, len(numbers))
	for _, n := range numbers {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		g, err := s.given(s.Call(n), h)
		if err != nil {
			return nil, err
		}
		all = append(all, g)
	}
	return all, nil
}

// reader is the session with buffers of its own, to read texts beside others. It must not be updated or closed.
func (s *Session) reader() *Session {
	own := *s
	own.files = make([]*file, len(s.files))
	for i, f := range s.files {
		copied := *f
		copied.text = f.text.Clone()
		own.files[i] = &copied
	}
	return &own
}
