package launch

import (
	"fmt"
	"testing"

	"github.com/spf13/pflag"

	"eyeline/tui/launch/cmdkit"
)

// TestPathsWithCommas: a path is one, whatever commas it has; names of agents are a list.
func TestPathsWithCommas(t *testing.T) {
	c := &contextFlags{}
	f := pflag.NewFlagSet("context", pflag.ContinueOnError)
	cmdkit.Register(f, c.rows())
	if err := f.Parse([]string{"--mention", "a,b.txt", "--mention", "c", "--after-read", "d,e", "--agent", "pi,kilo"}); err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprintf("%q %q %q", c.mentions, c.reads, c.agents); got != `["a,b.txt" "c"] ["d,e"] ["pi" "kilo"]` {
		t.Error(got)
	}
}
