package launch

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"eyeline/reader/emit"
	"eyeline/reader/ospath"
	"eyeline/reader/tools"
	"eyeline/tui/file/toolrequest"
	"eyeline/tui/kit/cells"
	"eyeline/tui/launch/cmdkit"
	"eyeline/tui/launch/toolflags"
)

// emitFlags are the flags that only emit has.
type emitFlags struct {
	tool, args, root string
	name, cover      string
	system           string
	batch, json, raw bool
	confine, walk    bool

	listed cmdkit.NamesFlags
	start  []string // what followed each "+"
}

// rows are the flags, with their defaults.
func (e *emitFlags) rows() []cmdkit.Flag {
	e.tool = toolrequest.New().ToolName()
	return append([]cmdkit.Flag{
		{
			Name: "tool", Short: "t", To: &e.tool, Kind: "NAME", Help: "the tool; eyeline tools lists them",
			Complete: cmdkit.CompleteWords(tools.Names),
		},
		{Name: "args", To: &e.args, Empty: true, Kind: "JSON", Help: "the tool's arguments as JSON text"},
		{Name: "batch", To: &e.batch, Help: "read requests from standard input, one a line"},
		{Name: "json", To: &e.json, Help: "print one JSON object instead of the content"},
		{
			Name: "walk", To: &e.walk,
			Help: "make every call that an agent makes to read the file on, and print an object as with --json " +
				"for each, one a line",
		},
		{Name: "raw", To: &e.raw, Help: "to a terminal, print the bytes as they are; elsewhere they always are"},
		{
			Name: "cover", To: &e.cover, Kind: "FIRST-LAST",
			Help: "print the commands that give exactly these lines, for every tool, or come closest; with --tool, " +
				"what the tool then gives",
		},
		{
			Name: "root", To: &e.root, Empty: true, Kind: "DIR", Complete: cmdkit.CompleteFolders,
			Help: "directory that relative paths resolve against and that confines the workspace tools " +
				"(default: the working directory, or without --confine the file's)",
		},
		{
			Name: "name", To: &e.name, Empty: true, Kind: "PATH",
			Help: "the path that the tool sees for standard input or a file of a git revision " +
				"(default: stdin, or the path in the work tree)",
		},
		{
			Name: "confine", To: &e.confine,
			Help: "keep every tool inside the root, also those that read anything on the machine",
		},
		{
			Name: "system", To: &e.system, Kind: "SYSTEM", Complete: cmdkit.CompleteWords(ospath.SystemNames),
			Help: "the system that the agent runs on, whose paths it gets (default: this one); on another the top of " +
				"this machine's files is C:\\, or the working directory's drive is /",
		},
	}, e.listed.Rows()...)
}

// register adds the flags to a set, to scan a command line for them.
func (e *emitFlags) register(f *pflag.FlagSet) { cmdkit.Register(f, e.rows()) }

func (p Program) emitCommand() *cobra.Command {
	e := emitFlags{start: p.start}
	cmd := &cobra.Command{
		Use: "emit [--tool NAME] (--args JSON [- | REV:PATH] | [argument flags] [+LINE | +@BYTE] [FILE...] | " +
			"--cover FIRST-LAST [FILE] | --batch)",
		Short:             "Print exactly what a tool would give its model",
		ValidArgsFunction: cmdkit.CompleteFiles,
		RunE:              e.run,
	}
	cmdkit.AddFlags(cmd, e.rows())
	return cmd
}

// prepareEmit adds flags for the arguments of the tool that emit is to call.
func prepareEmit(cmd *cobra.Command, args []string) error {
	var e emitFlags
	flags := toolflags.Scan(args, e.register)
	if e.batch {
		toolflags.AddSettings(cmd.Flags())
		return nil
	}

	t, ok := tools.Lookup(e.tool)
	if !flags.Changed("tool") {
		t = e.impliedTool(t, flags)
		ok = true
	}
	if !ok {
		return nil // it is reported when the command runs
	}
	if err := toolflags.AddToCommand(cmd, t); err != nil {
		return err
	}
	if flags.Changed(toolflags.ModeFlag) && cmd.Flags().Lookup(toolflags.ModeFlag) == nil {
		cmd.Flags().String(toolflags.ModeFlag, "", "the mode to call the tool in: slice, block or bytes")
	}

	return nil
}

