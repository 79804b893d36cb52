package transcriptcmd

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"eyeline/reader/tools"
	"eyeline/reader/transcript"
	"eyeline/reader/transcript/coverage"
	"eyeline/tui/kit/cells"
	"eyeline/tui/kit/humanize"
	"eyeline/tui/launch/cmdkit"
)

// madeEdit is a change of a file in one of some transcripts.
type madeEdit struct {
	Agent string `json:"agent"`
	ID    string `json:"id"` // of the session
	Sub   string `json:"sub_agent"`
	Path  string `json:"path"`
	coverage.Change
}

// editsOf returns the changes of all runs, the worst first and otherwise in their order, with the files of the runs
// that could not be opened.
func (o *flags) editsOf(
	ctx context.Context, runs []*transcript.Session,
) (all []madeEdit, unread []coverage.UnreadFile, err error) {
	all = []madeEdit{}
	for _, s := range runs {
		c, err := o.coverage(ctx, s)
		if err != nil {
			return nil, nil, err
		}
		unread = append(unread, c.Unread...)
		for _, e := range c.Edits(true) {
			all = append(all, madeEdit{s.Agent, s.ID, s.SubAgent(s.Call(e.Call)).Name(), e.File.Path, *e.Change})
		}
	}

	slices.SortStableFunc(all, func(a, b madeEdit) int { return coverage.CompareWorst(&a.Change, &b.Change) })
	return all, unread, nil
}

// listEdits prints what the models changed, and how much of it they had been sent.
func (o *flags) listEdits(ctx context.Context, runs []*transcript.Session, out io.Writer) error {
	all, unread, err := o.editsOf(ctx, runs)
	if err != nil {
		return err
	}

	if o.json {
		return tools.WriteJSON(out, struct {
			Version int                   `json:"version"`
			Edits   []madeEdit            `json:"edits"`
			Unread  []coverage.UnreadFile `json:"unread,omitempty"`
		}{1, all, unread})
	}

	if _, err := io.WriteString(out, notOpened(unread, nil)); err != nil {
		return err
	}

	rows := cmdkit.Heading("file|call|tool|by|lines then|not sent then|not known then|now|why")
	for _, e := range all {
		unsent := rangesText(e.BlindThen)
		then := rangesText(e.LinesThen)
		if e.Whole && then == "" {
			then = "(the whole file)" // as far as is recorded, it replaced no line
		}
		switch {
		case e.Failed:
			unsent = "refused"
		case e.UnplacedBlind && unsent == "":
			unsent = "lines that are not recorded"
		}

		unknown := rangesText(e.UnknownThen)
		if e.UnplacedUnknown && unknown == "" {
			unknown = "lines that are not recorded"
		}

		by := strings.TrimSpace(e.Agent + " " + e.Sub)
		rows = append(rows, []string{
			e.Path, fmt.Sprint(e.Call), e.Tool, by, then, unsent, unknown,
			rangesText(e.Lines), e.Reason(),
		})
	}

	if len(all) == 0 {
		_, err := io.WriteString(out, "No call changed a file.\n")
		return err
	}

	return cmdkit.PrintTable(out, rows)
}

// lineCall is a call that sent a line or wrote it.
type lineCall struct {
	Agent string `json:"agent"`
	ID    string `json:"id"`
	Sub   string `json:"sub_agent"`
	Call  int    `json:"call"`
	Time  string `json:"time"`
	Tool  string `json:"tool"`
	What  string `json:"what"` // "sent", "cut" or "wrote"
	Then  int64  `json:"line_then,omitempty"`
}

// whoWasSent says which calls sent a line of a file as it is.
func (o *flags) whoWasSent(ctx context.Context, runs []*transcript.Session, out io.Writer) error {
	path, n, err := parseLine(o.line)
	if err != nil {
		return err
	}

	found := []lineCall{}
	named, notKnown := false, false
	var unread []coverage.UnreadFile
	for _, s := range runs {
		c, err := o.coverage(ctx, s)
		if err != nil {
			return err
		}

		unread = append(unread, c.Unread...)
		f := c.File(path)
		if f == nil {
			continue
		}
		if named = true; n > f.Lines && f.Exists && !f.Outside && f.NotRead == "" {
			return fmt.Errorf("%s has %s", cells.Sanitize(path), humanize.Count(f.Lines, "line"))
		}

		notKnown = notKnown || f.Unsure.Has(n)
		calls, err := o.callsOfLine(ctx, s, f, n)
		if err != nil {
			return err
		}

		found = append(found, calls...)
	}
	switch {
	case o.json:
		return tools.WriteJSON(out, struct {
			Version int        `json:"version"`
			Path    string     `json:"path"`
			Line    int64      `json:"line"`
			Named   bool       `json:"named"` // a call names the file
			Calls   []lineCall `json:"calls"`
			// it is not known whether a run without a call among them sent it
			NotKnown bool                  `json:"not_known"`
			Unread   []coverage.UnreadFile `json:"unread,omitempty"`
		}{1, path, n, named, found, notKnown, unread})
	case !named:
		return fmt.Errorf("no call names the file %s", cells.Sanitize(path))
	}

	if _, err := io.WriteString(out, notOpened(unread, nil)); err != nil || len(found) == 0 {
		return cmp.Or(err, notSent(out, path, n, notKnown))
	}
	rows := cmdkit.Heading("what|by|call|time|tool|line then")
	for _, c := range found {
		rows = append(rows, []string{
			c.What, strings.TrimSpace(c.Agent + " " + c.Sub), fmt.Sprint(c.Call), c.Time, c.Tool, dash(int(c.Then)),
		})
	}

	return cmdkit.PrintTable(out, rows)
}

// notSent prints that no call sent a line, or that this is not known.
func notSent(out io.Writer, path string, n int64, notKnown bool) error {
	format := "Line %d of %s was sent by no call that is understood.\n"
	if notKnown {
		format = "It is not known whether line %d of %s was sent.\n"
	}
	_, err := fmt.Fprintf(out, format, n, cells.Sanitize(path))
	return err
}

// callsOfLine returns the calls of a run that sent a line of a file as it is, or wrote it, in their order.
func (o *flags) callsOfLine(
	ctx context.Context, s *transcript.Session, f *coverage.File, n int64,
) (found []lineCall, err error) {
	for _, number := range f.Calls {
		c := s.Call(int(number))
		one := lineCall{Agent: s.Agent, ID: s.ID, Call: c.Number, Time: clock(c.Time), Tool: c.Tool}
		one.Sub = s.SubAgent(c).Name()

		for _, change := range f.Changes {
			if change.Call == c.Number && change.Lines.Has(n) {
				one.What = "wrote"
			}
		}

		placed, err := coverage.Place(ctx, s, o.root, c, f.Path)
		if err != nil {
			return nil, err
		}

		for _, l := range placed.Lines {
			if l.Now == n || !f.Exists && l.Number == n {
				one.What = "sent"
				one.Then = l.Number
				if l.Cut {
					one.What = "cut"
				}
			}
		}

		if one.What != "" {
			found = append(found, one)
		}
	}

	return found, nil
}

// parseLine splits FILE:N.
func parseLine(s string) (path string, n int64, err error) {
	i := max(strings.LastIndexByte(s, ':'), 0)
	n, err = strconv.ParseInt(strings.TrimPrefix(s[i:], ":"), 10, 64)
	if err != nil || n < 1 || i == 0 {
		return "", 0, cmdkit.Usage("--line wants FILE:N, and is %s", cells.Sanitize(s))
	}
	return s[:i], n, nil
}
