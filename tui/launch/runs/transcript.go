// Package runs is the command that tells of the recorded runs of agents, as tables and JSON: eyeline transcript. What
// eyeline tools --report prints is here too.
package runs

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"eyeline/reader/transcript"
	"eyeline/tui/cells"
	"eyeline/tui/launch/cli"
	"eyeline/tui/launch/options"
	"eyeline/tui/settings"
	"eyeline/tui/words"
)

// flags are what eyeline transcript is asked for.
type flags struct {
	all, report, json, calls, follow, paging, raw, now bool
	file, root, diff                                   string
	call                                               int
	min                                                int64

	view View
	load func() (*settings.File, error)
}

// View runs the viewer. It returns the exit status; the error's text is for standard error.
type View = func(context.Context, options.Options) (int, error)

// rows are the flags, with their defaults.
func (o *flags) rows() []cli.Flag {
	return []cli.Flag{
		{Name: "all", To: &o.all, Help: "list the transcripts of all folders"},
		{Name: "report", To: &o.report, Help: "print the table of files, also on a terminal"},
		{Name: "json", To: &o.json, Help: "print JSON: the report, with --calls one line a call, with --diff the review"},
		{Name: "calls", To: &o.calls, Help: "list the calls"},
		{Name: "call", To: &o.call, Help: "print the exact text of the result of call `N`"},
		{
			Name: "raw", To: &o.raw,
			Help: "with --call: to a terminal, print the bytes as they are; elsewhere they always are",
		},
		{
			Name: "now", To: &o.now,
			Help: "make the recorded reads again on the files as they are, with the tools of the recorded version, and " +
				"tell which give the same bytes: with the report, --json or --calls; --file always does",
		},
		{Name: "file", To: &o.file, Help: "report on one file, with the ranges of its lines"},
		{
			Name: "paging", To: &o.paging,
			Help: "tell how the agent pages: the windows of each file, what was sent again, which limit would have sent " +
				"least; without a transcript, over those of the folder",
		},
		{
			Name: "follow", Short: "f", To: &o.follow,
			Help: "keep up with a run that is being recorded; where it is not on a terminal, print each call as it comes",
		},
		{
			Name: "root", To: &o.root, Complete: cli.CompleteFolders,
			Help: "look for the files in `DIR` instead of the working folder that was recorded",
		},
		{
			Name: "diff", To: &o.diff,
			Help: "tell which lines that a diff adds were sent: - for a unified diff on standard input, or a git `REV`",
		},
		{
			Name: "min", To: &o.min,
			Help: "with --diff: exit with 1 when fewer per cent of the added lines were sent",
		},
	}
}

// Command is eyeline transcript; load reads the settings file for the viewer.
func Command(view View, load func() (*settings.File, error)) *cobra.Command {
	o := flags{view: view, load: load}
	cmd := &cobra.Command{
		Use:   "transcript [FILE | ID | latest]",
		Short: "Tell what a recorded run of an agent was really sent, file by file",
		Long: "Without an argument, list the transcripts of the working folder from the agents' usual places, newest first.\n" +
			"With one, show for each file which lines were sent to the model, cut, written by it, changed since or never\n" +
			"sent. \"Sent\" means that the text was in a tool's result in the transcript.\n\n" +
			"On a terminal both are screens; elsewhere, and with --report, they are tables.\n\n" +
			"Transcripts are read only. The report, --json and --calls print no contents of files, so they can be shared.",
		Example: "  eyeline transcript\n" +
			"  eyeline transcript latest\n" +
			"  eyeline transcript latest --file src/server.go\n" +
			"  eyeline transcript latest --diff main --min 100",
		Args: cli.AtMostOne("FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			// Much of a transcript is read once and dropped: a smaller heap costs no time here.
			defer debug.SetGCPercent(debug.SetGCPercent(30))
			if o.onScreen(cmd) {
				return o.viewOnScreen(cmd, args)
			}
			return cli.Failed(o.run(cmd, args))
		},
	}
	cli.AddFlags(cmd, o.rows())
	registerScreen(cmd.Flags())
	return cmd
}

func (o *flags) run(cmd *cobra.Command, args []string) error {
	if o.raw && o.call == 0 {
		return cli.Usage("--raw goes with --call")
	}
	out, done := cli.ForTerminal(cmd.OutOrStdout(), o.raw)
	return errors.Join(o.print(cmd, args, out), done())
}

