package transcript

import (
	"strings"
	"testing"
)

// TestWhatWasAsked: what agents put before a person's words is left out, and what is long is cut between characters.
func TestWhatWasAsked(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"fix  the\nbug\n": "fix the bug",
		"<system-reminder>\nrules\n</system-reminder>\n<env x=\"1\">y</env> fix it": "fix it",
		"<environment_context>all</environment_context>":                            "",
		"<open and never closed":                                                    "",
		"# AGENTS.md instructions for /w\n\n<INSTRUCTIONS>x</INSTRUCTIONS>":         "",
		`"quoted by a command line"`:                                                "quoted by a command line",
		"":                                                                          "",
		"< is smaller":                                                              "",
		strings.Repeat("é", 300):                                                    strings.Repeat("é", 200),
	} {
		if got := askedIn(text); got != want {
			t.Errorf("%q: %q, not %q", text, got, want)
		}
	}
}
