// Package recordedrun, which changes without notice, is an open transcript: what an agent recorded of a run, with its
// calls and the files that they concern.
//
// A [Run] is read by commands, one at a time; a [Snapshot] is what is known of it at one moment, and does not change. A
// [File] is one file of it, to be shown beside what was sent of it, and a [Call] is one call as it concerns a file.
// Calls have numbers from 1, lines of files too; what is an index is said to be one, and counts from 0.
package recordedrun

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"time"

	"eyeline/reader/source"
	"eyeline/reader/transcript"
	"eyeline/reader/transcript/coverage"
	"eyeline/reader/transcript/editcount"
	"eyeline/reader/transcript/record"
	"eyeline/reader/transcript/runcost"
	"eyeline/reader/transcript/runstats"
	"eyeline/reader/transcript/runsteps"
	"eyeline/reader/transcript/searches"
	"eyeline/reader/wait"
	"eyeline/tui/file/linestates"
	"eyeline/tui/kit/cells"
	"eyeline/tui/kit/humanize"
)

// Run is an open transcript. Its methods may be called by several goroutines at once; they are run one after the other.
type Run struct {
	path, root string               // path of the transcript; root of the folder that its files are in
	wire       string               // path of the requests that the agent wrote; "" for none
	progress   *transcript.Progress // of the opening

	mu         sync.Mutex
	session    *transcript.Session // nil once closed
	replay     *coverage.Replay
	generation int // how often the transcript was opened: it is opened again if it was replaced or truncated
}

var (
	errClosed   = errors.New("the transcript is closed")
	errCallGone = errors.New("the call is no longer in the transcript")
)

// Open opens the transcript at a path; p reports how far it has come. The files that it names are looked up in root; ""
// is the recorded working folder. wire is the path of the requests that the agent wrote; "" for no such file. The Run
// must be closed.
func Open(ctx context.Context, path, root, wire string, p *transcript.Progress) (*Run, *Snapshot, error) {
	r := &Run{path: path, root: root, wire: wire, progress: p}
	r.mu.Lock()
	defer r.mu.Unlock()

	if err := r.open(ctx); err != nil {
		return nil, nil, err
	}

	view, err := r.view(ctx)
	if err != nil {
		_ = r.session.Close()
		return nil, nil, err
	}

	return r, view, nil
}

func (r *Run) open(ctx context.Context) error {
	s, err := transcript.OpenWatched(ctx, r.path, r.progress)
	if err == nil && r.wire != "" {
		if err = s.ReadWire(ctx, r.wire); err != nil {
			_ = s.Close()
		}
	}

	if err != nil {
		return err
	}
	if r.session != nil {
		_ = r.session.Close()
	}

	s.LookIn(r.root)
	r.session = s
	r.replay = coverage.NewReplay(s)
	r.generation++
	r.progress.ReadingResults()
	return nil
}

// Close frees the transcript. It waits for a command that is reading it.
func (r *Run) Close() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.session != nil {
		_ = r.session.Close()
		r.session = nil
	}
}

const (
	// recordPause is the time between two looks at what was recorded.
	recordPause = 50 * time.Millisecond
	// filesPause is the time between two looks at the files, which are many.
	filesPause = 500 * time.Millisecond
)

// Next waits until more has been recorded, or until it is time to look at the files again.
func (r *Run) Next(ctx context.Context) (*Snapshot, error) {
	for end := time.Now().Add(filesPause); ; {
		if err := wait.For(ctx, recordPause); err != nil {
			return nil, err
		}
		if view, err := r.look(ctx, !time.Now().Before(end)); view != nil || err != nil {
			return view, err
		}
	}
}

// Reread reads everything again that Open read.
func (r *Run) Reread(ctx context.Context) (*Snapshot, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.session == nil {
		return nil, errClosed
	}
	return r.again(ctx)
}

// again is Reread for a caller that holds the lock.
func (r *Run) again(ctx context.Context) (*Snapshot, error) {
	r.progress = &transcript.Progress{}
	if err := r.open(ctx); err != nil {
		return nil, err
	}
	return r.view(ctx)
}

// look reads what has been recorded since the last look. It returns nil if there is nothing new, unless files asks to
// look at the files in any case.
func (r *Run) look(ctx context.Context, files bool) (*Snapshot, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.session == nil {
		return nil, errClosed
	}
	if !files && !r.session.MayHaveChanged() {
		return nil, nil
	}

	grown, err := r.session.Update(ctx)
	switch {
	case errors.Is(err, source.ErrStale):
		view, err := r.again(ctx)
		switch {
		case view != nil:
			view.Replaced = true
		case !files:
			return nil, nil // a file that is being rewritten cannot be read for a moment: the next look reports it
		}

		return view, err
	case err != nil || !grown && !files:
		return nil, err
	}

	return r.view(ctx)
}

// view takes new calls into account and compares what was sent with the files as they are now.
func (r *Run) view(ctx context.Context) (*Snapshot, error) {
	if err := r.replay.Advance(ctx); err != nil {
		return nil, err
	}
	c, err := r.replay.Coverage(ctx, r.root)
	if err != nil {
		return nil, err
	}
	return newSnapshot(r.session, c, r.generation), nil
}

