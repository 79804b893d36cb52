// Eyeline shows what a coding agent's file-read tool gives its model: in a terminal viewer, and byte for byte on
// standard output.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"strings"
	"syscall"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"golang.org/x/term"

	"eyeline/reader/emit"
	"eyeline/reader/tools"
	"eyeline/tui"
)

// Exit statuses: a tool's refusal or a file that cannot be read is 1, wrong usage 2, a picker left by q 130.
const (
	exitOK     = 0
	exitFailed = 1
	exitUsage  = 2
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	code := run(ctx, os.Args[1:])
	stop()
	os.Exit(code)
}

// status is an error that carries its exit status. An empty text has been said already.
type status struct {
	code int
	text string
}

func (s status) Error() string { return s.text }

func usage(format string, args ...any) error {
	return status{exitUsage, fmt.Sprintf(format, args...)}
}

func run(ctx context.Context, args []string) int {
	start, args := tui.TakePlus(args)
	root := newRoot(start)
	root.SetArgs(args)
	err := root.ExecuteContext(ctx)
	if err == nil || errors.Is(err, syscall.EPIPE) || errors.Is(err, io.ErrClosedPipe) {
		return exitOK
	}
	var s status
	if !errors.As(err, &s) {
		s = status{exitUsage, err.Error()}
	}
	if s.text != "" {
		// What an agent's harness reads is exact; what a terminal shows steers nothing.
		if s.code == exitUsage || term.IsTerminal(int(os.Stderr.Fd())) {
			s.text = tui.Printable(s.text)
		}
		fmt.Fprintln(os.Stderr, s.text)
	}
	return s.code
}

func newRoot(start []string) *cobra.Command {
	var view tui.Flags
	values := &arguments{}
	root := &cobra.Command{
		Use:   "eyeline [flags] [+LINE | +G | +N% | +@BYTE | +/PATTERN] [FILE...]",
		Short: "See a file as a coding agent's read tool shows it to its model",
		Long: "Eyeline shows a file and, marked in it, what a coding agent's file-read tool would give its model.\n" +
			"Without FILE, or with -, it reads standard input. Press ? in the viewer for the keys.",
		Args:          cobra.ArbitraryArgs,
		SilenceErrors: true,
		SilenceUsage:  true,
		RunE: func(cmd *cobra.Command, files []string) error {
			view.Start, view.Files, view.Values = start, files, values.set(cmd.Flags())
			code, err := tui.Run(cmd.Context(), view)
			if err != nil {
				return status{max(code, exitFailed), err.Error()}
			}
			if code != exitOK {
				return status{code, ""}
			}
			return nil
		},
	}
	root.SetVersionTemplate("{{.Version}}\n")
	root.Version = version()
	f := root.Flags()
	f.SortFlags = false
	view.Register(f)
	values.register(f)
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		return usage("eyeline: %v; see %s --help", err, cmd.CommandPath())
	})
	root.AddCommand(emitCommand(), toolsCommand(), configCommand(), versionCommand(), manCommand(root))
	_ = root.RegisterFlagCompletionFunc("tool", completeTools)
	return root
}

// release is set by the build of a release.
var release string

func version() string {
	v := "devel"
	if info, ok := debug.ReadBuildInfo(); ok {
		if info.Main.Version != "" && info.Main.Version != "(devel)" {
			v = info.Main.Version
		}
		if release != "" {
			v = release
		}
		v += " " + info.GoVersion
	}
	return "eyeline " + v
}

func manCommand(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use: "man", Short: "Print the manual page, for man -l -", Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return tui.WriteManual(cmd.OutOrStdout(), root) },
	}
}

func configCommand() *cobra.Command {
	var view tui.Flags
	cmd := &cobra.Command{
		Use: "config", Short: "Print the effective settings and where each comes from", Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return failed(tui.PrintConfig(cmd.OutOrStdout(), view))
		},
	}
	cmd.Flags().SortFlags = false
	view.Register(cmd.Flags())
	return cmd
}

func versionCommand() *cobra.Command {
	return &cobra.Command{
		Use: "version", Short: "Print the version", Args: cobra.NoArgs,
		Run: func(cmd *cobra.Command, _ []string) { fmt.Fprintln(cmd.OutOrStdout(), version()) },
	}
}

func toolNames() []string {
	var names []string
	for _, t := range tools.All() {
		names = append(names, t.Name)
	}
	return names
}

func completeTools(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return toolNames(), cobra.ShellCompDirectiveNoFileComp
}

func toolsCommand() *cobra.Command {
	return &cobra.Command{
		Use: "tools [NAME]", Short: "List the tools, or print the JSON Schema of one tool's arguments",
		Args:              cobra.MaximumNArgs(1),
		ValidArgsFunction: completeTools,
		RunE: func(cmd *cobra.Command, args []string) error {
			out := cmd.OutOrStdout()
			if len(args) == 0 {
				for _, t := range tools.All() {
					if _, err := fmt.Fprintf(out, "%-12s %s\n", t.Name, t.Title); err != nil {
						return err
					}
				}
				return nil
			}
			t, ok := tools.Lookup(args[0])
			if !ok {
				return usage("eyeline: no tool is called %q; the tools are %s", args[0], strings.Join(toolNames(), ", "))
			}
			var schema any
			if err := json.Unmarshal(t.Schema, &schema); err != nil {
				return err
			}
			_, err := fmt.Fprintf(out, "%s\n", t.Schema)
			return err
		},
	}
}

