package check

import (
	"io"
	"strings"

	"eyeline/reader/internal/page"
	"eyeline/reader/tools"
)

// maxMarkdown is how many findings a comment names.
const maxMarkdown = 100

// WriteMarkdown writes a result for a comment of a pull request: at most maxMarkdown findings, and sums.
func WriteMarkdown(w io.Writer, r *Result) error {
	var p page.Page
	shown := r.Findings[:min(len(r.Findings), maxMarkdown)]
	if len(shown) > 0 {
		t := &page.Table{Texts: true, Head: []string{"place", "level", "rule", "tools", "what"}}
		for _, f := range shown {
			cells := page.Texts(where(f), f.Level, f.Rule, strings.Join(f.Agents, ", "), f.Message)
			t.Rows = append(t.Rows, page.Row{Cells: cells})
		}

		p.Title = "What agents miss"
		p.Sections = append(p.Sections, page.Section{Table: t})
	}

	if n := int64(len(r.Findings)-len(shown)) + r.More; n > 0 {
		p.Sections = append(p.Sections, page.Section{Text: []string{counting(n, "more finding") + " not shown."}})
	}

	p.Sections = append(p.Sections, r.markdownSums()...)
	if r.Interrupted {
		p.Sections = append(p.Sections, page.Section{Text: []string{interrupted}})
	}

	return page.Markdown(w, p)
}

// markdownSums is all but the findings.
func (r *Result) markdownSums() []page.Section {
	said := append([]string{r.said()}, r.notWholeLists()...)
	sections := []page.Section{{Text: said, Table: tableOf(sumRows(r)), Notes: r.sumNotes()}}
	if len(r.Facts) > 0 {
		sections = append(sections, page.Section{Text: []string{factsHead}, List: factItems(r.Facts)})
	}
	if len(r.Worst) > 0 {
		sections = append(sections, page.Section{Text: []string{worstHead}, Table: tableOf(worstRows(r.Worst))})
	}

	if n := len(r.Skipped); n > 0 {
		said, more := skippedItems(r.Skipped)
		left := page.Section{Text: []string{tools.Thousands(int64(n)) + " not checked:"}, List: said}
		if more != "" {
			left.List = append(left.List, more)
		}
		sections = append(sections, left)
	}

	return sections
}

// sumNotes say what the columns of the sums are, and which files are in no sum.
func (r *Result) sumNotes() []string {
	notes := []string{sumLegend}
	if left := r.namedLeftOut(); left != "" {
		notes = append(notes, leftOut+left)
	}
	if text := r.NotKnown(); text != "" {
		notes = append(notes, notKnown+text)
	}
	return notes
}
