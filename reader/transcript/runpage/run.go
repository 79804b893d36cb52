package runpage

import (
	"fmt"
	"slices"
	"strings"

	"eyeline/reader/internal/page"
	"eyeline/reader/lists"
	"eyeline/reader/tools"
	"eyeline/reader/transcript"
	"eyeline/reader/transcript/coverage"
	"eyeline/reader/transcript/editcount"
	"eyeline/reader/transcript/record"
	"eyeline/reader/transcript/runcost"
	"eyeline/reader/transcript/runstats"
)

// Options say what is in the page of a run.
type Options struct {
	Contents bool   // the lines that changes replaced and made, of those that are listed first
	SHA256   string // of the transcript, "" where it is not known
	Command  string // that made the page; "" where it is not said
}

// Of is the page of a run whose cost is known.
func Of(s *transcript.Session, c *coverage.Coverage, o Options) (Page, error) {
	p := Page{Title: "What " + strings.TrimSpace(c.Agent+" "+c.AgentVersion) + " was sent"}
	b := pageOfRun{s: s, c: c, o: o, edits: c.Edits(true)}
	p.Sections = append(p.Sections, page.Section{
		Text: append(b.head(), verdict(editcount.Of(b.edits)), b.readings()), Notes: b.doubts(),
	})
	accused, err := b.changes()
	if err != nil {
		return p, err
	}

	p.Sections = append(p.Sections, accused...)
	p.Sections = append(p.Sections, b.partly()...)
	p.Sections = append(p.Sections, b.files()...)
	p.Sections = append(p.Sections, b.costs()...)
	p.Sections = append(p.Sections, b.harmless()...)
	calls, err := b.calls()
	p.Sections = append(append(p.Sections, calls...), b.about())
	return p, err
}

// pageOfRun makes the sections of the page of a run.
type pageOfRun struct {
	s     *transcript.Session
	c     *coverage.Coverage
	o     Options
	edits []coverage.Edit // what was blind first
}

// head says of which run the page is, and which command made it.
func (b *pageOfRun) head() (said []string) {
	var of []string
	for _, one := range []string{b.c.Dir, humanSession(b.c.ID), clock(b.c.Started)} {
		if one != "" {
			of = append(of, one)
		}
	}

	for _, one := range []string{strings.Join(of, " · "), b.o.Command} {
		if one != "" {
			said = append(said, one)
		}
	}
	return said
}

// humanSession names a session by its identifier; "" without one.
func humanSession(id string) string {
	if id == "" {
		return ""
	}
	return "session " + id
}

// verdict is what a person comes for.
func verdict(t editcount.Count) string {
	said := "The model changed no file."
	changes := count(t.Made, "change")
	switch {
	case t.Made > 0 && t.Blind > 0:
		said = fmt.Sprintf("%d of %s replaced lines that the model had not been sent as they were.", t.Blind, changes)
	case t.Made > 0:
		said = fmt.Sprintf("Of %s none is known to have replaced lines that the model had not been sent.", changes)
	}

	if t.NotKnown > 0 {
		said += fmt.Sprintf(" Of %d it is not known.", t.NotKnown)
	}
	if t.Refused > 0 {
		said += fmt.Sprintf(" %d more %s refused.", t.Refused, plural(t.Refused, "was", "were"))
	}

	return said
}

// readings says how much was read.
func (b *pageOfRun) readings() string {
	cut := 0
	refused := 0
	for i := range b.c.Files {
		f := &b.c.Files[i]
		refused += f.Refused
		if len(f.Cut) > 0 {
			cut++
		}
	}

	said := fmt.Sprintf("%s of %s in %s", count(b.c.Reads, "read"), count(len(b.c.Files), "file"),
		count(b.c.Calls, "call"))
	if refused > 0 {
		said += fmt.Sprintf("; %d more %s refused", refused, plural(refused, "was", "were"))
	}
	if cut > 0 {
		said += fmt.Sprintf("; of %s lines were cut", count(cut, "file"))
	}

	return said + "."
}

func plural(n int, one, more string) string {
	if n == 1 {
		return one
	}
	return more
}

// notRead says which files of a run could not be opened, and how many lines of it are malformed.
func notRead(all []coverage.UnreadFile, malformed []int64) []string {
	said := lists.Map(all, func(one coverage.UnreadFile) string { return one.Words() + "." })
	if words := record.MalformedWords(len(malformed)); words != "" {
		said = append(said, words+".")
	}
	return said
}

