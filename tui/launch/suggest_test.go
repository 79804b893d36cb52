package launch

import (
	"strings"
	"testing"

	"eyeline/tui/launch/cmdkit"
)

// TestMisspeltNames: a name that is like a known one has its suggestion.
func TestMisspeltNames(t *testing.T) {
	withSettings(t, "")
	t.Chdir(t.TempDir())
	for args, want := range map[string]string{
		"search --agent claude_cod x": "did you mean claude_code?",
		"context --fail-on lef-out":   "did you mean left-out?",
	} {
		r := run(t, strings.Fields(args)...)
		if r.status != cmdkit.ExitUsage || !strings.Contains(r.err.Error(), want) {
			t.Errorf("%s: %d, %v", args, r.status, r.err)
		}
	}

	withInput(t, `{"context":{"agent":"claude_cod"}}`)
	if r := run(t, "emit", "--batch"); !strings.Contains(r.out, "did you mean claude_code?") {
		t.Errorf("%v\n%s", r.err, r.out)
	}
}
