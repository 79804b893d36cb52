package launch

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"eyeline/reader/emit"
	"eyeline/reader/tools"
	"eyeline/tui/cells"
	"eyeline/tui/request"
)

// emitFlags are emit's own flags.
type emitFlags struct {
	tool, args, root string
	name, cover      string
	batch, json, raw bool
	confine, walk    bool

	start []string // what followed each "+"
}

func (e *emitFlags) register(f *pflag.FlagSet) {
	e.tool = request.New().ToolName()
	f.Var(&word{&e.tool, "NAME"}, "tool", "the tool; eyeline tools lists them")
	f.Var(&word{&e.args, "JSON"}, "args", "the tool's arguments as JSON text")
	f.BoolVar(&e.batch, "batch", false, "read requests from standard input, one a line")
	f.BoolVar(&e.json, "json", false, "print one JSON object instead of the content")
	f.BoolVar(&e.walk, "walk", false, "make every call that an agent makes to read the file on, and print an object as with --json for each, one a line")
	f.BoolVar(&e.raw, "raw", false, "to a terminal, print the bytes as they are; elsewhere they always are")
	f.Var(&word{&e.cover, "FIRST-LAST"}, "cover", "print the commands that give exactly these lines, for every tool, or come closest; with --tool, what the tool then gives")
	f.Var(&word{&e.root, "DIR"}, "root", "directory that relative paths resolve against and that confines the workspace tools (default: the working directory)")
	f.Var(&word{&e.name, "PATH"}, "name", "the path that the tool sees for standard input or a file of a git revision (default: stdin, or the path in the work tree)")
	f.BoolVar(&e.confine, "confine", false, "keep every tool inside the root, also those that read anything on the machine")
}

// word is a flag that takes any text, and what that is called in --help.
type word struct {
	text *string
	kind string
}

func (w *word) String() string     { return *w.text }
func (w *word) Set(s string) error { *w.text = s; return nil }
func (w *word) Type() string       { return w.kind }

func (p Program) emitCommand() *cobra.Command {
	e := emitFlags{start: p.start}
	cmd := &cobra.Command{
		Use:   "emit [--tool NAME] (--args JSON [- | REV:PATH] | [argument flags] [+LINE | +@BYTE] [FILE] | --cover FIRST-LAST [FILE] | --batch)",
		Short: "Print exactly what a tool would give its model",
		Long: "Emit prints the content that a tool returns, byte for byte, adding nothing.\n" +
			"A tool's error goes to standard error, exit status 1; wrong usage is exit status 2. Where the model gets\n" +
			"something else than text, such as a picture, a sentence says so on standard error, exit status 3.\n" +
			"FILE may be - for standard input, which is read to its end first and needs no - where something is piped, or\n" +
			"REV:PATH for a file as of a git revision.\n" +
			"With --batch it reads one request a line, {\"tool\":NAME,\"arguments\":OBJECT,\"root\":DIR}, and\n" +
			"writes one answer a line. With --json it prints one object: the content, the part of the file that it gives, what was\n" +
			"cut or altered, its tokens, and the arguments of the next call; with --walk one for each call up to the file's end.",
		Example:           emitExamples(),
		Args:              atMostOne("FILE"),
		ValidArgsFunction: completeFiles,
		RunE:              e.run,
	}
	e.register(cmd.Flags())
	_ = cmd.RegisterFlagCompletionFunc("tool", completeWords(tools.Names)) // the flag is there
	_ = cmd.MarkFlagDirname("root")
	return cmd
}

// emitExamples shows a call by flags, one by JSON text and a batch, with the default tools.
func emitExamples() string {
	examples := []string{"  eyeline emit --cover 120-160 main.go", "  eyeline emit --batch < requests.jsonl"}
	if t := tools.Default(tools.ModeBytes); t != nil {
		p, _ := t.Place(tools.ModeBytes)
		values := tools.Values{}
		p.SetStart(values, 0)
		examples = slices.Insert(examples, 0, fmt.Sprintf("  eyeline emit --tool %s --args '%s'", t.Name, t.Call(p, "main.go", values)))
	}
	if t := tools.Default(tools.ModeSlice); t != nil {
		if p, _ := t.Place(tools.ModeSlice); p.At != "" && p.Size != "" {
			examples = slices.Insert(examples, 0, fmt.Sprintf("  eyeline emit --tool %s --%s 10 --%s 5 main.go", t.Name, p.At, p.Size))
		}
	}
	return strings.Join(examples, "\n")
}

