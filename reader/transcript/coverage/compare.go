package coverage

import (
	"cmp"
	"slices"
	"strings"
	"time"

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
	Agent    string    `json:"agent"`
	Version  string    `json:"agent_version"`
	ID       string    `json:"id"` // of the session
	Started  time.Time `json:"started"`
	Calls    int       `json:"calls"`
	Reads    int       `json:"reads"`     // that were answered
	Unknown  int       `json:"unknown"`   // those of them that are not understood
	Changes  int       `json:"changes"`   // that were made
	Blind    int       `json:"blind"`     // those of them that replaced what had not been sent
	NotKnown int       `json:"not_known"` // those of them of which that is not known
	Tokens   int64     `json:"tokens"`    // of all results, as Eyeline counts them
	Again    int64     `json:"again"`     // those of them that were sent again
}

// ComparedFile is one file in two runs.
type ComparedFile struct {
	Path   string        `json:"path"`
	Lines  int64         `json:"lines"`       // of the file as it is now
	Both   record.Ranges `json:"both"`        // lines of it that both runs were sent whole, or wrote
	First  record.Ranges `json:"only_first"`  // that the first one alone was sent or wrote
	Second record.Ranges `json:"only_second"` // that the second one alone was sent or wrote
	// they are known; else the file is gone, was not looked at, or is another one in the second run
	Compared bool     `json:"compared"`
	Reads    [2]int   `json:"reads"`   // by the first run, and by the second
	Changes  [2]int   `json:"changes"` // likewise
	Blind    [2]int   `json:"blind"`   // changes that replaced what had not been sent
	Tokens   [2]int64 `json:"tokens"`  // of the lines that reads gave
}

// Compare lays two runs beside each other. Files are the same that have the same path.
func Compare(a, b *Coverage) Comparison {
	c := Comparison{Version: 1, Runs: [2]ComparedRun{compared(a), compared(b)}, Files: []ComparedFile{}}
	for i, run := range []*Coverage{a, b} {
		for k := range run.Files {
			c.add(i, run, &run.Files[k])
		}
	}
	for i := range c.Files {
		if a.at.Folder != b.at.Folder {
			break // their files are others
		}
		c.Files[i].compare(a.File(c.Files[i].Path), b.File(c.Files[i].Path))
	}
	slices.SortFunc(c.Files, func(a, b ComparedFile) int { return strings.Compare(a.Path, b.Path) })
	return c
}

// compared is what a run comes to.
func compared(c *Coverage) ComparedRun {
	r := ComparedRun{
		Agent: c.Agent, Version: c.AgentVersion, ID: c.ID, Started: c.Started,
		Calls: c.Calls, Reads: c.Reads, Unknown: c.UnknownReads,
	}
	for _, e := range c.Edits(false) {
		switch {
		case e.Failed || e.Pending:
			continue
		case e.IsBlind():
			r.Blind++
		case !e.IsKnown():
			r.NotKnown++
		}
		r.Changes++
	}
	if c.Cost != nil {
		r.Tokens, r.Again = c.Cost.Results, c.Cost.Again
	}
	return r
}

// add takes a file of one of the runs.
func (c *Comparison) add(run int, of *Coverage, f *File) {
	i := slices.IndexFunc(c.Files, func(one ComparedFile) bool { return one.Path == f.Path })
	if i < 0 {
		i = len(c.Files)
		c.Files = append(c.Files, ComparedFile{
			Path: f.Path, Both: record.Ranges{}, First: record.Ranges{}, Second: record.Ranges{},
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

// compare says which lines both runs had; a nil File is of a run that does not name it.
func (f *ComparedFile) compare(a, b *File) {
	var had [2]record.Ranges
	for i, one := range []*File{a, b} {
		if one == nil {
			continue
		}
		if !one.Exists || one.Outside || one.NotRead != "" || one.Lines != f.Lines {
			return
		}
		had[i] = slices.Concat(one.Sent, one.Written)
		had[i].Sort()
	}
	f.Compared = true
	for n := int64(1); n <= f.Lines; n++ {
		switch first, second := had[0].Has(n), had[1].Has(n); {
		case first && second:
			f.Both.Add(n)
		case first:
			f.First.Add(n)
		case second:
			f.Second.Add(n)
		}
	}
}