// doubts is what lessens the value of what is said.
func (b *pageOfRun) doubts() (said []string) {
	if note := b.s.Note(); note != "" {
		said = append(said, note)
	}

	said = append(said, notRead(b.c.Unread, b.c.BadLines)...)
	if words := b.c.UnknownWords(); words != "" {
		said = append(said, words)
	}
	if b.c.NotKnown > 0 {
		said = append(said, fmt.Sprintf("Of %s of %s it is not known whether they were sent.",
			tools.Thousands(b.c.NotKnown), count(int(b.c.Lines), "line")))
	}
	if n := b.c.Unknown; n > 0 {
		said = append(said, fmt.Sprintf("%s of the record not understood.", count(n, "entry")+plural(n, " is", " are")))
	}

	return said
}

// changeHead names the columns of changes.
var changeHead = []string{"file", "what", "call", "lines then", "not sent", "not known", "now", "how that is known"}

// changeRow is a change in a row.
func changeRow(e coverage.Edit) page.Row {
	class := ""
	switch {
	case isAccused(e) && e.IsBlind():
		class = "blind"
	case isAccused(e):
		class = "unsure"
	}

	unsent := lines(e.BlindThen)
	unknown := lines(e.UnknownThen)
	const unplaced = "lines that are not recorded"
	if e.UnplacedBlind && unsent == "" {
		unsent = unplaced
	}
	if e.UnplacedUnknown && unknown == "" {
		unknown = unplaced
	}

	how := e.Reason()
	if e.RequestProven && !strings.Contains(how, "digest") {
		how = strings.TrimPrefix(how+"; the request is proven by its digest", "; ")
	}

	return row(class, e.File.Path, whatIs(e), fmt.Sprintf("%d %s", e.Call, e.Tool), lines(e.LinesThen), unsent,
		unknown, lines(e.Lines), how)
}

// isAccused reports whether a change was made that a person has to look at for what it replaced.
func isAccused(e coverage.Edit) bool {
	return !e.Failed && !e.Pending && (e.IsBlind() || !e.IsKnown())
}

// whatIs is what is to be said of a change in a word or two.
func whatIs(e coverage.Edit) string {
	switch {
	case e.Failed:
		return "refused"
	case e.Pending:
		return "no result"
	case e.IsBlind():
		return "blind"
	case !e.IsKnown():
		return "not known"
	case e.Deleted:
		return "deleted"
	case e.Whole:
		return "written whole"
	case len(e.LinesThen) == 0:
		return "lines not recorded"
	}

	return "had been sent"
}

const (
	// maxShown is how many changes are shown with what they replaced.
	maxShown = 100
	// maxLines is how many lines of a change are shown.
	maxLines = 400
)

// changes are those that a person has to look at.
func (b *pageOfRun) changes() (sections []page.Section, err error) {
	var accused []coverage.Edit
	for _, e := range b.edits {
		if isAccused(e) {
			accused = append(accused, e)
		}
	}

	var rows []page.Row
	for _, e := range accused {
		rows = append(rows, changeRow(e))
	}

	sections = table("Changes of what had not been sent", changeHead, rows)
	if !b.o.Contents {
		return sections, nil
	}

	for _, e := range accused[:min(len(accused), maxShown)] {
		text, err := b.patch(e)
		if err != nil {
			return sections, err
		}
		heading := fmt.Sprintf("%s, call %d", e.File.Path, e.Call)
		sections = append(sections, page.Section{Heading: heading, Level: 3, Lines: text})
	}

	return sections, nil
}

// patch is what a change replaced and made.
func (b *pageOfRun) patch(e coverage.Edit) (out []page.Line, err error) {
	edits, err := b.s.Edits(b.s.Call(e.Call))
	add := func(state page.State, text string) {
		switch {
		case len(out) < maxLines:
			out = append(out, page.Line{State: state, Text: text})
		case len(out) == maxLines:
			out = append(out, page.Line{State: page.Given, Text: "(more is not shown)"})
		}
	}

	for _, one := range edits {
		if record.Shorten(b.s.Folder(), one.Path) != e.File.Path {
			continue
		}

		for _, h := range one.Hunks {
			at := h.Old
			if h.Old > 0 {
				add(page.Given, fmt.Sprintf("@@ line %d @@", h.Old))
			}

			for _, line := range h.WholeLines() {
				add(stateThen(e.Change, line, at), line)
				if line[0] != '+' {
					at++
				}
			}
		}

		for line := range strings.Lines(one.Whole) {
			add(page.Written, "+"+strings.TrimSuffix(line, "\n"))
		}
	}

	return out, err
}

// stateThen is what is said of a line of a change, which stood at a line of the file before it.
func stateThen(c *coverage.Change, line string, at int64) page.State {
	switch {
	case line[0] == '+':
		return page.Written
	case c.BlindThen.Has(at):
		return page.Lost
	case c.UnknownThen.Has(at):
		return page.Unknown
	}
	return page.Given
}

// partly are the files that were read in part, or refused, and never read on.
func (b *pageOfRun) partly() []page.Section {
	var rows []page.Row
	for i := range b.c.Files {
		if f := &b.c.Files[i]; f.Partly() != "" {
			rows = append(rows, row("unsure", f.Path, f.Partly(), number(f.Reads)))
		}
	}
	return table("Files read in part, and not on", []string{"file", "how", "reads"}, rows)
}