// prepareEmit adds the flags of the tool that emit is asked for.
func prepareEmit(cmd *cobra.Command, args []string) error {
	var e emitFlags
	flags := scan(args, e.register)
	if e.batch {
		addAnySetting(cmd.Flags())
		return nil
	}
	if !flags.Changed("tool") {
		typed := typedArguments(flags)
		e.tool = toolOfArguments(e.tool, typed)
		if t := toolOfMode(flags, typed); t != nil {
			e.tool = t.Name
		}
	}
	t, ok := tools.Lookup(e.tool)
	if !ok {
		return nil // said when the command runs
	}
	if err := takeArguments(cmd, t); err != nil {
		return err
	}
	if flags.Changed(modeFlag) && cmd.Flags().Lookup(modeFlag) == nil {
		cmd.Flags().String(modeFlag, "", "the mode to call the tool in: slice, block or bytes")
	}
	return nil
}

// toolOfMode is the default tool of the mode that was typed, if it has the other arguments with the flags typed too; nil for
// none.
func toolOfMode(flags *pflag.FlagSet, typed []string) *tools.Tool {
	f := flags.Lookup(modeFlag)
	if f == nil || !f.Changed {
		return nil
	}
	m, ok := request.ParseMode(f.Value.String())
	if !ok {
		return nil
	}
	t := tools.Default(m)
	if t == nil || slices.ContainsFunc(typed, func(flag string) bool {
		_, is := param(t, flag)
		return flag != modeFlag && !is && !hasSetting(t, flag)
	}) {
		return nil
	}
	return t
}

// typedMode is what was typed for --mode where the tool has no argument of that name; false where nothing was.
func typedMode(cmd *cobra.Command) (string, bool) {
	f := cmd.Flags().Lookup(modeFlag)
	if f == nil || !f.Changed {
		return "", false
	}
	_, argument := f.Value.(*argumentValue)
	return f.Value.String(), !argument
}

// inMode gives the arguments what makes the mode that was typed.
func inMode(t *tools.Tool, typed string, given map[string]string, values map[string]any) (tools.Mode, error) {
	m, ok := request.ParseMode(typed)
	if !ok {
		return 0, fmt.Errorf("--mode takes slice, block or bytes, not %q", typed)
	}
	p, ok := t.Place(m)
	if !ok {
		return 0, fmt.Errorf("%s has no %s mode; %s", t.Name, request.ModeName(m), haveMode(m))
	}
	p.Complete(values)
	return m, haveEffect(t, given, m)
}

// haveMode says which tools have a mode.
func haveMode(m tools.Mode) string {
	var names []string
	for _, t := range tools.ByMode(m) {
		names = append(names, t.Name)
	}
	return whoHave(names)
}

// toolOfArguments is the default tool that has the arguments with the flags given; name where none is asked for that it
// lacks.
func toolOfArguments(name string, given []string) string {
	t, _ := tools.Lookup(name)
	if mode, ok := modeOfArguments(t, given); ok {
		return tools.Default(mode).Name
	}
	return name
}

// emitCollectAt is how much garbage there is before it is collected, in per cent of what is in use: a read of a source ends
// before any needs to be, and what is in use does not grow with the file.
const emitCollectAt = 400

func (e *emitFlags) run(cmd *cobra.Command, files []string) error {
	defer debug.SetGCPercent(debug.SetGCPercent(emitCollectAt))
	out, done := e.output(cmd.OutOrStdout())
	return errors.Join(e.print(cmd, files, out), done())
}

// output is where the content is printed; done is called after the last of it.
func (e *emitFlags) output(w io.Writer) (out io.Writer, done func() error) {
	return forTerminal(w, e.raw)
}

// forTerminal is a writer to w that gives a terminal marks instead of the characters that would control it, unless raw is
// set; done is called after the last of them.
func forTerminal(w io.Writer, raw bool) (out io.Writer, done func() error) {
	if o, ok := w.(*output); ok && o.terminal && !raw {
		p := cells.NewPrinter(o)
		return p, p.Close
	}
	return w, func() error { return nil }
}

