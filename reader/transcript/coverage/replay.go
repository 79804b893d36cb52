package coverage

import (
	"cmp"
	"context"
	"io/fs"
	"maps"
	"slices"

	"eyeline/reader/contextfiles"
	"eyeline/reader/transcript"
	"eyeline/reader/transcript/heldlines"
	"eyeline/reader/transcript/record"
)

// Of replays all calls and lays what the model could hold against the files as they are. The files are looked for
// in root, which stands for the transcript's working folder; "" is that folder itself. Nothing outside of it is opened.
func Of(ctx context.Context, s *transcript.Session, root string) (*Coverage, error) {
	r := NewReplay(s)
	r.cache = nil // nothing is asked again
	if err := r.Advance(ctx); err != nil {
		return nil, err
	}
	return r.Coverage(ctx, root)
}

// Replay is what the calls of a session come to: for every file that they name, what the model could hold of it. It is
// kept up as calls are added to the session. It is not safe for concurrent use, nor beside an update of the session.
type Replay struct {
	s     *transcript.Session
	files fileStates
	next  int                             // number of the first call that was never looked at
	open  []int                           // the calls before it that had no result then, in order
	cache map[string]cachedFile           // nil: nothing is kept for another time
	given map[string]*contextfiles.Source // for the coverage that is made
	// recent are copies of the calls that were taken last: a record may add to one of them later.
	recent []record.Call
}

// cachedFile is a file that was laid against what it is now.
type cachedFile struct {
	state fileKey
	info  fs.FileInfo // of the file now, nil when there is none
	file  File
}

// fileKey is what a file's coverage depends on, but for the file now.
type fileKey struct {
	version, dropped int // of the fileState; how many compactions and prunings were recorded
	root             string
	given            bool // credit is due
}

// NewReplay is a replay of no call yet.
func NewReplay(s *transcript.Session) *Replay {
	return &Replay{s: s, files: fileStates{}, next: 1, cache: map[string]cachedFile{}}
}

// recentCalls is how many calls are looked at again when the session has grown.
const recentCalls = 64

// Advance takes the calls that have come since, and those that have their result since.
func (r *Replay) Advance(ctx context.Context) error {
	if slices.ContainsFunc(r.recent, func(c record.Call) bool { return *r.s.Call(c.Number) != c }) {
		*r = *NewReplay(r.s)
	}
	var ready, open []int
	take := func(n int) {
		if r.s.Call(n).Answered() {
			ready = append(ready, n)
		} else {
			open = append(open, n)
		}
	}
	for _, n := range r.open {
		take(n)
	}
	for ; r.next <= r.s.Len(); r.next++ {
		take(r.next)
	}
	r.open = open
	for _, n := range ready[max(len(ready)-recentCalls, 0):] {
		r.recent = append(r.recent, *r.s.Call(n))
	}
	r.recent = slices.Delete(r.recent, 0, max(len(r.recent)-recentCalls, 0))
	err := r.files.take(ctx, r.s, ready, nil)
	if err != nil {
		*r = *NewReplay(r.s) // some were taken: begin again
	}
	return err
}

// Coverage lays what the model could hold against the files as they are, as [Of] does. A file that was laid
// before is not read again as long as neither it nor what is known of it has changed.
func (r *Replay) Coverage(ctx context.Context, root string) (*Coverage, error) {
	c, w := newCoverage(r.s), r.s.Workspace(root)
	// Those that calls without a result name: they gave nothing so far.
	open := fileStates{}
	if err := open.take(ctx, r.s, r.open, r.files); err != nil {
		return nil, err
	}
	for _, f := range open {
		f.version = passing
	}
	r.given = given(ctx, r.s, w)
	paths := slices.AppendSeq(slices.Collect(maps.Keys(r.files)), maps.Keys(open))
	slices.Sort(paths)
	paths = slices.Compact(paths)
	c.Files = make([]File, 0, len(paths))
	for _, path := range paths {
		file, err := r.lay(ctx, w, root, cmp.Or(open[path], r.files[path].clone()))
		if err != nil {
			return nil, err
		}
		c.Files = append(c.Files, file)
		c.Reads, c.UnknownReads = c.Reads+file.Reads, c.UnknownReads+file.Unknown
	}
	return c, nil
}

