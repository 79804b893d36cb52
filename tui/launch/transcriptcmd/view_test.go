package transcriptcmd

import (
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"eyeline/tui/launch/cmdkit"
	"eyeline/tui/launch/commandline"
)

// parsed are the flags of a command line, and its arguments.
func parsed(t *testing.T, line string) (*flags, *cobra.Command, []string) {
	t.Helper()
	o, cmd := &flags{}, &cobra.Command{}
	cmdkit.AddFlags(cmd, o.rows())
	o.viewerFlags = commandline.RegisterScreen(cmd.Flags())
	if err := cmd.ParseFlags(strings.Fields(line)); err != nil {
		t.Fatal(err)
	}
	return o, cmd, cmd.Flags().Args()
}

// TestOnATerminal: what flags ask to be printed is printed there, too, and those that do not go together are refused
// before the viewer opens.
func TestOnATerminal(t *testing.T) {
	for _, line := range []string{
		"x --requests", "x --request 1", "x --requests --tokens", "x --edits", "x --calls", "x --contents", "--reads",
	} {
		if o, _, _ := parsed(t, line); !o.asksForText() {
			t.Errorf("%s opens the viewer", line)
		}
	}
	for line, want := range map[string]string{
		"x":                        "",
		"x --follow":               "",
		"--follow":                 "", // the one that is chosen
		"--all":                    "",
		"x --since 1h":             "--since goes with --reads",
		"x --install claude":       "--install goes with --guard",
		"x --null":                 "--null goes with --reads",
		"x --follow --wire folder": "--wire wants a transcript, and goes without --follow",
		"--wire folder":            "--wire wants a transcript",
		"--follow --wire folder":   "--wire wants a transcript",
	} {
		o, cmd, args := parsed(t, line)
		switch err := o.checkScreen(cmd, args); {
		case o.asksForText():
			t.Errorf("%s is printed", line)
		case want == "" && err != nil, want != "" && (err == nil || !strings.Contains(err.Error(), want)):
			t.Errorf("%s: %v, want %q", line, err, want)
		}
	}
}
