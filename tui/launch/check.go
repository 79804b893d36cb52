package launch

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"golang.org/x/term"

	"eyeline/reader/check"
	"eyeline/reader/check/garbage"
	"eyeline/reader/check/pathpattern"
	"eyeline/reader/git"
	"eyeline/reader/lists"
	"eyeline/reader/source"
	"eyeline/reader/tools"
	"eyeline/reader/wait"
	"eyeline/tui/kit/cells"
	"eyeline/tui/kit/humanize"
	"eyeline/tui/launch/cmdkit"
	"eyeline/tui/launch/commandline"
	"eyeline/tui/options"
	"eyeline/tui/settingsfile"
)

// exitInterrupted is the exit status of a check that was ended by an interrupt.
const exitInterrupted = 130

// checkFlags are the flags that only check has. Those in checkSettings may also be set in the settings file.
type checkFlags struct {
	format, baseline, since, explain string
	block, other                     string
	all, staged, quiet               bool
	agents, rules, exclude, failOn   []string
	minLost, maxBytes                int64
	listed                           cmdkit.NamesFlags
	gone                             func(name string) bool // of check.Options; nil without a list
	screen                           *pflag.FlagSet         // flags of the viewer
}

// checkSettings are the flags of check that the table [check] of the settings file may set.
var checkSettings = []string{"format", "agents", "rules", "exclude", "fail-on", "min-lost", "max-bytes", "all"}

// rows are the flags, with their defaults.
func (c *checkFlags) rows() []cmdkit.Flag {
	c.format = checkForms[0].name
	c.maxBytes = 1 << 30
	return slices.Concat(c.findingRows(), c.blockRows(), c.listed.Rows())
}

// findingRows returns the flags of a check for findings; some also apply to blocks.
func (c *checkFlags) findingRows() []cmdkit.Flag {
	return []cmdkit.Flag{
		{
			Name: "format", To: &c.format,
			Help: "the form of the report: " + strings.Join(checkFormats(), ", ") +
				"; with --block table, json, csv",
			Complete: cmdkit.CompleteWords(checkFormats),
		},
		{
			Name: "agents", To: &c.agents,
			Help: "only these tools, or all tools of these agents; all: all tools " +
				"(default: those that most people use, and those that the repository names)",
			Complete: cmdkit.CompleteList(tools.Names),
		},
		{
			Name: "rules", To: &c.rules, Help: "only findings of these rules (default: all)",
			Complete: cmdkit.CompleteList(check.RuleNames),
		},
		{
			Name: "exclude", To: &c.exclude,
			Help: "paths to leave out: a name at any depth, or a path from the root; * and ** match",
		},
		{
			Name: "min-lost", To: &c.minLost,
			Help: "leave out findings that lose fewer bytes than this",
		},
		{
			Name: "max-bytes", To: &c.maxBytes,
			Help: "leave out files of more bytes, and say so; 0 leaves out none",
		},
		{
			Name: "fail-on", To: &c.failOn, Help: "exit with status 1 when there is a finding of one of these rules",
			Complete: cmdkit.CompleteList(check.RuleNames),
		},
		{
			Name: "baseline", To: &c.baseline,
			Help: "report only what is not in this report of --format json, or loses more than it says",
		},
		{
			Name: "diff", To: &c.since,
			Help: "only files that differ from this revision of git; " +
				"github and markdown show what has become worse",
			Complete: cmdkit.CompleteRevisions,
		},
		{Name: "staged", To: &c.staged, Help: "only what is staged in git, as it is staged"},
		{
			Name: "quiet", To: &c.quiet,
			Help: "print nothing when nothing is wrong: no finding, or with --fail-on none of its rules",
		},
		{Name: "all", To: &c.all, Help: "take hidden, ignored, generated, vendored and test files too, but not .git"},
		{
			Name: "explain", To: &c.explain, Help: "say what a rule means, with an example that is made on the spot",
			Complete: cmdkit.CompleteWords(check.RuleNames),
		},
	}
}

