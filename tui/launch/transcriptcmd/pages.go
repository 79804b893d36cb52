package transcriptcmd

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"eyeline/reader/tools"
	"eyeline/reader/transcript"
	"eyeline/reader/transcript/coverage"
	"eyeline/reader/transcript/runcompare"
	"eyeline/reader/transcript/runpage"
	"eyeline/tui/kit/humanize"
	"eyeline/tui/launch/cmdkit"
)

// formRows returns the flags for the format of the output.
func (o *flags) formRows() []cmdkit.Flag {
	forms := append(runpage.Forms(), "ndjson")
	return []cmdkit.Flag{
		{
			Name: "format", To: &o.format,
			Help: "a report to hand on, of a run, of two beside each other or with --diff of a review: " +
				strings.Join(runpage.Forms(), " or ") + "; with --reads: ndjson, which it is without, too",
			Complete: cmdkit.CompleteWords(func() []string { return forms }),
		},
		{
			Name: "tokens", To: &o.tokens,
			Help: "count the tokens of results, and of what was sent again: with the report, --json and --calls",
		},
		{
			Name: "contents", To: &o.contents,
			Help: "with --format: show the lines, too, that were replaced without having been sent",
		},
	}
}

// checkForm refuses a form that does not go with one of the flags that stand alone, "" for none, and a number of
// transcripts.
func (o *flags) checkForm(asked string, transcripts int) error {
	isOfRun := transcripts == 1 && asked == ""
	switch {
	case o.contents && (o.format == "" || !isOfRun):
		return cmdkit.Usage("--contents goes with --format and one transcript")
	case o.tokens && (o.format != "" || !isOfRun):
		return cmdkit.Usage("--tokens goes with the report of a transcript, --json and --calls; --format has them")
	case o.format == "":
		return nil
	}

	return o.checkPage(asked, transcripts)
}

// checkPage refuses an unknown --format, and one with flags that do not go with it.
func (o *flags) checkPage(asked string, transcripts int) error {
	others := o.json || o.calls || o.report || o.now || o.file != ""
	switch {
	case o.format == "ndjson":
		return cmdkit.Usage("--format ndjson goes with --reads")
	case !slices.Contains(runpage.Forms(), o.format):
		const forms = "--format is %s, or with --reads ndjson, not %q"
		return cmdkit.Usage(forms, strings.Join(runpage.Forms(), " or "), o.format)
	case asked != "" && asked != "diff" || others || transcripts == 0:
		return cmdkit.Usage("--format goes with a transcript, two that are compared, or --diff")
	}

	return nil
}

// takes reports whether a number of transcripts goes with one of the flags that stand alone ("" for no such flag), not
// counting flags that take any number. Without such a flag, two transcripts are compared.
func (o *flags) takes(asked string, transcripts int) bool {
	return transcripts < 2 || transcripts == 2 && asked == "" && !o.calls && o.file == ""
}

// page prints the page of a run, which says by which command it was made.
func (o *flags) page(ctx context.Context, s *transcript.Session, out io.Writer, command string) error {
	c, err := o.costed(ctx, s)
	if err != nil {
		return err
	}

	digest, err := digestOf(s.Path())
	if err != nil {
		return err
	}

	p, err := runpage.Of(s, c, runpage.Options{Contents: o.contents, SHA256: digest, Command: command})
	if err != nil {
		return err
	}

	return runpage.Write(out, o.format, p)
}

// costed returns the coverage of a run, with its cost.
func (o *flags) costed(ctx context.Context, s *transcript.Session) (*coverage.Coverage, error) {
	c, err := o.coverage(ctx, s)
	if err == nil {
		err = c.AddCost(ctx, s, o.root)
	}
	return c, err
}

// compare prints two runs side by side.
func (o *flags) compare(ctx context.Context, runs []*transcript.Session, out io.Writer) error {
	both, err := runcompare.OfTwo(ctx, [2]*transcript.Session{runs[0], runs[1]}, o.root)
	if err != nil {
		return err
	}

	for i, c := range both {
		if err := c.AddCost(ctx, runs[i], o.root); err != nil {
			return fmt.Errorf("%s: %w", runs[i].Path(), err)
		}
	}

	c := runcompare.Compare(both[0], both[1])
	switch {
	case o.json:
		return tools.WriteJSON(out, c)
	case o.format != "":
		return runpage.Write(out, o.format, runpage.OfTwo(c))
	}

	return printComparison(out, c)
}

// printComparison prints two runs as tables: their sums, and their files.
func printComparison(out io.Writer, c runcompare.Comparison) error {
	rows := cmdkit.Heading("run|agent|session|began|calls|reads|changes|blind|not known|tokens|again")
	for i, r := range c.Runs {
		rows = append(rows, []string{
			[...]string{"first", "second"}[i], strings.TrimSpace(r.Agent + " " + r.Version), r.ID, clock(r.Started),
			dash(r.Calls), dash(r.Reads), dash(r.Changes), dash(r.Blind), dash(r.NotKnown),
			humanize.Group(r.Tokens), humanize.Group(r.Again),
		})
	}

	if err := cmdkit.PrintTable(out, rows); err != nil {
		return err
	}

	rows = cmdkit.Heading("file|lines|had by both|only the first|only the second|not known|reads|changes|blind|tokens")
	for _, f := range c.Files {
		row := []string{f.Path, fmt.Sprint(f.Lines), "not compared", "", "", ""}
		if f.Compared {
			row = []string{
				f.Path, fmt.Sprint(f.Lines), countText(f.Both), rangesText(f.First), rangesText(f.Second),
				rangesText(f.NotKnown),
			}
		}

		rows = append(rows, append(row, pair(f.Reads), pair(f.Changes), pair(f.Blind), pair(f.Tokens)))
	}

	notes := notOpened(c.Runs[0].Unread, c.Runs[0].BadLines) + notOpened(c.Runs[1].Unread, c.Runs[1].BadLines)
	if _, err := io.WriteString(out, notes+"\n"); err != nil {
		return err
	}

	return cmdkit.PrintTable(out, rows)
}

// pair formats two numbers; a dash if both are 0.
func pair[N int | int64](n [2]N) string {
	if n == [2]N{} {
		return "-"
	}
	return fmt.Sprintf("%d, %d", n[0], n[1])
}
