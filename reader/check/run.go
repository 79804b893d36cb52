package check

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"unicode/utf8"

	"eyeline/reader/loss"
	"eyeline/reader/source"
	"eyeline/reader/tools"
	_ "eyeline/reader/tools/agents" // the tools that are checked
)

// Options say what is checked.
type Options struct {
	// Paths are files and directories.
	Paths []string
	// Tools are the tools that read; Rules the rules that are reported; nil: all.
	Tools []*tools.Tool
	Rules []string
	// Exclude are paths to leave out.
	Exclude []Pattern
	// MinLost leaves out findings that lose fewer bytes, of those that lose any.
	MinLost int64
	// All takes hidden, ignored and generated files too, whatever git says.
	All bool
	// Since names a revision: only files that differ from it are checked.
	Since string
	// Known are the fingerprints of findings that are left out.
	Known map[string]bool
	// unshared: each tool opens and reads the file by itself, for tests.
	unshared bool
	// Done counts the files that were checked, while the run goes on; may be nil.
	Done *atomic.Int64
}

// Report takes what a run finds, from one goroutine, in the order of the files. An error ends the run.
type Report interface {
	Finding(Finding) error
	// File says that all findings of a file were given, and how many bytes of it the first reads of the tools lose,
	// all of them together.
	File(path string, size, lost int64, tools int)
	// End is called once, also after an interrupt.
	End(Summary) error
}

// Summary is what is said after all findings.
type Summary struct {
	Agents  []Agent
	Skipped []Skipped
	Files   int64
	// Interrupted: the context ended before all files were checked.
	Interrupted bool
	Estimate    string // what estimated the tokens
}

// mostSkipped bounds how many files that were not checked are named.
const mostSkipped = 100_000

// Run checks files and gives report what it finds. Memory does not grow with the number of the files or their sizes.
// The error is one of the paths, a *RevisionError, or the report's; an end of the context is none, but
// Summary.Interrupted.
func Run(ctx context.Context, o Options, report Report) error {
	if o.Tools == nil {
		o.Tools = tools.All()
	}
	if len(o.Paths) == 0 {
		o.Paths = []string{"."}
	}
	places, err := locateAll(ctx, o.Paths)
	if err != nil {
		return err
	}
	c := newCollector(o, report)
	inner, cancel := context.WithCancel(ctx)
	defer cancel()
	q := newQueue(inner)
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() { q.work(o) })
	}
	go q.fill(o, places)
	var failed error
	for j := range q.order {
		<-j.done
		if failed != nil || ctx.Err() != nil {
			continue
		}
		if failed = c.take(j); failed != nil {
			cancel()
		}
		j.release()
	}
	workers.Wait()
	if failed != nil {
		return failed
	}
	if q.err != nil && ctx.Err() == nil {
		return q.err
	}
	c.summary.Interrupted = ctx.Err() != nil
	return c.end()
}

// locateAll finds out what paths name, up to the end of the context.
func locateAll(ctx context.Context, paths []string) (places []place, err error) {
	for _, given := range paths {
		p, err := locate(ctx, given)
		switch {
		case err == nil:
			places = append(places, p)
		case ctx.Err() == nil:
			return nil, err
		}
	}
	return places, nil
}

// queue hands jobs to the workers, and keeps their order for the report.
type queue struct {
	ctx   context.Context
	order chan *job // every job
	jobs  chan *job // those that a worker does
	err   error     // of listing the files; to be read after order is closed
}

func newQueue(ctx context.Context) *queue {
	n := runtime.GOMAXPROCS(0)
	return &queue{ctx: ctx, order: make(chan *job, 64*n), jobs: make(chan *job, 16*n)}
}

// work does jobs until there are no more.
func (q *queue) work(o Options) {
	w := worker{options: o, room: tools.NewRoom(textSize, sharedSize), piece: make([]byte, textSize)}
	for j := range q.jobs {
		w.do(q.ctx, j)
		close(j.done)
	}
}

// fill lists the files.
func (q *queue) fill(o Options, places []place) {
	defer close(q.order)
	defer close(q.jobs)
	q.err = list(q.ctx, o, places, q.add)
}

