package unknowntext

import (
	"strings"
	"testing"
)

// TestParts: a part of a line is found as it is and as JSON writes it, by either way, also in a result that came after
// the index was made.
func TestParts(t *testing.T) {
	var all Texts
	expect := func(part string, want bool) {
		t.Helper()
		if all.Contains(part) != want || all.Finds(part) != want {
			t.Errorf("%q: %t, by the index %t", part, all.Contains(part), all.Finds(part))
		}
	}
	expect("alpha", false)
	all.Add("<p>alpha one</p>")
	expect("alpha one", true)
	expect("beta", false)
	all.Add(`{"text":"say \"beta\"\n\tgamma"}`)
	expect(`say "beta"`, true)
	expect("\tgamma", true)
	expect("alpha one</p>\n{", true)
	if all.IsIncomplete() || all.Len() == 0 {
		t.Errorf("incomplete %t with %d bytes", all.IsIncomplete(), all.Len())
	}

	all.Add(strings.Repeat("x", maxKept))
	expect("alpha one", true)
	expect("xxx", false)
	if !all.IsIncomplete() {
		t.Error("a result that is not kept is not told")
	}
}
