package launch

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"eyeline/tui/launch/cmdkit"
)

// What a recorded result has in it reaches a terminal as marks; with --raw, and elsewhere, its exact bytes are printed.
func TestTranscriptResultOnTerminal(t *testing.T) {
	withSettings(t, "")
	text, err := os.ReadFile(recorded(t))
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "session-default.jsonl")
	if err := os.WriteFile(path, []byte(strings.ReplaceAll(string(text), `1\t`, `1\t\u001b]0;x\u0007\u009b31m`)), 0o600); err != nil {
		t.Fatal(err)
	}
	const evil = "\x1b]0;x\a\u009b31m"
	for _, c := range []struct {
		terminal bool
		args     []string
		exact    bool
	}{
		{true, nil, false},
		{true, []string{"--raw"}, true},
		{false, nil, true},
		{false, []string{"--raw"}, true},
	} {
		var b strings.Builder
		err := Program{}.run(t.Context(), append([]string{"transcript", path, "--call", "4"}, c.args...), &cmdkit.Output{W: &b, Terminal: c.terminal})
		if err != nil || strings.Contains(b.String(), evil) != c.exact || !c.exact && strings.ContainsAny(b.String(), "\x1b\a\u009b") {
			t.Errorf("terminal %v, %v: %v\n%q", c.terminal, c.args, err, b.String())
		}
	}
	if r := run(t, "transcript", path, "--raw"); r.status != cmdkit.ExitUsage {
		t.Errorf("--raw without --call is taken: %v", r.err)
	}
}
