package coverage

import (
	"fmt"
	"path/filepath"
	"testing"

	"eyeline/reader/transcript/giventext"
	"eyeline/reader/transcript/heldlines"
	"eyeline/reader/transcript/record"
	"eyeline/reader/transcript/transcripttest"
)

// TestLinesOfAProgramsLiteralDoNotStand: a line that the model wrote is in a request where a text has it as a line, and
// not where it is a part of a line of a program.
func TestLinesOfAProgramsLiteralDoNotStand(t *testing.T) {
	const standing, literal = "a line that the model wrote as it is", "some words of a line in a program"
	dir := t.TempDir()
	transcripttest.Write(t, filepath.Join(dir, "a"), []byte(standing+"\n"+literal+"\n\n"))
	now, err := heldlines.ReadCurrent(t.Context(), dir, "a", heldlines.Hasher{}, nil)
	if err != nil {
		t.Fatal(err)
	}

	table := giventext.New()
	table.Add(giventext.Text{Agent: -1, Call: 1, Text: standing, Own: true})
	program := giventext.Escaped(`put("` + literal + `\nand many words of another one");`)
	table.Add(giventext.Text{Agent: -1, Call: 2, Text: program, Own: true, Parts: true})
	x := (&taker{table: table}).search([][]uint64{now.TrimmedHashes()}, giventext.AnyAgent)
	if got := fmt.Sprint(x.linesStanding(record.Ranges{{1, 3}}, now)); got != "[[1 1] [3 3]]" {
		t.Errorf("lines %s stand in a text", got)
	}
}
