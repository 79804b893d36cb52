package transcriptcmd

import (
	"cmp"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"eyeline/reader/transcript"
	"eyeline/reader/transcript/coverage"
	"eyeline/reader/transcript/patch"
	"eyeline/tui/cells"
	"eyeline/tui/humanize"
	"eyeline/tui/launch/cmdkit"
)

// review says which added lines of a diff were sent. What is not understood of the diff counts as not sent.
func (o *flags) review(cmd *cobra.Command, s *transcript.Session, c *coverage.Coverage, out io.Writer) error {
	diff, err := o.readDiff(cmd, s, c)
	if err != nil {
		return err
	}
	for _, said := range diff.Said {
		_, _ = fmt.Fprintln(cmd.ErrOrStderr(), "eyeline: git: "+cells.Sanitize(said))
	}
	reviewed := coverage.Review(c, diff.Files)
	percent := coverage.Percent(reviewed, len(diff.Unread))
	if o.json {
		err = cmdkit.PrintJSON(out, struct {
			Version   int                   `json:"version"`
			Percent   int64                 `json:"percent"`
			Files     []coverage.FileReview `json:"files"`
			NotJudged []patch.Unread        `json:"not_judged"`
			Folder    string                `json:"folder"`       // that was judged
			ID        string                `json:"id,omitempty"` // of the commit or tree that it was compared with
		}{1, percent, reviewed, diff.Unread, diff.Folder, diff.ID})
	} else {
		err = o.printReview(out, reviewed, diff, percent)
	}
	switch n := int64(len(diff.Unread)); {
	case err != nil:
		return err
	case n > 0:
		text := "eyeline: " + humanize.Count(n, "change") + " cannot be judged, and count as not sent"
		return cmdkit.Status{Code: cmdkit.ExitNotJudged, Text: text}
	case percent < o.min:
		return cmdkit.Fail("eyeline: %d%% of the added lines were sent, fewer than %d%%", percent, o.min)
	}
	return nil
}

// printReview prints a review as a table, and what is not understood after it.
func (o *flags) printReview(out io.Writer, reviewed []coverage.FileReview, diff patch.Diff, percent int64) error {
	place := "in " + cells.Sanitize(diff.Folder)
	if diff.ID != "" {
		place = "from " + cells.Sanitize(o.diff) + " (" + diff.ID + ") " + place
	}
	if diff.Blank && len(diff.Unread) == 0 {
		_, err := fmt.Fprintf(out, "nothing differs %s: there is no line to be sent\n", place)
		return err
	}
	rows := cmdkit.Heading("file|added|sent|deleted|not sent")
	for _, r := range reviewed {
		rows = append(rows, []string{
			cmp.Or(r.Path, "(deleted)"), fmt.Sprint(r.Added), fmt.Sprint(r.Sent), dash(r.Deleted), rangesText(r.Unsent),
		})
	}
	if err := cmdkit.PrintTable(out, rows); err != nil {
		return err
	}
	for _, u := range diff.Unread {
		if _, err := fmt.Fprintf(out, "not judged: %s\n", cells.Sanitize(u.String())); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(out, "%d%% of the added lines were sent, %s\n", percent, place)
	return err
}

// readDiff reads the diff on standard input, or that against a revision of git, in the folder of the run. git compares
// the files as they are; what is piped may be of others, which is then not judged.
func (o *flags) readDiff(
	cmd *cobra.Command, s *transcript.Session, c *coverage.Coverage,
) (diff patch.Diff, err error) {
	if o.diff != "-" {
		if diff, err = patch.Against(cmd.Context(), cmp.Or(o.root, s.Dir), o.diff); err != nil {
			return diff, fmt.Errorf("git: %s", cells.Sanitize(err.Error()))
		}
		return diff, nil
	}
	if diff, err = patch.Parse(cmd.InOrStdin()); err != nil {
		return diff, err
	}
	if diff.Folder = s.Workspace(o.root).Folder; diff.Blank {
		diff.Unread = append(diff.Unread, patch.Unread{Why: "standard input is empty: there is no change to judge"})
	}
	for _, d := range diff.Files {
		if f := c.File(d.Path); f == nil || !f.Exists || f.Outside || f.NotRead != "" {
			continue // nothing of it counts as sent
		}
		if why := d.Differs(cmd.Context(), diff.Folder); why != "" {
			diff.Unread = append(diff.Unread, patch.Unread{Path: d.Path, Why: why})
		}
	}
	return diff, nil
}
