package coverage

import (
	"cmp"
	"context"
	"io/fs"
	"maps"
	"math"
	"slices"

	"eyeline/reader/contextfiles"
	"eyeline/reader/lists"
	"eyeline/reader/transcript"
	"eyeline/reader/transcript/giventext"
	"eyeline/reader/transcript/heldlines"
	"eyeline/reader/transcript/record"
)

// Of replays all calls and lays what the model could hold against the files as they are. The files are looked for
// in root, which stands for the transcript's working folder; "" is that folder itself. Nothing outside of it is opened.
// also is as in [Replay.Coverage].
func Of(ctx context.Context, s *transcript.Session, root string, also ...string) (*Coverage, error) {
	s.LookIn(root)
	r := NewReplay(s)
	r.cache = nil // nothing is asked again
	if err := r.Advance(ctx); err != nil {
		return nil, err
	}
	return r.Coverage(ctx, root, also...)
}

// Replay is what the calls of a session come to: for every file that they name, what the model could hold of it. It is
// kept up as calls are added to the session. It is not safe for concurrent use, nor beside an update of the session.
type Replay struct {
	s     *transcript.Session
	taken *taker
	agent int                             // whose context the coverage describes; giventext.AnyAgent for all together
	next  int                             // number of the first call that was never looked at
	open  []int                           // the calls before it that had no result then, in order
	cache map[string]cachedFile           // nil: nothing is kept for another time
	given map[string]*contextfiles.Source // for the coverage that is made
	// recent are copies of the calls that were taken last: a record may add to one of them later.
	recent []record.Call
	// unanswered are the calls without a result that count for the coverage that is made.
	unanswered unanswered
}

// cachedFile is a file that was laid against what it is now.
type cachedFile struct {
	version int // of the fileState
	root    string
	info    fs.FileInfo // of the file now, nil if it is gone
	laid    laidFile
}

// laidFile is what is known of a file by its calls, laid against the file as it is.
type laidFile struct {
	now    *heldlines.Current // nil where it was not looked at
	as     heldlines.Alignment
	failed error // why one that exists was not looked at
}

// NewReplay is a replay of no call yet.
func NewReplay(s *transcript.Session) *Replay {
	return &Replay{s: s, taken: newTaker(s), agent: giventext.AnyAgent, next: 1, cache: map[string]cachedFile{}}
}

// restart forgets what was taken, but for which paths are links.
func (r *Replay) restart() {
	alias := r.taken.paths.alias
	*r = *NewReplay(r.s)
	r.taken.paths.alias = alias
}

// maxOrder is after the order of every call.
const maxOrder = math.MaxInt32

// recentCalls is how many calls are looked at again when the session has grown.
const recentCalls = 64

