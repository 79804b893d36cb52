package agentsearch

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"

	"eyeline/reader/access"
	"eyeline/reader/agentsearch/pattern"
	"eyeline/reader/source"
)

// queue is the folders that are still to be looked through, the last one first, so that few wait.
type queue struct {
	mu      sync.Mutex
	wake    *sync.Cond
	waiting []task
	busy    int
	stopped bool
}

// task is a folder to look through. linked: it is reached over a link.
type task struct {
	f      *folder
	linked bool
}

// self is the folder as an entry; nil for the one that is searched.
func (t task) self() *entry {
	if t.f.depth == 0 {
		return nil
	}
	return t.f.self()
}

// mostLinked is how many entries of linked folders are looked at, of all together.
const mostLinked = 2000

// walk looks through the folder, in all cores. whole reports whether it came to the end.
func (r *run) walk() (whole bool, err error) {
	dir, err := source.Open(filepath.FromSlash(r.top.abs))
	if err != nil {
		return false, err
	}

	_ = dir.Close() // it was only to be seen whether it opens
	if len(r.matchers) == 0 {
		return true, nil // nothing is known to match what is searched for
	}

	var end context.CancelFunc
	r.walking, end = context.WithCancel(r.ctx)
	defer end()
	go func() {
		select {
		case <-r.req.Stop:
			end()
		case <-r.walking.Done(): // the walk has ended
		}
	}()
	q := &queue{waiting: []task{{f: r.top}}}
	q.wake = sync.NewCond(&q.mu)
	stop := func() {
		q.mu.Lock()
		defer q.mu.Unlock()
		q.stopped = true
		q.wake.Broadcast()
	}

	defer context.AfterFunc(r.walking, stop)()
	finder := pattern.NewFinder(r.matchers)
	var done sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		done.Go(func() {
			w := &walker{run: r, queue: q, scanner: newScanner(r.matchers, finder, r.keeps)}
			for {
				t, ok := q.next()
				if !ok {
					return
				}
				w.walkFolder(t)
				q.done()
			}
		})
	}

	done.Wait()
	return r.walking.Err() == nil, r.ctx.Err()
}

// next waits for a folder to look through; false when none is left or the search was stopped.
func (q *queue) next() (task, bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.waiting) == 0 && q.busy > 0 && !q.stopped {
		q.wake.Wait()
	}
	if len(q.waiting) == 0 || q.stopped {
		return task{}, false
	}
	last := len(q.waiting) - 1
	t := q.waiting[last]
	q.waiting = q.waiting[:last]
	q.busy++
	return t, true
}

func (q *queue) add(t task) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.waiting = append(q.waiting, t)
	q.wake.Signal()
}

func (q *queue) done() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.busy--
	if q.busy == 0 {
		q.wake.Broadcast()
	}
}

// walker looks through folders, one after the other.
type walker struct {
	*run
	queue   *queue
	scanner *scanner
}

