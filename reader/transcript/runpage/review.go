package runpage

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"eyeline/reader/internal/page"
	"eyeline/reader/tools"
	"eyeline/reader/transcript/coverage"
)

// OfReview is the page of a review; least is how many per cent of the added lines had to be sent, 0 where that was not
// asked.
func OfReview(r coverage.Reviewed, least int64) Page {
	p := Page{Title: "What the reviewer was sent of this change"}
	said := fmt.Sprintf("%d%% of the added lines were sent.", r.Percent)
	if least > 0 && r.Percent < least {
		said += fmt.Sprintf(" That is less than the %d%% that were asked for.", least)
	}

	lead := page.Section{Text: []string{said}}
	if n := len(r.NotJudged); n > 0 {
		lead.Text = append(lead.Text, count(n, "change")+" cannot be judged, and "+plural(n, "counts", "count")+
			" as not sent.")
	}

	for _, run := range r.Runs {
		lead.Notes = append(lead.Notes, notRead(run.Unread, run.BadLines)...)
	}

	p.Sections = append(p.Sections, lead)
	var missing, unsure, whole []page.Row
	for _, f := range r.Files {
		line := reviewRow(f)
		switch {
		case len(f.Unsent) == 0:
			whole = append(whole, line)
		case f.Unsure == f.Unsent.Count():
			unsure = append(unsure, line)
		default:
			missing = append(missing, line)
		}
	}

	head := []string{"file", "added lines sent", "not sent", "not known", "deleted lines", "how they were sent"}
	p.Sections = append(p.Sections, table("Files with lines that were not sent", head, missing)...)
	p.Sections = append(p.Sections, table("Files with lines of which it is not known whether they were sent", head,
		unsure)...)
	var rows []page.Row
	for _, u := range r.NotJudged {
		rows = append(rows, row("unsure", cmp.Or(u.Path, "?"), u.Why, number(u.Line)))
	}

	p.Sections = append(p.Sections, table("Not judged", []string{"file", "why", "line of the diff"}, rows)...)
	p.Sections = append(p.Sections, table("Files of which all was sent", head, whole)...)
	p.Sections = append(p.Sections, reviewers(r)...)
	return p
}

// reviewRow is a file of a review in a row.
func reviewRow(f coverage.FileReview) page.Row {
	class := ""
	if len(f.Unsent) > 0 {
		class = "blind"
		if f.Unsure == f.Unsent.Count() {
			class = "unsure"
		}
	}

	unsent := f.Unsent.Without(f.NotKnown)
	return row(class, cmp.Or(f.Path, "(deleted)"), fmt.Sprintf("%d of %d", f.Sent, f.Added), lines(unsent),
		lines(f.NotKnown), number(f.Deleted), strings.Join(f.How(), "; "))
}

// reviewers names the runs and what was judged by their digests.
func reviewers(r coverage.Reviewed) []page.Section {
	var rows []page.Row
	for _, run := range r.Runs {
		unknown := number(run.Unknown)
		rows = append(rows, row("", runName(run.Agent, "", run.ID), fmt.Sprintf("%d%%", run.Percent),
			tools.Thousands(int64(run.Reads)), unknown, run.SHA256))
	}

	head := []string{"transcript", "sent by it alone", "reads", "lines not known", "SHA-256"}
	sections := table("Who read it", head, rows)
	rows = nil
	for _, name := range slices.Sorted(maps.Keys(r.Digests)) {
		rows = append(rows, row("", name, r.Digests[name]))
	}

	for _, one := range [][2]string{{"the diff", r.Diff}, {"compared with", r.ID}, {"in the folder", r.Folder}} {
		if one[1] != "" {
			rows = append(rows, row("", one[0], one[1]))
		}
	}

	return append(sections, table("What was judged", []string{"what", "SHA-256, or name"}, rows)...)
}
