package transcriptcmd

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"eyeline/reader/decode"
	"eyeline/reader/git"
	"eyeline/reader/lists"
	"eyeline/reader/source"
	"eyeline/reader/tools"
	"eyeline/reader/transcript"
	"eyeline/reader/transcript/coverage"
	"eyeline/reader/transcript/patch"
	"eyeline/reader/transcript/record"
	"eyeline/reader/transcript/runpage"
	"eyeline/tui/kit/cells"
	"eyeline/tui/kit/humanize"
	"eyeline/tui/launch/cmdkit"
)

// review says which added lines of a diff were sent, by any of the runs. Parts of the diff that are not understood
// count as not sent.
func (o *flags) review(cmd *cobra.Command, runs []*transcript.Session, out io.Writer) error {
	ctx := cmd.Context()
	diff, sum, err := o.readDiff(cmd, runs[0])
	if err != nil {
		return err
	}
	var all []*coverage.Coverage
	for _, s := range runs {
		at := s.Workspace(o.root).Recorded
		named := lists.Map(diff.Files, func(f patch.File) string { return record.ResolvePath(at, f.Path) })
		c, err := o.coverage(ctx, s, named...)
		if err != nil {
			return err
		}
		all = append(all, c)
	}
	if o.diff == "-" {
		checkFiles(ctx, &diff, all)
	}
	for _, said := range diff.Said {
		_, _ = fmt.Fprintln(cmd.ErrOrStderr(), "eyeline: git: "+cells.Sanitize(said))
	}
	r := coverage.Reviewed{
		Version: 1, Files: coverage.Review(all, diff.Files), Digests: map[string]string{},
		Folder: diff.Folder, ID: diff.ID, Diff: sum,
		NotJudged: append([]patch.Unread{}, diff.Unread...), // [] in JSON without one
	}
	r.Percent = coverage.Percent(r.Files, len(diff.Unread))
	for i, s := range runs {
		alone := coverage.Percent(coverage.Review(all[i:i+1], diff.Files), len(diff.Unread))
		digest, err := digestOf(s.Path())
		if err != nil {
			return err
		}
		r.Runs = append(r.Runs, coverage.ReviewedRun{
			Path: s.Path(), Agent: s.Agent, ID: s.ID, SHA256: digest,
			Percent: alone, Reads: all[i].Reads, Unknown: all[i].UnknownReads, Unread: all[i].Unread,
			BadLines: slices.Clone(all[i].BadLines),
		})
	}
	for _, f := range r.Files {
		if f.Named && f.Sent > 0 {
			if r.Digests[f.Path], err = digestOf(filepath.Join(diff.Folder, f.Path)); err != nil {
				return err
			}
		}
	}
	switch {
	case o.json:
		err = tools.WriteJSON(out, r)
	case o.format != "":
		err = runpage.Write(out, o.format, runpage.OfReview(r, o.min))
	default:
		err = o.printReview(out, r, diff)
	}
	if err != nil {
		return err
	}
	return o.judge(r)
}

// judge returns the exit status of a review.
func (o *flags) judge(r coverage.Reviewed) error {
	unsure := int64(0)
	reads := 0
	unknown := 0
	for _, f := range r.Files {
		unsure += f.Unsure
	}

	for _, run := range r.Runs {
		reads += run.Reads
		unknown += run.Unknown
	}

	notJudged := func(format string, args ...any) error {
		return cmdkit.Status{Code: cmdkit.ExitNotJudged, Text: "eyeline: " + fmt.Sprintf(format, args...)}
	}

	n := int64(len(r.NotJudged))
	switch {
	case n > 0:
		return notJudged("%s cannot be judged, and count as not sent", humanize.Count(n, "change"))
	case r.Percent < o.min && unsure > 0:
		return notJudged(
			"%s of the diff may have been sent by reads that are not understood", humanize.Count(unsure, "line"),
		)
	case r.Percent < o.min && 2*unknown > reads:
		return notJudged("of %d of %d reads no line is known", unknown, reads)
	case r.Percent < o.min:
		return cmdkit.Fail("eyeline: %d%% of the added lines were sent, fewer than %d%%", r.Percent, o.min)
	}

	return nil
}

// digestOf is the SHA-256 of a file; "" if it cannot be opened.
func digestOf(path string) (string, error) {
	f, err := source.OpenFile(path)
	if err != nil {
		return "", nil //nolint:nilerr // what is gone since has none
	}

	defer f.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, io.NewSectionReader(f, 0, f.Snapshot().Size)); err != nil {
		return "", err
	}

	return hex.EncodeToString(sum.Sum(nil)), nil
}