func (p Program) checkCommand() *cobra.Command {
	var c checkFlags
	cmd := &cobra.Command{
		Use:   "check [flags] [PATH...]",
		Short: "Say what each agent misses of the files of a repository",
		RunE: func(cmd *cobra.Command, paths []string) error {
			file, err := p.load()
			if err == nil {
				err = c.fromSettings(cmd, file)
			}
			if err != nil {
				return cmdkit.Usage("%v", err)
			}

			err = c.listed.Check()
			if err == nil && c.listed.IsAsked() {
				paths, err = c.named(cmd, paths)
				if err == nil && len(paths) == 0 && c.form().forPerson {
					return nil // a list of changed files may be empty
				}
			}

			if err != nil {
				return err
			}

			switch {
			case c.block != "":
				return p.checkBlocks(cmd, &c, paths)
			case cmd.Flags().Changed("against"):
				return cmdkit.Usage("--against is a second set of options for --block TOOL")
			}

			return p.check(cmd, &c, paths)
		},
	}
	cmdkit.AddFlags(cmd, c.rows())
	c.screen = commandline.RegisterScreen(cmd.Flags())
	return cmd
}

// maxLeftOut is how many names that are not there are remembered. They are forgotten when there are more, so that
// memory does not grow with a list of what is gone; a name may then be said again.
const maxLeftOut = 1 << 12

// maxSaidLeftOut is how many names that are not there are said, before their number.
const maxSaidLeftOut = 10

// named returns the typed paths and those of the list, each once: a list of the files that commits changed may repeat a
// file. If a path of the list does not exist, it says so and leaves it out: the file may have been deleted since.
func (c *checkFlags) named(cmd *cobra.Command, typed []string) (paths []string, err error) {
	paths = []string{} // an empty list does not mean the working folder
	known := map[string]struct{}{}
	leftOut := map[string]struct{}{}
	count := 0
	for name, err := range c.listed.Names(typed, cmd.InOrStdin()) {
		if err != nil {
			return nil, err
		}
		if has(known, name) || has(leftOut, name) {
			continue
		}

		if slices.Contains(typed, name) || !isGone(name) {
			known[name] = struct{}{}
			paths = append(paths, name)
			continue
		}

		if len(leftOut) == maxLeftOut {
			clear(leftOut)
		}
		leftOut[name] = struct{}{}
		count++
		if count <= maxSaidLeftOut {
			sayLeftOut(cmd, name)
		}
	}

	if more := count - maxSaidLeftOut; more > 0 {
		names := humanize.Count(int64(more), "name")
		fmt.Fprintf(cmd.ErrOrStderr(), "eyeline: %s more not there, and left out\n", names)
	}

	// One may vanish after this.
	c.gone = func(name string) bool {
		leave := !slices.Contains(typed, name) && isGone(name)
		if leave {
			sayLeftOut(cmd, name)
		}
		return leave
	}

	return paths, nil
}

// isGone reports whether nothing has a name.
func isGone(name string) bool {
	_, err := os.Lstat(name)
	return err != nil
}

func sayLeftOut(cmd *cobra.Command, name string) {
	fmt.Fprintln(cmd.ErrOrStderr(), "eyeline: "+cells.OneLine(name)+" is not there, and is left out")
}

// has reports whether a set has a name.
func has(set map[string]struct{}, name string) bool {
	_, there := set[name]
	return there
}

// fromSettings sets the flags that were not given from the settings file.
func (c *checkFlags) fromSettings(cmd *cobra.Command, file *settingsfile.File) error {
	for _, name := range slices.Sorted(maps.Keys(file.Check)) {
		value := file.Check[name]
		key := []string{"check", name}
		if !slices.Contains(checkSettings, name) {
			return file.Errorf(key, "check has no setting %q; there are %s", name, strings.Join(checkSettings, ", "))
		}

		if list, ok := value.([]any); ok && len(list) == 0 {
			continue // as when it is not set
		}

		text, err := checkValue(value)
		if err == nil && !cmd.Flags().Changed(name) {
			err = cmp.Or(cmd.Flags().Lookup(name).Value.Set(text), c.wrong(name))
		}
		if err != nil {
			return file.Errorf(key, "check: %s: %v", name, err)
		}
	}

	return nil
}

