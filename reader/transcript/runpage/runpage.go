// Package runpage, which changes without notice, makes reports of recorded runs to hand on: of a run, of a review and
// of two runs beside each other, as a page of HTML or as Markdown. What a person has to look at comes first. No content
// of a file is in them, unless that is asked for.
package runpage

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"eyeline/reader/internal/page"
	"eyeline/reader/tools"
	"eyeline/reader/transcript/coverage"
	"eyeline/reader/transcript/record"
)

// Page is a report.
type Page = page.Page

// Forms are the forms of a report.
func Forms() []string { return []string{"html", "markdown"} }

// Write writes a report in one of Forms.
func Write(w io.Writer, form string, p Page) error {
	if form == "html" {
		return page.HTML(w, p)
	}
	return page.Markdown(w, p)
}

// maxRows is how many rows a table has; what is left out is said.
const maxRows = 500

// table is a section with a table of texts, without one when there are no rows. A column without anything is left out.
func table(heading string, head []string, rows []page.Row) []page.Section {
	if len(rows) == 0 {
		return nil
	}

	head, rows = filled(head, rows)
	s := page.Section{Heading: heading, Level: 2, Table: &page.Table{Texts: true, Head: head}}
	s.Table.Rows = rows[:min(len(rows), maxRows)]

	if left := len(rows) - maxRows; left > 0 {
		s.Notes = []string{count(left, "row") + " more are left out here; --json has all."}
	}

	return []page.Section{s}
}

// filled leaves out the columns in which no row has anything.
func filled(head []string, rows []page.Row) (names []string, left []page.Row) {
	left = make([]page.Row, len(rows))
	for i, name := range head {
		has := func(r page.Row) bool { return i < len(r.Cells) && (r.Cells[i].Text != "" || r.Cells[i].Strip != nil) }
		if !slices.ContainsFunc(rows, has) {
			continue
		}

		names = append(names, name)
		for k, r := range rows {
			left[k].Class = r.Class
			if i < len(r.Cells) {
				left[k].Cells = append(left[k].Cells, r.Cells[i])
			}
		}
	}

	return names, left
}

// row is a row of texts of a class.
func row(class string, texts ...string) page.Row {
	return page.Row{Class: class, Cells: page.Texts(texts...)}
}

// count is a number with what it counts.
func count(n int, noun string) string {
	return tools.Thousands(int64(n)) + " " + noun + tools.Plural(int64(n))
}

// number is a number, with nothing for 0.
func number[N int | int64](n N) string {
	if n == 0 {
		return ""
	}
	return tools.Thousands(int64(n))
}

// lines are ranges of lines, with nothing for none.
func lines(ranges record.Ranges) string {
	if len(ranges) == 0 {
		return ""
	}
	return ranges.Words()
}

// clock is a time; "" where it is not recorded.
func clock(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format("2006-01-02 15:04:05 UTC")
}

// stripOf shows what was sent of a file; nil where that cannot be shown.
func stripOf(f *coverage.File) *page.Strip {
	share := f.Share()
	if share < 0 {
		return nil
	}

	s := &page.Strip{Said: fmt.Sprintf("%d%%", share)}
	for n := int64(1); n <= f.Lines; {
		state, until := stateFrom(f, n)
		until = min(until, f.Lines+1)
		if state != page.Lost {
			all := float64(f.Lines)
			s.Parts = append(s.Parts, page.Part{From: float64(n-1) / all, To: float64(until-1) / all, State: state})
		}

		n = until
	}

	return s
}

// stateFrom is the state of a line, and a line up to which, exclusive, those after it have the same.
func stateFrom(f *coverage.File, n int64) (state page.State, until int64) {
	state = page.Lost
	until = record.MaxLine
	for _, one := range []struct {
		state  page.State
		ranges record.Ranges
	}{
		{page.Before, f.Compacted},
		{page.Given, f.Sent},
		{page.Cut, f.Cut},
		{page.Written, f.Written},
		{page.Changed, f.Changed},
		{page.Unknown, f.Unsure},
	} {
		i := one.ranges.From(n)
		switch {
		case i == len(one.ranges): // no such line follows
		case one.ranges[i][0] > n:
			until = min(until, one.ranges[i][0])
		case state == page.Lost:
			state = one.state
			until = min(until, one.ranges[i][1]+1)
		}
	}

	return state, until
}

// shareOf is how much of a file was sent, or why that cannot be said.
func shareOf(f *coverage.File) string {
	share := f.Share()
	switch {
	case f.Media > 0 && share <= 0:
		return "given as a picture"
	case share >= 0:
		said := fmt.Sprintf("%d%% of %s", share, count(int(f.Lines), "line"))
		if n := f.Written.Count(); n > 0 {
			said += ", " + tools.Thousands(n) + " written"
		}
		return said
	case f.Outside:
		return "outside of the folder"
	case f.NotRead != "":
		return "not read: " + f.NotRead
	case f.Exists:
		return "empty"
	}

	return "gone"
}

// runName names a run.
func runName(agent, version, id string) string {
	name := strings.TrimSpace(agent + " " + version)
	if id != "" {
		name += ", session " + id
	}
	return name
}