// Infos describes calls, by their numbers. A call that no longer exists is left out.
func (r *Run) Infos(ctx context.Context, numbers []int) (map[int]runstats.CallInfo, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	out := make(map[int]runstats.CallInfo, len(numbers))
	for _, n := range numbers {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}

		c, err := r.call(n)
		if errors.Is(err, errCallGone) {
			continue
		}
		if err != nil {
			return nil, err
		}

		info, err := runstats.Describe(r.session, c)
		if err != nil {
			return nil, err
		}

		out[n] = info
	}

	return out, nil
}

// Searches compares the searches of a call with the folder that they searched; most calls have none.
func (r *Run) Searches(ctx context.Context, number int) ([]coverage.Search, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	c, err := r.call(number)
	if err != nil {
		return nil, err
	}
	return searches.Of(ctx, r.session, r.root, c)
}

// Step describes a request beside another one. c is the coverage of a snapshot of the run.
func (r *Run) Step(ctx context.Context, c *coverage.Coverage, pair runsteps.Pair) (runsteps.Step, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.session == nil {
		return runsteps.Step{}, errClosed
	}
	of := runsteps.Run{Session: r.session, Replay: r.replay, Coverage: c, Root: r.root}
	return of.Step(ctx, pair)
}

// Cost counts the tokens of the results of the run.
func (r *Run) Cost(ctx context.Context) (*runcost.Cost, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.session == nil {
		return nil, errClosed
	}
	var c coverage.Coverage
	err := c.AddCost(ctx, r.session, r.root)
	return c.Cost, err
}

// WriteResult writes the exact text of a call's result.
func (r *Run) WriteResult(w io.Writer, number int) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	c, err := r.call(number)
	if err != nil {
		return err
	}
	return r.session.WriteText(w, c.Result)
}

// call returns a call by its number; the caller holds mu.
func (r *Run) call(number int) (*record.Call, error) {
	if r.session == nil {
		return nil, errClosed
	}
	if c := r.session.Call(number); c != nil {
		return c, nil
	}
	return nil, errCallGone
}

// Snapshot is what is known of a run at one moment. It does not change.
type Snapshot struct {
	Generation int // how often the transcript had been opened, see Run.generation
	Coverage   *coverage.Coverage
	Note       string // how the record differs from what was sent; "" if it does not
	Calls      []callRow
	Requests   []runsteps.Listed // to the model, as far as recorded
	Agents     bool              // sub-agents made calls
	Missing    []int64           // of each file: how many of its lines the model does not have
	Lower      []string          // of each file: its path in lower case
	Widest     int               // width in cells of the widest path, without Below
	Below      string            // the folder that all files are in, with a slash at its end; "" without one
	Edits      editcount.Count   // of what the model changed
	CutFiles   int               // number of files of which the model was sent cut lines
	AllGone    bool              // there are several files, and none of them is there any more
	// Spent is the number of tokens that the model itself counted; nil if that is not recorded.
	Spent    *runcost.ModelCost
	Replaced bool // the transcript has been replaced since the snapshot before
}

// callRow is a call as the list shows it.
type callRow struct {
	Files            []int32 // indices into Coverage.Files of the files that it concerns
	Tool             string
	Agent            string // that made it, see agentName
	AgentType        string // of the sub-agent, or else its ID; "" for the main agent
	Kind             record.Kind
	Failed, Answered bool
	AfterACompaction bool // a compaction was recorded between this call and the one before

	Blind   int64           // number of changed lines that its agent had not been sent
	IsBlind bool            // it changed such lines, even if it is not recorded how many
	Cut     int64           // number of lines of which it gave only a part
	Edits   []coverage.Edit // what it changed
}

// agentName tells the agents of a run apart in few cells, by the index of one as in [record.Call]: "main", "sub1" and
// so on; "" in a run of one agent.
func agentName(s *transcript.Session, agent int) string {
	switch {
	case len(s.Agents) == 0:
		return ""
	case agent < 0:
		return "main"
	}
	return fmt.Sprintf("sub%d", agent+1)
}

// worst ranks a call by how much it deserves a look. Ranks are compared number by number; the larger one comes first.
func (c *callRow) worst() [5]int64 {
	one := func(is bool) int64 {
		if is {
			return 1
		}
		return 0
	}
	isRefusedEdit := c.Failed && len(c.Edits) > 0
	return [5]int64{max(c.Blind, one(c.IsBlind)), one(isRefusedEdit), c.Cut, one(c.Failed), one(!c.Answered)}
}

// WorstCalls returns the indices of calls, sorted so that those that deserve a look come first.
func (v *Snapshot) WorstCalls(order []int) []int {
	worst := slices.Clone(order)
	slices.SortStableFunc(worst, func(a, b int) int {
		x := v.Calls[a].worst()
		y := v.Calls[b].worst()
		return slices.Compare(y[:], x[:])
	})
	return worst
}

