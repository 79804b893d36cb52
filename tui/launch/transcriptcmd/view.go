package transcriptcmd

import (
	"os"
	"slices"

	"github.com/spf13/cobra"

	"eyeline/reader/transcript"
	"eyeline/tui/launch/cmdkit"
	"eyeline/tui/launch/commandline"
	"eyeline/tui/options"
)

// onScreen reports whether the transcript is shown on the terminal.
func (o *flags) onScreen(cmd *cobra.Command, args []string) bool {
	return len(args) < 2 && !o.asksForText() && cmdkit.ToTerminal(cmd.OutOrStdout())
}

// asksForText reports whether a flag asks for something that is printed, also on a terminal.
func (o *flags) asksForText() bool {
	return slices.Contains([]bool{
		o.report, o.raw, o.paging, o.json, o.calls, o.now, o.edits, o.guard, o.reads, o.tokens, o.contents,
		o.asksRequests(), o.call != 0, o.min != 0, o.format+o.line+o.file+o.diff != "",
	}, true)
}

// viewed are the options of the viewer.
func (o *flags) viewed(paths ...string) (options.Options, error) {
	line := commandline.Line{Flags: o.viewerFlags, Paths: paths}
	opts, err := line.Options(o.load, os.Getenv)
	if err != nil {
		err = cmdkit.Usage("%v", err)
	}
	return opts, err
}

// confine keeps the files of a run from being opened where the viewer would open none either.
func (o *flags) confine() error {
	opts, err := o.viewed()
	if err == nil && opts.Secure {
		o.root = transcript.NoFiles
	}
	return err
}

// checkScreen refuses flags that go with nothing that is shown, as where it is printed. A list to choose a transcript
// from may be followed, too: that is then done with the one that is chosen.
func (o *flags) checkScreen(cmd *cobra.Command, args []string) error {
	if len(args) > 0 || !o.follow {
		return o.check(cmd, args)
	}
	if o.wire != "" {
		return cmdkit.Usage("--wire wants a transcript, which is not followed")
	}
	return nil
}

// viewOnScreen shows a transcript, or a list of them, on the terminal.
func (o *flags) viewOnScreen(cmd *cobra.Command, args []string) error {
	if err := o.checkScreen(cmd, args); err != nil {
		return err
	}

	shown := options.Transcript{Root: o.root, Wire: o.wire, Follow: o.follow, All: o.all, Homes: transcript.UserHomes()}
	shown.Dir, _ = os.Getwd() // without one there are no transcripts of it
	if o.below != "" {
		shown.Homes.Below = o.below
		shown.All = true
	}
	if len(args) > 0 {
		path, err := findTranscript(cmd.Context(), args[0])
		if err != nil {
			return cmdkit.CommandError(err)
		}
		shown.Path = path
	}

	opts, err := o.viewed(shown.Path)
	if err != nil {
		return err
	}
	if opts.Terminal.Plain {
		return cmdkit.CommandError(o.run(cmd, args)) // there are no screens
	}

	opts.Paths = nil
	opts.NoTool = false
	opts.Instead.Transcript = &shown
	if !o.viewerFlags.Changed("panes") {
		opts.Panes = "both"
	}

	return cmdkit.ViewerError(o.view(cmd.Context(), opts))
}