// wrong says what is wrong with the value of one of checkSettings, after its name; nil if nothing is.
func (c *checkFlags) wrong(name string) error {
	switch {
	case name == "min-lost" && c.minLost < 0 || name == "max-bytes" && c.maxBytes < 0:
		return errors.New("must be a number of bytes that is not below 0")
	case name == "format" && c.form().write == nil:
		return noForm(c.format)
	case name == "rules":
		return knowRules(c.rules...)
	case name == "fail-on":
		return knowRules(c.failOn...)
	case name == "agents":
		_, err := toolsOf(c.agents)
		return err
	}
	return nil
}

// wrongFlag is the first error of the flags of checkSettings.
func (c *checkFlags) wrongFlag() error {
	for _, name := range checkSettings {
		if err := c.wrong(name); err != nil {
			return cmdkit.Usage("--%s: %v", name, err)
		}
	}
	return nil
}

// knowRules refuses names that no rule has.
func knowRules(asked ...string) error {
	for _, r := range asked {
		if names := check.RuleNames(); !slices.Contains(names, r) {
			return fmt.Errorf(
				"no rule is called %q%s; the rules are %s", r, cmdkit.SuggestNames(r, names), strings.Join(names, ", "),
			)
		}
	}
	return nil
}

// checkValue converts a setting to the text that its flag takes.
func checkValue(v any) (string, error) {
	switch v := v.(type) {
	case string, bool, int64:
		return fmt.Sprint(v), nil
	case []any:
		var parts []string
		for _, one := range v {
			s, ok := one.(string)
			if !ok {
				return "", errors.New("is a list of texts")
			}
			parts = append(parts, s)
		}

		return strings.Join(parts, ","), nil
	}

	return "", errors.New("is a text, a number, true, false or a list of texts")
}

// pathsToCheck returns the paths to check: nil, for the working folder, if nothing was named, unless a list was
// asked for, which may be empty.
func (c *checkFlags) pathsToCheck(paths []string) []string {
	if len(paths) == 0 && !c.listed.IsAsked() {
		return nil
	}
	return paths
}

// options converts the flags to the options of a check.
func (c *checkFlags) options(paths []string) (o check.Options, err error) {
	o = check.Options{
		Paths: c.pathsToCheck(paths), Gone: c.gone, All: c.all, Since: c.since,
		Staged: c.staged, MinLost: c.minLost, MaxBytes: c.maxBytes, Progress: new(check.Progress),
	}

	form := c.form()
	o.Every = form.every
	o.Worse = c.since != "" && form.forReview
	if c.staged && c.since != "" {
		return o, cmdkit.Usage("--staged compares with the last commit; it does not go with --diff")
	}
	if err := c.wrongFlag(); err != nil {
		return o, err
	}
	if c.explain != "" {
		if err := knowRules(c.explain); err != nil {
			return o, cmdkit.Usage("--explain: %v", err)
		}
	}

	o.Listed = c.failOn
	if len(c.rules) > 0 {
		o.Rules = c.rules
	}
	o.Exclude = lists.Map(c.exclude, pathpattern.Parse)
	o.Tools, _ = toolsOf(c.agents) // looked at above
	o.Known, err = c.knownFindings()
	return o, err
}

// knownFindings reads the baseline: the findings that are not reported again; nil without one.
func (c *checkFlags) knownFindings() (*check.Baseline, error) {
	if c.baseline == "" {
		return nil, nil
	}

	f, _, err := source.OpenRegular(c.baseline) // does not wait for a named pipe
	if _, ok := errors.AsType[*source.KindError](err); ok {
		return nil, cmdkit.Usage("%s: a baseline is a regular file", c.baseline)
	}
	if err != nil {
		return nil, cmdkit.Usage("--baseline: %s", cmdkit.ErrorText(err))
	}

	defer f.Close()
	known, err := check.ReadBaseline(f)
	if err != nil {
		return nil, cmdkit.Usage("%s: %v", c.baseline, err)
	}

	return known, nil
}

