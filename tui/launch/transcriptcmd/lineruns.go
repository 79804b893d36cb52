package transcriptcmd

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"

	"eyeline/reader/tools"
	"eyeline/reader/transcript"
	"eyeline/reader/transcript/coverage"
	"eyeline/reader/transcript/stores"
	"eyeline/tui/kit/cells"
	"eyeline/tui/kit/humanize"
	"eyeline/tui/launch/cmdkit"
)

// lineRun says what a run has of the line, when many runs are searched.
type lineRun struct {
	Version  int                   `json:"version"`
	Run      string                `json:"run"` // its path, as eyeline transcript takes it
	Agent    string                `json:"agent"`
	ID       string                `json:"id"`
	Path     string                `json:"path"` // as the run has it
	Line     int64                 `json:"line"`
	Calls    []lineCall            `json:"calls"`
	NotKnown bool                  `json:"not_known"` // it is not known whether a call sent it
	Unread   []coverage.UnreadFile `json:"unread,omitempty"`
}

// lineCounts counts the runs that were searched for a line. Each run is in one of the counts after Runs, except Partly.
type lineCounts struct {
	Version  int    `json:"version"`
	Path     string `json:"path"`
	Line     int64  `json:"line"`
	Runs     int    `json:"runs"`
	Had      int    `json:"had"`       // runs that were sent the line, or wrote it
	NotKnown int    `json:"not_known"` // runs for which that is not known
	NotHad   int    `json:"not_had"`   // runs that know the file, but neither were sent the line nor wrote it
	NotNamed int    `json:"not_named"` // runs that do not know the file
	Partly   int    `json:"partly"`    // runs of NotNamed of which not everything is recorded
	Shorter  int    `json:"shorter"`   // runs whose file has fewer lines
	Failed   int    `json:"failed"`    // runs that could not be read
}

// lineSearch searches many runs for a line, one after the other. It prints what it finds in one before it opens the
// next.
type lineSearch struct {
	flags  *flags
	path   string
	abs    string // of the path in the current folder
	n      int64
	out    io.Writer
	counts lineCounts
}

// runsWithLine says which runs of a folder, or of all folders, were sent a line, and by which calls. A run that cannot
// be read is reported on notice.
func (o *flags) runsWithLine(ctx context.Context, out, notice io.Writer) error {
	path, n, err := parseLine(o.line)
	if err != nil {
		return err
	}

	found, err := o.found(ctx)
	if err != nil {
		return err
	}

	paths, err := transcript.Runs(ctx, found)
	if err != nil {
		return err
	}

	l := lineSearch{flags: o, path: path, n: n, out: out, counts: lineCounts{Version: 1, Path: path, Line: n}}
	if l.abs, err = filepath.Abs(path); err != nil {
		return err
	}

	for _, one := range paths {
		if err := l.look(ctx, one, notice); err != nil {
			return err
		}
	}

	if err := l.printCounts(); err != nil {
		return err
	}
	if l.counts.Failed > 0 {
		return cmdkit.Fail("eyeline: %s of %s not read", humanize.Count(int64(l.counts.Failed), "transcript"),
			humanize.Group(int64(l.counts.Runs)))
	}

	return nil
}

// look looks through one run. The error is one of ctx or of writing.
func (l *lineSearch) look(ctx context.Context, path string, notice io.Writer) error {
	one, err := l.lineRun(ctx, path)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, stores.ErrForeign): // a database beside runs may belong to something else than an agent
		return nil
	case err != nil:
		l.counts.Runs++
		l.counts.Failed++
		_, err = fmt.Fprintln(notice, cells.Sanitize(fmt.Sprintf("eyeline: %v", err)))
		return err
	}

	l.counts.Runs++
	switch {
	case one == nil: // counted where that is known
		return nil
	case len(one.Calls) > 0:
		l.counts.Had++
	case one.NotKnown:
		l.counts.NotKnown++
	default:
		l.counts.NotHad++
	}

	return l.print(one)
}

