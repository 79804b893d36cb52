package patch

import (
	"fmt"
	"slices"
	"testing"
)

// TestShownHeads: of a file of which only the name stands in the text, and of one that is deleted, a diff shows no line;
// where something else follows the name, that is not known.
func TestShownHeads(t *testing.T) {
	const hunk = "@@ -1 +1 @@\n-old\n+new\n"
	for text, want := range map[string][]string{
		"+++ b/x\n+++ b/y\n":                                            {"/w/x none 0", "/w/y none 0"},
		"+++ b/x\nsome line\n+++ b/y\n":                                 {"/w/x text 0", "/w/y none 0"},
		"--- a/x\n+++ b/x\n" + hunk + "--- a/y\n+++ b/y\n" + hunk:       {"/w/x text 1", "/w/y text 1"},
		"--- a/x\n+++ b/x\n+an added line\n+++ b/y\n":                   {"/w/x text 0", "/w/y none 0"},
		"diff --git a/x b/x\n--- a/x\n+++ /dev/null\n@@ -1 +0,0 @@\n-o": {" none 0"},
	} {
		var got []string
		for _, r := range Shown(text, "/w") {
			got = append(got, fmt.Sprintf("%s %s %d", r.Path, r.How, len(r.Lines)))
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
