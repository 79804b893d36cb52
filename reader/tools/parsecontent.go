package tools

import (
	"encoding/json"
	"strconv"
	"strings"
)

// Parsed is what can be read back from a tool's own output about the lines that it shows.
type Parsed struct {
	// Lines are the lines shown, in the order of the content.
	Lines []ParsedLine
	// Total is the number of lines of the file that the content names, as the tool counts; -1 when it names none.
	Total int64
	// Estimated: the numbers were not in the content; they follow from the arguments and the tool's defaults.
	Estimated bool
}

// ParsedLine is one line in a tool's output.
type ParsedLine struct {
	// Number is the tool's number of the line.
	Number int64
	// Start and End are the half-open range of bytes of the content that shows the line's text, without its prefix and
	// without the mark of a cut.
	Start, End int
	// Cut: a part of the line is missing.
	Cut bool
}

// ParseContent reads back which lines a content shows that the tool gave for args. ok is false when the content shows
// no lines (an error text, a notice) or is not the tool's.
func (t *Tool) ParseContent(args json.RawMessage, content string) (p Parsed, ok bool) {
	if t.Parse != nil {
		return t.Parse(args, content)
	}
	if t.Lines == nil || t.Lines.Prefix == nil {
		return Parsed{Total: -1}, false
	}
	return ParseLines(t.Lines, content, -1, nil)
}

// ParseLines reads numbered lines, which begin at byte from of content, or below 0 with the first line that looks like
// one, up to the first line that does not begin with the prefix of the next number. end, when not nil, is asked about
// what follows each line but the first: true says that it is the tool's own and no line of the file. Formats that align
// numbers to the width of the last one are not read.
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

// cutIn finds the mark of a cut at the end of a line's text, which begins at index start of the content.
func (f *LineFormat) cutIn(text string, start int) (cut bool, end int) {
	end = start + len(text)
	if f.Limit == 0 {
		return false, end
	}

	if f.Mark == nil {
		// Without a mark a line as long as the limit allows may have been cut.
		return f.Unit.Length([]byte(text)) >= f.keep()-3 && f.Unit == Bytes ||
			f.Unit.Length([]byte(text)) == f.keep(), end
	}

	// The mark may name the line's length: it is looked for by its parts around a number.
	one := string(f.Mark(nil, Line{Length: 1, Kept: f.keep()}))
	two := string(f.Mark(nil, Line{Length: 23, Kept: f.keep()}))
	head, tail := commonEnds(one, two)
	if !strings.HasSuffix(text, tail) {
		return false, end
	}

	i := strings.LastIndex(text[:len(text)-len(tail)]+tail, head)
	if i < 0 || f.Unit.Length([]byte(text[:i])) < f.keep()-1 {
		return false, end
	}

	return true, start + i
}

// commonEnds is what two texts begin and end with alike.
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

// firstNumber finds the first line of the content, from a byte on, that begins with a prefix, and the number in it.
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

// leadingNumber is the first number in the first bytes of a line.
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