func (q *queue) add(j *job) error {
	select {
	case q.order <- j:
	case <-q.ctx.Done():
		return q.ctx.Err()
	}
	if j.skip != "" {
		close(j.done)
		return nil
	}
	select {
	case q.jobs <- j:
		return nil
	case <-q.ctx.Done():
		j.err = q.ctx.Err()
		close(j.done)
		return j.err
	}
}

// job is a file to check, and what comes of it.
type job struct {
	place  place
	rel    string
	shown  string
	skip   string // why it is not checked
	sample bool   // its tokens are sampled
	done   chan struct{}

	err      error
	reads    []read // of pooled memory: release gives it back
	found    []draft
	size     int64
	lines    int64
	sampled  sample
	finished bool
}

// name is the file's path.
func (j *job) name() string { return filepath.Join(j.place.root, filepath.FromSlash(j.rel)) }

// readsPool keeps memory for the reads of a file.
var readsPool sync.Pool

// begin makes room for the reads of n tools.
func (j *job) begin(n int) {
	if cap(j.reads) < n {
		if kept, ok := readsPool.Get().(*[]read); ok && cap(*kept) >= n {
			j.reads = *kept
		} else {
			j.reads = make([]read, n)
		}
	}
	j.reads = j.reads[:n]
}

// release gives the reads back, when nothing asks for them any more.
func (j *job) release() {
	if kept := j.reads; kept != nil {
		clear(kept)
		readsPool.Put(&kept)
		j.reads, j.found = nil, nil
	}
}

// list makes the jobs.
func list(ctx context.Context, o Options, places []place, give func(*job) error) error {
	sampled := map[string]int{}
	for _, p := range places {
		skip := func(rel, why string) error {
			return give(&job{place: p, rel: rel, shown: p.show(rel), skip: why, done: make(chan struct{})})
		}
		if p.problem != nil && !o.All {
			if err := skip(".git", p.problem.Error()+"; all files are checked instead"); err != nil {
				return err
			}
		}
		last := ""
		err := p.each(ctx, o, func(rel, attribute string) error {
			switch {
			case rel == last || o.excluded(rel): // a file in conflict is listed more than once
				return nil
			case attribute != "":
				return skip(rel, attribute+" in .gitattributes")
			}
			last = rel
			j := &job{place: p, rel: rel, shown: p.show(rel), done: make(chan struct{})}
			if ext := extension(rel); sampled[ext] < samplesEach && len(sampled) <= mostExtensions {
				sampled[ext]++
				j.sample = true
			}
			return give(j)
		}, func(rel, why string) { _ = skip(rel, why) }) // an error comes again with the next file
		if err != nil {
			return err
		}
	}
	return nil
}

// worker checks one file after the other.
type worker struct {
	options Options
	room    *tools.Room // for the file's bytes
	piece   []byte      // of a file that is larger
}

// do checks a file. What prevents that is in the job afterwards.
func (w *worker) do(ctx context.Context, j *job) {
	const tries = 3
	for try := 1; ; try++ {
		j.found = nil
		err := w.check(ctx, j)
		var refusal *tools.Error
		changed := errors.As(err, &refusal)
		switch {
		case err == nil:
			j.finished = true
			return
		case ctx.Err() != nil:
			j.err = ctx.Err()
			return
		case changed && try < tries:
			continue
		case changed:
			j.skip = "it kept changing while it was read"
		default:
			j.skip = reason(err)
		}
		return
	}
}

// unread says why a file of a kind is not read; "" where it is.
func unread(mode fs.FileMode) string {
	switch {
	case mode.IsRegular():
		return ""
	case mode&fs.ModeSymlink != 0:
		return "a symbolic link"
	case mode.IsDir():
		return "a directory: a submodule, or a file until now"
	case mode&fs.ModeNamedPipe != 0:
		return "a named pipe"
	case mode&fs.ModeSocket != 0:
		return "a socket"
	case mode&fs.ModeDevice != 0:
		return "a device"
	}
	return "not a regular file"
}