// Advance takes the calls that have come since, and those that have their result since.
func (r *Replay) Advance(ctx context.Context) error {
	if err := r.s.ReadRequests(ctx); err != nil {
		return err
	}
	if slices.ContainsFunc(r.recent, func(c record.Call) bool { return *r.s.Call(c.Number) != c }) {
		r.restart()
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
		if r.taken.countedAsOpen(r.s.Call(n)) {
			r.restart()
			return r.Advance(ctx)
		}
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
	err := r.taken.take(ctx, ready)
	if err != nil {
		r.restart() // some were taken
		return err
	}

	r.taken.takeSaid(maxOrder) // what was said since the last call
	r.taken.markMissingTexts(nil)
	return nil
}

// Coverage lays what the model could hold against the files as they are, as [Of] does. A file that was laid
// before is not read again as long as neither it nor what its calls gave has changed.
//
// also are paths of files, below the working folder, that are looked at even where no call is known to name them.
func (r *Replay) Coverage(ctx context.Context, root string, also ...string) (*Coverage, error) {
	c := newCoverage(r.s)
	w := r.s.Workspace(root)
	if err := r.follow(ctx, w); err != nil {
		return nil, err
	}

	// Those that calls without a result name: they gave nothing so far.
	open, err := r.taken.takeOpen(ctx, r.open)
	if err != nil {
		return nil, err
	}

	for _, f := range open {
		f.version = uncached
	}

	r.given = filesAtStart(ctx, r.s, w)
	r.unanswered = r.taken.stillOpen(r.open)
	paths := slices.AppendSeq(slices.Collect(maps.Keys(r.taken.files)), maps.Keys(open))
	slices.Sort(paths)
	paths = slices.Compact(paths)
	states := lists.Map(paths, func(path string) *fileState { return cmp.Or(open[path], r.taken.files[path].clone()) })
	named := len(states)

	for _, path := range slices.Concat(r.taken.candidates(ctx, w, r.taken.files), also) {
		if r.taken.files[path] == nil && open[path] == nil {
			states = append(states, &fileState{File: File{Path: path, Changes: []Change{}}, version: uncached})
		}
	}

	files, err := r.layAll(ctx, w, root, states)
	if err != nil {
		return nil, err
	}

	// A file that no call is known to name counts if a line of it was given or written.
	c.names = r.taken.named.byWords
	c.partly = transcript.IsPartly(r.s)
	c.Lacks = r.taken.lacksTexts() || c.partly || r.unanswered.areAny()
	c.Files = append(files[:named:named], slices.DeleteFunc(files[named:], func(f File) bool {
		return len(f.Found)+len(f.Unsure) == 0 || !f.Exists
	})...)
	slices.SortFunc(c.Files, func(a, b File) int { return cmp.Compare(a.Path, b.Path) })
	c.at = w
	if err := r.putContext(ctx, root, c.Files); err != nil {
		return nil, err
	}

	c.sum()
	return c, nil
}

// follow takes the files that links lead to for those that calls name: what was taken before by the names of links is
// taken again.
func (r *Replay) follow(ctx context.Context, w transcript.Workspace) error {
	alias := links(w, r.taken.files)
	for path, real := range alias {
		if r.taken.files[path] == nil || r.taken.paths.alias[path] == real {
			delete(alias, path) // it names nothing, or is followed
		}
	}

	if len(alias) == 0 {
		return nil
	}

	maps.Copy(alias, r.taken.paths.alias)
	again := NewReplay(r.s)
	again.taken.paths.alias = alias
	again.given = r.given
	if r.cache == nil {
		again.cache = nil
	}

	*r = *again
	return r.Advance(ctx)
}

// AskedFile is what is known of the one file that is asked about.
type AskedFile struct {
	File
	// Whole is the last call that gave all of it or wrote it; nil without one.
	Whole *record.Call
	// IsUnclear: something that is not understood may have made lines of it since then.
	IsUnclear bool
}

// One is what was sent of one file, by its recorded path, in a session with the calls of one agent alone; nothing is
// said of other files.
func One(ctx context.Context, s *transcript.Session, root, path string) (AskedFile, error) {
	s.LookIn(root)
	r := NewReplay(s)
	r.cache = nil
	if err := r.Advance(ctx); err != nil {
		return AskedFile{}, err
	}

	w := s.Workspace(root)
	if err := r.follow(ctx, w); err != nil {
		return AskedFile{}, err
	}

	open, err := r.taken.takeOpen(ctx, r.open)
	if err != nil {
		return AskedFile{}, err
	}

	path = r.taken.paths.real(s.Resolve(path))
	f := open.file(path, r.taken.files)
	asked := AskedFile{}
	if last := s.Call(s.Len()); last != nil {
		whole := f.wholeOf(last.Agent)
		asked.Whole = s.Call(int(whole))
		asked.IsUnclear = r.taken.mayHaveChangedSince(f, whole)
	}

	files, err := r.layAll(ctx, w, root, []*fileState{f})
	if err != nil {
		return AskedFile{}, err
	}

	asked.File = files[0]
	return asked, nil
}

// layAll lays files against what they are now, and finds in all texts what of them no read gave.
func (r *Replay) layAll(ctx context.Context, w transcript.Workspace, root string, states []*fileState) ([]File, error) {
	laid := make([]laidFile, len(states))
	var hashes [][]uint64
	for i, f := range states {
		var err error
		if laid[i], err = r.lay(ctx, w, root, f); err != nil {
			return nil, err
		}
		if laid[i].now != nil && laid[i].now.Exists {
			hashes = append(hashes, laid[i].now.TrimmedHashes())
		}
	}

	search := r.taken.search(hashes, r.agent)
	found := make([][]foundLine, len(states))
	for i, f := range states {
		if laid[i].now != nil && laid[i].now.Exists {
			found[i] = r.foundOf(f, laid[i], search)
		}
	}
	r.taken.findInside(states, laid, found)

	files := make([]File, 0, len(states))
	for i, f := range states {
		files = append(files, r.finish(w, f, laid[i], found[i]))
	}

	return files, nil
}

// lay lays a file's picture against the file as it is, or takes what that gave before.
func (r *Replay) lay(ctx context.Context, w transcript.Workspace, root string, f *fileState) (laidFile, error) {
	cached, known := r.cache[f.Path]
	var before fs.FileInfo
	if known && f.version != uncached && cached.version == f.version && cached.root == root {
		before = cached.info
	}

	now, err := look(ctx, r.s, w, f.Path, before)
	switch {
	case err != nil && ctx.Err() != nil:
		return laidFile{}, err
	case err != nil:
		return laidFile{failed: err}, nil
	case now.Same:
		return cached.laid, nil
	}

	laid := laidFile{now: now}
	if now.Exists {
		laid.as = r.ofAgent(now.Align(&f.picture))
	}
	if r.cache != nil && f.version != uncached {
		r.cache[f.Path] = cachedFile{f.version, root, now.Info, laid}
	}

	return laid, nil
}

// ofAgent is an alignment as the agent has it that is asked about.
func (r *Replay) ofAgent(a heldlines.Alignment) heldlines.Alignment {
	if r.agent == giventext.AnyAgent {
		return a
	}
	return a.OfAgent(r.agent)
}

// foundOf is what the texts of the run say of the lines of a file that is there.
func (r *Replay) foundOf(f *fileState, laid laidFile, search *textSearch) []foundLine {
	found := search.lines(laid.now.TrimmedHashes(), laid.as.States)
	r.taken.findInUnknown(f, laid, found)
	r.taken.findLeftOut(f, laid, found)

	for i, was := range f.earlier.In(laid.now) {
		if was && laid.as.States[i] == heldlines.Never && found[i].known == heldlines.No {
			found[i].known = heldlines.Perhaps
		}
	}

	return found
}

// finish is the file that a state comes to. The texts tell of its lines where the file is there.
func (r *Replay) finish(w transcript.Workspace, f *fileState, laid laidFile, found []foundLine) File {
	source := r.sourceOf(w, f.Path)
	_, isInside := w.Locate(f.Path)
	f.isOpen = r.unanswered.concerns(r.taken, f.Path)
	f.Path = w.Short(f.Path)
	f.Outside = !isInside
	if laid.failed != nil {
		f.Exists = true
		f.NotRead = laid.failed.Error() // one that cannot be compared is there
	}

	if laid.now != nil && laid.now.Exists {
		f.Exists = true
		f.addFoundCalls(found)
		f.lay(r.s, laid, found, r.agent)
		if source != nil {
			f.markSentAtStart(source)
		}
	} else {
		f.layAsSent(r.s, r.agent)
	}

	slices.SortStableFunc(f.Changes, func(a, b Change) int { return cmp.Compare(a.Call, b.Call) })
	slices.Sort(f.Calls)
	return f.File
}

// find is the state of a file by the path that a File has; nil when no call named it.
func (r *Replay) find(w transcript.Workspace, path string) *fileState {
	files := r.taken.files
	if f := cmp.Or(files[path], files[record.ResolvePath(w.Recorded, path)]); f != nil {
		return f
	}
	for full, f := range files {
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
	return heldlines.ReadCurrent(ctx, w.Folder, rel, hasher(s), before)
}

// LineState is what is known of one line of a file as it is.
type LineState struct {
	Call  int32  // number of the call that sent or wrote it last; 0 where none did, and for a line that has changed
	Times uint16 // how often it was sent as it is
	Found bool   // its text alone tells that: it stands in the call's result, or in what the model wrote in it
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
			lines[at] = LineState{Call: f.lastCallOf(l), Times: l.Times}
		}
	}

	for i, one := range r.taken.search([][]uint64{now.TrimmedHashes()}, r.agent).lines(now.TrimmedHashes(), a.States) {
		if one.known == heldlines.Yes {
			lines[i] = LineState{Call: one.call, Times: 1, Found: true}
		}
	}

	return lines, nil
}

