package transcript_test

import (
	"path/filepath"
	"slices"
	"testing"

	"eyeline/reader/transcript"
)

// TestUsualPlaces: every transcript that is found lies in a place that is named for its agent, which variables move.
func TestUsualPlaces(t *testing.T) {
	t.Parallel()
	home, other := t.TempDir(), t.TempDir()
	homes := transcript.Homes{Home: home, Getenv: func(name string) string {
		if name == "CODEX_HOME" {
			return other
		}
		return ""
	}}
	places := map[string][]string{}
	for _, one := range homes.UsualPlaces() {
		if places[one.Agent] != nil {
			t.Errorf("%s is listed twice", one.Agent)
		}
		places[one.Agent] = one.Patterns
	}
	for agent, want := range map[string]string{
		"Claude Code": filepath.Join(home, ".claude/projects/*/*.jsonl"),
		"Codex":       filepath.Join(other, "sessions/*/*/*/rollout-*.jsonl"),
		// On Windows, too, by its documents: %USERPROFILE%\.local\share\opencode.
		"opencode": filepath.Join(home, ".local/share/opencode/*.db"),
	} {
		if !slices.Contains(places[agent], want) {
			t.Errorf("%s: %q lacks %s", agent, places[agent], want)
		}
	}
}
