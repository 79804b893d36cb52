package toolflags

import (
	"testing"

	"github.com/spf13/pflag"

	"eyeline/reader/tools"
)

// TestUnderscores: an argument is taken as the agent's tool spells it, and is one flag all the same.
func TestUnderscores(t *testing.T) {
	codex, _ := tools.Lookup("codex")
	f := pflag.NewFlagSet("", pflag.ContinueOnError)
	if err := Add(f, codex); err != nil {
		t.Fatal(err)
	}
	flags := 0
	f.VisitAll(func(*pflag.Flag) { flags++ })
	if want := len(codex.Params) - 1 + len(codex.Settings); flags != want {
		t.Errorf("%d flags, not %d", flags, want)
	}
	if err := f.Parse([]string{"--max_levels", "1", "--max-lines=20"}); err != nil {
		t.Fatal(err)
	}
	if given, _ := GivenArguments(f); given["max-levels"] != "1" || given["max-lines"] != "20" {
		t.Error(given)
	}
	scanned := Scan([]string{"--max_levels", "3", "file"}, func(*pflag.FlagSet) {})
	if given, _ := GivenArguments(scanned); given["max-levels"] != "3" || scanned.NArg() != 1 {
		t.Error(given, scanned.Args())
	}
}