// notes says what makes the statements about a run less reliable. If the record ends within a line, the screen says so:
// of a run that is being followed this means nothing.
func notes(s *transcript.Session, c *coverage.Coverage) string {
	var said []string
	for _, one := range c.Unread {
		said = append(said, one.Words()+".")
	}
	for _, words := range []string{record.MalformedWords(s.Damage.BadCount), s.Damage.TooLong()} {
		if words != "" {
			said = append(said, words+".")
		}
	}

	note := s.Note()
	if len(c.Elsewhere) > 0 { // each says it with the reason
		note = strings.TrimSuffix(note, transcript.NotAllRecorded)
	}

	said = append(said, note)
	for _, words := range c.Elsewhere {
		said = append(said, "Not all may be recorded: "+words+".")
	}

	return strings.TrimSpace(strings.Join(said, " "))
}

// newSnapshot makes the snapshot of a session; generation is how often it was opened.
func newSnapshot(s *transcript.Session, c *coverage.Coverage, generation int) *Snapshot {
	v := &Snapshot{
		Generation: generation, Coverage: c, Note: notes(s, c), Calls: make([]callRow, s.Len()),
		Requests: runsteps.List(s), Below: below(c.Files), Edits: editcount.Of(c.Edits(false)),
		Spent: runcost.ModelCostOf(s), AllGone: allGone(c.Files),
	}
	for c := range s.Calls() {
		v.Agents = v.Agents || c.Agent >= 0
		v.Calls[c.Number-1] = callRow{
			Tool: c.Tool, Agent: agentName(s, c.Agent), AgentType: s.SubAgent(c).Name(),
			Kind: c.Kind, Failed: c.Failed, Answered: c.Answered(),
		}
	}

	for i := range c.Files {
		v.addFile(i)
	}

	for _, one := range s.Compactions {
		if one.After < len(v.Calls) {
			v.Calls[one.After].AfterACompaction = true
		}
	}

	return v
}

// addFile adds what the lists say of a file, by its index, and records it with the calls that concern it.
func (v *Snapshot) addFile(i int) {
	f := &v.Coverage.Files[i]
	v.Missing = append(v.Missing, linestates.Missing(f))
	v.Lower = append(v.Lower, strings.ToLower(f.Path))
	v.Widest = max(v.Widest, cells.Width(cells.Sanitize(f.Path[len(v.Below):])))
	if len(f.Cut) > 0 {
		v.CutFiles++
	}
	for _, n := range f.Calls {
		if int(n) <= len(v.Calls) {
			v.Calls[n-1].Files = append(v.Calls[n-1].Files, int32(i))
		}
	}

	for _, one := range f.CutIn {
		if int(one.Call) <= len(v.Calls) {
			v.Calls[one.Call-1].Cut += int64(one.Lines)
		}
	}

	for k := range f.Changes {
		one := coverage.Edit{File: f, Change: &f.Changes[k]}
		if one.Call > len(v.Calls) {
			continue
		}

		call := &v.Calls[one.Call-1]
		call.Edits = append(call.Edits, one)
		if one.IsBlind() {
			call.IsBlind = true
			call.Blind += one.BlindCount()
		}
	}
}

// below is the folder that all of several files are in, with a slash at its end; "" without one.
func below(files []coverage.File) string {
	if len(files) < 2 {
		return ""
	}

	// They are sorted by path: the common beginning of the first and the last is common to all.
	first := files[0].Path
	last := files[len(files)-1].Path
	same := 0

	for same < min(len(first), len(last)) && first[same] == last[same] {
		same++
	}

	return first[:strings.LastIndexByte(first[:same], '/')+1]
}

// Worst ranks each file by how much it deserves a look, as [coverage.File.Gravity] does.
func (v *Snapshot) Worst() [][]int64 {
	out := make([][]int64, len(v.Coverage.Files))
	for i := range out {
		out[i] = v.Coverage.Files[i].Gravity()
	}
	return out
}

// BlindEdits says how many edits were blind, an edit being what one call changed in one file; "" if none was.
func (v *Snapshot) BlindEdits() string {
	if v.Edits.Blind == 0 {
		return ""
	}
	return fmt.Sprintf("%d of %s blind", v.Edits.Blind, humanize.Count(int64(v.Edits.Made), "edit"))
}

// allGone reports whether there are several files, and none of them is there any more.
func allGone(files []coverage.File) bool {
	there := func(f coverage.File) bool { return f.Exists || f.Outside || f.Media > 0 || f.NotRead != "" }
	return len(files) > 1 && !slices.ContainsFunc(files, there)
}

// Findings says what deserves a look; "" if nothing does.
func (v *Snapshot) Findings() string {
	var parts []string
	if blind := v.BlindEdits(); blind != "" {
		parts = append(parts, blind)
	}
	if n := v.CutFiles; n > 0 {
		parts = append(parts, "lines cut in "+humanize.Count(int64(n), "file"))
	}
	return strings.Join(parts, " · ")
}

// Title names the run: agent and version.
func (v *Snapshot) Title() string {
	c := v.Coverage
	return strings.TrimSpace(c.Agent + " " + c.AgentVersion)
}