// lay lays a file's picture against the file as it is, or takes what that gave before.
func (r *Replay) lay(ctx context.Context, w transcript.Workspace, root string, f *fileState) (File, error) {
	path := f.Path
	cached, known := r.cache[path]
	source := r.sourceOf(w, path)
	next := cachedFile{state: fileKey{f.version, len(r.s.Compactions) + r.s.Pruned, root, source != nil}}
	var before fs.FileInfo
	if known && f.version != passing && next.state == cached.state {
		before = cached.info
	}
	_, isInside := w.Locate(path)
	f.Path, f.Outside = w.Short(path), !isInside
	now, err := look(ctx, r.s, w, path, before)
	switch {
	case err != nil && ctx.Err() != nil:
		return File{}, err
	case err == nil && now.Same:
		return cached.file, nil
	}
	f.Exists = now.Exists || err != nil // one that cannot be compared is there
	if err != nil {
		f.NotRead = err.Error()
	}
	if now.Exists && err == nil {
		f.lay(r.s, now)
		next.info = now.Info
		if source != nil {
			f.credit(source)
		}
	} else {
		f.layAsSent(r.s)
	}
	slices.SortStableFunc(f.Changes, func(a, b Change) int { return cmp.Compare(a.Call, b.Call) })
	slices.Sort(f.Calls)
	if r.cache != nil && f.version != passing {
		next.file = f.File
		r.cache[path] = next
	}
	return f.File, nil
}

// find is the state of a file by the path that a File has; nil when no call named it.
func (r *Replay) find(w transcript.Workspace, path string) *fileState {
	if f := cmp.Or(r.files[path], r.files[record.ResolvePath(w.Recorded, path)]); f != nil {
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
func look(
	ctx context.Context, s *transcript.Session, w transcript.Workspace, path string, before fs.FileInfo,
) (*heldlines.Current, error) {
	rel, isInside := w.Locate(path)
	if !isInside {
		return &heldlines.Current{}, nil
	}
	return heldlines.Look(ctx, w.Folder, rel, hasher(s), before)
}

// LineState is what is known of one line of a file as it is.
type LineState struct {
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
	now, err := look(ctx, r.s, w, f.Path, nil)
	if err != nil || !now.Exists {
		return nil, err
	}
	a := now.Align(&f.picture)
	lines := make([]LineState, len(a.States))
	for i, at := range a.Lines {
		if at >= 0 {
			l := a.Known[i]
			lines[at].Call, lines[at].Times = f.call(l), l.Times
		}
	}
	return lines, nil
}

// Before is what the model had been sent of a file before a call, by its number, laid against the file as it is: its
// File with all calls and changes of the session, and its Lines. path is that of a File of c.
func (r *Replay) Before(
	ctx context.Context, root string, c *Coverage, path string, call int,
) (file File, lines []LineState, err error) {
	f, all := r.find(r.s.Workspace(root), path), c.File(path)
	if f == nil || all == nil {
		return file, nil, nil
	}
	s, run := *r.s, *r.s.Run
	s.Run = &run
	run.Compactions = slices.DeleteFunc(slices.Clone(run.Compactions),
		func(one record.Compaction) bool { return one.After >= call })
	then := NewReplay(&s)
	then.given = r.given
	var calls []int
	for _, n := range all.Calls {
		if int(n) < call && s.Call(int(n)).Answered() {
			calls = append(calls, int(n))
		}
	}
	if err = then.files.take(ctx, &s, calls, nil); err != nil {
		return file, nil, err
	}
	state := then.files.file(f.Path, nil)
	if lines, err = then.Lines(ctx, root, path); err != nil {
		return file, nil, err
	}
	file, err = then.lay(ctx, s.Workspace(root), root, state)
	file.Calls, file.Changes = all.Calls, all.Changes
	return file, lines, err
}
