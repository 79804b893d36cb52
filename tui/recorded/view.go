package recorded

import (
	"cmp"
	"context"
	"math"
	"strings"

	sent "eyeline/reader/transcript/coverage"
	"eyeline/reader/transcript/record"
	"eyeline/tui/cells"
	"eyeline/tui/coverage"
)

// View is what is known of a run at one moment.
type View struct {
	Generation int // how often the transcript was opened until then: again when it was replaced or truncated
	Coverage   *sent.Coverage
	Note       string // what the record has other than was sent; "" for nothing
	Calls      []CallRow
	Names      []string // of tools and sub-agents; the first is ""
	Agents     bool     // there are calls of sub-agents
	Missing    []int64  // of each file, how many of its lines the model does not have
	Lower      []string // likewise, its path in lower case
	Widest     int      // how wide the widest path is when it is drawn, in cells
	Replaced   bool     // the transcript was replaced since the view before

	further map[int][]int32 // of a call, by its index, the files after the first
}

// CallRow is a call as it is listed. The name of its tool and that of its sub-agent, its type or else its identifier,
// are indices into [View.Names].
type CallRow struct {
	file             int32 // the first file that it concerns, as an index into Coverage.Files; -1 for none
	Tool, Agent      uint16
	Kind             record.Kind
	Failed, Answered bool
	AfterACompaction bool // a compaction was recorded between it and the call before
}

// view takes the calls that have come and lays what was sent against the files as they are.
func (r *Run) view(ctx context.Context) (*View, error) {
	if _, err := r.replay.Advance(ctx); err != nil {
		return nil, err
	}
	c, err := r.replay.Coverage(ctx, r.root)
	if err != nil {
		return nil, err
	}
	v := &View{
		Generation: r.generation, Coverage: c, Note: r.session.Note(), Calls: make([]CallRow, r.session.Len()),
		Names: []string{""}, further: map[int][]int32{},
	}
	index := map[string]uint16{"": 0}
	named := func(name string) uint16 {
		i, known := index[name]
		if !known && len(v.Names) < math.MaxUint16 {
			i = uint16(len(v.Names))
			v.Names = append(v.Names, name)
			index[name] = i
		}
		return i
	}
	for call := range r.session.Calls() {
		row := &v.Calls[call.Number-1]
		*row = CallRow{
			file: -1, Tool: named(call.Tool), Kind: call.Kind, Failed: call.Failed,
			Answered: call.Answered(),
		}
		if call.Agent >= 0 && call.Agent < len(r.session.Agents) {
			a := r.session.Agents[call.Agent]
			row.Agent = named(cmp.Or(a.Type, a.ID))
			v.Agents = true
		}
	}
	for i, f := range c.Files {
		v.Missing = append(v.Missing, coverage.Missing(&f))
		v.Lower = append(v.Lower, strings.ToLower(f.Path))
		v.Widest = max(v.Widest, cells.Width(cells.Sanitize(f.Path)))
		for _, n := range f.Calls {
			if int(n) > len(v.Calls) {
				continue
			}
			if row := &v.Calls[n-1]; row.file < 0 {
				row.file = int32(i)
			} else {
				v.further[int(n-1)] = append(v.further[int(n-1)], int32(i))
			}
		}
	}
	for _, one := range r.session.Compactions {
		if one.After < len(v.Calls) {
			v.Calls[one.After].AfterACompaction = true
		}
	}
	return v, nil
}

// FilesOf are the files that a call concerns, as indices into Coverage.Files; i is the index of the call.
func (v *View) FilesOf(i int) []int32 {
	if v.Calls[i].file < 0 {
		return nil
	}
	return append([]int32{v.Calls[i].file}, v.further[i]...)
}

// Title names the run: agent and version.
func (v *View) Title() string {
	c := v.Coverage
	return strings.TrimSpace(c.Agent + " " + c.AgentVersion)
}