// impliedTool returns the tool that the typed arguments are for: the default tool of the mode, or one that has all of
// them; t if they do not tell.
func (e *emitFlags) impliedTool(t *tools.Tool, flags *pflag.FlagSet) *tools.Tool {
	typed := toolflags.Typed(flags)
	if f := flags.Lookup(toolflags.ModeFlag); f != nil && f.Changed {
		if d := toolflags.DefaultTool(f.Value.String(), typed); d != nil {
			return d
		}
	}
	if mode, ok := toolflags.ModeOf(t, typed); ok {
		return tools.Default(mode)
	}

	return t
}

// emitCollectAt is how much garbage there may be before it is collected, in per cent of the memory in use. A read of a
// source file ends before that, and the memory in use does not grow with the file.
const emitCollectAt = 400

func (e *emitFlags) run(cmd *cobra.Command, files []string) error {
	defer debug.SetGCPercent(debug.SetGCPercent(emitCollectAt))
	out, done := cmdkit.ForTerminal(cmd.OutOrStdout(), e.raw)
	return errors.Join(e.print(cmd, files, out), done())
}

func (e *emitFlags) print(cmd *cobra.Command, files []string, to io.Writer) error {
	given, set := toolflags.GivenArguments(cmd.Flags())
	checkRoot := cmdkit.CheckRootThere
	if e.system != "" {
		checkRoot = cmdkit.CheckRoot // the root may be one of that system
	}
	if err := cmp.Or(checkRoot("--root", e.root), e.listed.Check()); err != nil {
		return err
	}

	c := &emitCall{emitFlags: *e, cmd: cmd, files: files, given: given, out: bufio.NewWriterSize(nil, 64<<10)}
	system, err := ospath.ParseSystem(e.system)
	if err != nil {
		return cmdkit.Usage("--system: %v", err)
	}

	c.env = tools.Env{Root: e.root, System: system, Confine: e.confine, Settings: set}
	if e.batch {
		return c.answerBatch(to)
	}
	if t := toolflags.ToolOf(cmd); t != nil {
		c.emitFlags.tool = t.Name
	}
	if c.tool, err = cmdkit.FindTool(c.emitFlags.tool); err != nil {
		return err
	}

	c.sayTool()
	if e.listed.IsAsked() || len(files) > 1 {
		return c.printMany(to)
	}

	return c.printOne(to)
}

// emitCall is a call that emit makes.
type emitCall struct {
	emitFlags
	cmd   *cobra.Command
	files []string
	tool  *tools.Tool       // the tool to call
	given map[string]string // arguments of the tool as typed, by their flags
	in    *input            // what is read instead of a file; nil for a file
	env   tools.Env
	named string        // FILE as typed, or the --name of what is read instead
	out   *bufio.Writer // of each answer: to make one takes longer than to refuse a file that is not there
	away  string        // absolute path of FILE, if it is not below the working directory and no root is given
}

// printMany prints the answers for several files, each starting on a new line. If one is refused, it says so and
// continues; the exit status is then that of the first refusal.
func (c *emitCall) printMany(to io.Writer) error {
	if c.args != "" || c.name != "" || c.typed("cover") {
		return cmdkit.Usage("several files go without --args, --name and --cover")
	}

	status := 0
	lines := &ownLines{w: to}
	for file, err := range c.listed.Names(c.files, c.cmd.InOrStdin()) {
		if err != nil {
			return err
		}

		one := *c
		one.files = []string{file}
		one.listed = cmdkit.NamesFlags{}
		lines.begin()
		err = one.printOne(lines)
		failed, ok := errors.AsType[cmdkit.Status](err)
		switch {
		case err == nil:
			continue
		case !ok || failed.Code == cmdkit.ExitUsage:
			return err
		case failed.Text != "":
			text := strings.TrimPrefix(failed.Text, "eyeline: ")
			fmt.Fprintln(c.cmd.ErrOrStderr(), cmdkit.Printable("eyeline: "+cells.OneLine(file)+": "+text))
		}

		status = cmp.Or(status, failed.Code)
	}

	if status != 0 {
		return cmdkit.Exit(status)
	}

	return nil
}

