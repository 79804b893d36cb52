package likeness

import (
	"strings"
	"testing"
)

// TestMayHave: two longer words of a line in one line of a text tell that the text may have it, and without longer words
// any text may.
func TestMayHave(t *testing.T) {
	for _, c := range []struct {
		text, line string
		want       bool
	}{
		{"Return the Result of it\nother", "return result, nil", true},
		{"return of it\nthe result", "return result, nil", false},
		{"an import of it", "import x", true},
		{"nothing of it", "import x", false},
		{"nothing of it", "} // x", true},
		{"", "return result", false},
	} {
		if got := MayHave(c.text, []string{"}", c.line}); got != c.want {
			t.Errorf("%q in %q: %t", c.line, c.text, got)
		}
	}
}

// TestMayQuote: what a person typed may have a line of a file in any words, but not a few words, nor what a program told.
func TestMayQuote(t *testing.T) {
	long := strings.Repeat("some words of instructions\n", 100)
	for text, want := range map[string]bool{
		"go on": false, "  timeout: 30 seconds": true, "the config": true, "把config改成": true, "reconfigured": false, "see line 3": true, "x:3": true, long: false,
		long + "Config": true, "<system-reminder>\nsome words of instructions\n</system-reminder>": false,
		"<b>some words of instructions</b>": true, "<now_at>2026-11-28T14:38:50.546+00:00</now_at>\n\ngo on": false,
		`{"type":"environment","folder":"/w"}`: false,
	} {
		if got := MayQuote(text, "config.yaml", []int64{3}); got != want {
			t.Errorf("%.80q: %t", text, got)
		}
	}
}

// TestNames: a name counts anywhere but in a line that a list of files may have.
func TestNames(t *testing.T) {
	for text, want := range map[string]bool{
		"": false, "b.go\nc.go": false, "a.go": false, "src/a.go\n": false, " M src/a.go": false, "- a.go": false,
		"see a.go": true, "a.go: text": true, "/w/src/a.go:3": true, "src/a.go\nedit a.go": true,
	} {
		if got := Names(text, "a.go", "/w/src/a.go", "src/a.go", "a.go"); got != want {
			t.Errorf("%q: %t", text, got)
		}
	}
}
