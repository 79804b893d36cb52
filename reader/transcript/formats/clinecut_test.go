package formats

import (
	"fmt"
	"testing"
)

// TestClineCutMiddle: the lines on both sides of what Cline leaves out of a result keep their numbers.
func TestClineCutMiddle(t *testing.T) {
	const cut = "\n\n...[truncated 40 chars]...\n\n"
	for text, want := range map[string]string{
		" 1 | one\n 2 | tw" + cut + "en\n11 | eleven\n12 | twelve": "1:one 2:tw… 11:eleven 12:twelve ",
		" 1 | one\n 2 | tw" + cut + "8 | en\n19 | x\n20 | y":       "1:one 2:tw… 19:x 20:y ",
		" 1 | one\n 2 | long [line truncated]\n 3 | three":         "1:one 2:long… 3:three ",
		" 1 | one" + cut + "the end":                               "1:one… ",
	} {
		got := ""
		for _, l := range clineNumbered(text) {
			got += fmt.Sprintf("%d:%s", l.Number, text[l.Start:l.End])
			if l.Cut {
				got += "…"
			}
			got += " "
		}
		if got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