func (o *flags) print(cmd *cobra.Command, args []string, out io.Writer) error {
	ctx := cmd.Context()
	if o.min != 0 && o.diff == "" {
		return cli.Usage("--min goes with --diff")
	}
	if o.now && (len(args) == 0 || o.diff != "" || o.call != 0 || o.follow || o.paging) {
		return cli.Usage("--now goes with the report of a transcript, --json, --calls and --file")
	}
	if o.follow && (o.diff != "" || o.call != 0 || o.file != "" || o.report) {
		return cli.Usage("--follow prints the calls as they come, and goes with --json alone")
	}
	if o.paging && (o.follow || o.diff != "" || o.call != 0 || o.calls || o.file != "" || o.report) {
		return cli.Usage("--paging goes with --json and --all alone")
	}
	if len(args) == 0 && o.paging {
		return o.pagingOfMany(ctx, out, cmd.ErrOrStderr())
	}
	if len(args) == 0 {
		if o.follow {
			return cli.Usage("--follow wants a transcript: a FILE, an ID or latest")
		}
		return o.list(ctx, out)
	}
	path, err := findTranscript(ctx, args[0])
	if err != nil {
		return err
	}
	if o.follow {
		return o.followText(ctx, path, out, cmd.ErrOrStderr())
	}
	s, err := transcript.Open(ctx, path)
	if err != nil {
		return fmt.Errorf("eyeline: %s: %w", path, err)
	}
	defer s.Close()
	switch {
	case o.paging:
		return o.pagingOf(ctx, s, out)
	case o.call != 0:
		return o.printCall(s, out)
	case o.calls:
		return o.listCalls(ctx, s, out)
	}
	c, err := s.Coverage(ctx, o.root)
	if err != nil {
		return err
	}
	if o.now || o.file != "" {
		if err := s.AddNow(ctx, o.root, c, func(f *transcript.FileCoverage) bool { return o.file == "" || o.names(f) }); err != nil {
			return err
		}
	}
	switch {
	case o.diff != "":
		return o.review(cmd, s, c, out)
	case o.file != "":
		return o.oneFile(out, c)
	case o.json:
		return cli.PrintJSON(out, c)
	}
	return printReport(out, s, c)
}

// findTranscript is the file that an argument names: a path, the identity of a session, or "latest".
func findTranscript(ctx context.Context, name string) (string, error) {
	if fi, err := os.Stat(name); err == nil && !fi.IsDir() {
		return name, nil
	}
	if strings.ContainsRune(name, filepath.Separator) {
		return "", fmt.Errorf("eyeline: there is no transcript %s", cells.Sanitize(name))
	}
	found, err := transcript.List(ctx, homes())
	if err != nil {
		return "", err
	}
	if name == "latest" {
		if dir, err := os.Getwd(); err == nil {
			for _, f := range found {
				if in, err := f.In(ctx, dir); err == nil && in {
					return f.Path, nil
				}
			}
		}
		return "", errors.New("eyeline: there is no transcript of this folder; eyeline transcript --all lists those of all folders")
	}
	for _, f := range found {
		if strings.Contains(filepath.Base(f.Path), name) {
			return f.Path, nil
		}
	}
	for _, f := range found {
		if h, err := f.Peek(ctx); err == nil && h.ID == name {
			return f.Path, nil
		}
	}
	return "", fmt.Errorf("eyeline: no transcript is called %s; eyeline transcript --all lists them", cells.Sanitize(name))
}

func homes() transcript.Homes {
	home, _ := os.UserHomeDir() // without one there are fewer places to look in
	return transcript.Homes{Home: home, Getenv: os.Getenv}
}

// inFolder keeps the transcripts of the working folder.
func inFolder(ctx context.Context, found []transcript.Found) []transcript.Found {
	dir, err := os.Getwd()
	if err != nil {
		return nil
	}
	var here []transcript.Found
	for _, f := range found {
		if in, err := f.In(ctx, dir); err == nil && in {
			here = append(here, f)
		}
	}
	return here
}

var errNoTranscripts = errors.New("eyeline: there is no transcript of this folder in the agents' usual places; --all takes those of all folders, or name a file")

// list prints the transcripts there are.
func (o *flags) list(ctx context.Context, out io.Writer) error {
	found, err := transcript.List(ctx, homes())
	if err != nil {
		return err
	}
	if !o.all {
		found = inFolder(ctx, found)
	}
	if len(found) == 0 {
		return errNoTranscripts
	}
	rows := [][]string{{"when", "agent", "reads", "files", "changes", "size", "session", "folder"}}
	for _, f := range found {
		t, err := f.Tally(ctx)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		counted := func(n int) string { return dash(n) }
		if err != nil {
			t = transcript.Tally{Header: transcript.Header{Agent: f.Format.Agent}}
			counted = func(int) string { return "?" }
		}
		id := t.ID
		if id == "" {
			id = f.Path
		}
		rows = append(rows, []string{
			f.ModTime.Format("2006-01-02 15:04"), strings.TrimSpace(t.Agent + " " + t.Version),
			counted(t.Reads), counted(t.Files), counted(t.Changes), words.Size(f.Size), id, t.Dir,
		})
	}
	return cli.PrintTable(out, rows)
}

