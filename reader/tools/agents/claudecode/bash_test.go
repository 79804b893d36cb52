package claudecode

import (
	"strings"
	"testing"

	"eyeline/reader/tools"
	"eyeline/reader/tools/toolstest"
)

// TestUgrep: where ugrep, which is grep in Claude Code's shell, does other things, nothing is made up.
func TestUgrep(t *testing.T) {
	dir := toolstest.Tree(t, map[string]string{"a.txt": "one\ntwo\n", "my-reader.log": "grep: gone\n", "d/b.txt": "one\n"})
	for command, refused := range map[string]bool{
		"grep one a.txt": false, "grep -n t a.txt | head -1": false, "grep zzz gone": true, "grep one gone a.txt": true, "grep one d": true,
		"grep -rn one .": true, "grep --include=*.txt -r one d": true, "grep one a.txt | sort -r": false, "cat gone": false,
		"cat my-reader.log": false, "grep --line-number zone my-reader.log": false,
	} {
		content, _, _ := toolstest.Ask(t, Bash, tools.Env{Root: dir}, `{"command":"`+command+`"}`)
		if strings.Contains(content, "ugrep") != refused {
			t.Errorf("%s: %s", command, content)
		}
	}
}
