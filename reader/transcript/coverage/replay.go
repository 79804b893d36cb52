package coverage

import (
	"cmp"
	"context"
	"io/fs"
	"maps"
	"slices"

	"eyeline/reader/transcript"
	"eyeline/reader/transcript/picture"
	"eyeline/reader/transcript/record"
)

// Replay is what the calls of a session come to: for every file that they name, what the model could hold of it. It is
// kept up as calls are added to the session. It is not safe for concurrent use, nor beside an update of the session.
type Replay struct {
	s     *transcript.Session
	files fileStates
	next  int   // number of the first call that was never looked at
	open  []int // the calls before it that had no result then, in order
	cache map[string]cachedFile
	// recent are copies of the calls that were taken last: a record may add to one of them later.
	recent []record.Call
}

// cachedFile is a file that was laid against what it is now.
type cachedFile struct {
	version     int // of the fileState
	compactions int // that were recorded
	root        string
	info        fs.FileInfo // of the file now, nil when there is none
	file        File
}

// NewReplay is a replay of no call yet.
func NewReplay(s *transcript.Session) *Replay {
	return &Replay{s: s, files: fileStates{}, next: 1, cache: map[string]cachedFile{}}
}

// recentCalls is how many calls are looked at again when the session has grown.
const recentCalls = 64

// Advance takes the calls that have come since, and those that have their result since. It reports whether there were
// any.
func (r *Replay) Advance(ctx context.Context) (bool, error) {
	again := slices.ContainsFunc(r.recent, func(c record.Call) bool { return *r.s.Call(c.Number) != c })
	if again {
		*r = *NewReplay(r.s)
	}
	ready := slices.Grow([]int(nil), r.s.Len()+1-r.next)
	var open []int
	sort := func(n int) {
		if r.s.Call(n).Answered() {
			ready = append(ready, n)
		} else {
			open = append(open, n)
		}
	}
	for _, n := range r.open {
		sort(n)
	}
	for n := r.next; n <= r.s.Len(); n++ {
		sort(n)
	}
	some := len(ready) > 0 || r.next <= r.s.Len()
	h := hasher(r.s)
	err := outcomesOf(ctx, r.s, ready, func(c *record.Call, o outcome) { r.files.take(c, o, h) })
	if err != nil {
		// Some may have been taken: begin again.
		*r = *NewReplay(r.s)
		return false, err
	}
	r.open, r.next = open, r.s.Len()+1
	r.remember(ready)
	return some || again, nil
}

// remember keeps copies of the last calls.
func (r *Replay) remember(calls []int) {
	r.recent = slices.Delete(r.recent, 0, min(len(r.recent), max(len(r.recent)+len(calls)-recentCalls, 0)))
	for _, n := range calls[max(len(calls)-recentCalls, 0):] {
		r.recent = append(r.recent, *r.s.Call(n))
	}
}

// Coverage lays what the model could hold against the files as they are, as [Of] does. A file that was laid
// before is not read again as long as neither it nor what is known of it has changed.
func (r *Replay) Coverage(ctx context.Context, root string) (*Coverage, error) {
	c, w := newCoverage(r.s), r.s.Workspace(root)
	files, err := r.withOpen(ctx)
	if err != nil {
		return nil, err
	}
	for _, path := range slices.Sorted(maps.Keys(files)) {
		file, err := r.lay(ctx, w, root, files[path])
		if err != nil {
			return nil, err
		}
		c.Files = append(c.Files, file)
	}
	return c, nil
}

// withOpen is the files with the calls that have no result: they are named, and gave nothing so far.
func (r *Replay) withOpen(ctx context.Context) (fileStates, error) {
	files := make(fileStates, len(r.files))
	for path, f := range r.files {
		files[path] = f.clone()
	}
	h := hasher(r.s)
	err := outcomesOf(ctx, r.s, r.open, func(c *record.Call, o outcome) {
		for _, f := range files.take(c, o, h) {
			f.version = passing
		}
	})
	return files, err
}

// lay lays a file's picture against the file as it is, or takes what that gave before.
func (r *Replay) lay(ctx context.Context, w transcript.Workspace, root string, f *fileState) (File, error) {
	path := f.Path
	key := cachedFile{version: f.version, compactions: len(r.s.Compactions), root: root}
	cached, known := r.cache[path]
	var before fs.FileInfo
	if known && f.version != passing && key.version == cached.version && key.root == cached.root &&
		key.compactions == cached.compactions {
		before = cached.info
	}
	now := &picture.Current{}
	rel, isInside := w.Locate(path)
	f.Path, f.Outside = w.Short(path), !isInside
	cannotCompare := false
	if isInside {
		var err error
		now, err = picture.Look(ctx, w.Folder, rel, hasher(r.s), before)
		switch {
		case err != nil && ctx.Err() != nil:
			return File{}, err
		case err == nil && now.Same:
			return cached.file, nil
		}
		cannotCompare = err != nil // it is there
	}
	if f.Exists = now.Exists || cannotCompare; now.Exists && !cannotCompare {
		f.lay(r.s, now)
		key.info = now.Info
	} else {
		f.layAsSent(r.s)
	}
	slices.SortStableFunc(f.Changes, func(a, b Change) int { return cmp.Compare(a.Call, b.Call) })
	slices.Sort(f.Calls)
	if f.version != passing {
		key.file = f.File
		r.cache[path] = key
	}
	return f.File, nil
}

// find is the state of a file by the path that a File has; nil when no call named it.
func (r *Replay) find(w transcript.Workspace, path string) *fileState {
	if f := r.files[path]; f != nil {
		return f
	}
	if f := r.files[record.ResolvePath(w.Recorded, path)]; f != nil {
		return f
	}
	for full, f := range r.files {
		if w.Short(full) == path {
			return f
		}
	}
	return nil
}

// look reads a file as it is now, by its recorded path. One outside of the folder does not exist.
func look(ctx context.Context, s *transcript.Session, w transcript.Workspace, path string) (*picture.Current, error) {
	rel, isInside := w.Locate(path)
	if !isInside {
		return &picture.Current{}, nil
	}
	return picture.Look(ctx, w.Folder, rel, hasher(s), nil)
}

// LineState is what is known of one line of a file as it is.
type LineState struct {
	State picture.State
	Call  int32  // number of the call that sent or wrote it last; 0 where none did, and for a line that has changed
	Times uint16 // how often it was sent as it is
}

// Lines tells of each line of a file as it is what is known of it; the first is line 1. path is that of a File. It
// is nil for a file that does not exist or was not looked at.
func (r *Replay) Lines(ctx context.Context, root, path string) ([]LineState, error) {
	w := r.s.Workspace(root)
	f := r.find(w, path)
	if f == nil {
		return nil, nil
	}
	now, err := look(ctx, r.s, w, f.Path)
	if err != nil || !now.Exists {
		return nil, err
	}
	a := now.Align(&f.picture)
	lines := make([]LineState, len(a.States))
	for i, state := range a.States {
		lines[i].State = state
	}
	for i, at := range a.Lines {
		if at >= 0 {
			l := f.picture.Lines[i]
			lines[at].Call, lines[at].Times = f.call(l), l.Times
		}
	}
	return lines, nil
}
