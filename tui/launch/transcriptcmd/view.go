package transcriptcmd

import (
	"os"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"eyeline/reader/transcript"
	"eyeline/tui/launch/cmdkit"
	"eyeline/tui/launch/options"
)

// screenSettings are the settings of the viewer that the screens of transcripts take as flags. All settings of the file
// apply to them.
var screenSettings = []string{
	"panes", "wrap", "invisibles", "tab-width", "theme", "color", "background", "mouse", "ascii", "secure",
}

// viewerFlags are the flags of the viewer, none of them typed.
func viewerFlags() *pflag.FlagSet {
	all := pflag.NewFlagSet("", pflag.ContinueOnError)
	options.Register(all)
	return all
}

// registerScreen adds the flags of screenSettings.
func registerScreen(f *pflag.FlagSet) {
	viewerFlags().VisitAll(func(flag *pflag.Flag) {
		if slices.Contains(screenSettings, flag.Name) {
			flag.Shorthand = ""
			f.AddFlag(flag)
		}
	})
}

// onScreen reports whether the transcript is shown on the terminal.
func (o *flags) onScreen(cmd *cobra.Command) bool {
	return cmdkit.ToTerminal(cmd.OutOrStdout()) && !o.report && !o.raw && !o.paging && !o.json && !o.calls && !o.now &&
		!o.edits && !o.guard && o.line == "" && o.call == 0 && o.file == "" && o.diff == "" && o.min == 0
}

// viewed takes over the flags of screenSettings that were typed.
func viewed(cmd *cobra.Command) (*pflag.FlagSet, error) {
	all := viewerFlags()
	for _, name := range screenSettings {
		if flag := cmd.Flags().Lookup(name); flag.Changed {
			if err := all.Set(name, flag.Value.String()); err != nil {
				return nil, cmdkit.Usage("--%s %v", name, err)
			}
		}
	}
	return all, nil
}

// confine keeps the files of a run from being opened where the viewer would open none either.
func (o *flags) confine(cmd *cobra.Command) error {
	all, err := viewed(cmd)
	if err != nil {
		return err
	}
	line := options.CommandLine{Flags: all}
	opts, err := line.Options(o.load, os.Getenv)
	if err != nil {
		return cmdkit.Usage("%v", err)
	}
	if opts.Secure {
		o.root = transcript.NoFiles
	}
	return nil
}

// viewOnScreen shows a transcript, or a list of them, on the terminal.
func (o *flags) viewOnScreen(cmd *cobra.Command, args []string) error {
	all, err := viewed(cmd)
	if err != nil {
		return err
	}
	shown := options.Transcript{Root: o.root, Wire: o.wire, Follow: o.follow, All: o.all, Homes: homes()}
	shown.Dir, _ = os.Getwd() // without one there are no transcripts of it
	if len(args) > 0 {
		path, err := findTranscript(cmd.Context(), args[0])
		if err != nil {
			return cmdkit.Failed(err)
		}
		shown.Path = path
	}
	line := options.CommandLine{Flags: all, Paths: []string{shown.Path}}
	opts, err := line.Options(o.load, os.Getenv)
	if err != nil {
		return cmdkit.Usage("%v", err)
	}
	if opts.Plain {
		return cmdkit.Failed(o.run(cmd, args)) // there are no screens
	}
	opts.Paths, opts.NoTool, opts.Instead.Transcript = nil, false, &shown
	if !all.Changed("panes") {
		opts.Panes = "both"
	}
	return cmdkit.Viewed(o.view(cmd.Context(), opts))
}
