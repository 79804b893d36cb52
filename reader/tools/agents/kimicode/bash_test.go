package kimicode

import (
	"strings"
	"testing"

	"eyeline/reader/systemtest"
	"eyeline/reader/tools"
	"eyeline/reader/tools/toolstest"
)

// TestLinesOfLongOutputCut: of an output that is too long, lines are cut to 2,000 characters with their ends; what is
// too long even so is given by its ends, as it was.
func TestLinesOfLongOutputCut(t *testing.T) {
	systemtest.SkipOnWindows(t, "no shell is imitated")
	x := func(n int) string { return strings.Repeat("x", n) }
	dir := toolstest.Tree(t, map[string]string{
		"ends":  x(2001) + "\r\n" + x(2000) + "\r" + x(1999) + "\n" + x(60_000),
		"lines": x(3000) + "\n" + strings.Repeat(x(1999)+"\n", 25),
	})
	pointer := "[Per-line truncation occurred; the complete output was saved to a file.\n" +
		"output_path: /tmp/.kimi-code/output.log\nnext_step: "
	for command, want := range map[string]string{
		"cat ends": x(1984) + "[...truncated]\r\n" + x(1985) + "[...truncated]\r" + x(1999) + "\n" + x(1986) +
			"[...truncated]\n" + pointer,
		"cat gone ends": x(1985) + "[...truncated]\nCommand failed with exit code: 1.\n" + pointer,
		"cat lines":     "[preview: chars [0, 4096)]\n" + x(3000) + "\n" + x(1095) + "\n\n[elided: chars [4096, 51977)]\n",
	} {
		content, _, _ := toolstest.Ask(t, Bash, tools.Env{Root: dir}, `{"command":"`+command+`"}`)
		if !strings.Contains(content, want) {
			t.Errorf("%s: %.3000q", command, content)
		}
	}
}
