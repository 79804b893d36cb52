package transcript

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"time"
)

// PageWindow is one read of a file: the lines that one call gave of it.
type PageWindow struct {
	Call  int       `json:"call"`
	Time  time.Time `json:"time"`
	First int64     `json:"first"` // line, 1-based, in the file's own numbers then
	Last  int64     `json:"last"`  // inclusive
	Lines int64     `json:"lines"` // that were given, of those between first and last
	Bytes int64     `json:"bytes"` // of the result; of one with several files, of the lines
	// New and NewBytes count the lines that had not been sent before as they are, and their bytes with their ends.
	New      int64 `json:"new_lines"`
	NewBytes int64 `json:"new_bytes"`
	// Overlap are the lines that had been sent before, as they are or otherwise. Gap is how many lines are between the window
	// before it and this one; below 0 it goes back.
	Overlap int64 `json:"overlap"`
	Gap     int64 `json:"gap"`
	Again   bool  `json:"again"` // nothing in it was new
}

// FilePaging is how one tool paged through one file.
type FilePaging struct {
	Path    string       `json:"path"`
	Windows []PageWindow `json:"windows"`
	PagingSum
	Would []Would `json:"would_have_sent"`
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

// Would is what another page size would have sent to give the same lines: pages of a number of lines, or of bytes of whole
// lines, each beginning at the first line that is still missing. A line that is not known is taken to be as long as the
// known ones are on average. Bytes are those of the lines and, for each call, of its arguments, so that small pages are not
// better merely because they are small.
type Would struct {
	LineLimit int64 `json:"line_limit,omitempty"` // 0: a byte window
	ByteLimit int64 `json:"byte_limit,omitempty"`
	Calls     int64 `json:"calls"`
	Bytes     int64 `json:"bytes"`
}

// ToolPaging is how one tool paged.
type ToolPaging struct {
	Tool  string       `json:"tool"`
	Files []FilePaging `json:"files"`
	PagingSum
	Would []Would `json:"would_have_sent"`
}

// Paging is how an agent paged through files in one run.
type Paging struct {
	Version      int          `json:"version"`
	Agent        string       `json:"agent"`
	AgentVersion string       `json:"agent_version"`
	ID           string       `json:"id"`
	Tools        []ToolPaging `json:"tools"`
}

// pageSizes are the limits that are tried, in the order in which they are reported.
var pageSizes = []Would{
	{LineLimit: 100},
	{LineLimit: 250},
	{LineLimit: 500},
	{LineLimit: 1000},
	{LineLimit: 2000},
	{ByteLimit: 4 << 10},
	{ByteLimit: 8 << 10},
	{ByteLimit: 16 << 10},
	{ByteLimit: 32 << 10},
	{ByteLimit: 64 << 10},
	{ByteLimit: 256 << 10},
}

// Least is the page size that would have sent least; false when there is none.
func Least(would []Would) (Would, bool) {
	if len(would) == 0 {
		return Would{}, false
	}
	return slices.MinFunc(would, func(a, b Would) int { return cmp.Compare(a.Bytes, b.Bytes) }), true
}

// pagedFile is a file while the calls are gone through.
type pagedFile struct {
	picture picture
	total   int64 // lines of the file as the last call that said so says; -1
	tools   map[string]*FilePaging
	needed  map[string]map[int64]int64 // for each tool the bytes of each line that it gave, by the line's number
}

// Paging goes through all calls. Changes of the model move the lines that come after them, as they do in the file.
func (s *Session) Paging(ctx context.Context) (*Paging, error) {
	files := map[string]*pagedFile{}
	h := s.hasher()
	for c := range s.Calls() {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		reads, err := s.Reads(c)
		if err != nil {
			return nil, err
		}
		edits, err := s.Edits(c)
		if err != nil {
			return nil, err
		}
		file := func(path string) *pagedFile {
			if files[path] == nil {
				files[path] = &pagedFile{total: -1, tools: map[string]*FilePaging{}, needed: map[string]map[int64]int64{}}
			}
			return files[path]
		}
		for _, r := range reads {
			if r.Path != "" && r.Rev == "" && len(r.Lines) > 0 {
				file(r.Path).read(c, r, h, len(reads) == 1)
			}
		}
		for _, e := range edits {
			if e.Path == "" || c.Failed || !c.Answered() {
				continue
			}
			switch f := file(e.Path); {
			case len(e.Hunks) > 0:
				f.picture.change(e.Hunks, 0, h)
			case e.IsWhole:
				f.picture.write(e.Whole, 0, h)
			}
		}
	}
	return s.paged(files), nil
}

// read takes a read.
func (f *pagedFile) read(c *Call, r Read, h hasher, alone bool) {
	if r.Total >= 0 {
		f.total = r.Total
	}
	p := f.tools[c.Tool]
	if p == nil {
		p = &FilePaging{}
		f.tools[c.Tool], f.needed[c.Tool] = p, map[int64]int64{}
	}
	w := PageWindow{Call: c.Number, Time: c.Time, Lines: int64(len(r.Lines))}
	held := h.held(c.Number, r.Lines, r.Text)
	for i, l := range r.Lines {
		size := int64(l.End-l.Start) + 1
		w.Bytes += size
		if w.First == 0 || l.Number < w.First {
			w.First = l.Number
		}
		w.Last = max(w.Last, l.Number)
		f.needed[c.Tool][l.Number] = size
		switch at := f.picture.at(l.Number); {
		case at == len(f.picture.lines) || f.picture.lines[at].number != l.Number:
			w.New++
			w.NewBytes += size
		default:
			w.Overlap++
			if old := f.picture.lines[at]; old.hash != held[i].hash || old.state == CutLine && held[i].state == Whole {
				w.New++
				w.NewBytes += size
			}
		}
	}
	if alone {
		w.Bytes = int64(len(r.Text))
	}
	w.Again = w.New == 0
	if k := len(p.Windows); k > 0 {
		w.Gap = w.First - p.Windows[k-1].Last - 1
	}
	f.picture.sent(held)
	p.Windows = append(p.Windows, w)
	p.add(w, c.Args.Len)
}

func (p *PagingSum) add(w PageWindow, args int64) {
	p.Calls++
	p.Lines += w.Lines
	p.Bytes += w.Bytes
	p.New += w.New
	p.NewBytes += w.NewBytes
	p.Overlap += w.Overlap
	p.Gaps += max(w.Gap, 0)
	p.Args += args
	if w.Again {
		p.Again++
	}
}

func (p *PagingSum) sum(o PagingSum) {
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

// paged sorts what was found by tool and path.
func (s *Session) paged(files map[string]*pagedFile) *Paging {
	out := &Paging{Version: 1, Agent: s.Agent, AgentVersion: s.Version, ID: s.ID, Tools: []ToolPaging{}}
	tools := map[string]*ToolPaging{}
	for _, path := range slices.Sorted(maps.Keys(files)) {
		f := files[path]
		for name, p := range f.tools {
			p.Path = shorten(s.dir(), path)
			p.Would = wouldSend(f.needed[name], f.total, p.Args/int64(p.Calls))
			if tools[name] == nil {
				tools[name] = &ToolPaging{Tool: name}
			}
			t := tools[name]
			t.Files = append(t.Files, *p)
			t.sum(p.PagingSum)
			t.Would = SumWould(t.Would, p.Would)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(tools)) {
		out.Tools = append(out.Tools, *tools[name])
	}
	return out
}

// SumWould adds what page sizes would have sent; both are of the same sizes, or one is empty.
func SumWould(a, b []Would) []Would {
	if len(a) == 0 {
		return slices.Clone(b)
	}
	for i := range min(len(a), len(b)) {
		a[i].Calls += b[i].Calls
		a[i].Bytes += b[i].Bytes
	}
	return a
}

// wouldSend is what each page size would have sent to give lines of which the bytes are known. total is how many lines the
// file has, -1 when that is not known: it then ends with the last needed line. args are the bytes of a call's arguments.
func wouldSend(needed map[int64]int64, total, args int64) []Would {
	lines := slices.Sorted(maps.Keys(needed))
	if len(lines) == 0 {
		return nil
	}
	all := int64(0)
	for _, size := range needed {
		all += size
	}
	mean := max(all/int64(len(lines)), 1)
	last := max(total, lines[len(lines)-1])
	out := slices.Clone(pageSizes)
	for i := range out {
		w := &out[i]
		for k := 0; k < len(lines); {
			w.Calls++
			w.Bytes += args
			page, count := int64(0), int64(0) // bytes and lines of the page
			for n := lines[k]; n <= last; {
				size, room := mean, int64(1)
				if k < len(lines) && lines[k] == n {
					size = needed[n]
				} else { // as many unknown lines as there are
					room = last - n + 1
					if k < len(lines) {
						room = lines[k] - n
					}
				}
				fit := w.fit(page, count, size, room)
				page, count, n = page+fit*size, count+fit, n+fit
				if k < len(lines) && lines[k] < n {
					k++
				}
				if fit < room {
					break
				}
			}
			w.Bytes += page
		}
	}
	return out
}

// fit is how many of so many lines of a size come onto a page that has some bytes and lines: at least one comes onto an
// empty page.
func (w Would) fit(page, count, size, lines int64) int64 {
	if w.LineLimit > 0 {
		return min(lines, w.LineLimit-count)
	}
	fit := (w.ByteLimit - page) / size
	if count == 0 {
		fit = max(fit, 1)
	}
	return max(min(lines, fit), 0)
}
