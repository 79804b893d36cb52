// Package transcriptcmd, which changes without notice, is the command that tells of the recorded runs of agents, as
// tables and JSON: eyeline transcript. What eyeline tools --report prints is here too.
package transcriptcmd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"slices"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"eyeline/reader/transcript"
	"eyeline/tui/kit/cells"
	"eyeline/tui/launch/cmdkit"
	"eyeline/tui/launch/commandline"
	"eyeline/tui/options"
	"eyeline/tui/settingsfile"
)

// flags are what eyeline transcript is asked for.
type flags struct {
	all, report, json, calls, follow, paging, raw, now, edits, guard bool
	reads, contents, tokens, requests                                bool
	file, root, wire, diff, line, install, format, since, request    string
	call                                                             int
	min                                                              int64

	listed cmdkit.NamesFlags // the transcripts of --reads
	below  string            // the folder whose runs are listed; "" for the agents' usual places

	view  viewer
	load  func() (*settingsfile.File, error)
	began time.Time // when the process was started

	viewerFlags *pflag.FlagSet // of the viewer; some of them are this command's
}

// viewer runs the viewer. It returns the exit status; the error's text is for standard error.
type viewer = func(context.Context, options.Options) (int, error)

// rows are the flags, with their defaults.
func (o *flags) rows() []cmdkit.Flag {
	return slices.Concat(o.runRows(), o.requestRows(), o.formRows(), o.fleetRows())
}

// runRows are the flags that are about one run, or some.
func (o *flags) runRows() []cmdkit.Flag {
	return []cmdkit.Flag{
		{Name: "all", To: &o.all, Help: "list the transcripts of all folders"},
		{Name: "report", To: &o.report, Help: "print the table of files, also on a terminal"},
		{Name: "json", To: &o.json, Help: "print JSON: the report, with --calls one line a call, with --call one, " +
			"with --diff the review; without a transcript, one line a run"},
		{Name: "calls", To: &o.calls, Help: "list the calls"},
		{Name: "call", To: &o.call, Help: "print the exact text of the result of call `N`"},
		{
			Name: "raw", To: &o.raw,
			Help: "with --call: to a terminal, print the bytes as they are; elsewhere they always are",
		},
		{
			Name: "now", To: &o.now,
			Help: "make the recorded reads again on the files as they are, with the tools of the recorded version, " +
				"and tell which give the same bytes: with the report, --json or --calls; --file always does",
		},
		{Name: "file", To: &o.file, Help: "report on one file, with the ranges of its lines"},
		{
			Name: "edits", To: &o.edits,
			Help: "list what the models changed, with what they had been sent of it at that time; what they had not " +
				"comes first",
		},
		{Name: "line", To: &o.line, Help: "tell who was sent a line, and by which calls: `FILE:N`, in the file as it " +
			"is now; without a transcript, which runs of the folder were, with --all of all folders"},
		{
			Name: "guard", To: &o.guard,
			Help: "answer an agent's hook on standard input: an edit over lines that the model was not sent as they " +
				"are is refused",
		},
		{
			Name: "install", To: &o.install,
			Help: "with --guard: print the setting for `AGENT` that asks the guard, and change nothing",
		},
		{
			Name: "paging", To: &o.paging,
			Help: "tell how the agent pages: the windows of each file, what was sent again, which limit would have " +
				"sent least; without a transcript, over those of the folder",
		},
		{
			Name: "follow", Short: "f", To: &o.follow,
			Help: "keep up with a run that is being recorded; where it is not on a terminal, print each call as it " +
				"comes",
		},
		{
			Name: "root", To: &o.root, Empty: true, Complete: cmdkit.CompleteFolders,
			Help: "look for the files in `DIR` instead of the working folder that was recorded",
		},
		{Name: "wire", To: &o.wire, Help: "take results as they are in the requests that the agent wrote at `PATH`"},
		{
			Name: "diff", To: &o.diff,
			Help: "tell which lines that a diff adds were sent: - for a unified diff on standard input, or a git " +
				"`REV`; exit with 3 when a change cannot be judged",
		},
		{
			Name: "min", To: &o.min,
			Help: "with --diff: exit with 1 when fewer per cent of the added lines were sent",
		},
	}
}

// runMemory is from how much memory on garbage is collected more often, in bytes. The pages of the program, about
// 24 MiB, are not counted in it.
const runMemory = 56 << 20