func emitCommand() *cobra.Command {
	var tool, args string
	var batch, asJSON bool
	var env tools.Env
	var maxFileSize int64
	values := &arguments{}
	cmd := &cobra.Command{
		Use:   "emit [--tool NAME] (--args JSON | [argument flags] FILE | --batch)",
		Short: "Print exactly what a tool would give its model",
		Long: "Emit prints the content that a tool returns, byte for byte, adding nothing.\n" +
			"A tool's error goes to standard error, exit status 1; wrong usage is exit status 2.\n" +
			"With --batch it reads one request a line, {\"tool\":NAME,\"arguments\":OBJECT,\"root\":DIR}, and\n" +
			"writes one answer a line.",
		Example: "  eyeline emit --tool codex --offset 10 --limit 5 main.go\n" +
			"  eyeline emit --tool byte_window --args '{\"path\":\"main.go\",\"start_byte\":0}'\n" +
			"  eyeline emit --batch < requests.jsonl",
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, files []string) error {
			out := bufio.NewWriterSize(cmd.OutOrStdout(), 64<<10)
			env.Settings = map[string]int64{"max-file-size": maxFileSize}
			if batch {
				if args != "" || len(files) > 0 || asJSON || cmd.Flags().Changed("tool") {
					return usage("eyeline: --batch takes its requests from standard input, and no --tool, --args, --json or FILE")
				}
				return failed(emit.Batch(cmd.Context(), cmd.InOrStdin(), cmd.OutOrStdout(), env))
			}
			t, ok := tools.Lookup(tool)
			if !ok {
				return usage("eyeline: no tool is called %q; the tools are %s", tool, strings.Join(toolNames(), ", "))
			}
			raw, err := emitArguments(cmd, t, args, files, values)
			if err != nil {
				return err
			}
			req := emit.Request{Tool: tool, Arguments: raw}
			if asJSON {
				ok, err := emit.Answer(cmd.Context(), out, env, req)
				if err = errors.Join(err, out.Flush()); err != nil {
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
		},
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.StringVar(&tool, "tool", tools.Default(tools.ModeSlice).Name, "the tool: "+strings.Join(toolNames(), ", "))
	f.StringVar(&args, "args", "", "the tool's arguments as JSON text")
	f.BoolVar(&batch, "batch", false, "read requests from standard input, one a line")
	f.BoolVar(&asJSON, "json", false, "print one JSON object instead of the content")
	f.StringVar(&env.Root, "root", "", "directory that relative paths resolve against and that confines the workspace tools (default: the working directory)")
	f.Int64Var(&maxFileSize, "max-file-size", 0, "open_file's limit in bytes (default 1048576)")
	values.register(f)
	_ = cmd.RegisterFlagCompletionFunc("tool", completeTools)
	return cmd
}

// failed gives a run's error its exit status: a refusal is printed as it stands.
func failed(err error) error {
	if err == nil || errors.Is(err, syscall.EPIPE) {
		return err
	}
	return status{exitFailed, err.Error()}
}

// emitArguments is the arguments' JSON text, from --args or from flags and FILE.
func emitArguments(cmd *cobra.Command, t *tools.Tool, args string, files []string, values *arguments) ([]byte, error) {
	given := values.set(cmd.Flags())
	if cmd.Flags().Changed("args") {
		if len(files) > 0 || len(given) > 0 {
			return nil, usage("eyeline: give the arguments with --args or with flags and FILE, not both")
		}
		return []byte(args), nil
	}
	if len(files) == 0 {
		return nil, usage("eyeline: which file? give FILE, --args JSON or --batch; see eyeline emit --help")
	}
	v, err := values.forTool(t, given)
	if err != nil {
		return nil, err
	}
	file, err := emit.FileArgument(t, files[0])
	if err != nil {
		return nil, status{exitFailed, err.Error()}
	}
	return tools.BuildArgs(t, file, v), nil
}

// arguments are the flags made from the tools' parameters.
type arguments struct{ params map[string]tools.Param }

// register adds a flag for each parameter of each tool that the set lacks.
func (a *arguments) register(f *pflag.FlagSet) {
	a.params = map[string]tools.Param{}
	for _, t := range tools.All() {
		for _, p := range t.Params {
			if _, known := a.params[p.Flag]; known || p.IsFile || f.Lookup(p.Flag) != nil {
				continue
			}
			a.params[p.Flag] = p
			f.String(p.Flag, "", helpOf(p.Flag))
			if p.Type == tools.TypeBoolean {
				f.Lookup(p.Flag).NoOptDefVal = "true"
			}
		}
	}
}

// helpOf says what a flag means to each tool that has it.
func helpOf(flag string) string {
	var texts []string
	names := map[string][]string{}
	for _, t := range tools.All() {
		for _, p := range t.Params {
			if p.Flag != flag {
				continue
			}
			if names[p.Help] == nil {
				texts = append(texts, p.Help)
			}
			names[p.Help] = append(names[p.Help], t.Name)
		}
	}
	for i, text := range texts {
		texts[i] = text + " (" + strings.Join(names[text], ", ") + ")"
	}
	return strings.Join(texts, "; ")
}

// set returns the argument flags given, as typed.
func (a *arguments) set(f *pflag.FlagSet) map[string]string {
	given := map[string]string{}
	for flag := range a.params {
		if f.Changed(flag) {
			given[flag] = f.Lookup(flag).Value.String()
		}
	}
	return given
}

// forTool turns typed flags into values of a tool's arguments.
func (a *arguments) forTool(t *tools.Tool, given map[string]string) (map[string]any, error) {
	out := map[string]any{}
	for flag, text := range given {
		var param *tools.Param
		for _, p := range t.Params {
			if p.Flag == flag {
				param = &p
				break
			}
		}
		if param == nil {
			return nil, usage("eyeline: %s has no argument --%s; see eyeline tools %s", t.Name, flag, t.Name)
		}
		v, err := tui.ParseValue(*param, text)
		if err != nil {
			return nil, usage("eyeline: --%s: %v", flag, err)
		}
		out[flag] = v
	}
	return out, nil
}
