package check

import (
	"io"

	"eyeline/reader/check/wording"
	"eyeline/reader/internal/page"
	"eyeline/reader/lists"
	"eyeline/reader/tools"
)

var stateNames = [...]string{
	stateWhole: "whole", stateCut: "cut", statePartial: "partial", stateNotText: "not text", stateRefused: "refused",
	stateNotKnown: "not known",
}

// maxHTML is how many findings a page shows.
const maxHTML = 1000

// strip is what the first read of a tool gives of a file.
type strip struct {
	tool  string
	whole bool // the file, as it is
	page.Strip
}

// stripsOf are the strips of a file of size bytes.
func stripsOf(reads []read, size int64) (strips []strip) {
	at := func(off int64) float64 { return float64(off) / float64(max(size, 1)) }
	for i := range reads {
		r := &reads[i]
		s := strip{tool: r.tool.Name, whole: r.state == stateWhole}
		s.Said = stateNames[r.state]
		if r.state != stateNotKnown {
			s.Said += ", " + wording.Share(r.sent(), size)
		}

		if r.shown() {
			given := r.gives()
			for _, run := range given.set.Ranges() {
				s.Parts = append(s.Parts, page.Part{From: at(run[0]), To: at(run[1])})
			}
		}

		strips = append(strips, s)
	}

	return strips
}

// WriteHTML writes a result as one page that needs nothing else.
func WriteHTML(w io.Writer, r *Result) error {
	p := page.Page{Title: "What agents miss", Sections: []page.Section{headSection(r)}}
	if shown := r.Findings[:min(len(r.Findings), maxHTML)]; len(shown) > 0 {
		found := findingsSection(shown, 2)
		found.Text = []string{"The gravest come first."}
		if n := int64(len(r.Findings)-len(shown)) + r.More; n > 0 {
			found.Text = []string{"The gravest come first; " + counting(n, "more finding") + " are not shown."}
		}

		p.Sections = append(p.Sections, found)
	}

	p.Sections = append(p.Sections, sumsSection(r))
	p.Sections = append(p.Sections, factsSection(r)...)
	p.Sections = append(p.Sections, worstSections(r.Worst)...)
	return page.HTML(w, p)
}

// interrupted says that a report is not of all.
const interrupted = "Interrupted: this is what was known so far."

// headSection says how much was found, and that it is not all where that is so.
func headSection(r *Result) page.Section {
	first := counting(r.InSums(), "file") + ", " + counting(int64(len(r.Findings))+r.More, "finding")
	if n := r.Errors(); n > 0 {
		first += ", of which " + counting(n, "error")
	}

	said := append([]string{first}, r.notWholeLists()...)
	said = append(said, r.Head...)
	if r.Interrupted {
		said = append(said, interrupted)
	}
	return page.Section{Text: said}
}

// Errors is how many of the findings that are listed are errors.
func (r *Result) Errors() (n int64) {
	for i := range r.Findings {
		if r.Findings[i].Level == LevelError {
			n++
		}
	}
	return n
}

// tableOf is a table of rows, the first of which is its head.
func tableOf(rows [][]string) *page.Table {
	return &page.Table{Head: rows[0], Rows: lists.Map(rows[1:], func(cells []string) page.Row {
		return page.Row{Cells: page.Texts(cells...)}
	})}
}

// sumHeads are the heads of the columns of sumRows in words.
var sumHeads = []string{
	"tool", "files whole", "part", "lines cut", "refused", "something else", "lines", "bytes", "tokens of first calls",
	"of all calls", "calls",
}

// sumsSection is what the files come to, by tool.
func sumsSection(r *Result) page.Section {
	rows := sumRows(r)
	rows[0] = sumHeads // a page has room for words
	return page.Section{Heading: "What each tool gives", Level: 2, Table: tableOf(rows), Notes: r.sumNotes()}
}

// factsSection says what is so of tools.
func factsSection(r *Result) []page.Section {
	if len(r.Facts) == 0 {
		return nil
	}
	t := &page.Table{Texts: true, Head: []string{"tool", "rule", "what", "files"}}
	for _, f := range r.Facts {
		t.Rows = append(t.Rows, page.Row{Cells: page.Texts(f.Tool, f.Rule, f.Message, tools.Thousands(f.Files))})
	}
	return []page.Section{{Heading: "Of the tools rather than of files", Level: 2, Table: t}}
}

// worstSections show of the files that lose most what each tool gives, from the beginning of the file at the left to
// its end.
func worstSections(files []LossyFile) (sections []page.Section) {
	if len(files) == 0 {
		return nil
	}

	sections = append(sections, page.Section{Heading: "The files that lose most", Level: 2})
	for _, f := range files {
		t := &page.Table{Head: []string{"tool", "what it gives, from the first byte to the last", "share"}}
		for _, s := range f.strips {
			if s.whole {
				continue
			}
			t.Rows = append(t.Rows, page.Row{Cells: []page.Cell{{Text: s.tool}, {Strip: &s.Strip}, {Text: s.Said}}})
		}

		said := tools.Thousands(f.Size) + " bytes"
		if n := len(f.strips) - len(t.Rows); n > 0 {
			said += "; whole by " + counting(int64(n), "other tool")
		}
		sections = append(sections, page.Section{Heading: f.Path, Level: 3, Table: t, Notes: []string{said}})
	}

	return sections
}

// findingsSection lists findings, under a heading of a level.
func findingsSection(found []Finding, level int) page.Section {
	t := &page.Table{Texts: true, Head: []string{"place", "level", "rule", "what"}}
	for _, f := range found {
		t.Rows = append(t.Rows, page.Row{Class: f.Level, Cells: page.Texts(where(f), f.Level, f.Word(), f.OfTools())})
	}
	return page.Section{Heading: "Findings", Level: level, Table: t}
}
