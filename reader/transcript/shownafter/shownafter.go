// Package shownafter, which changes without notice, finds the lines of a changed file that the result of the change
// shows: some agents answer a change with the lines around it.
package shownafter

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"eyeline/reader/internal/lazy"
	"eyeline/reader/transcript/record"
)

// shown finds where in a text the lines begin, by the words before them.
var shown = lazy.Regexp(`(?m)` +
	`running .cat -n. on (?:a snippet of )?[^\n]*:$` + // Anthropic's editor, Claude Code, OpenHands, SWE-agent
	`|Showing lines (\d{1,9})-(\d{1,9}) of \d+ from the edited file:\n\n---\n$` + // Qwen Code
	`|Here is the updated code:$`) // Gemini CLI

// maxCompared bounds how many lines of a result are compared with those that a change says.
const maxCompared = 1 << 22

// Of are the lines of the file after a change that the text of the change's result shows. It is nil where the text
// shows none, and where it is not certain which lines they are.
func Of(text string, e record.Edit) []record.Line {
	isLikely := func(word string) bool { return strings.Contains(text, word) } // most results show nothing
	if !slices.ContainsFunc([]string{"cat -n", "from the edited file:", "Here is the updated code:"}, isLikely) {
		return nil
	}

	m := shown().FindStringSubmatchIndex(text)
	if m == nil || m[1] == len(text) {
		return nil
	}

	body := record.SplitLines(text[m[1]+1:])
	for i := range body {
		body[i].Start += m[1] + 1
		body[i].End += m[1] + 1
	}

	var lines []record.Line
	switch {
	case strings.HasPrefix(text[m[0]:], "running"):
		lines = numbered(text, body)
	case m[2] >= 0:
		lines = spanned(text[m[2]:m[5]], body)
	default:
		f := finder{text, maxCompared}
		lines = f.around(body, e)
	}

	if !fits(text, lines, newSides(e)) {
		return nil
	}

	return lines
}

// numbered are lines with their numbers before them, up to the first line without.
func numbered(text string, body []record.Line) (lines []record.Line) {
	for _, l := range body {
		own := text[l.Start:l.End]
		number, after, ok := record.NumberBefore(own, "\t")
		if !ok {
			number, after, ok = record.NumberBefore(own, "→")
		}
		if !ok || len(lines) > 0 && number != lines[len(lines)-1].Number+1 {
			break
		}
		l.Number = number
		l.Start += after
		lines = append(lines, l)
	}

	return lines
}

// spanned are the lines of a span "a-b", where there are as many.
func spanned(span string, body []record.Line) []record.Line {
	var from, to int64
	n, _ := fmt.Sscanf(span, "%d-%d", &from, &to)
	if n < 2 || from < 1 || to-from+1 != int64(len(body)) {
		return nil
	}
	for i := range body {
		body[i].Number = from + int64(i)
	}
	return body
}

// gap is the line that stands for lines that are left out.
const gap = "..."

// finder finds lines that a change says in a text.
type finder struct {
	text string
	left int // how many lines may be compared yet
}

// around are lines without numbers, in runs with a gap between them: each run has at least what the diff of the change
// shows.
func (f *finder) around(body []record.Line, e record.Edit) (lines []record.Line) {
	if n := len(body); n > 0 && body[n-1].Start == body[n-1].End {
		body = body[:n-1] // the end of the last line
	}

	sides := newSides(e)
	for run := range runs(f.text, body) {
		from := int64(0)
		for _, side := range sides {
			if at, ok := f.find(run, side.lines); ok {
				from = side.from - int64(at)
				break
			}
		}

		if from < 1 {
			return nil
		}

		for i, l := range run {
			l.Number = from + int64(i)
			lines = append(lines, l)
		}
	}

	return lines
}

// runs gives the runs of lines between gaps.
func runs(text string, body []record.Line) func(yield func([]record.Line) bool) {
	return func(yield func([]record.Line) bool) {
		for len(body) > 0 {
			end := slices.IndexFunc(body, func(l record.Line) bool { return text[l.Start:l.End] == gap })
			if end < 0 {
				end = len(body)
			}
			if end > 0 && !yield(body[:end]) {
				return
			}

			body = body[min(end+1, len(body)):]
		}
	}
}

// find is where some lines stand in a run, when they stand there once. It finds none where that is more work than is
// left.
func (f *finder) find(run []record.Line, lines []string) (at int, ok bool) {
	places := len(run) - len(lines) + 1
	cost := max(places*len(lines), 0) + 1
	if cost > f.left {
		f.left = 0
		return 0, false
	}

	f.left -= cost
	for i := range places {
		if isAt(f.text, run[i:], lines) {
			if ok {
				return 0, false
			}
			at = i
			ok = true
		}
	}

	return at, ok && len(lines) > 0
}

// isAt reports whether a run begins with some lines.
func isAt(text string, run []record.Line, lines []string) bool {
	for i, line := range lines {
		if i >= len(run) || strings.TrimSuffix(text[run[i].Start:run[i].End], "\r") != strings.TrimSuffix(line, "\r") {
			return false
		}
	}
	return true
}

// side is what a hunk says of the file after the change: lines from a 1-based number on.
type side struct {
	from  int64
	lines []string
}

// newSides are the lines of the file after a change, as far as the record of the change has them.
func newSides(e record.Edit) (sides []side) {
	if e.IsWhole {
		return []side{{1, strings.Split(strings.TrimSuffix(e.Whole, "\n"), "\n")}}
	}

	moved := int64(0)
	for _, h := range e.Hunks {
		if h.Old < 1 || h.Unsaid {
			return nil
		}

		one := side{from: h.Old + moved}
		for _, line := range h.Lines {
			switch line[0] {
			case '-':
				moved--
				continue
			case '+':
				moved++
			}

			one.lines = append(one.lines, line[1:])
		}

		sides = append(sides, one)
	}

	return sides
}

// fits reports whether lines are in order, and agree with what is known of the file after the change.
func fits(text string, lines []record.Line, sides []side) bool {
	sides, agree := merged(sides)
	if !agree || !slices.IsSortedFunc(lines, func(a, b record.Line) int { return cmp.Compare(a.Number, b.Number) }) {
		return len(lines) == 0
	}

	for _, l := range lines {
		for len(sides) > 0 && sides[0].from+int64(len(sides[0].lines)) <= l.Number {
			sides = sides[1:]
		}

		if len(sides) == 0 {
			return true
		}

		at := l.Number - sides[0].from
		if at >= 0 && strings.TrimSpace(sides[0].lines[at]) != strings.TrimSpace(text[l.Start:l.End]) {
			return false
		}
	}

	return true
}

// merged are sides in their order, those that lie over each other as one. They may contradict each other.
func merged(sides []side) (all []side, agree bool) {
	slices.SortStableFunc(sides, func(a, b side) int { return cmp.Compare(a.from, b.from) })
	isOwn := false // the lines of the last one are a copy
	for _, s := range sides {
		if n := len(all); n > 0 && all[n-1].from+int64(len(all[n-1].lines)) > s.from {
			last := &all[n-1]
			over := last.lines[s.from-last.from:]
			both := min(len(over), len(s.lines))
			if !slices.Equal(over[:both], s.lines[:both]) {
				return nil, false
			}
			if !isOwn {
				last.lines = slices.Clone(last.lines)
				isOwn = true
			}

			last.lines = append(last.lines, s.lines[both:]...)
			continue
		}

		all = append(all, s)
		isOwn = false
	}

	return all, true
}