// printCall prints the text of one result.
func (o *flags) printCall(s *transcript.Session, out io.Writer) error {
	c := s.Call(o.call)
	if c == nil {
		return fmt.Errorf("eyeline: there is no call %d; there are %d", o.call, s.Len())
	}
	if !c.Answered() {
		return fmt.Errorf("eyeline: call %d has no result", o.call)
	}
	return s.WriteText(out, c.Result)
}

// listCalls prints the calls, one a line.
func (o *flags) listCalls(ctx context.Context, s *transcript.Session, out io.Writer) error {
	rows := [][]string{{"call", "time", "tool", "gave", "lines", "known by"}}
	if o.now {
		rows[0] = append(rows[0], "now", "by")
	}
	for c := range s.Calls() {
		info, err := s.Info(c)
		if err != nil {
			return err
		}
		if o.now && c.Kind != transcript.Change {
			if info.Now, _, err = s.CallNow(ctx, o.root, c); err != nil {
				return err
			}
		}
		if o.json {
			if err := cli.PrintLine(out, info); err != nil {
				return err
			}
			continue
		}
		row := callRow(info)
		if o.now && info.Now != nil {
			row = append(row, strings.TrimPrefix(info.Now.Words, "now: "), info.Now.By)
		} else if o.now {
			row = append(row, "", "")
		}
		rows = append(rows, row)
	}
	if o.json {
		return nil
	}
	return cli.PrintTable(out, rows)
}

// callRow is a call in a row: number, time, tool, what it gave, the lines, how they are known.
func callRow(info transcript.CallInfo) []string {
	lines, how := "", ""
	for i, f := range info.Files {
		if i > 0 {
			lines += "; "
		}
		lines += f.Path + " " + rangesText(f.Lines)
		how = f.How
	}
	gave := words.Size(info.Bytes)
	switch {
	case !info.Answered:
		gave = "no result"
	case info.Refused:
		gave = "refused"
	}
	return []string{fmt.Sprint(info.Number), clock(info.Time), info.Tool, gave, lines, how}
}

// printReport prints a table of the files.
func printReport(out io.Writer, s *transcript.Session, c *transcript.Coverage) error {
	var b strings.Builder
	folder := "in " + c.Dir
	if c.Dir == "" {
		folder = "in a folder that is not recorded; --root names it"
	}
	fmt.Fprintf(&b, "%s, %s, %s %s\n", strings.TrimSpace(c.Agent+" "+c.AgentVersion), clock(c.Started), words.Count(int64(c.Calls), "call"), folder)
	if note := s.Note(); note != "" {
		fmt.Fprintln(&b, note)
	}
	for _, t := range c.Compactions {
		fmt.Fprintf(&b, "What was sent before %s was compacted then.\n", clock(t))
	}
	if c.Unknown > 0 || len(c.BadLines) > 0 {
		fmt.Fprintf(&b, "%s of unknown types and %s were skipped.\n", words.Count(int64(c.Unknown), "record"), words.Count(int64(len(c.BadLines)), "malformed line"))
	}
	rows := [][]string{{"file", "lines", "sent", "cut", "written", "changed", "never", "reads", "refused", "again", "changes", "blind"}}
	compacted := len(c.Compactions) > 0
	if compacted {
		rows[0] = append(rows[0], "compacted")
	}
	now := slices.ContainsFunc(c.Files, func(f transcript.FileCoverage) bool { return f.Now != nil })
	if now {
		rows[0] = append(rows[0], "now")
	}
	for _, f := range c.Files {
		blind := int64(0)
		for _, ch := range f.Changes {
			blind += transcript.Count(ch.Blind)
		}
		lines, sent := fmt.Sprint(f.Lines), "-"
		switch {
		case f.Outside:
			lines, sent = "outside", countText(f.Sent)
		case !f.Exists:
			lines, sent = "gone", countText(f.Sent)
		case f.Lines > 0:
			sent = fmt.Sprintf("%d%%", transcript.Count(f.Sent)*100/f.Lines)
		}
		rows = append(rows, []string{
			f.Path, lines, sent, countText(f.Cut), countText(f.Written), countText(f.Changed), countText(f.Never),
			dash(f.Reads), dash(f.Refused), dash(f.Again), dash(len(f.Changes)), dash(int(blind)),
		})
		if compacted {
			last := len(rows) - 1
			rows[last] = append(rows[last], countText(f.Compacted))
		}
		if now {
			last := len(rows) - 1
			rows[last] = append(rows[last], nowText(f.Now))
		}
	}
	if _, err := io.WriteString(out, cli.Printable(b.String())); err != nil {
		return err
	}
	if len(c.Files) == 0 {
		_, err := io.WriteString(out, "No call gave or changed lines of a file.\n")
		return err
	}
	return cli.PrintTable(out, rows)
}

