package textparts

import (
	"strings"

	"eyeline/reader/internal/jsonskim"
	"eyeline/reader/transcript/record"
)

// Seams are the lines at the seams of the result of a call, whose text is given: the blocks of the result stand there
// one after the other, and the first line of it may go on with one that its command had begun to print before. "" where
// there is no seam within a line.
func (x *Search) Seams(c *record.Call, text string) string {
	lines := x.betweenBlocks(c)
	if begun := x.begun(c); begun != "" {
		lines = append(lines, begun+firstLine(x.s.Output(text)))
	}
	return strings.Join(lines, "\n")
}

// betweenBlocks are the lines that end, and those that begin, where two blocks of a result meet.
func (x *Search) betweenBlocks(c *record.Call) (lines []string) {
	value := x.s.Recorded(c.Result)
	if c.Result.As != record.AsBlocks || value.Kind != jsonskim.Array {
		return nil
	}

	before := ""
	for block := range record.TextsIn(value) {
		now := block.Text(record.TextLimit)
		if before != "" && !strings.HasSuffix(before, "\n") {
			lines = append(lines, lastLine(before), firstLine(now))
		}
		before = now
	}

	return lines
}

// begun is the line that had begun, and not ended, in the result before that of a call which goes on with another; ""
// without such a line.
func (x *Search) begun(c *record.Call) string {
	if c.Continues == nil {
		return ""
	}
	for n := c.Number - 1; n >= c.Continues.Number; n-- {
		before := x.s.Call(n)
		if before == c.Continues || before.Continues == c.Continues {
			text, _ := x.texts.Given(before)
			return lastLine(x.s.Output(string(text)))
		}
	}
	return ""
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return line
}

func lastLine(text string) string { return text[strings.LastIndexByte(text, '\n')+1:] }
