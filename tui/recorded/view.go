package recorded

import (
	"cmp"
	"math"
	"strings"

	"eyeline/reader/transcript"
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
	Calls      []callRow
	Names      []string // of tools and sub-agents; the first is ""
	Agents     bool     // there are calls of sub-agents
	Missing    []int64  // of each file, how many of its lines the model does not have
	Lower      []string // likewise, its path in lower case
	Widest     int      // how wide the widest path is when it is drawn, in cells
	Replaced   bool     // the transcript was replaced since the view before

	further map[int][]int32 // of a call, by its index, the files after the first
}

// callRow is a call as it is listed. The name of its tool and that of its sub-agent, its type or else its identifier,
// are indices into [View.Names].
type callRow struct {
	file             int32 // the first file that it concerns, as an index into Coverage.Files; -1 for none
	Tool, Agent      uint16
	Kind             record.Kind
	Failed, Answered bool
	AfterACompaction bool // a compaction was recorded between it and the call before
}

// newView is what is known of a session that was opened so many times.
func newView(s *transcript.Session, c *sent.Coverage, generation int) *View {
	v := &View{
		Generation: generation, Coverage: c, Note: s.Note(), Calls: make([]callRow, s.Len()),
		Names: []string{""}, further: map[int][]int32{},
	}
	v.addCalls(s)
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

func (v *View) addCalls(s *transcript.Session) {
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
	for c := range s.Calls() {
		row := callRow{file: -1, Tool: named(c.Tool), Kind: c.Kind, Failed: c.Failed, Answered: c.Answered()}
		if c.Agent >= 0 && c.Agent < len(s.Agents) {
			a := s.Agents[c.Agent]
			row.Agent = named(cmp.Or(a.Type, a.ID))
			v.Agents = true
		}
		v.Calls[c.Number-1] = row
	}
}

// addFile adds what the lists say of a file, by its index, and to its calls that they concern it.
func (v *View) addFile(i int) {
	f := &v.Coverage.Files[i]
	v.Missing = append(v.Missing, coverage.Missing(f))
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
