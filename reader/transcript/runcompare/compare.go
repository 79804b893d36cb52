// Package runcompare, which changes without notice, lays two recorded runs beside each other: which lines of which
// files each was sent.
package runcompare

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"eyeline/reader/transcript"
	"eyeline/reader/transcript/coverage"
	"eyeline/reader/transcript/editcount"
	"eyeline/reader/transcript/instructions"
	"eyeline/reader/transcript/record"
)

// Comparison is two runs beside each other.
type Comparison struct {
	Version int            `json:"version"` // of this form: 1
	Runs    [2]ComparedRun `json:"runs"`    // the first and the second
	Files   []ComparedFile `json:"files"`   // that one of them names, by their paths
}

// ComparedRun is what one of two runs comes to.
type ComparedRun struct {
	Agent    string    `json:"agent"`            // its name for people
	Version  string    `json:"agent_version"`    // as recorded
	ID       string    `json:"id"`               // of the session
	Started  time.Time `json:"started,omitzero"` // left out where it is not recorded
	Calls    int       `json:"calls"`            // how many, of any tool
	Reads    int       `json:"reads"`            // that were answered
	Unknown  int       `json:"unknown"`          // reads that are not understood
	Changes  int       `json:"changes"`          // that were made
	Blind    int       `json:"blind"`            // changes that replaced lines that had not been sent
	NotKnown int       `json:"not_known"`        // changes for which that is not known
	Tokens   int64     `json:"tokens"`           // of all results, as Eyeline counts them
	Again    int64     `json:"again"`            // tokens that were sent again
	// files that belong to the run and could not be opened
	Unread   []coverage.UnreadFile `json:"unread,omitempty"`
	BadLines []int64               `json:"bad_lines,omitempty"` // lines of the transcript that are no records
}

// ComparedFile is one file in two runs.
type ComparedFile struct {
	Path   string        `json:"path"`        // below the working folder, else absolute
	Lines  int64         `json:"lines"`       // of the file as it is now
	Both   record.Ranges `json:"both"`        // lines of it that both runs were sent whole, or wrote
	First  record.Ranges `json:"only_first"`  // that the first one alone was sent or wrote
	Second record.Ranges `json:"only_second"` // that the second one alone was sent or wrote
	// those that one of them was sent or wrote, where it is not known whether the other one was sent them
	NotKnown record.Ranges `json:"not_known"`
	// they are known; else the file is gone, was not looked at, or is another one in the second run
	Compared bool     `json:"compared"`
	Reads    [2]int   `json:"reads"`   // by the first run, and by the second
	Changes  [2]int   `json:"changes"` // likewise
	Blind    [2]int   `json:"blind"`   // changes that replaced what had not been sent
	Tokens   [2]int64 `json:"tokens"`  // of the lines that reads gave
}

// OfTwo are what two runs were sent, as [coverage.Of] has it: each also of the files that only the other one names,
// which may have come to it in a text.
func OfTwo(ctx context.Context, runs [2]*transcript.Session, root string) (both [2]*coverage.Coverage, err error) {
	var replays [2]*coverage.Replay
	for i, s := range runs {
		s.LookIn(root)
		replays[i] = coverage.NewReplay(s)
		if both[i], err = coverageOf(ctx, s, replays[i], root); err != nil {
			return both, err
		}
	}

	if both[0].Workspace().Folder != both[1].Workspace().Folder {
		return both, nil // their files are others
	}

	also := [2][]string{without(both[0], both[1]), without(both[1], both[0])}
	for i, r := range replays {
		if len(also[i]) == 0 {
			continue
		}
		if both[i], err = coverageOf(ctx, runs[i], r, root, also[i]...); err != nil {
			return both, err
		}
	}

	return both, nil
}

// coverageOf is [coverage.Replay.Coverage] of one of several runs: an error names it.
func coverageOf(
	ctx context.Context, s *transcript.Session, r *coverage.Replay, root string, also ...string,
) (c *coverage.Coverage, err error) {
	if err = r.Advance(ctx); err == nil {
		c, err = r.Coverage(ctx, root, also...)
	}
	if err != nil {
		err = fmt.Errorf("%s: %w", s.Path(), err)
	}
	return c, err
}

// without are the files of another run that run c does not have, by their recorded paths.
func without(c, other *coverage.Coverage) (paths []string) {
	for i := range other.Files {
		if c.File(other.Files[i].Path) == nil {
			paths = append(paths, record.ResolvePath(c.Workspace().Recorded, other.Files[i].Path))
		}
	}
	return paths
}

