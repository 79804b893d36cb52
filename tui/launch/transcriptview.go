package launch

import (
	"os"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// screenSettings are the settings of the viewer that the screens of transcripts take as flags. All settings of the file
// apply to them.
var screenSettings = []string{"panes", "wrap", "invisibles", "tab-width", "theme", "color", "background", "mouse", "ascii"}

// registerScreen adds the flags of screenSettings.
func registerScreen(f *pflag.FlagSet) {
	all := pflag.NewFlagSet("", pflag.ContinueOnError)
	register(all)
	all.VisitAll(func(flag *pflag.Flag) {
		if slices.Contains(screenSettings, flag.Name) {
			flag.Shorthand = ""
			f.AddFlag(flag)
		}
	})
}

// onScreen reports whether the transcript is shown on the terminal.
func (o *transcriptFlags) onScreen(cmd *cobra.Command) bool {
	out, ok := cmd.OutOrStdout().(*output)
	if !ok || !out.terminal {
		return false
	}
	return !o.report && !o.raw && !o.paging && !o.json && !o.calls && !o.now && o.call == 0 && o.file == "" && o.diff == "" && o.min == 0
}

// viewTranscript shows a transcript, or a list of them, on the terminal.
func (p Program) viewTranscript(cmd *cobra.Command, t *transcriptFlags, args []string) error {
	all := pflag.NewFlagSet("", pflag.ContinueOnError)
	register(all)
	for _, name := range screenSettings {
		if flag := cmd.Flags().Lookup(name); flag.Changed {
			if err := all.Set(name, flag.Value.String()); err != nil {
				return usage("--%s %v", name, err)
			}
		}
	}
	shown := Transcript{Root: t.root, Follow: t.follow, All: t.all, Homes: homes()}
	shown.Dir, _ = os.Getwd() // without one there are no transcripts of it
	if len(args) > 0 {
		path, err := findTranscript(cmd.Context(), args[0])
		if err != nil {
			return failed(err)
		}
		shown.Path = path
	}
	line := commandLine{flags: all, paths: []string{shown.Path}}
	o, err := line.options(p.load, os.Getenv)
	if err != nil {
		return usage("%v", err)
	}
	if o.Plain {
		return failed(t.run(cmd, args)) // there are no screens
	}
	o.Paths, o.NoTool, o.Transcript = nil, false, &shown
	if !all.Changed("panes") {
		o.Panes = "both"
	}
	code, err := p.View(cmd.Context(), o)
	if err != nil {
		return status{max(code, exitFailed), err.Error()}
	}
	if code != exitOK {
		return status{code, ""}
	}
	return nil
}