// printReview prints a review as a table, and what is not understood after it.
func (o *flags) printReview(out io.Writer, reviewed coverage.Reviewed, diff patch.Diff) error {
	place := "in " + cells.Sanitize(diff.Folder)
	if diff.ID != "" {
		place = "from " + cells.Sanitize(o.diff) + " (" + diff.ID + ") " + place
	}

	if diff.Blank && len(diff.Unread) == 0 {
		_, err := fmt.Fprintf(out, "nothing differs %s: there is no line to be sent\n", place)
		return err
	}

	var b strings.Builder
	if err := cmdkit.PrintTable(out, reviewRows(reviewed.Files)); err != nil {
		return err
	}

	for _, u := range diff.Unread {
		fmt.Fprintf(&b, "not judged: %s\n", cells.Sanitize(u.String()))
	}

	for _, r := range reviewed.Files {
		if told := r.How(); len(told) > 0 {
			fmt.Fprintf(&b, "%s: %s\n", cells.Sanitize(r.Path), strings.Join(told, ", "))
		}
	}

	for _, run := range reviewed.Runs {
		b.WriteString(notOpened(run.Unread, nil))
		if len(reviewed.Runs) > 1 {
			name := cells.Sanitize(run.Agent + " " + cmp.Or(run.ID, run.Path))
			fmt.Fprintf(&b, "%d%% by %s alone\n", run.Percent, name)
		}
	}

	fmt.Fprintf(&b, "%d%% of the added lines were sent, %s\n", reviewed.Percent, place)
	_, err := io.WriteString(out, b.String())
	return err
}

// reviewRows is the table of the files of a review.
func reviewRows(files []coverage.FileReview) [][]string {
	heading := "file|added|sent|deleted|not sent"
	hasUnknown := slices.ContainsFunc(files, func(r coverage.FileReview) bool { return len(r.NotKnown) > 0 })
	if hasUnknown {
		heading += "|not known"
	}

	rows := cmdkit.Heading(heading)
	for _, r := range files {
		row := []string{
			cmp.Or(r.Path, "(deleted)"), fmt.Sprint(r.Added), fmt.Sprint(r.Sent), dash(r.Deleted),
			rangesText(r.Unsent.Without(r.NotKnown)),
		}
		if hasUnknown {
			row = append(row, rangesText(r.NotKnown))
		}

		rows = append(rows, row)
	}

	return rows
}

// readDiff reads the diff on standard input, or makes the diff to a revision of git, in the folder of the run. git
// compares the files as they are now. A piped diff may be of other files, which are then not judged; sum is its digest.
func (o *flags) readDiff(cmd *cobra.Command, s *transcript.Session) (diff patch.Diff, sum string, err error) {
	if o.diff != "-" {
		if diff, err = patch.Against(cmd.Context(), cmp.Or(o.root, s.Dir), o.diff); err != nil {
			if unknown, ok := errors.AsType[*git.RevisionError](err); ok {
				return diff, "", cmdkit.Usage("%s", cells.Sanitize(unknown.Error()))
			}
			return diff, "", fmt.Errorf("git: %s", cells.Sanitize(err.Error()))
		}

		return diff, "", nil
	}

	digest := sha256.New()
	if diff, err = patch.Parse(decode.Marked(io.TeeReader(cmd.InOrStdin(), digest))); err != nil {
		return diff, "", err
	}
	diff.Folder = s.Workspace(o.root).Folder
	if diff.Blank {
		diff.Unread = append(diff.Unread, patch.Unread{Why: "standard input is empty: there is no change to judge"})
	}

	return diff, hex.EncodeToString(digest.Sum(nil)), nil
}

// checkFiles marks the files of a piped diff that are not as the diff describes them: they cannot be judged.
func checkFiles(ctx context.Context, diff *patch.Diff, runs []*coverage.Coverage) {
	for _, d := range diff.Files {
		if !slices.ContainsFunc(runs, func(c *coverage.Coverage) bool {
			f := c.File(d.Path)
			return f != nil && f.Exists && !f.Outside && f.NotRead == ""
		}) {
			continue // no line of it counts as sent
		}

		if why := d.Differs(ctx, diff.Folder); why != "" {
			diff.Unread = append(diff.Unread, patch.Unread{Path: d.Path, Why: why})
		}
	}
}
