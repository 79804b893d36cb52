package runpage

import (
	"fmt"

	"eyeline/reader/internal/page"
	"eyeline/reader/tools"
	"eyeline/reader/transcript/runcompare"
)

// OfTwo is the page of two runs beside each other.
func OfTwo(c runcompare.Comparison) Page {
	p := Page{Title: "Two runs beside each other"}
	var both, first, second, unknown int64
	others := 0
	var rows []page.Row
	for _, f := range c.Files {
		both += f.Both.Count()
		first += f.First.Count()
		second += f.Second.Count()
		unknown += f.NotKnown.Count()
		if !f.Compared {
			others++
		}

		rows = append(rows, twoRow(f))
	}

	const form = "Both were sent, or wrote, %s lines that are there now; the first alone %s, the second alone %s."
	said := fmt.Sprintf(form, tools.Thousands(both), tools.Thousands(first), tools.Thousands(second))
	switch {
	case others == len(c.Files):
		said = "The runs have no file whose lines can be compared."
	case unknown > 0:
		said += fmt.Sprintf(" Of %s that one of them had it is not known for the other.", tools.Thousands(unknown))
	}

	lead := page.Section{Text: []string{said}}
	if others > 0 {
		const left = "Of %s the lines are not compared: the file is gone, was not looked at, or is another one."
		said := fmt.Sprintf(left, count(others, "file"))
		lead.Notes = []string{said}
	}

	for _, r := range c.Runs {
		lead.Notes = append(lead.Notes, notRead(r.Unread, r.BadLines)...)
	}

	p.Sections = append(p.Sections, lead, sums(c))
	head := []string{
		"file", "blind", "lines of both, of one alone", "only the first", "only the second", "reads", "changes",
		"tokens",
	}
	p.Sections = append(p.Sections, table("Files", head, rows)...)
	return p
}

// twoRow is a file in a row.
func twoRow(f runcompare.ComparedFile) page.Row {
	pair := func(n [2]int) string {
		if n == [2]int{} {
			return ""
		}
		return fmt.Sprintf("%d / %d", n[0], n[1])
	}

	class := ""
	cost := ""
	if f.Blind != [2]int{} {
		class = "blind"
	}
	if f.Tokens != [2]int64{} {
		cost = tools.Thousands(f.Tokens[0]) + " / " + tools.Thousands(f.Tokens[1])
	}

	cells := page.Texts(f.Path, pair(f.Blind), "not compared", lines(f.First), lines(f.Second), pair(f.Reads),
		pair(f.Changes), cost)
	if f.Compared {
		cells[2].Strip = twoStrip(f)
	}

	return page.Row{Class: class, Cells: cells}
}

// twoStrip shows which lines of a file two runs had.
func twoStrip(f runcompare.ComparedFile) *page.Strip {
	s := &page.Strip{Said: fmt.Sprintf("%d of both, %d and %d of one alone", f.Both.Count(), f.First.Count(),
		f.Second.Count())}
	all := float64(max(f.Lines, 1))
	for n := int64(1); n <= f.Lines; n++ {
		state := page.Lost
		switch {
		case f.Both.Has(n):
			state = page.Given
		case f.First.Has(n):
			state = page.First
		case f.Second.Has(n):
			state = page.Second
		case f.NotKnown.Has(n):
			state = page.Unknown
		}

		if k := len(s.Parts) - 1; k >= 0 && s.Parts[k].State == state {
			s.Parts[k].To = float64(n) / all
		} else {
			s.Parts = append(s.Parts, page.Part{From: float64(n-1) / all, To: float64(n) / all, State: state})
		}
	}

	return s
}

// sums is what the runs come to.
func sums(c runcompare.Comparison) page.Section {
	t := &page.Table{Texts: true, Head: []string{"", "the first", "the second"}}
	add := func(name string, of func(r *runcompare.ComparedRun) string) {
		t.Rows = append(t.Rows, row("", name, of(&c.Runs[0]), of(&c.Runs[1])))
	}

	add("agent", func(r *runcompare.ComparedRun) string { return runName(r.Agent, r.Version, "") })
	add("session", func(r *runcompare.ComparedRun) string { return r.ID })
	add("began", func(r *runcompare.ComparedRun) string { return clock(r.Started) })

	for _, one := range []struct {
		name string
		of   func(r *runcompare.ComparedRun) int64
	}{
		{"calls", func(r *runcompare.ComparedRun) int64 { return int64(r.Calls) }},
		{"reads", func(r *runcompare.ComparedRun) int64 { return int64(r.Reads) }},
		{"reads of which no line is known", func(r *runcompare.ComparedRun) int64 { return int64(r.Unknown) }},
		{"changes", func(r *runcompare.ComparedRun) int64 { return int64(r.Changes) }},
		{"changes of what had not been sent", func(r *runcompare.ComparedRun) int64 { return int64(r.Blind) }},
		{"changes of which that is not known", func(r *runcompare.ComparedRun) int64 { return int64(r.NotKnown) }},
		{"tokens of results, as Eyeline counts them", func(r *runcompare.ComparedRun) int64 { return r.Tokens }},
		{"of them sent again", func(r *runcompare.ComparedRun) int64 { return r.Again }},
	} {
		add(one.name, func(r *runcompare.ComparedRun) string { return tools.Thousands(one.of(r)) })
	}

	return page.Section{Table: t}
}