// toolsOf returns the tools that names name; the name of an agent stands for all its tools.
func toolsOf(names []string) (found []*tools.Tool, err error) {
	if slices.Contains(names, "all") {
		return tools.All(), nil
	}

	for _, name := range names {
		known := false
		for _, t := range tools.AllVersions() {
			if t.Name != name && (t.OtherVersion() || !strings.EqualFold(t.Origin.Agent, name)) {
				continue
			}
			known = true
			if !slices.Contains(found, t) {
				found = append(found, t)
			}
		}

		if !known {
			see := cmp.Or(cmdkit.SuggestNames(name, tools.Names()), "; eyeline tools lists them")
			return nil, fmt.Errorf("no tool or agent is called %q%s", name, see)
		}
	}

	return found, nil
}

func (p Program) check(cmd *cobra.Command, c *checkFlags, paths []string) error {
	o, err := c.options(paths)
	if err == nil {
		err = c.canFail(cmd.Flags())
	}
	if err != nil {
		return err
	}
	if shown, err := p.checkOnScreen(cmd, c, o); shown || err != nil {
		return err
	}

	ctx, stop := signal.NotifyContext(cmd.Context(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second signal ends the process at once
	out := cmd.OutOrStdout()
	if c.explain != "" {
		return cmdkit.CommandError(check.Explain(ctx, out, c.explain, o))
	}

	done := showProgress(os.Stderr, o.Progress.String)
	restore := garbage.Tune()
	found, err := check.Run(ctx, o)
	restore()
	done()

	if err == nil && !c.silent(found) {
		c.addHead(ctx, found, paths, cmdkit.Typed(cmd))
		err = patiently(ctx, func() error { return c.write(out, p, found) })
	}

	status := c.status(found, err)
	switch {
	case errors.Is(err, errNobodyReads):
		return cmdkit.Exit(exitInterrupted)
	case status == cmdkit.ExitUsage:
		return cmdkit.Usage("%s", cmdkit.ErrorText(err))
	case err != nil:
		return cmdkit.Problem(err)
	case status != 0:
		return cmdkit.Exit(status)
	}

	return nil
}

// canFail refuses a rule in --fail-on that --rules leaves out, if both were typed and not set in the file.
func (c *checkFlags) canFail(given *pflag.FlagSet) error {
	if !given.Changed("rules") || !given.Changed("fail-on") {
		return nil
	}
	for _, r := range c.failOn {
		if !slices.Contains(c.rules, r) {
			return cmdkit.Usage("--fail-on %s never fails: --rules does not have it", r)
		}
	}
	return nil
}

// silent reports whether nothing of what was found is printed.
func (c *checkFlags) silent(found *check.Result) bool {
	right := len(c.failOn) > 0 || len(found.Findings) == 0 && found.Missed == 0
	return c.quiet && right && c.status(found, nil) == 0
}

// failure returns the exit status of a check that ended with an error.
func failure(err error) int {
	if _, ok := errors.AsType[*git.RevisionError](err); ok || errors.Is(err, fs.ErrNotExist) {
		return cmdkit.ExitUsage
	}
	return cmdkit.ExitFailed
}

// status returns the exit status for what was found. found and err are both nil if nothing has been found yet.
func (c *checkFlags) status(found *check.Result, err error) int {
	switch {
	case err != nil:
		return failure(err)
	case found == nil || found.Interrupted:
		return exitInterrupted
	case slices.ContainsFunc(found.Findings, func(f check.Finding) bool { return slices.Contains(c.failOn, f.Rule) }):
		return cmdkit.ExitFailed
	case found.Unread > 0: // their content is not known
		return cmdkit.ExitFailed
	}

	return 0
}

// checks returns the options that the settings file has for a check of paths.
func (p Program) checks(paths []string) (o check.Options, err error) {
	var c checkFlags
	var cmd cobra.Command
	cmdkit.AddFlags(&cmd, c.rows())
	file, err := p.load()
	if err == nil {
		err = c.fromSettings(&cmd, file)
	}
	if err != nil {
		return o, err
	}

	return c.options(paths)
}

// onScreen shows something other than files in the viewer, with its options from the settings, if standard output is a
// terminal. flags are those of all settings.
func (p Program) onScreen(
	cmd *cobra.Command, flags *pflag.FlagSet, instead options.ShownInstead,
) (shown bool, err error) {
	if !cmdkit.ToTerminal(cmd.OutOrStdout()) || !term.IsTerminal(int(os.Stdin.Fd())) {
		return false, nil
	}

	line := commandline.Line{Flags: flags}
	o, err := line.Options(p.load, os.Getenv)
	switch {
	case err != nil:
		return false, cmdkit.Usage("%v", err)
	case o.Terminal.Plain:
		return false, nil
	}

	o.Paths = nil
	o.NoTool = false
	o.Instead = instead
	return true, cmdkit.ViewerError(p.View(cmd.Context(), o))
}

// checkOnScreen shows the report in the viewer, unless a format was asked for.
func (p Program) checkOnScreen(cmd *cobra.Command, c *checkFlags, o check.Options) (shown bool, err error) {
	if c.explain != "" || c.quiet || cmd.Flags().Changed("format") || !c.form().forPerson {
		return false, nil
	}
	return p.onScreen(cmd, c.screen, options.ShownInstead{
		Check: &options.Check{Options: o, Where: whereChecked(o.Paths), Status: c.status},
	})
}

// whereChecked names the paths that are checked.
func whereChecked(paths []string) string {
	where := strings.Join(paths, " ")
	if len(paths) > 1 {
		return where
	}
	if dir, err := filepath.Abs(where); err == nil {
		return dir
	}
	return where
}

// writePatience is how long a report may take to be written after an interrupt. An interrupted check prints what it has
// found; into a full pipe this must end, too.
const writePatience = 700 * time.Millisecond

var errNobodyReads = errors.New("interrupted, and nobody reads the report")

// patiently writes a report, and stops waiting writePatience after an interrupt.
func patiently(ctx context.Context, write func() error) error {
	written := make(chan error, 1)
	go func() { written <- write() }()
	select {
	case err := <-written:
		return err
	case <-ctx.Done(): // wait a moment longer, below
	}

	select {
	case err := <-written:
		return err
	case <-time.After(writePatience):
		return errNobodyReads // the write continues until the process ends
	}
}

// addHead adds the head to a report for a person. A table outside of a repository has none: it is read at once.
func (c *checkFlags) addHead(ctx context.Context, found *check.Result, paths []string, command string) {
	form := c.form()
	if !form.forPerson && !form.headAnywhere {
		return
	}
	if len(paths) == 0 {
		paths = []string{"."}
	}

	lines, inRepository := reportHead(ctx, paths, c.staged, command, time.Now())
	if inRepository || form.headAnywhere {
		found.Head = lines
	}
}

// maxReviewed is how many findings of a change are shown, at most.
const maxReviewed = 10

// write writes what was found in the format that was asked for.
func (c *checkFlags) write(out io.Writer, p Program, found *check.Result) error {
	form := c.form()
	n := len(found.Findings) - maxReviewed
	if n > 0 && c.since != "" && form.forReview {
		some := *found
		some.Findings = found.Findings[:maxReviewed]
		some.More = found.More + int64(n)
		found = &some
	}

	return form.write(out, found, p)
}

// progressDelay is how long a check runs before its progress is shown.
const progressDelay = 500 * time.Millisecond

// showProgress shows on a terminal how many files are done, until stop is called.
func showProgress(w *os.File, said func() string) (stop func()) {
	if !term.IsTerminal(int(w.Fd())) {
		return func() {}
	}

	ctx, end := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		erase := ""
		for pause := progressDelay; wait.For(ctx, pause) == nil; pause = progressDelay / 5 {
			fmt.Fprint(w, "\r", said())
			erase = "\r\x1b[K"
		}

		fmt.Fprint(w, erase)
	}()
	return func() {
		end()
		<-ended
	}
}
