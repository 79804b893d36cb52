package transcript

import (
	"cmp"
	"context"
	"runtime"
	"slices"
	"sync"
)

// replay makes the picture of every file that a call names, sorted by path.
func (s *Session) replay(ctx context.Context) ([]*fileState, error) {
	files := map[string]*fileState{}
	file := func(path string) *fileState {
		f := files[path]
		if f == nil {
			f = &fileState{FileCoverage: FileCoverage{Path: path, Changes: []ChangeCoverage{}}}
			files[path] = f
		}
		return f
	}
	h := s.hasher()
	err := s.lookAtAll(ctx, h, func(c *Call, g given) {
		for _, r := range g.reads {
			file(r.path).take(c, r)
		}
		for _, e := range g.edits {
			if e.Path != "" {
				file(e.Path).apply(c, e, h)
			}
		}
	})
	if err != nil {
		return nil, err
	}
	sorted := make([]*fileState, 0, len(files))
	for _, f := range files {
		sorted = append(sorted, f)
	}
	slices.SortFunc(sorted, func(a, b *fileState) int { return cmp.Compare(a.Path, b.Path) })
	return sorted, nil
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

// take takes a read.
func (f *fileState) take(c *Call, r givenRead) {
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
		g.reads = append(g.reads, givenRead{path: r.Path, lines: h.held(r.Lines, r.Text), disagree: r.Disagreement != ""})
	}
	g.edits, err = s.Edits(c)
	return g, err
}

// batchBytes and batchCalls bound what one worker looks at before its results are taken.
const (
	batchBytes = 256 << 10
	batchCalls = 64
)

// batch is a run of calls with what they gave.
type batch struct {
	from, to int // numbers of calls: from <= n < to
	given    []given
	err      error
	done     chan struct{}
}

// lookAtAll calls f with every call and what it gave, in order. Texts are decoded by several workers.
func (s *Session) lookAtAll(ctx context.Context, h hasher, f func(*Call, given)) error {
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
				b.given, b.err = own.lookAt(ctx, b.from, b.to, h)
				close(b.done)
			}
		})
	}
	wait.Go(func() {
		defer close(ordered)
		defer close(jobs)
		for from := 1; from <= s.Len(); {
			b := &batch{from: from, to: s.batchEnd(from), done: make(chan struct{})}
			from = b.to
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
			f(s.Call(b.from+i), g)
		}
	}
	return ctx.Err()
}

// batchEnd is the number after the last call of a batch.
func (s *Session) batchEnd(from int) int {
	size := int64(0)
	for n := from; n <= s.Len(); n++ {
		c := s.Call(n)
		size += c.Result.Len + c.Side.Len + c.Args.Len
		if n > from && (size > batchBytes || n-from == batchCalls) {
			return n
		}
	}
	return s.Len() + 1
}

func (s *Session) lookAt(ctx context.Context, from, to int, h hasher) ([]given, error) {
	all := make([]given, 0, to-from)
	for n := from; n < to; n++ {
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
