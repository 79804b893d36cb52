package readback

import (
	"encoding/json"
	"math"
	"slices"
	"strings"

	"eyeline/reader/tools"
)

// Answer is what a tool writes around the lines of a file, where its answers can be read back by that alone. Of the
// slots of its phrases {first}, {last} and {total} are used: the numbers of the first line and of the last, and how
// many lines the file has as the tool counts. {more} is how many lines follow those of the answer.
type Answer struct {
	// Lines is how each line is written. Lines without a Prefix have the numbers that follow from the head.
	Lines *tools.LineFormat
	// Heads stand before the lines: an answer without one of them has no lines.
	Heads []Phrase
	// Bare: an answer without a head is all of the file, unless it is one of the Notices.
	Bare bool
	// Notices are what answers of one line begin with that have no lines of a file.
	Notices []string
	// Feet may stand behind the lines.
	Feet []Phrase
	// Clipped stands behind the last line of an answer with a head, where that line is cut; "" for nothing.
	Clipped string
	// Phantom: the empty text behind the last line feed is a line, too. It matters where lines have no numbers.
	Phantom bool
}

// Parse reads an answer back, for the Parse of a tool.
func (a *Answer) Parse(_ json.RawMessage, content string) (p tools.Parsed, ok bool) {
	head, at, headed := FirstOf(a.Heads, content)
	if !headed && !a.isBare(content) {
		return tools.Parsed{Total: -1}, false
	}

	if a.Lines != nil && a.Lines.Prefix != nil {
		p, ok = a.numbered(content, at, head)
	} else {
		p, ok = a.unnumbered(content, at, head)
		p.Estimated = headed && head["first"] == ""
	}

	if ok && headed && a.Clipped != "" {
		cutBefore(a.Clipped, content, &p.Lines[len(p.Lines)-1])
	}

	return p, ok
}

// isBare reports whether a content without a head has lines of a file.
func (a *Answer) isBare(content string) bool {
	begins := func(head Phrase) bool { return strings.HasPrefix(content, head.parts()[0].text) }
	isNotice := func(notice string) bool { return IsNotice(content, notice) }
	return a.Bare && content != "" && !slices.ContainsFunc(a.Heads, begins) && !slices.ContainsFunc(a.Notices, isNotice)
}

// numbered reads lines with numbers back, which begin at byte at of the content.
func (a *Answer) numbered(content string, at int, head slots) (tools.Parsed, bool) {
	p, ok := tools.ParseLines(a.Lines, content, at, nil)
	if !ok {
		return p, false
	}
	p.Total = head.Number("total")
	last := p.Lines[len(p.Lines)-1]
	if end := strings.IndexByte(content[last.End:], '\n'); end >= 0 { // the mark of a cut stands before it
		foot, _, _ := FirstOf(a.Feet, content[last.End+end:])
		p.Total = totalOf(foot, last.Number, p.Total)
	}
	return p, true
}

// unnumbered reads lines without numbers back, which begin at byte at of the content. Without a number in the head they
// are counted from the first line of the file.
func (a *Answer) unnumbered(content string, at int, head slots) (tools.Parsed, bool) {
	first := int64(1)
	count := int64(math.MaxInt64)
	p := tools.Parsed{Total: head.Number("total")}
	if head["first"] != "" {
		first = head.Number("first")
		if first < 0 || p.Total >= 0 && first > p.Total { // no file has that line
			return p, false
		}
	}

	if last := head.Number("last"); last >= 0 {
		count = last - first + 1
	}

	foot, end, _ := LastOf(a.Feet, content[at:])
	body := content[:at+end]
	p.Total = totalOf(foot, -1, p.Total)

	if !a.Phantom {
		if at == len(body) {
			return p, false
		}
		body = strings.TrimSuffix(body, "\n")
	}

	limit, mark := a.cut()
	p.Lines = Lines(body, at, first, count, limit, mark)
	return p, len(p.Lines) > 0
}

// cut is how long a line without a number may be, in UTF-16 units, and what stands at the end of one that is cut; 0 and
// "" where none is.
func (a *Answer) cut() (limit int64, mark string) {
	if a.Lines == nil || a.Lines.Mark == nil {
		return 0, ""
	}
	return a.Lines.Limit, string(a.Lines.Mark(nil, tools.Line{}))
}

// cutBefore takes the notice that a line is cut off the end of its text.
func cutBefore(notice, content string, l *tools.ParsedLine) {
	if strings.HasSuffix(content[l.Start:l.End], notice) {
		l.End -= len(notice)
		l.Cut = true
	}
}

// totalOf is how many lines a file has by a foot behind the line numbered last; what is known already where it does not
// say.
func totalOf(foot slots, last, known int64) int64 {
	if more := foot.Number("more"); more >= 0 && last >= 0 {
		return tools.AddClamped(last, more)
	}
	if total := foot.Number("total"); total >= 0 {
		return total
	}
	return known
}
