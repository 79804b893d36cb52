package check

import (
	"testing"

	"eyeline/reader/systemtest"
	"eyeline/reader/tools"
)

// A terminal that leaves tabs out gives all of a file with tabs, altered.
func TestTerminalDropsTabs(t *testing.T) {
	t.Parallel()
	systemtest.SkipOnWindows(t, "no shell is imitated")
	tool, _ := tools.Lookup("grok_build_terminal")
	dir := tree(t, map[string]string{"f.txt": "a\tb\n\tc\n"})
	g := run(t, Options{Paths: []string{dir}, Tools: []*tools.Tool{tool}})
	if len(g.Findings) != 1 || g.Findings[0].Rule != Altered || g.Findings[0].Line != 1 || g.Findings[0].Column != 2 {
		t.Errorf("findings %+v", g.Findings)
	}
	if a := g.Agents[0]; a.LinesSent != 2 || a.BytesSent != 7 || a.Files.Partial != 0 {
		t.Errorf("sums %+v", a)
	}
}
