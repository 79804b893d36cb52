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

// queue is the stack of folders that are still to be walked. Its last one is taken first, which keeps it short.
type queue struct {
	mu      sync.Mutex
	wake    *sync.Cond
	waiting []task
	busy    int
	stopped bool
}

// task is a folder to walk. linked: it was reached through a symbolic link.
type task struct {
	folder *folder
	linked bool
}

// asEntry returns the folder as an entry of its parent; nil for the searched folder.
func (t task) asEntry() *entry {
	if t.folder.depth == 0 {
		return nil
	}
	return t.folder.asEntry()
}

// maxLinkedEntries is how many entries of linked folders are visited in the whole walk.
const maxLinkedEntries = 2000

// walk walks the folder with one worker for each core. whole is false if it was stopped before the end.
func (r *run) walk() (whole bool, err error) {
	dir, err := source.Open(filepath.FromSlash(r.top.abs))
	if err != nil {
		return false, err
	}

	_ = dir.Close() // it was opened only to report the error
	if len(r.matchers) == 0 {
		return true, nil // no pattern could be compiled
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
	q := &queue{waiting: []task{{folder: r.top}}}
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
			w := &walker{run: r, queue: q, scanner: newScanner(r.matchers, finder, r.reserveMatch)}
			w.scanner.excerpts = r.req.Excerpts
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

// next waits for a folder to walk. It returns false at the end of the walk, and when it is stopped.
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

// walker is a worker of the walk.
type walker struct {
	*run
	queue   *queue
	scanner *scanner
}

// skip records that a path cannot be read. e is nil for the searched folder.
func (w *walker) skip(e *entry, rel string, err error) {
	if errors.Is(err, fs.ErrNotExist) {
		return // deleted during the walk
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.skipped = append(w.skipped, Skipped{rel, source.WithoutPath(err).Error()})
	if e != nil {
		w.unreadable = append(w.unreadable, e)
	}
}

// walkFolder reads a folder and visits its entries.
func (w *walker) walkFolder(t task) {
	rel := relTo(w.top.abs, t.folder.abs)
	dir, err := source.Open(filepath.FromSlash(t.folder.abs))
	if err != nil {
		w.skip(t.asEntry(), rel, err)
		return
	}

	defer dir.Close()
	entries, err := dir.ReadDir(-1)
	if err != nil {
		w.skip(t.asEntry(), rel, err)
	}

	w.countFolder(t, dir)
	special := map[string]fs.FileMode(nil)
	for _, e := range entries {
		if _, ok := specials[e.Name()]; ok {
			if special == nil {
				special = map[string]fs.FileMode{}
			}
			special[e.Name()] = e.Type()
		}
	}

	f := t.folder
	if f != w.top {
		f.setSpecial(special)
	}

	for _, e := range entries {
		if w.walking.Err() != nil {
			return
		}
		if t.linked && w.linkedEntries.Add(1) > maxLinkedEntries {
			return
		}

		w.visit(t, dir, e)
	}
}

// visit queues a folder, resolves a link, or searches a regular file.
func (w *walker) visit(t task, dir *os.File, found fs.DirEntry) {
	e := &entry{parent: t.folder, name: found.Name(), isDir: found.IsDir()}
	switch {
	case e.isDir:
		if isObjects(e) {
			return
		}

		below := &folder{parent: t.folder, abs: e.abs(), depth: t.folder.depth + 1}
		w.queue.add(task{below, t.linked})
	case found.Type().IsRegular():
		w.searchFile(&Row{Rel: relTo(w.top.abs, e.abs()), entry: e, belowLink: t.linked}, dir)
	case found.Type()&fs.ModeSymlink != 0 && !t.linked:
		w.visitLink(t, dir, e)
	}
}

// isObjects reports whether a folder holds a repository's objects, which are compressed.
func isObjects(e *entry) bool {
	return (e.name == "objects" || e.name == "lfs") && (strings.HasSuffix(e.parent.abs, "/.git") ||
		strings.Contains(e.parent.abs, "/.git/modules/"))
}

// visitLink searches a symbolic link's file, or queues its folder. Few searches follow links, so the number of entries
// in linked folders is limited.
func (w *walker) visitLink(t task, dir *os.File, e *entry) {
	fi, err := os.Stat(filepath.FromSlash(e.abs()))
	switch {
	case err != nil: // no search finds a broken link
	case fi.Mode().IsRegular():
		w.searchFile(&Row{Rel: relTo(w.top.abs, e.abs()), entry: e, isLink: true}, dir)
	case fi.IsDir():
		real, err := filepath.EvalSymlinks(filepath.FromSlash(e.abs()))
		if err != nil {
			return
		}

		real = filepath.ToSlash(real)
		for f := t.folder; f != nil; f = f.parent {
			if f.abs == real {
				return // a cycle
			}
		}

		w.queue.add(task{&folder{parent: t.folder, abs: e.abs(), depth: t.folder.depth + 1}, true})
	}
}

// searchFile finds the matching lines of a regular file. It ignores special files.
func (w *walker) searchFile(row *Row, dir *os.File) {
	p, err := access.OpenSequential(dir, row.entry.name, row.isLink)
	if err != nil {
		if _, special := errors.AsType[*access.SpecialError](err); !special {
			w.skip(row.entry, row.Rel, err)
		}
		return
	}

	defer p.Close()
	w.count(row, p.Unix)
	if w.req.Names {
		row.scan = &scanResult{facts: facts{size: p.Size, modified: p.Unix, nul: -1, textNul: -1, quitOffset: -1}}
		w.addRow(row)
		return
	}

	found, err := w.scanner.scanFile(w.walking, p)
	if w.req.Looked != nil {
		w.req.Looked.Add(1)
	}
	if w.walking.Err() != nil {
		return // possibly in the middle of the file
	}

	if err != nil {
		w.skip(row.entry, row.Rel, err)
		return
	}

	if found.long {
		w.longLines.Store(true)
	}
	if len(found.matches) == 0 && len(found.raw) == 0 {
		return
	}

	row.scan = found
	w.addRow(row)
}

// addRow adds a file to the result.
func (w *walker) addRow(row *Row) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.rows = append(w.rows, row)
}

// count counts the file for each method with Counts that searches it. changed is in seconds since 1970.
func (w *walker) count(row *Row, changed int64) {
	if !w.req.Count {
		return
	}
	for i, m := range w.methods {
		if m.Counts && w.rowExclusion(row, i) == nil {
			w.searched[i].Add(1)
			w.noteChange(changed)
		}
	}
}

// countFolder notes the modification time of a folder for each method with Counts that searches it.
func (w *walker) countFolder(t task, dir *os.File) {
	fi, err := dir.Stat()
	if !w.req.Count || t.linked || err != nil {
		return
	}
	for i, m := range w.methods {
		if m.Counts && !w.excludesFolder(t.folder, i) {
			w.noteChange(fi.ModTime().Unix())
		}
	}
}

// noteChange raises newest to a modification time, in seconds since 1970.
func (w *walker) noteChange(changed int64) {
	for {
		newest := w.newest.Load()
		if changed <= newest || w.newest.CompareAndSwap(newest, changed) {
			return
		}
	}
}