// Command is eyeline transcript; load reads the settings file for the viewer. began is when the process was started,
// from which the guard's time counts.
func Command(view viewer, load func() (*settingsfile.File, error), began time.Time) *cobra.Command {
	o := flags{view: view, load: load, began: began}
	cmd := &cobra.Command{
		Use:   "transcript [FILE | DIR | ID | latest]...",
		Short: "Tell what a recorded run of an agent was really sent, file by file",
		RunE: func(cmd *cobra.Command, args []string) error {
			// Much of a transcript is read once and dropped: a smaller heap costs no time here, but for the guard.
			if o.guard {
				defer debug.SetMemoryLimit(debug.SetMemoryLimit(64 << 20))
				defer debug.SetGCPercent(debug.SetGCPercent(1000))
			} else {
				defer debug.SetMemoryLimit(debug.SetMemoryLimit(runMemory))
				defer debug.SetGCPercent(debug.SetGCPercent(30))
			}

			if o.all && len(args) > 0 {
				return cmdkit.Usage("--all tells of the transcripts of all folders; it goes without %s",
					cells.Sanitize(args[0]))
			}
			if len(args) == 1 && !o.reads && isFolderOfRuns(args[0]) {
				o.below = args[0]
				args = nil
			}
			if o.onScreen(cmd, args) {
				return o.viewOnScreen(cmd, args)
			}

			return cmdkit.CommandError(o.run(cmd, args))
		},
	}
	cmdkit.AddFlags(cmd, o.rows())
	o.viewerFlags = commandline.RegisterScreen(cmd.Flags())
	return cmd
}

func (o *flags) run(cmd *cobra.Command, args []string) error {
	if err := o.check(cmd, args); err != nil {
		return err
	}

	switch {
	case o.install != "":
		return install(o.install, cmd.OutOrStdout())
	case o.guard:
		ctx, stop := context.WithDeadline(cmd.Context(), o.began.Add(answerTime))
		defer stop()
		return guard(ctx, cmd.InOrStdin(), cmd.OutOrStdout(), cmd.ErrOrStderr())
	}

	if err := o.confine(); err != nil {
		return err
	}

	out, done := cmdkit.ForTerminal(cmd.OutOrStdout(), o.raw)
	return errors.Join(o.print(cmd, args, out), done())
}

// alone are the flags that each ask for something of their own.
var alone = []string{"diff", "call", "edits", "line", "guard", "paging", "follow", "reads", "requests", "request"}

// goesWith are flags that each go with one of those.
var goesWith = [][2]string{
	{"raw", "call"},
	{"min", "diff"},
	{"install", "guard"},
	{"since", "reads"},
	{"files-from", "reads"},
	{"null", "reads"},
}

// check refuses flags that do not go together.
func (o *flags) check(cmd *cobra.Command, args []string) error {
	typed := func(name string) bool {
		flag := cmd.Flags().Lookup(name)
		return flag.Value.String() != flag.DefValue
	}

	asked := append(slices.DeleteFunc(slices.Clone(alone), func(name string) bool { return !typed(name) }), "")
	if len(asked) > 2 {
		return cmdkit.Usage("--%s and --%s do not go together", asked[0], asked[1])
	}

	for _, pair := range goesWith {
		if typed(pair[0]) && asked[0] != pair[1] {
			return cmdkit.Usage("--%s goes with --%s", pair[0], pair[1])
		}
	}

	if cmd.Flags().Changed("call") && o.call < 1 {
		return cmdkit.Usage("--call takes the number of a call, from 1 on")
	}

	switch {
	case o.reads:
		return o.checkFleet()
	case o.asksRequests():
		return o.checkRequests(len(args))
	}

	if len(args) == 0 && (o.call != 0 || o.calls && !o.paging || o.file != "") {
		return o.wantsTranscript("--calls, --call and --file want")
	}
	if err := o.checkForm(asked[0], len(args)); err != nil {
		return err
	}

	return o.checkFor(asked[0], len(args))
}

// wantsTranscript is the error for options that need a transcript, where none or a folder of them is named; subject is
// the options with their verb.
func (o *flags) wantsTranscript(subject string) error {
	if o.below == "" {
		return cmdkit.Usage("%s a transcript: a FILE, an ID or latest", subject)
	}
	return cmdkit.Usage(
		"%s one transcript, and %s is a folder of them; --reads tells the reads, searches and changes of all",
		subject, cells.Sanitize(o.below),
	)
}