// sayTool names the tool on standard error, if it was not named on the command line.
func (c *emitCall) sayTool() {
	usual := toolrequest.New().Tool()
	if !c.typed("tool") && !c.typed("cover") &&
		(c.typed(toolflags.ModeFlag) || c.tool != usual) {
		fmt.Fprintf(c.cmd.ErrOrStderr(), "eyeline: the tool is %s; --tool chooses another\n", c.tool.Name)
	}
}

// printOne prints the answer for one file.
func (c *emitCall) printOne(to io.Writer) (err error) {
	if c.in, err = c.openInput(); err != nil {
		c.named = strings.Join(c.files, "")
		return c.refuse(to, err)
	}

	if c.in != nil {
		defer func() { _ = c.in.Close() }()
		c.env.Stream = c.in.bytes()
		c.named = cmp.Or(c.name, strings.Join(c.files, ""), "-")
	}

	c.leave()
	var raw []byte
	switch {
	case !c.typed("cover"):
		raw, err = c.arguments()
	case c.typed("tool"):
		raw, err = c.covering(func(s *coverSearch) ([]byte, error) { return s.arguments(c.tool) })
	default:
		_, err = c.covering(func(s *coverSearch) ([]byte, error) { return nil, s.print(to) })
		return err
	}

	if err != nil {
		return c.refuse(to, err)
	}

	return c.answer(to, raw)
}

// refuse reports why no call can be made; with --json as JSON, so that each file has its object.
func (c *emitCall) refuse(to io.Writer, reason error) error {
	status, ok := errors.AsType[cmdkit.Status](reason)
	if !c.json && !c.walk || ok && status.Code != cmdkit.ExitFailed || c.cmd.Context().Err() != nil {
		return reason
	}
	req := emit.Request{Tool: c.tool.Name, File: c.named}
	if err := emit.Refuse(to, req, strings.TrimPrefix(reason.Error(), "eyeline: ")); err != nil {
		return cmdkit.CommandError(err)
	}
	return cmdkit.Exit(cmdkit.ExitFailed)
}

// leave makes the folder of FILE the root, if the file is not below the working directory.
func (c *emitCall) leave() {
	if c.args != "" || c.in != nil || len(c.files) != 1 {
		return
	}

	c.named = c.files[0]
	env, _ := c.env.ForFile(c.tool, c.files[0])
	if abs, err := filepath.Abs(c.files[0]); err == nil && env.Root != c.env.Root {
		c.root = env.Root
		c.env = env
		c.away = abs
		c.files = []string{abs}
	}
}

// fileArgument returns a file that was named on the command line in the form of a tool's argument.
func (c *emitCall) fileArgument(t *tools.Tool, file string) (string, error) {
	if c.away != "" {
		file = c.env.ArgumentPath(t, c.root, c.away)
	}
	return emit.FileArgument(c.env, t, file)
}

// typed reports whether a flag was typed.
func (c *emitCall) typed(flag string) bool { return c.cmd.Flags().Changed(flag) }

func (c *emitCall) answerBatch(to io.Writer) error {
	if c.args != "" || c.name != "" || c.cover != "" || c.json || c.walk || len(c.files) > 0 || len(c.start) > 0 ||
		c.typed("tool") || c.listed.IsAsked() {
		return cmdkit.Usage("--batch takes its requests from standard input, and no --tool, --args, --cover, --json, " +
			"--walk, --name, + or FILE")
	}
	return cmdkit.CommandError(emit.Batch(c.cmd.Context(), c.cmd.InOrStdin(), to, c.env))
}

