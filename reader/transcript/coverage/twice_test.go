package coverage

import (
	"fmt"
	"strings"
	"testing"

	"eyeline/reader/transcript/transcripttest"
)

// TestLinesThatStandTwice: lines that a search gave, and a command gives again as they are, are not cut, also where the
// file has them several times and is not there any more.
func TestLinesThatStandTwice(t *testing.T) {
	var file, found []string
	for i := range 8 {
		file = append(file, fmt.Sprintf("func Test%d(t *testing.T) {", i), fmt.Sprintf("\thome%d := t.TempDir()", i),
			"\tdb := makeDatabase(t, home)", "\trestore := stubRunner(t, func(db string) error {",
			fmt.Sprintf("\t\treturn %d", i), "\t})", "\tdefer restore()", "}", "")
		found = append(found, fmt.Sprintf("%d:%s", 9*i+3, file[9*i+2]), fmt.Sprintf("%d:%s", 9*i+4, file[9*i+3]))
	}

	search := runs("rg -n db a", strings.Join(found, "\n")+"\n")
	prints := runs("sed -n '19,54p' a", strings.Join(file[18:54], "\n")+"\n")
	c, err := Of(t.Context(), transcripttest.Decode(t, "s.jsonl", search(1)+prints(2)), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	f := c.File("a")
	if len(f.Cut) > 0 || f.Sent.Count() != 36+2*4 {
		t.Errorf("sent %v, cut %v", f.Sent, f.Cut)
	}
}
