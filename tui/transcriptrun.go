package tui

import (
	"cmp"
	"context"
	"errors"
	"io"
	"math"
	"slices"
	"strings"
	"sync"

	"eyeline/reader/source"
	"eyeline/reader/transcript"
	"eyeline/tui/cells"
	"eyeline/tui/coverage"
)

// An open transcript. Commands read it, one at a time; the screens have views of it, which do not change.

// run is an open transcript.
type run struct {
	path, root string
	progress   *transcript.Progress // of the opening

	mu         sync.Mutex
	session    *transcript.Session // nil once it is closed
	replay     *transcript.Replay
	generation int // how often the transcript was opened: again when it was replaced or truncated
}

// runView is what is known of a run at one moment.
type runView struct {
	generation int
	coverage   *transcript.Coverage
	note       string // what the record has other than was sent; "" for nothing
	calls      []callRow
	names      []string        // of tools and sub-agents; the first is ""
	further    map[int][]int32 // of a call, by its 0-based place, the files after the first
	agents     bool            // there are calls of sub-agents
	missing    []int64         // of each file of the coverage, see missing
	lower      []string        // likewise, its path in lower case, for what is typed
	widest     int             // path, in cells
	replaced   bool            // the transcript was replaced since the view before
}

// callRow is a call as the timeline lists it.
type callRow struct {
	file             int32  // the first file that it concerns, as an index into coverage.Files; -1 for none
	tool             uint16 // index into runView.names
	agent            uint16 // of the sub-agent's type or identifier, likewise
	kind             transcript.Kind
	failed, answered bool
	afterACompaction bool // a compaction was recorded between it and the call before
}

var errRunClosed = errors.New("the transcript is closed")

// openRun opens a transcript. The files that it names are looked for in root; "" is the recorded working folder.
func openRun(ctx context.Context, path, root string, p *transcript.Progress) (*run, *runView, error) {
	r := &run{path: path, root: root, progress: p}
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

func (r *run) open(ctx context.Context) error {
	s, err := transcript.OpenWatched(ctx, r.path, r.progress)
	if err != nil {
		return err
	}
	if r.session != nil {
		_ = r.session.Close()
	}
	r.session, r.replay = s, s.NewReplay()
	r.generation++
	r.progress.ReadingResults()
	return nil
}

// close frees the transcript; it waits for the command that reads it.
func (r *run) close() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.session != nil {
		_ = r.session.Close()
		r.session = nil
	}
}

// look reads what was recorded since, and looks at the files again.
func (r *run) look(ctx context.Context) (*runView, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.session == nil {
		return nil, errRunClosed
	}
	_, err := r.session.Update(ctx)
	replaced := false
	if errors.Is(err, source.ErrStale) {
		r.progress = &transcript.Progress{}
		err = r.open(ctx)
		replaced = err == nil
	}
	if err != nil {
		return nil, err
	}
	view, err := r.view(ctx)
	if view != nil {
		view.replaced = replaced
	}
	return view, err
}

// view takes the calls that have come and lays what was sent against the files as they are.
func (r *run) view(ctx context.Context) (*runView, error) {
	if _, err := r.replay.Advance(ctx); err != nil {
		return nil, err
	}
	c, err := r.replay.Coverage(ctx, r.root)
	if err != nil {
		return nil, err
	}
	v := &runView{
		generation: r.generation, coverage: c, note: r.session.Note(), calls: make([]callRow, r.session.Len()),
		names: []string{""}, further: map[int][]int32{},
	}
	index := map[string]uint16{"": 0}
	named := func(name string) uint16 {
		i, known := index[name]
		if !known && len(v.names) < math.MaxUint16 {
			i = uint16(len(v.names))
			v.names = append(v.names, name)
			index[name] = i
		}
		return i
	}
	for call := range r.session.Calls() {
		row := &v.calls[call.Number-1]
		*row = callRow{file: -1, tool: named(call.Tool), kind: call.Kind, failed: call.Failed, answered: call.Answered()}
		if call.Agent >= 0 && call.Agent < len(r.session.Agents) {
			a := r.session.Agents[call.Agent]
			row.agent = named(cmp.Or(a.Type, a.ID))
			v.agents = true
		}
	}
	for i, f := range c.Files {
		v.missing = append(v.missing, coverage.Missing(&f))
		v.lower = append(v.lower, strings.ToLower(f.Path))
		v.widest = max(v.widest, cells.Width(plain(f.Path)))
		for _, n := range f.Calls {
			if int(n) > len(v.calls) {
				continue
			}
			if row := &v.calls[n-1]; row.file < 0 {
				row.file = int32(i)
			} else {
				v.further[int(n-1)] = append(v.further[int(n-1)], int32(i))
			}
		}
	}
	for _, one := range r.session.Compactions {
		if one.After < len(v.calls) {
			v.calls[one.After].afterACompaction = true
		}
	}
	return v, nil
}

// filesOf are the files that a call concerns, by its 0-based place.
func (v *runView) filesOf(i int) []int32 {
	if v.calls[i].file < 0 {
		return nil
	}
	return append([]int32{v.calls[i].file}, v.further[i]...)
}

// infos describes calls for the timeline.
func (r *run) infos(ctx context.Context, numbers []int) (map[int]transcript.CallInfo, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	out := make(map[int]transcript.CallInfo, len(numbers))
	for _, n := range numbers {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if r.session == nil {
			return nil, errRunClosed
		}
		c := r.session.Call(n)
		if c == nil {
			continue
		}
		info, err := r.session.Info(c)
		if err != nil {
			return nil, err
		}
		out[n] = info
	}
	return out, nil
}

// writeResult writes the exact text of a call's result.
func (r *run) writeResult(w io.Writer, number int) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.session == nil {
		return errRunClosed
	}
	c := r.session.Call(number)
	if c == nil {
		return errors.New("the call is no longer in the transcript")
	}
	return r.session.WriteText(w, c.Result)
}

// file is the index of a file in the coverage, -1 when no call names it.
func (v *runView) file(path string) int {
	return slices.IndexFunc(v.coverage.Files, func(f transcript.FileCoverage) bool { return f.Path == path })
}

// title names the run: agent and version.
func (v *runView) title() string {
	c := v.coverage
	return strings.TrimSpace(c.Agent + " " + c.AgentVersion)
}
