package launch

import (
	"strings"
	"testing"

	"eyeline/tui/launch/cmdkit"
)

// TestEmptyValues: a flag whose value is empty is refused, and does not switch off in silence what it asks for, as
// where a script has a variable that is not set. A folder or a name that is empty is the usual one.
func TestEmptyValues(t *testing.T) {
	withSettings(t, "")
	t.Chdir(t.TempDir())
	put(t, "a.txt", "one\n", 0o644)
	for _, args := range [][]string{
		{"check", "--fail-on", ""},
		{"check", "--fail-on="},
		{"check", "--fail-on", " "},
		{"check", "--fail-on", "partial,"},
		{"check", "--agents", ""},
		{"check", "--rules", ""},
		{"check", "--exclude", ""},
		{"check", "--baseline", ""},
		{"check", "--diff", ""},
		{"check", "--explain", ""},
		{"check", "--block", ""},
		{"check", "--files-from", ""},
		{"context", "--fail-on", ""},
		{"context", "--agent", ""},
		{"context", "--mention", ""},
		{"search", "--agent", "", "one"},
		{"emit", "--files-from", "", "a.txt"},
		{"emit", "--cover", "", "a.txt"},
		{"transcript", "--diff", "", "a.jsonl"},
		{"mcp", "--tools", ""},
		{"mcp", "--record", ""},
	} {
		const want = "wants a value, and is given an empty one"
		r := run(t, args...)
		if r.status != cmdkit.ExitUsage || !strings.Contains(r.err.Error(), want) {
			t.Errorf("%q: status %d, %v", args, r.status, r.err)
		}
	}

	if r := run(t, "emit", "--root", "", "--name", "", "a.txt"); r.status != 0 {
		t.Errorf("an empty folder is the usual one: %d, %v", r.status, r.err)
	}

	withSettings(t, "[check]\nfail-on = \"\"\n")
	if r := run(t, "check"); r.status != cmdkit.ExitUsage || !strings.Contains(r.err.Error(), "config.toml:2:1: ") {
		t.Errorf("an empty text in the settings: %d, %v", r.status, r.err)
	}
	withSettings(t, "[check]\nfail-on = []\n")
	if r := run(t, "check"); r.status != 0 {
		t.Errorf("an empty list in the settings: %d, %v", r.status, r.err)
	}
}
