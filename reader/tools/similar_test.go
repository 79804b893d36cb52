package tools

import (
	"fmt"
	"testing"
)

// TestNear: a name that is misspelt finds the one that was meant, and no other.
func TestNear(t *testing.T) {
	known := []string{"codex", "codex_exec", "claude_code", "zed", "offset", "end-line"}
	for name, want := range map[string]string{
		"codx": "[codex]", "codex_exce": "[codex_exec]", "Claude_Code": "[claude_code]", "claude": "[claude_code]",
		"cod": "[codex codex_exec]", "ofset": "[offset]", "offsets": "[offset]", "zde": "[zed]", "edz": "[]", "zd": "[zed]", "": "[]", "x": "[]",
		"end_line": "[end-line]", "ofsfet": "[offset]", "cdoex": "[codex]", "entirely else": "[]", "codex_exec_bytes_and_more": "[]",
	} {
		if got := fmt.Sprint(Similar(name, known)); got != want {
			t.Errorf("%q: %s, want %s", name, got, want)
		}
	}
}
