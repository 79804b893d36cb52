package tools

import (
	"encoding/json"
	"strconv"
	"strings"
)

// Parsed is what can be parsed from a tool's output about the lines that it shows.
type Parsed struct {
	// Lines are the shown lines, in the order of the content.
	Lines []ParsedLine
	// Total is the number of lines that the content says the file has, as the tool counts; -1 if it does not say so.
	Total int64
	// Derived: the numbers are not in the content; they are derived from the arguments and the tool's defaults.
	Derived bool
}

// ParsedLine is one line in a tool's output.
type ParsedLine struct {
	// Number is the tool's number of the line.
	Number int64
	// Start and End are half-open offsets in the content, of the line's text without prefix and without the mark of a
	// cut.
	Start, End int
	// Cut: the line is incomplete.
	Cut bool
	// UnsureNumber: it is not known that the number before the text is the tool's. It may be the beginning of the text,
	// which then has another number, and begins before Start.
	UnsureNumber bool
}

// ParseContent returns which lines are shown in a content that the tool returned for args. ok is false if it shows no
// lines, as an error or a notice, or is not the tool's.
func (t *Tool) ParseContent(args json.RawMessage, content string) (p Parsed, ok bool) {
	if t.Parse != nil {
		return t.Parse(args, content)
	}
	if t.Lines == nil || t.Lines.Prefix == nil {
		return Parsed{Total: -1}, false
	}
	return ParseLines(t.Lines, content, -1, nil)
}

// ParseLines parses numbered lines up to the first one without the prefix of the next number. They begin at the offset
// from, or if that is below 0 with the first line that looks like one. end, if not nil, is called with the rest of the
// content at each line but the first, and returns true if what follows is the tool's own. Formats with numbers aligned
// to Line.Width are not parsed.
func ParseLines(f *LineFormat, content string, from int, end func(rest string) bool) (Parsed, bool) {
	p := Parsed{Total: -1}
	number, at := firstNumber(f, content, max(from, 0))
	if at < 0 || from >= 0 && at != from {
		return p, false
	}

	for at <= len(content) {
		prefix := f.PrefixOf(Line{Number: number, First: len(p.Lines) == 0})
		rest := content[at:]
		if !strings.HasPrefix(rest, prefix) || len(p.Lines) > 0 && end != nil && end(rest) {
			break
		}

		start := at + len(prefix)
		stop := len(content)
		if i := strings.IndexByte(content[start:], '\n'); i >= 0 {
			stop = start + i
		}

		line := ParsedLine{Number: number, Start: start, End: stop}
		line.Cut, line.End = f.cutIn(content[start:stop], start)
		p.Lines = append(p.Lines, line)
		number++
		at = stop + 1
	}

	return p, len(p.Lines) > 0
}

// cutIn finds the mark of a cut at the end of a line's text, which begins at an offset of the content.
func (f *LineFormat) cutIn(text string, start int) (cut bool, end int) {
	end = start + len(text)
	if f.Limit == 0 {
		return false, end
	}

	if f.Mark == nil {
		// Without a mark, a line as long as the limit may have been cut.
		return f.Unit.Length([]byte(text)) >= f.kept()-3 && f.Unit == Bytes ||
			f.Unit.Length([]byte(text)) == f.kept(), end
	}

	// The mark may contain the line's length, so it is recognized by what is around a number.
	one := string(f.Mark(nil, Line{Length: 1, Kept: f.kept()}))
	two := string(f.Mark(nil, Line{Length: 23, Kept: f.kept()}))
	head, tail := commonEnds(one, two)
	if !strings.HasSuffix(text, tail) {
		return false, end
	}

	i := strings.LastIndex(text[:len(text)-len(tail)]+tail, head)
	if i < 0 || f.Unit.Length([]byte(text[:i])) < f.kept()-1 {
		return false, end
	}

	return true, start + i
}

// commonEnds returns the longest common prefix and suffix of two texts.
func commonEnds(a, b string) (head, tail string) {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	m := 0
	for m < len(a)-n && m < len(b)-n && a[len(a)-1-m] == b[len(b)-1-m] {
		m++
	}
	return a[:n], a[len(a)-m:]
}

// firstNumber returns the first line, from an offset of the content on, that begins with a prefix, and its number; at
// is -1 if no line does.
func firstNumber(f *LineFormat, content string, from int) (number int64, at int) {
	for at = from; at <= len(content); {
		rest := content[at:]
		n, ok := leadingNumber(rest)
		if ok && strings.HasPrefix(rest, f.PrefixOf(Line{Number: n, First: true})) {
			return n, at
		}

		i := strings.IndexByte(rest, '\n')
		if i < 0 {
			break
		}

		at += i + 1
	}

	return 0, -1
}

// leadingNumber returns the first number of the first line of a text, or at most 18 digits of it. It is false where no
// digit is among the first 25 bytes of that line, or the number is too large.
func leadingNumber(s string) (int64, bool) {
	line, _, _ := strings.Cut(s, "\n")
	i := strings.IndexAny(line[:min(len(line), 25)], "0123456789")
	if i < 0 {
		return 0, false
	}
	digits := line[i:min(len(line), i+18)]
	n, err := strconv.ParseInt(digits[:len(digits)-len(strings.TrimLeft(digits, "0123456789"))], 10, 64)
	return n, err == nil
}