// lineRun returns what a run has of the line; nil if the run does not know the file, or the file has no such line.
func (l *lineSearch) lineRun(ctx context.Context, path string) (*lineRun, error) {
	s, err := l.flags.openRun(ctx, path)
	if err != nil {
		return nil, err
	}

	defer func() { _ = s.Close() }()
	c, err := l.flags.coverage(ctx, s)
	if err != nil {
		return nil, err
	}

	f := l.fileIn(s, c)
	switch {
	case f == nil:
		l.counts.NotNamed++
		if transcript.IsPartly(s) {
			l.counts.Partly++
		}
		return nil, nil
	case l.n > f.Lines && f.Exists && !f.Outside && f.NotRead == "":
		l.counts.Shorter++
		return nil, nil
	}

	one := lineRun{Version: 1, Run: path, Agent: s.Agent, ID: s.ID, Path: f.Path, Line: l.n, Unread: c.Unread}
	if one.Calls, err = l.flags.callsOfLine(ctx, s, f, l.n); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if one.Calls == nil {
		one.Calls = []lineCall{} // so that JSON has [] and not null
	}

	one.NotKnown = len(one.Calls) == 0 && f.Unsure.Has(l.n)
	return &one, nil
}

// fileIn returns the file as a run knows it. It is found by its path on this machine, since a file of another folder
// may have the same name; else, if the runs are of one folder or are kept elsewhere than where they were made, by its
// name as typed.
func (l *lineSearch) fileIn(s *transcript.Session, c *coverage.Coverage) *coverage.File {
	if at := s.Workspace(l.flags.root); at.Folder != "" && at.Folder != transcript.NoFiles {
		if rel, err := filepath.Rel(at.Folder, l.abs); err == nil && filepath.IsLocal(rel) {
			if f := c.File(filepath.ToSlash(rel)); f != nil {
				return f
			}
		}
	}

	if f := c.File(filepath.ToSlash(l.abs)); f != nil {
		return f
	}
	if l.flags.all && l.flags.below == "" && l.flags.root == "" {
		return nil
	}

	return c.File(filepath.ToSlash(filepath.Clean(l.path)))
}

// print prints a run; as text, only a run that had the line or may have had it.
func (l *lineSearch) print(one *lineRun) error {
	if l.flags.json {
		return tools.WriteJSON(l.out, one)
	}
	if len(one.Calls) == 0 && !one.NotKnown {
		return nil
	}

	w := bufio.NewWriter(l.out)
	fmt.Fprintf(w, "%s (%s): ", cells.Sanitize(one.Run), cells.Sanitize(one.Agent))
	if len(one.Calls) == 0 {
		fmt.Fprint(w, "it is not known whether it was sent")
	}

	for i, c := range one.Calls {
		if i > 0 {
			fmt.Fprint(w, "; ")
		}
		fmt.Fprint(w, cells.Sanitize(c.words()))
	}

	fmt.Fprintln(w)
	return w.Flush()
}

// words say what a call did with a line: "sent by call 3, Read, 2026-11-01 10:00:00".
func (c lineCall) words() string {
	text := "written"
	if c.What != "wrote" {
		text = c.What
	}

	text += fmt.Sprintf(" by call %d", c.Call)
	for _, more := range []string{c.Tool, c.Sub, c.Time} {
		if more != "" && more != "-" {
			text += ", " + more
		}
	}

	return text
}

// printCounts says how many runs there were of each kind.
func (l *lineSearch) printCounts() error {
	c := l.counts
	if l.flags.json {
		return tools.WriteJSON(l.out, c)
	}

	text := fmt.Sprintf("%s; line %d of %s was sent to or written by: %s", humanize.Count(int64(c.Runs), "run"), l.n,
		cells.Sanitize(l.path), humanize.Group(int64(c.Had)))
	for _, more := range []struct {
		n    int
		text string
	}{
		{c.NotKnown, "not known of"},
		{c.NotHad, "know the file, and had it not"},
		{c.Shorter, "have the file with fewer lines"},
		{c.NotNamed, "do not know the file"},
		{c.Partly, "of these not all is recorded of"},
		{c.Failed, "could not be read"},
	} {
		if more.n > 0 {
			text += "; " + more.text + ": " + humanize.Group(int64(more.n))
		}
	}

	_, err := io.WriteString(l.out, text+"\n")
	return err
}
