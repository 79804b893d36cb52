package cmdoutput

import (
	"slices"
	"testing"
)

// TestClaudeNamesTheFolder: the line that Claude Code puts after an output, about the folder of the next command, is
// not of the output; within it, it may be.
func TestClaudeNamesTheFolder(t *testing.T) {
	for text, want := range map[string]string{
		"alpha\nShell cwd was reset to /srv/harbor":             "alpha",
		"Exit code 1\nalpha\nShell cwd was reset to /srv/a b/c": "alpha",
		"Shell cwd was reset to /srv/harbor":                    "",
		"Shell cwd was reset to /srv/harbor\nalpha":             "Shell cwd was reset to /srv/harbor\nalpha",
		"it says: Shell cwd was reset to /srv":                  "it says: Shell cwd was reset to /srv",
	} {
		if got := Claude(text); !slices.Equal(got.Pieces, []string{want}) {
			t.Errorf("%q: %q, want %q", text, got.Pieces, want)
		}
	}
}