// Compare lays two runs beside each other. Files are the same that have the same path.
func Compare(a, b *coverage.Coverage) Comparison {
	c := Comparison{Version: 1, Runs: [2]ComparedRun{compared(a), compared(b)}, Files: []ComparedFile{}}
	for i, run := range []*coverage.Coverage{a, b} {
		for k := range run.Files {
			c.add(i, run, &run.Files[k])
		}
	}
	if a.Workspace().Folder == b.Workspace().Folder { // else their files are others
		for i := range c.Files {
			c.Files[i].compare(a, b)
		}
	}

	slices.SortFunc(c.Files, func(a, b ComparedFile) int { return strings.Compare(a.Path, b.Path) })
	return c
}

// compared is what a run comes to.
func compared(c *coverage.Coverage) ComparedRun {
	r := ComparedRun{
		Agent: c.Agent, Version: c.AgentVersion, ID: c.ID, Started: c.Started,
		Calls: c.Calls, Reads: c.Reads, Unknown: c.UnknownReads, Unread: c.Unread,
		BadLines: slices.Clone(c.BadLines),
	}

	t := editcount.Of(c.Edits(false))
	r.Changes = t.Made
	r.Blind = t.Blind
	r.NotKnown = t.NotKnown
	if c.Cost != nil {
		r.Tokens = c.Cost.Results
		r.Again = c.Cost.Again
	}

	return r
}

// add takes a file of one of the runs.
func (c *Comparison) add(run int, of *coverage.Coverage, f *coverage.File) {
	i := slices.IndexFunc(c.Files, func(one ComparedFile) bool { return one.Path == f.Path })
	if i < 0 {
		i = len(c.Files)
		c.Files = append(c.Files, ComparedFile{
			Path: f.Path,
			Both: record.Ranges{}, First: record.Ranges{}, Second: record.Ranges{}, NotKnown: record.Ranges{},
		})
	}

	one := &c.Files[i]
	one.Lines = cmp.Or(one.Lines, f.Lines)
	one.Reads[run] = f.Reads

	for k := range f.Changes {
		if change := &f.Changes[k]; !change.Failed && !change.Pending {
			one.Changes[run]++
			if change.IsBlind() {
				one.Blind[run]++
			}
		}
	}

	if of.Cost != nil {
		one.Tokens[run] = of.Cost.Of(f.Path).Tokens
	}
}

// compare says which lines both runs had.
func (f *ComparedFile) compare(a, b *coverage.Coverage) {
	first, ok := sideOf(a, f)
	if !ok {
		return
	}

	second, ok := sideOf(b, f)
	if !ok {
		return
	}

	f.Compared = true
	for n := int64(1); n <= f.Lines; n++ {
		if where := f.place(n, first, second); where != nil {
			where.Add(n)
		}
	}
}

// place says which of the lists a line belongs to; nil where neither run is known to have had it.
func (f *ComparedFile) place(n int64, first, second side) *record.Ranges {
	one := first.had.Has(n)
	other := second.had.Has(n)
	if one && other {
		return &f.Both
	}
	if one && second.unsure.Has(n) || other && first.unsure.Has(n) {
		return &f.NotKnown
	}
	if one {
		return &f.First
	}
	if other {
		return &f.Second
	}

	return nil
}

// side is what one of two runs had of a file: lines that it was sent or wrote, and those for which this is not known.
type side struct{ had, unsure record.Ranges }

// sideOf says what a run had of a file; not ok where that cannot be said by the lines of the file as it is now. A run
// that does not name the file had nothing of it, unless not all is known that it was sent. Of a file with instructions
// the agent may have any line from its start.
func sideOf(run *coverage.Coverage, f *ComparedFile) (s side, ok bool) {
	one := run.File(f.Path)
	all := record.Ranges{{1, f.Lines}}
	if one == nil {
		if run.UnknownReads > 0 || run.Lacks || instructions.IsNamed(f.Path) {
			s.unsure = all
		}
		return s, true
	}

	if !one.Exists || one.Outside || one.NotRead != "" || one.Lines != f.Lines {
		return s, false
	}

	s.had = slices.Concat(one.Sent, one.Written)
	s.had.Sort()
	s.unsure = one.Unsure
	if len(one.InContext) > 0 || instructions.IsNamed(f.Path) {
		s.unsure = all
	}

	return s, true
}