// answer makes the call with arguments as JSON text, and prints what it gives.
func (c *emitCall) answer(to io.Writer, args []byte) error {
	c.out.Reset(to)
	req := emit.Request{Tool: c.tool.Name, Arguments: args, File: c.named}
	ok := true
	var err error
	ctx := c.cmd.Context()
	switch {
	case c.walk:
		ok, err = emit.Walk(ctx, c.out, c.env, req)
	case c.json:
		ok, err = emit.Answer(ctx, c.out, c.env, req)
	default:
		err = emit.Run(ctx, c.out, c.env, req)
	}

	ferr := c.out.Flush()
	if err == nil { // otherwise it would be the same error again
		err = ferr
	}
	if err == nil && !ok {
		return cmdkit.Exit(cmdkit.ExitFailed)
	}

	return cmdkit.CommandError(err)
}

// openInput opens what is read instead of a file; nil for a file. With --args, standard input is only read if - asks
// for it.
func (c *emitCall) openInput() (*input, error) {
	file := ""
	stdin := c.cmd.InOrStdin()
	switch {
	case len(c.files) > 0:
		file = c.files[0]
		if c.env.IsAgents(file) {
			return nil, nil // it would be a file of the revision C
		}
	case !c.typed("args") && isPiped(stdin):
		file = "-"
	}

	in, err := openInput(c.cmd.Context(), file, c.name, stdin)
	if err == nil && in == nil && c.name != "" {
		return nil, cmdkit.Usage("--name is for standard input and files of git revisions")
	}

	return in, err
}

// noFile is the error for a missing FILE. A flag before it may have taken FILE as its value.
func (c *emitCall) noFile() error {
	for flag, value := range c.given {
		if _, err := os.Stat(value); err == nil {
			return cmdkit.Usage("which file? --%s took %q for its value", flag, value)
		}
	}
	return cmdkit.Usage("which file? give FILE, --args JSON or --batch, or pipe something in; see eyeline emit --help")
}

// arguments returns the JSON text of the arguments, from --args or from the flags and FILE.
func (c *emitCall) arguments() ([]byte, error) {
	if c.typed("args") {
		if len(c.files) > 0 && c.in == nil || len(c.given) > 0 || len(c.start) > 0 || c.name != "" ||
			c.typed(toolflags.ModeFlag) {
			return nil, cmdkit.Usage("give the arguments with --args or with flags and FILE, not both")
		}
		return []byte(c.args), nil
	}

	if slices.Equal(c.files, []string{""}) {
		return nil, cmdkit.Usage("the name of FILE is empty")
	}
	if len(c.files) == 0 && c.in == nil {
		return nil, c.noFile()
	}

	values, err := c.values()
	if err != nil {
		return nil, cmdkit.Usage("%v", err)
	}

	file := ""
	if c.in != nil {
		file, err = c.in.argument(c.env, c.tool, c.root)
	} else {
		file, err = c.fileArgument(c.tool, c.files[0])
	}

	if err != nil {
		return nil, cmdkit.Problem(err)
	}

	return tools.BuildArgs(c.tool, file, values), nil
}

// values are the arguments that flags give, but for the file.
func (c *emitCall) values() (map[string]any, error) {
	values, mode, err := toolflags.Values(c.tool, c.given)
	if err != nil {
		return nil, err
	}

	f := c.cmd.Flags().Lookup(toolflags.ModeFlag)
	if f != nil && f.Changed && !toolflags.IsFor(f) { // the viewer's mode: the tool has no such argument
		if mode, err = toolflags.Complete(c.tool, f.Value.String(), c.given, values); err != nil {
			return nil, err
		}
	}

	return values, toolflags.ApplyStart(c.tool, c.start, values, mode)
}