// skip notes what could not be looked at.
func (w *walker) skip(e *entry, rel string, err error) {
	if errors.Is(err, fs.ErrNotExist) {
		return // it is gone
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.skipped = append(w.skipped, Skipped{rel, source.WithoutPath(err).Error()})
	if e != nil {
		w.blocked = append(w.blocked, e)
	}
}

// walkFolder reads a folder and visits its entries.
func (w *walker) walkFolder(t task) {
	rel := relTo(w.top.abs, t.f.abs)
	dir, err := source.Open(filepath.FromSlash(t.f.abs))
	if err != nil {
		w.skip(t.self(), rel, err)
		return
	}

	defer dir.Close()
	entries, err := dir.ReadDir(-1)
	if err != nil {
		w.skip(t.self(), rel, err)
	}

	w.countFolder(t, dir)
	special := map[string]fs.FileMode(nil)
	for _, e := range entries {
		if _, is := specials[e.Name()]; is {
			if special == nil {
				special = map[string]fs.FileMode{}
			}
			special[e.Name()] = e.Type()
		}
	}

	f := t.f
	if f != w.top {
		f.setSpecial(special)
	}

	for _, e := range entries {
		if w.walking.Err() != nil {
			return
		}
		if t.linked && w.linked.Add(1) > mostLinked {
			return
		}

		w.visit(t, dir, e)
	}
}

// visit queues a folder, resolves a link, or searches a regular file.
func (w *walker) visit(t task, dir *os.File, found fs.DirEntry) {
	e := &entry{in: t.f, name: found.Name(), isDir: found.IsDir()}
	switch {
	case e.isDir:
		if isObjects(e) {
			return
		}
		below := &folder{up: t.f, abs: e.abs(), depth: t.f.depth + 1}
		w.queue.add(task{below, t.linked})
	case found.Type().IsRegular():
		w.searchFile(&Row{Rel: relTo(w.top.abs, e.abs()), entry: e, below: t.linked}, dir)
	case found.Type()&fs.ModeSymlink != 0 && !t.linked:
		w.link(t, dir, e)
	}
}

// isObjects reports whether a folder has the objects of a repository, which are compressed.
func isObjects(e *entry) bool {
	return (e.name == "objects" || e.name == "lfs") && (strings.HasSuffix(e.in.abs, "/.git") ||
		strings.Contains(e.in.abs, "/.git/modules/"))
}

// link looks at a symbolic link. What it leads to is found by no search, or by few, so that of linked folders only some
// is looked at.
func (w *walker) link(t task, dir *os.File, e *entry) {
	fi, err := os.Stat(filepath.FromSlash(e.abs()))
	switch {
	case err != nil: // a link to nothing is found by no search
	case fi.Mode().IsRegular():
		w.searchFile(&Row{Rel: relTo(w.top.abs, e.abs()), entry: e, link: true}, dir)
	case fi.IsDir():
		real, err := filepath.EvalSymlinks(filepath.FromSlash(e.abs()))
		if err != nil {
			return
		}

		real = filepath.ToSlash(real)
		for f := t.f; f != nil; f = f.up {
			if f.abs == real {
				return // a circle
			}
		}

		w.queue.add(task{&folder{up: t.f, abs: e.abs(), depth: t.f.depth + 1}, true})
	}
}

// searchFile opens a regular file and matches its lines. Special files are passed over without a word.
func (w *walker) searchFile(row *Row, dir *os.File) {
	p, err := access.OpenPlain(dir, row.entry.name, row.link)
	if err != nil {
		if _, special := errors.AsType[*access.SpecialError](err); !special {
			w.skip(row.entry, row.Rel, err)
		}
		return
	}

	defer p.Close()
	w.count(row, p.Unix)
	if w.req.Names {
		row.found = &found{facts: facts{size: p.Size, changed: p.Unix, nul: -1, textNul: -1, quit: -1}}
		w.keep(row)
		return
	}

	found, err := w.scanner.file(w.walking, p)
	if w.req.Looked != nil {
		w.req.Looked.Add(1)
	}
	if w.walking.Err() != nil {
		return // in the middle of the file, perhaps
	}

	if err != nil {
		w.skip(row.entry, row.Rel, err)
		return
	}

	if found.long {
		w.long.Store(true)
	}
	if len(found.matches) == 0 && len(found.raw) == 0 {
		return
	}

	row.found = found
	w.keep(row)
}

// keep adds a row to what was found.
func (w *walker) keep(row *Row) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.rows = append(w.rows, row)
}

// count counts a searched file for each method whose answer tells how many there were.
func (w *walker) count(row *Row, changed int64) {
	if !w.req.Count {
		return
	}
	for i, m := range w.methods {
		if m.Counts && w.path(row, i) == nil {
			w.searched[i].Add(1)
			w.seen(changed)
		}
	}
}

// countFolder notes the last change of a folder for the methods that look into it.
func (w *walker) countFolder(t task, dir *os.File) {
	fi, err := dir.Stat()
	if !w.req.Count || t.linked || err != nil {
		return
	}
	for i, m := range w.methods {
		if m.Counts && !w.isOut(t.f, i) {
			w.seen(fi.ModTime().Unix())
		}
	}
}

// seen notes the second of a change.
func (w *walker) seen(changed int64) {
	for {
		newest := w.newest.Load()
		if changed <= newest || w.newest.CompareAndSwap(newest, changed) {
			return
		}
	}
}
