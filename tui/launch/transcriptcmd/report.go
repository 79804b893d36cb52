package transcriptcmd

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"eyeline/reader/tools"
	"eyeline/reader/transcript"
	"eyeline/reader/transcript/coverage"
	"eyeline/reader/transcript/record"
	"eyeline/reader/transcript/rerun"
	"eyeline/reader/transcript/runcost"
	"eyeline/reader/transcript/searches"
	"eyeline/tui/kit/cells"
	"eyeline/tui/kit/humanize"
	"eyeline/tui/launch/cmdkit"
)

// printCoverage prints which lines of the files were sent: of all files, or of one.
func (o *flags) printCoverage(ctx context.Context, s *transcript.Session, out io.Writer) error {
	c, err := o.coverage(ctx, s)
	if err != nil {
		return err
	}

	if o.now || o.file != "" {
		wanted := func(f *coverage.File) bool { return o.file == "" || o.names(f) }
		if err := rerun.AddTo(ctx, s, o.root, c, wanted); err != nil {
			return err
		}
	}

	if o.tokens {
		if err := c.AddCost(ctx, s, o.root); err != nil {
			return err
		}
	}

	if o.file == "" {
		if err := searches.AddTo(ctx, s, o.root, c); err != nil {
			return err
		}
	}

	switch {
	case o.file != "":
		return o.oneFile(out, c)
	case o.json:
		return tools.WriteJSON(out, c)
	}

	return printReport(out, s, c)
}

// printReport prints a table of the files.
func printReport(out io.Writer, s *transcript.Session, c *coverage.Coverage) error {
	var b strings.Builder
	flush := func() error {
		_, err := io.WriteString(out, cmdkit.Printable(b.String()))
		b.Reset()
		return err
	}

	folder := "in " + cmp.Or(c.Dir, "a folder that is not recorded; --root names it")
	fmt.Fprintf(&b, "%s, %s, %s %s\n", strings.TrimSpace(c.Agent+" "+c.AgentVersion), clock(c.Started),
		humanize.Count(int64(c.Calls), "call"), folder)
	note := s.Note()
	if len(c.Elsewhere) > 0 { // which says it with the reason
		note = strings.TrimSpace(strings.TrimSuffix(note, transcript.NotAllRecorded))
	}
	if note != "" {
		fmt.Fprintln(&b, note)
	}

	b.WriteString(notRecorded(c.Elsewhere))
	b.WriteString(notOpened(c.Unread, c.BadLines))
	if words := s.Damage.Incomplete(); words != "" {
		fmt.Fprintln(&b, strings.ToUpper(words[:1])+words[1:]+".")
	}
	for _, t := range c.Compactions {
		fmt.Fprintf(&b, "What was sent before %s was compacted then.\n", clock(t))
	}

	if c.Unknown > 0 {
		fmt.Fprintf(&b, "%s %s of unknown type and skipped.\n", humanize.Count(int64(c.Unknown), "record"),
			humanize.Either(c.Unknown == 1, "is", "are"))
	}

	b.WriteString(notUnderstood(c))
	b.WriteString(costText(c.Cost))
	if len(c.Files) == 0 {
		b.WriteString("No call gave or changed lines of a file.\n")
	} else if err := flush(); err != nil {
		return err
	} else if err := cmdkit.PrintTable(out, fileRows(c)); err != nil {
		return err
	}

	for _, f := range c.Files {
		if f.NotRead != "" {
			fmt.Fprintln(&b, cells.Sanitize(f.Path+" was not read: "+f.NotRead))
		}
	}

	searchesText(&b, c.Searches)
	return flush()
}

// notOpened says which files of the run could not be opened, and how many lines of it are malformed.
func notOpened(all []coverage.UnreadFile, malformed []int64) string {
	var b strings.Builder
	for _, one := range all {
		fmt.Fprintf(&b, "%s.\n", cells.Sanitize(one.Words()))
	}
	if words := record.MalformedWords(len(malformed)); words != "" {
		b.WriteString(words + ".\n")
	}
	return b.String()
}