// files are all files, the worst first, as the screen has them.
func (b *pageOfRun) files() []page.Section {
	files := make([]*coverage.File, len(b.c.Files))
	for i := range b.c.Files {
		files[i] = &b.c.Files[i]
	}

	slices.SortStableFunc(files, func(x, y *coverage.File) int { return slices.Compare(y.Gravity(), x.Gravity()) })
	allGone := len(files) > 0 && !slices.ContainsFunc(files, func(f *coverage.File) bool { return !isGone(f) })
	const firstNumber = 5 // "reads"
	var rows []page.Row
	cost := b.c.Cost
	for _, f := range files {
		one := cost.Of(f.Path)
		sent := shareOf(f)
		if isGone(f) {
			sent = sentOfGone(f, allGone)
		}
		cells := page.Texts(f.Path, sent, "", lines(f.Never), lines(f.Unsure), number(f.Reads),
			number(len(f.Changes)), number(one.Tokens))
		cells[2].Strip = stripOf(f)
		for i := range cells {
			cells[i].Number = i >= firstNumber
		}

		rows = append(rows, page.Row{Cells: cells})
	}

	head := []string{
		"file", "sent", "from its first line to its last", "not sent", "not known", "reads", "changes", "tokens",
	}
	sections := table("Files", head, rows)
	for i := range sections {
		said := "The worst first."
		if allGone {
			said += " The files are not here: of each it is said how many lines were sent. " +
				"--root DIR says where they are."
		}
		sections[i].Text = []string{said}
	}

	return sections
}

// isGone reports whether a file is not there, as far as that was looked at.
func isGone(f *coverage.File) bool {
	return f.Share() < 0 && f.Media == 0 && !f.Outside && f.NotRead == "" && !f.Exists
}

// sentOfGone says how many lines were sent of a file that is not there. isSaid: that it is not is said of all files.
func sentOfGone(f *coverage.File, isSaid bool) string {
	said := count(int(f.Sent.Count()), "line")
	if !isSaid {
		said += ", file not here"
	}
	return said
}

// harmless are the other changes.
func (b *pageOfRun) harmless() []page.Section {
	var rows []page.Row
	for _, e := range b.c.Edits(false) {
		if !isAccused(e) {
			rows = append(rows, changeRow(e))
		}
	}

	sections := table(fmt.Sprintf("The other changes (%d)", len(rows)), changeHead, rows)
	for i := range sections {
		sections[i].Folded = true
	}

	return sections
}

// calls are all calls.
func (b *pageOfRun) calls() ([]page.Section, error) {
	cost := map[int]runcost.CallCost{}
	known := b.c.Cost
	for _, one := range known.Calls {
		cost[one.Call] = one
	}

	var rows []page.Row
	for c := range b.s.Calls() {
		if len(rows) > maxRows {
			rows = append(rows, page.Row{})
			continue
		}

		info, err := runstats.Describe(b.s, c)
		if err != nil {
			return nil, err
		}

		files := ""
		how := ""
		for i, f := range info.Files {
			if i > 0 {
				files += "; "
			}
			files += strings.TrimSpace(f.Path + " " + lines(f.Lines))
			how = f.How
		}

		gave := tools.Thousands(info.Bytes) + " bytes"
		switch {
		case !info.Answered:
			gave = "no result"
		case info.Refused:
			gave = "refused"
		}

		one := cost[c.Number]
		rows = append(rows, row("", fmt.Sprint(c.Number), strings.TrimSpace(info.Tool+" "+info.Agent), files, how, gave,
			number(one.Tokens), number(one.Again)))
	}

	head := []string{"call", "tool", "files and lines", "known by", "gave", "tokens", "sent again"}
	sections := table(fmt.Sprintf("All calls (%d)", b.s.Len()), head, rows)
	for i := range sections {
		sections[i].Folded = true
	}

	return sections, nil
}

// about says which run it is.
func (b *pageOfRun) about() page.Section {
	var rows []page.Row
	add := func(name, value string) {
		if value != "" {
			rows = append(rows, row("", name, value))
		}
	}

	add("agent", strings.TrimSpace(b.c.Agent+" "+b.c.AgentVersion))
	add("session", b.c.ID)
	add("folder", b.c.Dir)
	add("began", clock(b.c.Started))
	add("ended", clock(b.c.Ended))

	for _, words := range b.c.Elsewhere {
		add("not all may be recorded", words)
	}

	for _, t := range b.c.Compactions {
		add("compacted", clock(t))
	}

	add("SHA-256 of the record", b.o.SHA256)
	if sections := table("The run", []string{"", ""}, rows); len(sections) > 0 {
		return sections[0]
	}

	return page.Section{}
}
