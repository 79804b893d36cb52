package cmdkit

import (
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// TestTyped: a command with its flags and arguments can be typed again; flags that were not given are left out.
func TestTyped(t *testing.T) {
	cmd := &cobra.Command{Use: "check", RunE: func(*cobra.Command, []string) error { return nil }}
	flags := cmd.Flags()
	flags.Bool("quiet", false, "")
	flags.Bool("all", false, "")
	flags.Bool("on", true, "")
	flags.StringSlice("agents", nil, "")
	flags.String("root", ".", "")
	root := &cobra.Command{Use: "eyeline"}
	root.AddCommand(cmd)
	if err := flags.Parse(strings.Fields("--all --on=false --agents b,a --agents c")); err != nil {
		t.Fatal(err)
	}
	const want = "eyeline check --agents b,a,c --all --on=false 'a b'"
	if got := Typed(cmd, []string{"a b"}); got != want {
		t.Errorf("%s, not %s", got, want)
	}
	if got := Typed(cmd, nil); got != "eyeline check --agents b,a,c --all --on=false" {
		t.Error(got)
	}
}

// TestColumnsOfAPipe: what no terminal shows has a width of its own.
func TestColumnsOfAPipe(t *testing.T) {
	var b strings.Builder
	if got := Columns(&b); got != pipeColumns {
		t.Error(got)
	}
	if got := Columns(&Output{W: &b, Terminal: true}); got != pipeColumns {
		t.Error(got)
	}
}