// notRecorded lists the connections of an agent that bypassed what recorded its requests.
func notRecorded(elsewhere []string) string {
	var b strings.Builder
	for _, words := range elsewhere {
		fmt.Fprintf(&b, "Not all may be recorded: %s.\n", words)
	}
	return b.String()
}

// maxNames is how many files that a search did not give are named.
const maxNames = 5

// searchesText says, for the searches that are known, how many of the matching files their answers named.
func searchesText(b *strings.Builder, all []coverage.Search) {
	var reasons []string
	searches := map[string]int64{}
	for _, one := range all {
		if why := one.NotKnown; why != "" {
			searches[why]++
			if searches[why] == 1 {
				reasons = append(reasons, why)
			}
			continue
		}

		fmt.Fprintf(b, "Call %d, %s %q: of %s that match the answer names %d", one.Call, cells.Sanitize(one.Tool),
			one.Pattern, humanize.Count(int64(one.Matching), "file"), one.Named)
		if one.Unsure > 0 {
			fmt.Fprintf(b, ", and perhaps %d more", one.Unsure)
		}
		if n := len(one.Never); n > 0 {
			fmt.Fprintf(b, "; never %s", strings.Join(one.Never[:min(n, maxNames)], ", "))
		}
		if left := one.Matching - one.Named - one.Unsure - min(len(one.Never), maxNames); left > 0 {
			fmt.Fprintf(b, " and %d more", left)
		}

		b.WriteString(".\n")
	}

	slices.SortStableFunc(reasons, func(a, b string) int { return cmp.Compare(searches[b], searches[a]) })
	for _, why := range reasons {
		fmt.Fprintf(b, "Of %s it is not known what was left out: %s.\n", humanize.Count(searches[why], "search"),
			cells.Sanitize(why))
	}
}

// fileRows is the table of the files.
func fileRows(c *coverage.Coverage) [][]string {
	heading := "file|lines|sent|cut|written|changed|not sent|reads|refused|again|changes|blind"
	left := c.Wire != nil || slices.ContainsFunc(c.Files, func(f coverage.File) bool { return len(f.Compacted) > 0 })
	if left {
		heading += "|compacted|in context"
	}

	unsure := slices.ContainsFunc(c.Files, func(f coverage.File) bool { return len(f.Unsure) > 0 })
	if unsure {
		heading += "|not known"
	}

	now := slices.ContainsFunc(c.Files, func(f coverage.File) bool { return f.Now != nil })
	if now {
		heading += "|now"
	}
	if c.Cost != nil {
		heading += "|tokens|again"
	}

	unfound := slices.ContainsFunc(c.Files, func(f coverage.File) bool { return f.Unfound > 0 })
	if unfound {
		heading += "|not found by"
	}

	rows := cmdkit.Heading(heading)
	for _, f := range c.Files {
		row := fileRow(f)
		if left {
			row = append(row, countText(f.Compacted), countText(f.ContextNow))
		}
		if unsure {
			row = append(row, countText(f.Unsure))
		}
		if now {
			row = append(row, nowText(f.Now))
		}

		if c.Cost != nil {
			one := c.Cost.Of(f.Path)
			row = append(row, dash(int(one.Tokens)), dash(int(one.Again)))
		}

		if unfound {
			row = append(row, dash(f.Unfound))
		}

		rows = append(rows, row)
	}

	return rows
}

// notUnderstood says how many reads are not understood, and how many lines are not known; "" for none.
func notUnderstood(c *coverage.Coverage) string {
	known := ""
	if c.NotKnown > 0 {
		known = fmt.Sprintf("Of %s of %s it is not known whether they were sent (%d%%).\n", humanize.Group(c.NotKnown),
			humanize.Count(c.Lines, "line"), max(c.NotKnown*100/max(c.Lines, 1), 1))
	}

	words := c.UnknownWords()
	if words == "" {
		return known
	}
	if (c.UnknownReads-c.UnrecordedReads)*2 > c.Reads {
		words = "The reads of this version are not understood. " + words
	}

	return words + "\n" + known
}

// costText says what the results cost; "" where that is not known.
func costText(c *runcost.Cost) string {
	if c == nil {
		return ""
	}
	model := ""
	if c.Model != nil {
		model = c.Model.Words() + "\n"
	}
	return model + c.Words() + "\n"
}