func (w *worker) check(ctx context.Context, j *job) error {
	name := j.name()
	fi, err := os.Lstat(name)
	if err != nil {
		return err
	}
	if why := unread(fi.Mode()); why != "" {
		j.skip = why
		return nil
	}
	if !utf8.ValidString(name) {
		j.skip = "its name is not valid UTF-8, so no tool can be asked for it"
		return nil
	}
	shared, err := tools.OpenShared(ctx, name, w.room)
	if err != nil {
		return err
	}
	defer shared.Close()
	b := shared.Bytes()
	t, err := newText(ctx, b, w.piece)
	if err != nil {
		return err
	}
	j.size, j.lines = b.Size(), t.lines
	if j.sample {
		j.sampled = sampleOf(b)
	}
	env := tools.Env{Root: j.place.root, Shared: shared}
	if w.options.unshared {
		env.Shared = nil
	}
	if err := w.read(ctx, j, env, t); err != nil {
		return err
	}
	j.found = drafts(j.shown, t, j.reads)
	hidden, err := w.hidden(ctx, t)
	if err != nil {
		return err
	}
	j.found = append(j.found, hiddenFindings(j.shown, t, hidden, j.reads)...)
	j.found = append(j.found, w.instructions(j)...)
	for i := range j.found { // what is kept of the file's bytes outlives the buffer
		j.found[i].text = slices.Clone(j.found[i].text)
	}
	return shared.Unchanged()
}

// read makes the default read of each tool.
func (w *worker) read(ctx context.Context, j *job, env tools.Env, t *text) (err error) {
	j.begin(len(w.options.Tools))
	for i, tool := range w.options.Tools {
		file := j.rel
		if tool.Paths == tools.PathAbsolute {
			file = j.name()
		}
		r := &j.reads[i]
		if *r, err = readFile(ctx, tool, env, file, t.Bytes); err != nil {
			return err
		}
		for _, s := range r.window.Spans() {
			n, err := t.linesIn(ctx, s.Start, s.End, w.piece)
			if err != nil {
				return err
			}
			r.lines = min(r.lines+n, t.lines) // two runs may touch the same line
		}
	}
	return nil
}

// hidden finds the hidden characters of a file.
func (w *worker) hidden(ctx context.Context, t *text) (found []loss.Hidden, err error) {
	if t.memory != nil && t.memory.ASCII() {
		return nil, nil
	}
	err = t.each(ctx, 0, t.Size(), w.piece, func(p []byte, at int64) bool {
		if ascii(p) {
			return true
		}
		found = append(found, loss.FindHidden(p, at, mostPlaces-len(found))...)
		return len(found) < mostPlaces
	})
	return found, err
}

// ascii reports whether all bytes are below 0x80.
func ascii(p []byte) bool {
	for len(p) >= 8 {
		if (p[0]|p[1]|p[2]|p[3]|p[4]|p[5]|p[6]|p[7])&0x80 != 0 {
			return false
		}
		p = p[8:]
	}
	for _, c := range p {
		if c >= 0x80 {
			return false
		}
	}
	return true
}

// instructions are the findings of a file of instructions.
func (w *worker) instructions(j *job) []draft {
	var out []draft
	for _, l := range instructionLimits() {
		if !l.isOf(j.rel) {
			continue
		}
		var above int64
		if l.Together {
			for _, p := range parents(j.rel) {
				if fi, err := os.Stat(filepath.Join(j.place.root, filepath.FromSlash(p))); err == nil && fi.Mode().IsRegular() {
					above += fi.Size()
				}
			}
		}
		head, err := headOf(j.name(), l.headSize())
		if err != nil {
			continue // it is reported where the tools read it
		}
		if f, ok := l.finding(j.rel, j.size, l.taken(head, above), above); ok {
			f.Path = j.shown
			out = append(out, draft{Finding: f})
		}
	}
	return out
}

// headOf is the first n bytes of a regular file, or all of it.
func headOf(name string, n int64) ([]byte, error) {
	f, err := source.OpenFile(name)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	return io.ReadAll(io.NewSectionReader(f, 0, min(n, f.Snapshot().Size)))
}

// extension is the part of a name by which tokens are estimated.
func extension(rel string) string { return strings.ToLower(path.Ext(rel)) }

var _ source.Bytes = (*text)(nil)