func (e *emitFlags) print(cmd *cobra.Command, files []string, to io.Writer) error {
	given, set := givenArguments(cmd.Flags())
	if err := checkRoot(e.root); err != nil {
		return err
	}
	env := tools.Env{Root: e.root, Confine: e.confine, Settings: set}
	if e.batch {
		if e.args != "" || e.name != "" || e.cover != "" || len(files) > 0 || e.json || e.walk || len(e.start) > 0 || cmd.Flags().Changed("tool") {
			return usage("--batch takes its requests from standard input, and no --tool, --args, --cover, --json, --walk, --name, + or FILE")
		}
		return failed(emit.Batch(cmd.Context(), cmd.InOrStdin(), to, env))
	}
	if t := toolOf(cmd); t != nil {
		e.tool = t.Name
	}
	t, err := findTool(e.tool)
	if err != nil {
		return err
	}
	in, err := e.input(cmd, files)
	if err != nil {
		return err
	}
	if in != nil {
		defer func() { _ = in.Close() }()
		env.Stream = in.bytes()
	}
	var raw []byte
	if cmd.Flags().Changed("cover") {
		raw, err = e.covered(cmd, t, files, in, env, given, to)
		if raw == nil {
			return err
		}
	} else {
		raw, err = e.arguments(cmd, t, files, in, given)
	}
	if err != nil {
		return err
	}
	if cmd.Flags().Changed(modeFlag) && !cmd.Flags().Changed("tool") {
		fmt.Fprintf(cmd.ErrOrStderr(), "eyeline: the tool is %s; --tool chooses another\n", t.Name)
	}
	out := bufio.NewWriterSize(to, 64<<10)
	req := emit.Request{Tool: e.tool, Arguments: raw}
	if e.json || e.walk {
		answer := emit.Answer
		if e.walk {
			answer = emit.Walk
		}
		ok, err := answer(cmd.Context(), out, env, req)
		if ferr := out.Flush(); err == nil { // or it is the same error again
			err = ferr
		}
		if err != nil {
			return failed(err)
		}
		if !ok {
			return status{exitFailed, ""}
		}
		return nil
	}
	err = emit.Run(cmd.Context(), out, env, req)
	if ferr := out.Flush(); err == nil {
		err = ferr
	}
	return failed(err)
}

// checkRoot refuses what is there and is no folder: a tool would say of every file below it that it is missing.
func checkRoot(dir string) error {
	if info, err := os.Stat(dir); err == nil && !info.IsDir() {
		return usage("--root %s is not a directory", printable(dir))
	}
	return nil
}

// input opens what is read in place of a file; nil for a file. With --args standard input is read only when - asks for it.
func (e *emitFlags) input(cmd *cobra.Command, files []string) (*input, error) {
	file := ""
	switch {
	case len(files) > 0:
		file = files[0]
	case !cmd.Flags().Changed("args") && isPiped(cmd.InOrStdin()):
		file = "-"
	}
	in, err := openInput(cmd.Context(), file, e.name, cmd.InOrStdin())
	if err == nil && in == nil && e.name != "" {
		return nil, usage("--name is for standard input and files of git revisions")
	}
	return in, err
}

// arguments is the arguments' JSON text, from --args or from flags and FILE.
func (e *emitFlags) arguments(cmd *cobra.Command, t *tools.Tool, files []string, in *input, given map[string]string) ([]byte, error) {
	if cmd.Flags().Changed("args") {
		if len(files) > 0 && in == nil || len(given) > 0 || len(e.start) > 0 || e.name != "" || cmd.Flags().Changed(modeFlag) {
			return nil, usage("give the arguments with --args or with flags and FILE, not both")
		}
		return []byte(e.args), nil
	}
	if len(files) == 1 && files[0] == "" {
		return nil, usage("the name of FILE is empty")
	}
	if len(files) == 0 && in == nil {
		return nil, usage("which file? give FILE, --args JSON or --batch, or pipe something in; see eyeline emit --help")
	}
	values, mode, err := emitValues(t, given)
	if typed, is := typedMode(cmd); is && err == nil {
		mode, err = inMode(t, typed, given, values)
	}
	if err == nil {
		err = emitStart(t, e.start, values, mode)
	}
	if err != nil {
		return nil, usage("%v", err)
	}
	file := ""
	if in != nil {
		file, err = in.argument(t, e.root)
	} else {
		file, err = emit.FileArgument(t, files[0])
	}
	if err != nil {
		return nil, status{exitFailed, err.Error()}
	}
	return tools.BuildArgs(t, file, values), nil
}
