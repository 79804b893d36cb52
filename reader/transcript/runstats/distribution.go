package runstats

import (
	"maps"
	"slices"
)

// Spread is how a measure is distributed: the least value that at least 10, 50 or 90 of a hundred are not above, and
// the greatest.
type Spread struct {
	P10 int64 `json:"p10"`
	P50 int64 `json:"p50"`
	P90 int64 `json:"p90"`
	Max int64 `json:"max"`
}

// spreadOf is the distribution of values, which it sorts; all is 0 without one.
func spreadOf(values []int64) Spread {
	if len(values) == 0 {
		return Spread{}
	}
	slices.Sort(values)
	at := func(percent int) int64 { return values[max((len(values)*percent+99)/100, 1)-1] }
	return Spread{at(10), at(50), at(90), values[len(values)-1]}
}

// PagingDistribution is how a tool of an agent paged in many runs.
type PagingDistribution struct {
	Agent string `json:"agent"`
	Tool  string `json:"tool"`
	Runs  int    `json:"transcripts"`
	Files int    `json:"files"` // counted again in each run
	PagingSum
	WindowLines Spread `json:"window_lines"`
	WindowBytes Spread `json:"window_bytes"`
	// FileWindows are the windows of a file; PerNew is how many bytes were sent for 100 new ones of a file.
	FileWindows Spread     `json:"windows_per_file"`
	PerNew      Spread     `json:"sent_per_100_new_bytes"`
	Would       []PageSize `json:"would_have_sent"`
}

// Distribute brings the paging of many runs together, by agent and tool.
func Distribute(runs []*Paging) []PagingDistribution {
	type key struct{ agent, tool string }
	type collected struct {
		PagingDistribution
		lines, bytes, windows, perNew []int64
	}
	all := map[key]*collected{}
	for _, run := range runs {
		for _, tool := range run.Tools {
			k := key{run.Agent, tool.Tool}
			if all[k] == nil {
				all[k] = &collected{PagingDistribution: PagingDistribution{Agent: k.agent, Tool: k.tool}}
			}

			d := all[k]
			d.Runs++
			d.Files += len(tool.Files)
			d.add(tool.PagingSum)
			d.Would = sumPageSizes(d.Would, tool.Would)

			for _, f := range tool.Files {
				d.windows = append(d.windows, int64(len(f.Windows)))
				if f.NewBytes > 0 {
					d.perNew = append(d.perNew, f.Bytes*100/f.NewBytes)
				}

				for _, w := range f.Windows {
					d.lines = append(d.lines, w.Lines)
					d.bytes = append(d.bytes, w.Bytes)
				}
			}
		}
	}

	out := []PagingDistribution{}
	keys := slices.SortedFunc(maps.Keys(all),
		func(a, b key) int { return slices.Compare([]string{a.agent, a.tool}, []string{b.agent, b.tool}) })
	for _, k := range keys {
		d := all[k]
		d.WindowLines = spreadOf(d.lines)
		d.WindowBytes = spreadOf(d.bytes)
		d.FileWindows = spreadOf(d.windows)
		d.PerNew = spreadOf(d.perNew)
		out = append(out, d.PagingDistribution)
	}

	return out
}
