package runstats

import (
	"context"
	"maps"
	"slices"
	"time"

	"eyeline/reader/transcript"
	"eyeline/reader/transcript/heldlines"
	"eyeline/reader/transcript/record"
)

// PageWindow is one read of a file: the lines that one call gave of it.
type PageWindow struct {
	Call  int       `json:"call"`
	Time  time.Time `json:"time,omitzero"` // left out where it is not recorded
	First int64     `json:"first"`         // line, 1-based, in the file's own numbers then
	Last  int64     `json:"last"`          // inclusive
	Lines int64     `json:"lines"`         // that were given, of those between first and last
	Bytes int64     `json:"bytes"`         // of the result; of one with several files, of the lines
	// New and NewBytes count the lines that had not been sent before as they are, and their bytes as they were sent,
	// with their ends and numbers.
	New      int64 `json:"new_lines"`
	NewBytes int64 `json:"new_bytes"`
	// Overlap are the lines that had been sent before, as they are or otherwise. Gap is how many lines are between the
	// window before it and this one; below 0 it goes back.
	Overlap int64 `json:"overlap"`
	Gap     int64 `json:"gap"`
	Again   bool  `json:"again"` // nothing in it was new
}

// FilePaging is how one tool paged through one file.
type FilePaging struct {
	Path    string       `json:"path"`
	Windows []PageWindow `json:"windows"`
	PagingSum
	Would []PageSize `json:"would_have_sent"`
}

// PagingSum is what windows come to.
type PagingSum struct {
	Calls    int   `json:"calls"`
	Lines    int64 `json:"lines"`
	Bytes    int64 `json:"bytes"`
	New      int64 `json:"new_lines"`
	NewBytes int64 `json:"new_bytes"`
	Overlap  int64 `json:"overlap"`
	Gaps     int64 `json:"gaps"` // lines that were skipped forward
	Again    int   `json:"again"`
	Args     int64 `json:"argument_bytes"` // of the calls, as recorded
}

// ToolPaging is how one tool paged.
type ToolPaging struct {
	Tool  string       `json:"tool"`
	Files []FilePaging `json:"files"`
	PagingSum
	Would []PageSize `json:"would_have_sent"`
}

// Paging is how an agent paged through files in one run.
type Paging struct {
	Version      int          `json:"version"`
	Agent        string       `json:"agent"`
	AgentVersion string       `json:"agent_version"`
	ID           string       `json:"id"`
	Tools        []ToolPaging `json:"tools"`
}

// pagedFile is a file while the calls are gone through.
type pagedFile struct {
	picture heldlines.KnownLines
	total   int64 // lines of the file as the last call that said so says; -1
	tools   map[string]*FilePaging
	needed  map[string]map[int64]int64 // for each tool the bytes of each line that it gave, by the line's number
}

// pagedFiles are the files by their recorded paths.
type pagedFiles map[string]*pagedFile

func (all pagedFiles) file(path string) *pagedFile {
	if all[path] == nil {
		all[path] = &pagedFile{total: -1, tools: map[string]*FilePaging{}, needed: map[string]map[int64]int64{}}
	}
	return all[path]
}

// PagingOf goes through all calls. Changes of the model move the lines that come after them, as they do in the file.
func PagingOf(ctx context.Context, s *transcript.Session) (*Paging, error) {
	files := pagedFiles{}
	h := heldlines.Hasher{Trim: s.TrimsLines()}
	for c := range s.Calls() {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}

		reads, edits, err := s.ReadsAndEdits(c)
		if err != nil {
			return nil, err
		}

		for _, r := range reads {
			if r.Path != "" && r.Rev == "" && len(r.Lines) > 0 {
				files.file(r.Path).read(c, r, h, len(reads) == 1)
			}
		}

		for _, e := range edits {
			if e.Path == "" || c.Failed || !c.Answered() {
				continue
			}

			f := files.file(e.Path)
			switch {
			case e.IsPlaced():
				f.picture.Change(e.Hunks, heldlines.Changer{}, h)
			case e.IsWhole:
				f.picture.Write(e.Whole, heldlines.Changer{}, h)
			}
		}
	}

	return files.sorted(s), nil
}