// AsOf replays what came before a call of the session, by its number. It does not change r.
func (r *Replay) AsOf(ctx context.Context, call int) (*Replay, error) {
	run := *r.s.Run
	s := *r.s
	s.Run = &run
	run.Compactions = slices.DeleteFunc(slices.Clone(run.Compactions),
		func(one record.Compaction) bool { return one.After >= call })
	then := NewReplay(&s)
	then.given = r.given
	then.taken.paths.alias = r.taken.paths.alias
	var calls []int
	for n := 1; n < call; n++ {
		if s.Call(n).Answered() {
			calls = append(calls, n)
		} else {
			then.open = append(then.open, n)
		}
	}

	err := then.taken.take(ctx, calls)
	then.unanswered = then.taken.stillOpen(then.open)
	return then, err
}

// Before is what the agent of a call, by its number, had been sent of a file before it, laid against the file as it is:
// the File with all calls and changes of the session, and its Lines; of those that other agents alone were sent, by
// their calls. path is that of a File of c.
func (r *Replay) Before(
	ctx context.Context, root string, c *Coverage, path string, call int,
) (file File, lines []LineState, err error) {
	w := r.s.Workspace(root)
	f := r.find(w, path)
	all := c.File(path)
	if f == nil || all == nil {
		return file, nil, nil
	}

	then, err := r.AsOf(ctx, call)
	if err != nil {
		return file, nil, err
	}

	state := then.taken.files.file(f.Path, nil)
	if lines, err = then.Lines(ctx, root, path); err != nil {
		return file, nil, err
	}
	then.cache = nil // the file is laid for all agents and for one
	files, err := then.layAll(ctx, w, root, []*fileState{state.clone()})
	if err != nil {
		return file, nil, err
	}

	file = files[0]
	if by := r.s.Call(call); len(r.s.Agents) > 0 && by != nil {
		then.agent = by.Agent
		own, err := then.layAll(ctx, w, root, []*fileState{state})
		if err != nil {
			return file, nil, err
		}
		own[0].NoteOthers(&file.Sets)
		file = own[0]
		for i, l := range lines {
			last := r.s.Call(int(l.Call))
			if last != nil && last.Agent != by.Agent && !file.ByOthers.Has(int64(i)+1) {
				lines[i] = LineState{} // which call gave it to this agent is not kept
			}
		}
	}

	file.Calls = all.Calls
	file.Changes = all.Changes
	return file, lines, nil
}
