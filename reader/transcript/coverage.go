package transcript

import (
	"cmp"
	"context"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// Range is a run of lines, 1-based and inclusive.
type Range [2]int64

// FileCoverage is what was sent of one file. Ranges are of lines of the file as it is now, sorted, and do not touch each
// other; a line is in exactly one of Sent, Cut, Written, Changed and Never. For a file that is gone, or lies outside of
// the folder that may be read, they are of the lines as they were sent.
type FileCoverage struct {
	Path    string           `json:"path"`
	Exists  bool             `json:"exists"`
	Lines   int64            `json:"lines"` // of the file as it is now
	Reads   int              `json:"reads"`
	Sent    []Range          `json:"sent"`
	Cut     []Range          `json:"cut"`
	Written []Range          `json:"written"`
	Changed []Range          `json:"changed"`
	Never   []Range          `json:"never"`
	Gone    int              `json:"gone"`    // lines that were sent or written, and are not there
	Refused int              `json:"refused"` // reads that failed
	Unknown int              `json:"unknown"` // reads of which the lines are not known
	Changes []ChangeCoverage `json:"changes"`
	Now     *NowSum          `json:"now,omitempty"` // what its reads give now; only where that was asked for: see AddNow

	// Calls are the numbers of the calls that read or changed the file, in order. Compacted are those of the lines sent, cut
	// or written that were so before a compaction, and not since.
	Calls     []int32 `json:"-"`
	Compacted []Range `json:"-"`

	Again    int  `json:"-"` // reads that gave nothing but lines that had been sent before, and are the same
	Disagree int  `json:"-"` // reads of which two ways of knowing the lines do not agree
	Outside  bool `json:"-"` // it lies outside of the folder that may be read, and was not looked at
}

// ChangeCoverage is one change of a file.
type ChangeCoverage struct {
	Call   int       `json:"call"`
	Time   time.Time `json:"time"`
	Tool   string    `json:"tool"`
	Failed bool      `json:"failed"`
	// Lines are those that the change made and that are still there; Blind are those of them that were written over lines,
	// or between lines, that had never been sent.
	Lines []Range `json:"lines"`
	Blind []Range `json:"blind"`

	put []string // texts put in by a change that does not say where
}

// Coverage is what was sent of all files.
type Coverage struct {
	Version      int            `json:"version"`
	Agent        string         `json:"agent"`
	AgentVersion string         `json:"agent_version"`
	ID           string         `json:"id"`
	Dir          string         `json:"dir"`
	Started      time.Time      `json:"started"`
	Ended        time.Time      `json:"ended"`
	Calls        int            `json:"calls"`
	Unknown      int            `json:"unknown_records"`
	BadLines     []int64        `json:"bad_lines"`
	Compactions  []time.Time    `json:"compactions"`
	Files        []FileCoverage `json:"files"`
}

// fileState is a file while the calls are replayed.
type fileState struct {
	FileCoverage
	picture picture
	version int // rises with every call that concerns the file
}

// laidFile is a file that was laid against what it is now.
type laidFile struct {
	version     int // of the fileState
	compactions int // that were recorded
	root        string
	info        fs.FileInfo // of the file now, nil when there is none
	coverage    FileCoverage
}

// Coverage replays all calls and lays what the model could hold against the files as they are. The files are looked for
// in root, which stands for the transcript's working folder; "" is that folder itself. Nothing outside of it is opened.
func (s *Session) Coverage(ctx context.Context, root string) (*Coverage, error) {
	r := s.NewReplay()
	if _, err := r.Advance(ctx); err != nil {
		return nil, err
	}
	return r.Coverage(ctx, root)
}

// Coverage lays what the model could hold against the files as they are, as Session.Coverage does. A file that was laid
// before is not read again as long as neither it nor what is known of it has changed.
func (r *Replay) Coverage(ctx context.Context, root string) (*Coverage, error) {
	s := r.s
	c := &Coverage{
		Version: 1, Agent: s.Agent, AgentVersion: s.Version, ID: s.ID, Dir: s.Dir, Started: s.Started, Ended: s.Ended,
		Calls: s.Len(), Unknown: s.Unknown, BadLines: []int64{}, Compactions: []time.Time{}, Files: []FileCoverage{},
	}
	for _, b := range s.Bad {
		c.BadLines = append(c.BadLines, b.Line)
	}
	for _, one := range s.Compactions {
		c.Compactions = append(c.Compactions, one.Time)
	}
	copies := make(map[string]*fileState, len(r.files))
	for path, f := range r.files {
		copied := *f
		copied.Changes = slices.Clone(f.Changes)
		copies[path] = &copied
	}
	if err := r.unanswered(ctx, copies); err != nil {
		return nil, err
	}
	for _, f := range sortedFiles(copies) {
		path := f.Path
		before, known := r.laid[path]
		if known && (f.version == passing || before.version != f.version || before.root != root || before.compactions != len(s.Compactions)) {
			before.info = nil
		}
		info, same, err := s.finish(ctx, root, f, before.info)
		if err != nil {
			return nil, err
		}
		if same {
			f.FileCoverage = before.coverage
		} else {
			slices.SortStableFunc(f.Changes, func(a, b ChangeCoverage) int { return cmp.Compare(a.Call, b.Call) })
			slices.Sort(f.Calls)
		}
		if !same && f.version != passing {
			r.laid[path] = laidFile{f.version, len(s.Compactions), root, info, f.FileCoverage}
		}
		c.Files = append(c.Files, f.FileCoverage)
	}
	return c, nil
}

// hasher is how lines of this agent are compared.
func (s *Session) hasher() hasher { return hasher{trim: s.format.trims} }

// apply takes a change.
func (f *fileState) apply(c *Call, e Edit, h hasher) {
	f.names(c)
	change := ChangeCoverage{Call: c.Number, Time: c.Time, Tool: c.Tool, Failed: c.Failed, Lines: []Range{}, Blind: []Range{}}
	by := int32(len(f.Changes))
	if !c.Failed && c.Answered() {
		switch {
		case len(e.Hunks) > 0:
			f.picture.change(e.Hunks, by, h)
		case e.IsWhole:
			f.picture.write(e.Whole, by, h)
		case e.Deleted:
			f.picture = picture{}
		default:
			change.put = e.New
		}
	}
	f.Changes = append(f.Changes, change)
}

// place is where a file is looked for: the root, and the path in it. It is not inside when it may not be opened.
func (s *Session) place(root, path string) (dir, in, rel string, isInside bool) {
	dir = s.dir()
	if dir == "" { // it is not recorded: the root may be the folder itself
		if abs, err := filepath.Abs(root); err == nil && root != "" {
			dir = filepath.ToSlash(abs)
		}
	}
	rel, isInside = inside(dir, path)
	if root == "" {
		root = dir
	}
	return dir, root, rel, isInside
}

// finish lays a file's picture against the file as it is. It returns what is known of that; same says that this is what
// before said too, and nothing was done.
func (s *Session) finish(ctx context.Context, root string, f *fileState, before fs.FileInfo) (info fs.FileInfo, same bool, err error) {
	dir, in, rel, isInside := s.place(root, f.Path)
	f.Path = shorten(dir, f.Path)
	now := present{}
	f.Outside = !isInside
	if isInside {
		now, err = look(ctx, in, rel, s.hasher(), before)
		switch {
		case err != nil && ctx.Err() != nil:
			return nil, false, err
		case now.same:
			return before, true, nil
		case err != nil: // it is there, and cannot be compared
			f.asSent(s)
			f.Exists = true
			return nil, false, nil
		}
	}
	if now.exists {
		f.layOver(s, now)
	} else {
		f.asSent(s)
	}
	f.Exists = now.exists
	return now.info, false, nil
}

// isCompacted reports whether what a call gave was compacted later.
func (s *Session) isCompacted(call int32) bool {
	c := s.Call(int(call))
	for i := len(s.Compactions) - 1; c != nil && i >= 0; i-- {
		if one := &s.Compactions[i]; one.Agent == c.Agent {
			return c.Number <= one.After
		}
	}
	return false
}

// shorten makes a path relative to a folder that it lies in.
func shorten(dir, p string) string {
	if rest, ok := strings.CutPrefix(p, strings.TrimSuffix(dir, "/")+"/"); ok && dir != "" {
		return rest
	}
	return p
}

// inside is a path relative to the folder dir, when it lies there.
func inside(dir, p string) (string, bool) {
	switch {
	case dir == "":
		return p, false
	case !path.IsAbs(p) && !isWindows(p):
		return p, true
	}
	rest, ok := strings.CutPrefix(path.Clean(p), strings.TrimSuffix(path.Clean(dir), "/")+"/")
	return rest, ok
}

// asSent gives the ranges in the file's own numbers then.
func (f *fileState) asSent(s *Session) {
	var compacted ranges
	var by [5]ranges
	made, blind := make([]ranges, len(f.Changes)), make([]ranges, len(f.Changes))
	for _, h := range f.picture.lines {
		by[h.state].add(h.number)
		if s.isCompacted(h.call(f.Changes)) {
			compacted.add(h.number)
		}
		if by := h.by(); by >= 0 {
			made[by].add(h.number)
			if h.blind {
				blind[by].add(h.number)
			}
		}
	}
	f.Compacted = compacted.all
	f.fill(by, made, blind)
}

// layOver gives the ranges in the lines of the file as it is.
func (f *fileState) layOver(s *Session, now present) {
	now.fit(&f.picture)
	l := f.picture.lay(now.hashes)
	f.Gone = l.gone
	f.Lines = int64(len(now.hashes))
	made, blind := make([]ranges, len(f.Changes)), make([]ranges, len(f.Changes))
	for i, at := range l.lines {
		if h := f.picture.lines[i]; at >= 0 && h.by() >= 0 {
			made[h.by()].add(int64(at) + 1)
			if h.blind {
				blind[h.by()].add(int64(at) + 1)
			}
		}
	}
	for i := range f.Changes {
		for _, text := range f.Changes[i].put {
			a, b, ok := now.find(text)
			for n := a; ok && n <= b; n++ {
				if state := &l.states[n-1]; *state == Never || *state == Changed {
					*state = Written
					made[i].add(n)
				}
			}
		}
	}
	var compacted ranges
	var calls []int32
	if len(s.Compactions) > 0 {
		calls = l.calls(f.picture.lines, f.Changes)
	}
	var by [5]ranges
	for i, state := range l.states {
		by[state].add(int64(i) + 1)
		if calls != nil && calls[i] > 0 && state != Never && state != Changed && s.isCompacted(calls[i]) {
			compacted.add(int64(i) + 1)
		}
	}
	f.Compacted = compacted.all
	f.fill(by, made, blind)
}

// find is where a text is in the file, when it is there once.
func (n present) find(text string) (first, last int64, ok bool) {
	if strings.TrimSpace(text) == "" || strings.Count(n.text, text) != 1 {
		return 0, 0, false
	}
	i := strings.Index(n.text, text)
	first = int64(strings.Count(n.text[:i], "\n")) + 1
	last = first + int64(strings.Count(strings.TrimSuffix(text, "\n"), "\n"))
	return first, last, last <= int64(len(n.hashes))
}

func (f *fileState) fill(by [5]ranges, made, blind []ranges) {
	f.Sent, f.Cut, f.Written, f.Changed, f.Never = by[Whole].list(), by[CutLine].list(), by[Written].list(), by[Changed].list(), by[Never].list()
	for i := range f.Changes {
		f.Changes[i].Lines, f.Changes[i].Blind = made[i].list(), blind[i].list()
	}
}

// ranges collects line numbers that come in rising order.
type ranges struct{ all []Range }

func (r *ranges) add(n int64) {
	if last := len(r.all) - 1; last >= 0 && n <= r.all[last][1]+1 {
		r.all[last][1] = max(r.all[last][1], n)
		return
	}
	r.all = append(r.all, Range{n, n})
}

// list is never nil, so that it is written as [].
func (r *ranges) list() []Range {
	if r.all == nil {
		return []Range{}
	}
	return r.all
}
