package transcriptcmd

import (
	"context"
	"fmt"
	"io"
	"strings"

	"eyeline/reader/lists"
	"eyeline/reader/tools"
	"eyeline/reader/transcript"
	"eyeline/reader/transcript/runstats"
	"eyeline/tui/kit/humanize"
	"eyeline/tui/launch/cmdkit"
)

// pagingOf prints how an agent paged in one run.
func (o *flags) pagingOf(ctx context.Context, s *transcript.Session, out io.Writer) error {
	p, err := runstats.PagingOf(ctx, s)
	if err != nil {
		return err
	}
	if o.json {
		return tools.WriteJSON(out, p)
	}

	rows := cmdkit.Heading("tool|file|reads|windows|lines|sent|new|per new|overlap|skipped|again|least")
	for _, tool := range p.Tools {
		for _, f := range tool.Files {
			rows = append(rows, pagingRow(tool.Tool, f.Path, windowsText(f.Windows), f.PagingSum, f.Would))
		}

		if len(tool.Files) > 1 {
			all := fmt.Sprintf("(all %d files)", len(tool.Files))
			rows = append(rows, pagingRow(tool.Tool, all, "", tool.PagingSum, tool.Would))
		}
	}

	if len(p.Tools) == 0 {
		_, err := io.WriteString(out, "No call gave lines that are known.\n")
		return err
	}

	return cmdkit.PrintTable(out, rows)
}

func pagingRow(tool, file, windows string, sum runstats.PagingSum, would []runstats.PageSize) []string {
	return []string{
		tool, file, fmt.Sprint(sum.Calls), windows,
		fmt.Sprint(sum.Lines), humanize.Size(sum.Bytes), humanize.Size(sum.NewBytes), perNew(sum),
		dash(int(sum.Overlap)), dash(int(sum.Gaps)), dash(sum.Again), leastText(would),
	}
}

// windowsText lists the first windows: "1-2000, 2001-3600".
func windowsText(windows []runstats.PageWindow) string {
	const most = 4
	parts := lists.Map(windows[:min(len(windows), most)], func(w runstats.PageWindow) string {
		return fmt.Sprintf("%d-%d", w.First, w.Last)
	})
	if n := len(windows) - most; n > 0 {
		parts = append(parts, fmt.Sprintf("%d more", n))
	}
	return strings.Join(parts, ", ")
}

// perNew is how many bytes were sent for each that was new.
func perNew(sum runstats.PagingSum) string {
	if sum.NewBytes == 0 {
		return "-"
	}
	return fmt.Sprintf("%.2f", float64(sum.Bytes)/float64(sum.NewBytes))
}

// leastText names the page size that would have sent least.
func leastText(would []runstats.PageSize) string {
	w, ok := runstats.Least(would)
	if !ok {
		return "-"
	}
	page := humanize.Count(w.LineLimit, "line")
	if w.LineLimit == 0 {
		page = humanize.Size(w.ByteLimit)
	}
	return fmt.Sprintf("%s: %s in %s", page, humanize.Size(w.Bytes), humanize.Count(w.Calls, "call"))
}

// pagingOfMany prints how agents paged in all transcripts of the folder, or of all folders. A transcript that cannot be
// read is left out, and said on notice.
func (o *flags) pagingOfMany(ctx context.Context, out, notice io.Writer) error {
	found, err := o.found(ctx)
	if err != nil {
		return err
	}

	var runs []*runstats.Paging
	for _, f := range found {
		p, err := pagingOfFile(ctx, f.Path)
		if ctx.Err() != nil {
			return ctx.Err()
		}

		if err != nil {
			if _, err := fmt.Fprint(
				notice, cmdkit.Printable(fmt.Sprintf("eyeline: %s: %v\n", f.Path, err)),
			); err != nil {
				return err
			}
			continue
		}

		runs = append(runs, p)
	}

	all := runstats.Distribute(runs)
	if o.json {
		return tools.WriteJSON(out, struct {
			Version     int                           `json:"version"`
			Transcripts int                           `json:"transcripts"`
			Tools       []runstats.PagingDistribution `json:"tools"`
		}{1, len(runs), all})
	}

	rows := cmdkit.Heading("agent|tool|runs|files|reads|lines of a read|bytes of a read|reads of a file|sent|new|" +
		"per new|again|least")
	for _, d := range all {
		rows = append(rows, []string{
			d.Agent, d.Tool, fmt.Sprint(d.Runs), fmt.Sprint(d.Files), fmt.Sprint(d.Calls),
			spreadText(d.WindowLines), spreadText(d.WindowBytes), spreadText(d.FileWindows),
			humanize.Size(d.Bytes), humanize.Size(d.NewBytes), perNew(d.PagingSum), dash(d.Again), leastText(d.Would),
		})
	}

	if err := cmdkit.PrintTable(out, rows); err != nil {
		return err
	}

	_, err = io.WriteString(
		out, "of a read, of a file: the median, and in brackets what 10 and 90 of 100 do not exceed\n",
	)
	return err
}

func pagingOfFile(ctx context.Context, path string) (*runstats.Paging, error) {
	s, err := transcript.Open(ctx, path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = s.Close() }()
	return runstats.PagingOf(ctx, s)
}

func spreadText(s runstats.Spread) string { return fmt.Sprintf("%d (%d-%d)", s.P50, s.P10, s.P90) }