// fileRow is a file in a row of the report.
func fileRow(f coverage.File) []string {
	lines := fmt.Sprint(f.Lines)
	sent := "-"
	switch {
	case f.Outside:
		lines = "outside"
		sent = countText(f.Sent)
	case f.NotRead != "":
		lines = "not read"
		sent = countText(f.Sent)
	case !f.Exists:
		lines = "gone"
		sent = countText(f.Sent)
	case f.Media > 0 && f.Share() <= 0:
		sent = "picture"
	case f.Lines > 0:
		sent = fmt.Sprintf("%d%%", f.Share())
	}

	return []string{
		f.Path, lines, sent, countText(f.Cut), countText(f.Written), countText(f.Changed), countText(f.Never),
		dash(f.Reads), dash(f.Refused), dash(f.Again), dash(len(f.Changes)), dash(int(f.BlindLines())),
	}
}

// nowText says what the reads of a file give now: "3 the same, 1 differs".
func nowText(n *coverage.Reruns) string {
	var parts []string
	for _, one := range []struct {
		n    int
		word string
	}{{n.Same, "the same"}, {n.Differs, "differ"}, {n.Refused, "refused"}, {n.NotCompared, "not compared"}} {
		if one.n > 0 {
			parts = append(parts, fmt.Sprint(one.n)+" "+one.word)
		}
	}

	return strings.Join(parts, ", ")
}

// names reports whether --file names the file.
func (o *flags) names(f *coverage.File) bool {
	return f.Path == o.file || f.Path == filepath.ToSlash(filepath.Clean(o.file))
}

// oneFile prints the ranges of one file.
func (o *flags) oneFile(out io.Writer, c *coverage.Coverage) error {
	for _, f := range c.Files {
		if !o.names(&f) {
			continue
		}

		if o.json {
			return tools.WriteJSON(out, struct {
				coverage.File
				Unread []coverage.UnreadFile `json:"unread,omitempty"`
			}{f, c.Unread})
		}

		if _, err := io.WriteString(out, notOpened(c.Unread, c.BadLines)); err != nil {
			return err
		}

		rows := [][]string{}
		for _, r := range []struct {
			name   string
			ranges record.Ranges
		}{
			{"sent", f.Sent},
			{"cut", f.Cut},
			{"written", f.Written},
			{"changed", f.Changed},
			{"not sent", f.Never},
			{"not known", f.Unsure},
			{"compacted", f.Compacted},
			{"in context", f.ContextNow},
		} {
			left := r.name == "compacted" || r.name == "in context"
			if left && c.Wire == nil && len(f.Compacted) == 0 || r.name == "not known" && len(f.Unsure) == 0 {
				continue
			}
			rows = append(rows, []string{r.name, fmt.Sprint(r.ranges.Count()), rangesText(r.ranges)})
		}

		if f.Now.Calls() > 0 {
			text := nowText(f.Now)
			if len(f.Now.By) > 0 {
				text += ", by " + strings.Join(f.Now.By, ", ")
			}
			rows = append(rows, []string{"reads now", fmt.Sprint(f.Now.Calls()), text})
		}

		return cmdkit.PrintTable(out, rows)
	}

	return fmt.Errorf("no call names the file %s", cells.Sanitize(o.file))
}

// rangesText lists ranges of lines: "1-5, 9".
func rangesText(ranges record.Ranges) string {
	var parts []string
	for _, r := range ranges {
		if r[0] == r[1] {
			parts = append(parts, fmt.Sprint(r[0]))
		} else {
			parts = append(parts, fmt.Sprintf("%d-%d", r[0], r[1]))
		}
	}
	return strings.Join(parts, ", ")
}

func countText(ranges record.Ranges) string { return dash(int(ranges.Count())) }

// dash formats a number; a dash for 0.
func dash(n int) string {
	if n == 0 {
		return "-"
	}
	return fmt.Sprint(n)
}

func clock(t time.Time) string {
	if t.IsZero() {
		return "-"
	}
	return t.Format("2006-01-02 15:04:05")
}
