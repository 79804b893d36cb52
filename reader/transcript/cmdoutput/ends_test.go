package cmdoutput

import (
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"eyeline/reader/longtest"
	"eyeline/reader/transcript/record"
)

// TestEndsOfOutputs: what an agent puts behind an output is taken off it as if all of the output were searched.
func TestEndsOfOutputs(t *testing.T) {
	longtest.SkipUnlessLong(t)
	random := rand.New(rand.NewPCG(7, 3))
	pieces := []string{
		"\n", "\n", "\n\n", " ", "text", "<cwd>", "<cwd>/w</cwd>", "</cwd>", "Command failed with exit code: 1.",
		"Command failed with exit code: 2", "<exited with exit code 0>", "<shellId: 3 completed with exit code -1>",
		"with exit code 5", "\r\n",
	}
	found := 0
	for range 100_000 {
		var text strings.Builder
		for range random.IntN(7) {
			text.WriteString(pieces[random.IntN(len(pieces))])
		}
		for word, end := range map[string]*regexp.Regexp{
			"<cwd>": crushEnd(), "with exit code: ": kimiEnd(), "with exit code ": copilotEnd(),
		} {
			want := end.ReplaceAllString(text.String(), "")
			if got := record.WithoutFooter(text.String(), word, end); got != want {
				t.Fatalf("%q by %q: %q, want %q", text.String(), word, got, want)
			}
			if want != text.String() {
				found++
			}
		}
	}
	if found < 1000 {
		t.Errorf("%d texts had such an end", found)
	}
}
