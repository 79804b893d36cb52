package cmdkit

import (
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"eyeline/tui/kit/shellword"
)

// TestTyped: a command with its flags and arguments can be typed again; flags that were not given are left out.
func TestTyped(t *testing.T) {
	quote := shellword.Quote
	for _, c := range []struct {
		args []string
		want string
	}{
		{
			[]string{"--all", "--on=false", "--agents", "b,a", "--agents", "c", "a b"},
			"eyeline check --agents " + quote("b,a,c") + " --all --on=false " + quote("a b"),
		},
		{nil, "eyeline check"},
		{[]string{"--agents", `"a,b",c`}, "eyeline check --agents " + quote(`"a,b",c`)},
		{
			[]string{"--whole", "a,b", "--whole", "c d"},
			"eyeline check --whole " + quote("a,b") + " --whole " + quote("c d"),
		},
		{[]string{"--", "-q"}, "eyeline check -- -q"},
		{[]string{"--quiet", "--", "a", "--all"}, "eyeline check --quiet -- a --all"},
		{[]string{"-", "a"}, "eyeline check - a"},
		{[]string{"--root", "-x"}, "eyeline check --root -x"},
	} {
		cmd := &cobra.Command{Use: "check", RunE: func(*cobra.Command, []string) error { return nil }}
		flags := cmd.Flags()
		flags.Bool("quiet", false, "")
		flags.Bool("all", false, "")
		flags.Bool("on", true, "")
		flags.StringSlice("agents", nil, "")
		flags.StringArray("whole", nil, "")
		flags.String("root", ".", "")
		root := &cobra.Command{Use: "eyeline"}
		root.AddCommand(cmd)
		if err := flags.Parse(c.args); err != nil {
			t.Fatal(err)
		}
		if got := Typed(cmd); got != c.want {
			t.Errorf("%s, not %s", got, c.want)
		}
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