// nowText says what the reads of a file give now: "3 the same, 1 differs".
func nowText(n *transcript.NowSum) string {
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

// names reports whether --file names a file.
func (o *flags) names(f *transcript.FileCoverage) bool {
	return f.Path == o.file || f.Path == filepath.ToSlash(filepath.Clean(o.file))
}

// oneFile prints the ranges of one file.
func (o *flags) oneFile(out io.Writer, c *transcript.Coverage) error {
	for _, f := range c.Files {
		if !o.names(&f) {
			continue
		}
		if o.json {
			return cli.PrintJSON(out, f)
		}
		rows := [][]string{}
		for _, r := range []struct {
			name   string
			ranges []transcript.Range
		}{{"sent", f.Sent}, {"cut", f.Cut}, {"written", f.Written}, {"changed", f.Changed}, {"never", f.Never}, {"compacted", f.Compacted}} {
			if r.name == "compacted" && len(c.Compactions) == 0 {
				continue
			}
			rows = append(rows, []string{r.name, fmt.Sprint(transcript.Count(r.ranges)), rangesText(r.ranges)})
		}
		if f.Now.Calls() > 0 {
			text := nowText(f.Now)
			if len(f.Now.By) > 0 {
				text += ", by " + strings.Join(f.Now.By, ", ")
			}
			rows = append(rows, []string{"reads now", fmt.Sprint(f.Now.Calls()), text})
		}
		return cli.PrintTable(out, rows)
	}
	return fmt.Errorf("eyeline: no call names the file %s", cells.Sanitize(o.file))
}

// review says which added lines of a diff were sent.
func (o *flags) review(cmd *cobra.Command, s *transcript.Session, c *transcript.Coverage, out io.Writer) error {
	in := cmd.InOrStdin()
	if o.diff != "-" {
		dir := o.root
		if dir == "" {
			dir = s.Dir
		}
		git := exec.CommandContext(cmd.Context(), "git", "-C", dir, "diff", "--no-color", "--no-ext-diff", "--relative", o.diff, "--")
		text, err := git.Output()
		var exit *exec.ExitError
		switch {
		case errors.As(err, &exit):
			first, _, _ := strings.Cut(strings.TrimSpace(string(exit.Stderr)), "\n")
			return fmt.Errorf("eyeline: git diff %s: %s", cells.Sanitize(o.diff), cells.Sanitize(first))
		case err != nil:
			return fmt.Errorf("eyeline: git diff: %w", err)
		}
		in = strings.NewReader(string(text))
	}
	diff, err := transcript.ParseDiff(in)
	if err != nil {
		return fmt.Errorf("eyeline: %w", err)
	}
	reviewed := transcript.Review(c, diff)
	percent := transcript.Percent(reviewed)
	if o.json {
		err = cli.PrintJSON(out, struct {
			Version int                   `json:"version"`
			Percent int64                 `json:"percent"`
			Files   []transcript.Reviewed `json:"files"`
		}{1, percent, reviewed})
	} else {
		rows := [][]string{{"file", "added", "sent", "deleted", "not sent"}}
		for _, r := range reviewed {
			name := r.Path
			if name == "" {
				name = "(deleted)"
			}
			rows = append(rows, []string{name, fmt.Sprint(r.Added), fmt.Sprint(r.Sent), dash(r.Deleted), rangesText(r.Unsent)})
		}
		if err = cli.PrintTable(out, rows); err == nil {
			_, err = fmt.Fprintf(out, "%d%% of the added lines were sent\n", percent)
		}
	}
	if err == nil && percent < o.min {
		return cli.Fail("eyeline: %d%% of the added lines were sent, fewer than %d%%", percent, o.min)
	}
	return err
}

// rangesText lists ranges of lines: "1-5, 9".
func rangesText(ranges []transcript.Range) string {
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

func countText(ranges []transcript.Range) string { return dash(int(transcript.Count(ranges))) }

// dash is a number, with a dash for none.
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
