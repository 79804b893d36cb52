package runpage

import (
	"cmp"
	"fmt"
	"slices"

	"eyeline/reader/internal/page"
	"eyeline/reader/tools"
	"eyeline/reader/transcript/runcost"
)

// costs say what the run cost: by file, what cost most first.
func (b *pageOfRun) costs() []page.Section {
	cost := b.c.Cost
	if cost.Results == 0 {
		return nil
	}

	files := slices.Clone(cost.Files)
	slices.SortStableFunc(files, func(x, y runcost.FileCost) int { return cmp.Compare(y.Tokens, x.Tokens) })
	var rows []page.Row
	for _, f := range files[:min(len(files), maxRows)] {
		most := float64(files[0].Tokens)
		fresh := float64(f.Tokens-f.Again) / most
		bar := &page.Strip{Bar: true, Said: tools.Thousands(f.Tokens), Parts: []page.Part{
			{From: 0, To: fresh}, {From: fresh, To: float64(f.Tokens) / most, State: page.Repeated},
		}}
		again := number(f.Again)
		lines := number(f.LinesAgain)
		reads := number(f.Reads)
		cells := page.Texts(f.Path, tools.Thousands(f.Tokens), "", again, lines, reads)
		cells[2].Strip = bar
		rows = append(rows, page.Row{Cells: cells})
	}

	head, rows := filled([]string{"file", "tokens", "", "sent again", "lines again", "reads"}, rows)
	t := &page.Table{Texts: true, Head: head, Rows: rows} // in one column where the page is narrow

	said := fmt.Sprintf("The results of all calls come to %s tokens, as Eyeline counts them in the vocabulary %s.",
		tools.Thousands(cost.Results), cost.Vocabulary)
	if cost.Again > 0 {
		said += fmt.Sprintf(" %s of them are lines that were in the context of the same agent already.",
			tools.Thousands(cost.Again))
	}

	section := page.Section{Heading: "What it cost", Level: 2, Text: []string{said}, Table: t}
	if cost.Model != nil {
		section.Text = append(section.Text, cost.Model.Words())
	}

	return []page.Section{section}
}