// checkFor refuses what does not go with one of the flags that stand alone, "" for none, and a number of transcripts.
func (o *flags) checkFor(asked string, transcripts int) error {
	is := func(names ...string) bool { return slices.Contains(names, asked) }
	if transcripts == 0 && is("diff", "edits", "follow") {
		return o.wantsTranscript("--" + asked + " wants")
	}

	some := is("diff", "edits", "line")
	for _, c := range []struct {
		wrong bool
		text  string
	}{
		{o.min < 0 || o.min > 100, "--min takes a number from 0 to 100"},
		{is("guard") && transcripts > 0, "--guard takes the transcript from the hook"},
		{
			!some && !o.takes(asked, transcripts),
			"several transcripts go with --diff, --edits and --line alone; two are compared without them",
		},
		{
			o.now && (transcripts != 1 || !is("")),
			"--now goes with the report of a transcript, --json, --calls and --file",
		},
		{is("follow", "paging") && (o.file != "" || o.report), "--" + asked + " prints no report of files"},
		{o.wire != "" && (transcripts == 0 || o.follow), "--wire wants a transcript, and goes without --follow"},
		{is("paging") && o.calls, "--paging goes with --json and --all alone"},
	} {
		if c.wrong {
			return cmdkit.Usage("%s", c.text)
		}
	}

	return o.checkReports(asked)
}

// checkReports refuses two options that each print something in place of the report.
func (o *flags) checkReports(asked string) error {
	of := o.file != "" || o.report
	switch {
	case slices.Contains([]string{"edits", "line", "diff", "call"}, asked) && (o.calls || of):
		return cmdkit.Usage("--%s goes without --calls, --file and --report", asked)
	case o.calls && of:
		return cmdkit.Usage("--calls goes without --file and --report")
	}
	return nil
}

func (o *flags) print(cmd *cobra.Command, args []string, out io.Writer) error {
	ctx := cmd.Context()
	if o.reads {
		return o.printFleet(cmd, args, out)
	}
	if len(args) == 0 {
		return o.printOfAll(ctx, out, cmd.ErrOrStderr())
	}

	if o.follow {
		path, err := findTranscript(ctx, args[0])
		if err != nil {
			return err
		}
		return o.followText(ctx, path, out, cmd.ErrOrStderr())
	}

	runs, err := o.openRuns(ctx, args)
	defer closeRuns(runs)
	if err != nil {
		return err
	}

	o.sayMalformed(cmd.ErrOrStderr(), runs)
	s := runs[0]
	switch {
	case o.diff != "":
		return o.review(cmd, runs, out)
	case o.edits:
		return o.listEdits(ctx, runs, out)
	case o.line != "":
		return o.whoWasSent(ctx, runs, out)
	case o.paging:
		return o.pagingOf(ctx, s, out)
	case o.asksRequests():
		return o.printRequests(ctx, s, out)
	case o.call != 0:
		return o.printCall(s, out)
	case o.calls:
		return o.listCalls(ctx, s, out)
	case len(runs) == 2:
		return o.compare(ctx, runs, out)
	case o.format != "":
		return o.page(ctx, s, out, cmdkit.Typed(cmd))
	}

	return o.printCoverage(ctx, s, out)
}

// sayMalformed says which runs have malformed lines, but for reports, which have a sentence of it themselves.
func (o *flags) sayMalformed(say io.Writer, runs []*transcript.Session) {
	isReport := !o.json && !o.calls && !o.edits && !o.paging && !o.requests && o.call == 0 &&
		o.diff+o.line+o.request == ""
	for _, s := range runs {
		if words := s.Damage.Malformed(); words != "" && !isReport {
			fmt.Fprintln(say, cells.Sanitize("eyeline: "+s.Path()+": "+words))
		}
	}
}

// printOfAll prints what is asked for without a transcript.
func (o *flags) printOfAll(ctx context.Context, out, say io.Writer) error {
	if o.paging {
		return o.pagingOfMany(ctx, out, say)
	}
	if o.line != "" {
		return o.runsWithLine(ctx, out, say)
	}
	return o.list(ctx, out)
}
