package atpaths

import (
	"slices"
	"testing"
)

// TestIn: a path ends where its way of writing says, and what looks like several is given as each.
func TestIn(t *testing.T) {
	for text, want := range map[string][]string{
		"look at @src/a.go, please":   {"src/a.go"},
		"@a.go and @b.go.":            {"a.go", "b.go"},
		`@my\ notes.md is it`:         {"my notes.md"},
		`@"my notes.md" is it`:        {"my notes.md"},
		"@my notes.md:\ntext":         {"my", "my notes.md"},
		"a@ b, @@ or @":               nil,
		"no mention":                  nil,
		"someone@example.org wrote":   {"example.org"},
		"@a.go\n@" + "b.go: the text": {"a.go", "b.go"},
	} {
		if got := slices.Collect(In(text)); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
