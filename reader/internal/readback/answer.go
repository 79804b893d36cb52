package readback

import (
	"encoding/json"
	"math"
	"slices"
	"strings"

	"eyeline/reader/tools"
)

// Answer describes what a tool writes around lines, for tools whose answers can be parsed by it alone. The slots
// {first}, {last} and {total} of its phrases are the numbers of the first and last line, and the number of lines of the
// file, as the tool counts. {more} is how many lines follow the answer.
type Answer struct {
	// Lines is the format of a line. Without a Prefix, lines are numbered from {first} of the head.
	Lines *tools.LineFormat
	// Heads may precede the lines; an answer without one of them has no lines.
	Heads []Phrase
	// Bare: an answer without a head is the whole file, unless it is one of the Notices.
	Bare bool
	// Notices are beginnings of answers of one line that show no lines of the file.
	Notices []string
	// Feet may follow the lines.
	Feet []Phrase
	// Clipped follows the last line of an answer with a head if that line is cut; "" for nothing.
	Clipped string
	// Phantom: the empty text after a final line feed is a line, too, which matters for lines without numbers.
	Phantom bool
}

// Parse parses an answer; it is a Tool.Parse.
func (a *Answer) Parse(_ json.RawMessage, content string) (p tools.Parsed, ok bool) {
	head, at, headed := FirstOf(a.Heads, content)
	if !headed && !a.isBare(content) {
		return tools.Parsed{Total: -1}, false
	}

	if a.Lines != nil && a.Lines.Prefix != nil {
		p, ok = a.numbered(content, at, head)
	} else {
		p, ok = a.unnumbered(content, at, head)
		p.Derived = headed && head["first"] == ""
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

// numbered parses lines with numbers, which begin at offset at of the content.
func (a *Answer) numbered(content string, at int, head slots) (tools.Parsed, bool) {
	p, ok := tools.ParseLines(a.Lines, content, at, nil)
	if !ok {
		return p, false
	}

	p.Total = head.Number("total")
	last := p.Lines[len(p.Lines)-1]
	if end := strings.IndexByte(content[last.End:], '\n'); end >= 0 { // a mark of a cut may follow
		foot, _, _ := FirstOf(a.Feet, content[last.End+end:])
		p.Total = totalOf(foot, last.Number, p.Total)
	}

	return p, true
}

// unnumbered parses lines without numbers, which begin at offset at of the content. Without a number in the head they
// are counted from 1.
func (a *Answer) unnumbered(content string, at int, head slots) (tools.Parsed, bool) {
	first := int64(1)
	count := int64(math.MaxInt64)
	p := tools.Parsed{Total: head.Number("total")}
	if head["first"] != "" {
		first = head.Number("first")
		if first < 0 || p.Total >= 0 && first > p.Total { // the line does not exist
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

// cut returns the limit of lines without numbers, in UTF-16 units, and the mark at the end of a cut line; 0 and ""
// without a limit.
func (a *Answer) cut() (limit int64, mark string) {
	if a.Lines == nil || a.Lines.Mark == nil {
		return 0, ""
	}
	return a.Lines.Limit, string(a.Lines.Mark(nil, tools.Line{}))
}

// cutBefore removes the notice of a cut from the end of a line's text.
func cutBefore(notice, content string, l *tools.ParsedLine) {
	if strings.HasSuffix(content[l.Start:l.End], notice) {
		l.End -= len(notice)
		l.Cut = true
	}
}

// totalOf returns how many lines the file has, by a foot after the line numbered last; known if it does not say so.
func totalOf(foot slots, last, known int64) int64 {
	if more := foot.Number("more"); more >= 0 && last >= 0 {
		return tools.AddClamped(last, more)
	}
	if total := foot.Number("total"); total >= 0 {
		return total
	}
	return known
}
