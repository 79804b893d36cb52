package grokbuild

import (
	"strings"
	"testing"

	"eyeline/reader/systemtest"
	"eyeline/reader/tools"
	"eyeline/reader/tools/toolstest"
)

// TestLongLinesBroken: a line is broken after 2,000 characters that are shown, once the middle of an output is cut.
func TestLongLinesBroken(t *testing.T) {
	systemtest.SkipOnWindows(t, "no shell is imitated")
	x := func(n int) string { return strings.Repeat("é", n) }
	dir := toolstest.Tree(t, map[string]string{
		"two":    x(2000) + "\n" + x(2001) + "\n",
		"tabs":   "\t" + x(1999) + "\x1b[1m\t" + x(2001),
		"blanks": x(9_990) + strings.Repeat("\n", 3000) + x(9_999),
	})
	for command, want := range map[string]string{
		"cat two":    "exit: 0\n" + x(2000) + "\n" + x(2000) + "\n" + x(1) + "\n",
		"cat tabs":   "exit: 0\n" + x(1999) + x(1) + "\n" + x(2000),
		"cat blanks": x(1990) + "\n\n... (output truncated) ...\n\n" + x(2000) + "\n",
	} {
		content, r, _ := toolstest.Ask(t, Terminal, tools.Env{Root: dir}, `{"command":"`+command+`"}`)
		if !strings.Contains(content, want) {
			t.Errorf("%s: %.9000q", command, content)
		}
		if command == "cat two" && len(r.Window.Runs) != 2 {
			t.Errorf("the part after the break is not one of its own: %+v", r.Window)
		}
	}
}
