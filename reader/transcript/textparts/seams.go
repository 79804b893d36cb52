package textparts

import (
	"math"
	"slices"
	"strings"

	"eyeline/reader/internal/jsonskim"
	"eyeline/reader/transcript/record"
)

const (
	maxCallsBefore = 256 // how many calls before another one are looked at
	longestName    = 256 // how long the name of a command is that goes on running, in bytes
	// maxHeads is how many first lines of a result may be the first one of an output: others say what it is of.
	maxHeads = 8
)

// Seams are the lines at the seams of the result of a call, whose text is given: the blocks of the result stand there
// one after the other, and the first line of it may go on with one that its command had begun to print before. "" where
// there is no seam within a line.
func (x *Search) Seams(c *record.Call, text string) string {
	lines := x.betweenBlocks(c)
	if c.Continues() != nil {
		if begun := x.begun(c); begun != "" {
			lines = append(lines, begun+firstLine(x.s.Output(text)))
		}
	} else if record.GivesLater(c.Tool) {
		if begun := x.begunBefore(c); begun != "" {
			for _, line := range ownLines(text, maxHeads) {
				lines = append(lines, begun+line)
			}
		}
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

// longestBegun bounds how much is joined of a line that has not ended, in bytes.
const longestBegun = 64 << 10

// begun is the line that had begun, and not ended, in the results before that of a call which goes on with another: it
// may have come in several of them. "" without such a line.
func (x *Search) begun(c *record.Call) (line string) {
	for n := c.Number - 1; n >= c.Continues().Number && len(line) < longestBegun; n-- {
		before := x.s.Call(n)
		if before != c.Continues() && before.Continues() != c.Continues() {
			continue
		}

		text, _ := x.texts.Given(before)
		output := x.s.Output(string(text))
		line = lastLine(output) + line
		if strings.Contains(output, "\n") {
			break
		}
	}

	return line
}

// begunBefore is the last line that the command of a call had printed before, where it is not recorded which call began
// it: as the call before has it that asked for output of the same command or, without one, that which ran a command.
func (x *Search) begunBefore(c *record.Call) string {
	args, _ := x.s.Args(c)
	names := args.Texts(longestName, 1)
	var shell *record.Call
	for n := c.Number - 1; n >= max(c.Number-maxCallsBefore, 1); n-- {
		before := x.s.Call(n)
		if before.Agent != c.Agent {
			continue
		}

		if before.Kind == record.Shell && shell == nil {
			shell = before
		}
		if before.Tool != c.Tool {
			continue
		}

		args, _ := x.s.Args(before)
		isName := func(name string) bool { return slices.Contains(names, name) }
		if slices.ContainsFunc(args.Texts(longestName, 1), isName) {
			return x.lastOf(before)
		}
	}

	return x.lastOf(shell)
}

// lastOf is the last line that a call gave of what a command printed; "" for nil.
func (x *Search) lastOf(c *record.Call) string {
	if c == nil {
		return ""
	}
	text, _ := x.texts.Given(c)
	lines := ownLines(x.s.Output(string(text)), math.MaxInt)
	if len(lines) == 0 {
		return ""
	}
	return lines[len(lines)-1]
}

// ownLines are the first lines of a result, at most some, but for blank ones and the marks of the agent around it.
func ownLines(text string, most int) (lines []string) {
	for line := range strings.SplitSeq(text, "\n") {
		isMark := strings.HasPrefix(line, "<") && strings.HasSuffix(line, ">")
		if strings.TrimSpace(line) != "" && !isMark && len(lines) < most {
			lines = append(lines, line)
		}
	}
	return lines
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return line
}

func lastLine(text string) string { return text[strings.LastIndexByte(text, '\n')+1:] }