// read takes a read; alone says that it is the only one of its call.
func (f *pagedFile) read(c *record.Call, r record.Read, h heldlines.Hasher, alone bool) {
	if r.Total >= 0 {
		f.total = r.Total
	}

	p := f.tools[c.Tool]
	if p == nil {
		p = &FilePaging{}
		f.tools[c.Tool] = p
		f.needed[c.Tool] = map[int64]int64{}
	}

	w := PageWindow{Call: c.Number, Time: c.Time, Lines: int64(len(r.Lines))}
	given := h.Lines(c, r)
	around := perLine(r, alone)
	for i, l := range r.Lines {
		size := int64(l.End-l.Start) + 1 + around
		w.Bytes += size
		if w.First == 0 || l.Number < w.First {
			w.First = l.Number
		}

		w.Last = max(w.Last, l.Number)
		if l.Number < record.MaxLine {
			f.needed[c.Tool][l.Number] = size
		}

		old, known := f.picture.Find(l.Number)
		if known {
			w.Overlap++
		}

		if !known || !given[i].IsSame(&old) || old.State == heldlines.CutLine && given[i].State == heldlines.Whole {
			w.New++
			w.NewBytes += size
		}
	}

	if alone {
		w.Bytes = int64(len(r.Text))
	}

	w.Again = w.New == 0
	if k := len(p.Windows); k > 0 {
		w.Gap = w.First - p.Windows[k-1].Last - 1
	}

	f.picture.TakeRead(given)
	p.Windows = append(p.Windows, w)
	sum := PagingSum{
		Calls: 1, Lines: w.Lines, Bytes: w.Bytes, New: w.New, NewBytes: w.NewBytes, Overlap: w.Overlap,
		Gaps: max(w.Gap, 0), Args: c.Args.Len,
	}
	if w.Again {
		sum.Again = 1
	}

	p.add(sum)
}

// perLine is how many bytes a result has for each line besides its text: those of its number, so that what was sent and
// what would have been are compared with the same. Of a result with other reads it is not known.
func perLine(r record.Read, alone bool) int64 {
	lines := int64(0)
	for _, l := range r.Lines {
		lines += int64(l.End-l.Start) + 1
	}
	if !alone {
		return 0
	}
	return max(int64(len(r.Text))-lines, 0) / int64(len(r.Lines))
}

func (p *PagingSum) add(o PagingSum) {
	p.Calls += o.Calls
	p.Lines += o.Lines
	p.Bytes += o.Bytes
	p.New += o.New
	p.NewBytes += o.NewBytes
	p.Overlap += o.Overlap
	p.Gaps += o.Gaps
	p.Again += o.Again
	p.Args += o.Args
}

// sorted is what was found, by tool and path.
func (all pagedFiles) sorted(s *transcript.Session) *Paging {
	out := &Paging{Version: 1, Agent: s.Agent, AgentVersion: s.Version, ID: s.ID, Tools: []ToolPaging{}}
	tools := map[string]*ToolPaging{}
	for _, path := range slices.Sorted(maps.Keys(all)) {
		f := all[path]
		for name, p := range f.tools {
			p.Path = record.Shorten(s.Folder(), path)
			p.Would = wouldSend(f.needed[name], f.total, p.Args/int64(p.Calls))
			if tools[name] == nil {
				tools[name] = &ToolPaging{Tool: name}
			}

			t := tools[name]
			t.Files = append(t.Files, *p)
			t.add(p.PagingSum)
			t.Would = sumPageSizes(t.Would, p.Would)
		}
	}

	for _, name := range slices.Sorted(maps.Keys(tools)) {
		out.Tools = append(out.Tools, *tools[name])
	}

	return out
}
