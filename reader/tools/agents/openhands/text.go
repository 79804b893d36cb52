package openhands

import (
	"bytes"
	"context"
	"slices"
	"sort"
	"strings"
	"unicode/utf8"

	"eyeline/reader/source"
	"eyeline/reader/tools"
	"eyeline/reader/tools/agents/anthropiceditor"
	"eyeline/reader/tools/textfile"
)

// textPiece gathers a piece of a text: at most most characters of it, from character skip on, a line break counting as
// one. It is a textfile.LineVisitor.
type textPiece struct {
	form       textfile.Form
	skip, most int64
	end        int64 // offset after the lines of a range; 0: the whole file, and its last line may be empty
	count      bool  // it goes on to the end, for chars

	text    []byte
	lines   []shownLine // of which the piece has something, or which are empty and whole
	chars   int64       // gone through
	rows    int64       // line breaks in text
	altered tools.Altered

	line  int64 // number of the current line in the file
	start int64 // offset of it
	open  bool  // it is the last one of lines
}

// shownLine is a line, or a piece of one, as it is shown; or several plain lines that follow each other, whole: what is
// said of the beginning is then that of the first one, and of the end that of the last.
type shownLine struct {
	more       int64 // how many lines it has besides the first one
	row        int64 // line of the answer, 0-based
	number     int64 // before it
	line       int64 // number in the file, as the form's line ends count
	from, to   int   // bytes of the text that show it
	begin      int64 // offset of the whole line, its end, and the next line's
	end, next  int64
	start      int64 // offset of what is shown, and of what follows that
	stop       int64
	cut, blank bool // blank: nothing follows a last line end
}

// gather walks through the lines from offset start on, the first of which has a number.
func (v *textPiece) gather(ctx context.Context, b source.Bytes, start, number int64) error {
	v.line, v.start = number, start
	form := v.form
	if v.end > 0 { // lines are split again, as Python's splitlines does
		b = source.View(b, v.end)
		form.Ends |= textfile.EndPython
	}
	return textfile.Walk(ctx, b, form, start, v)
}

// Text implements textfile.LineVisitor.
func (v *textPiece) Text(p []byte, span textfile.Span, _ bool) textfile.Want {
	n := int64(utf8.RuneCount(p))
	lo, hi := max(v.skip-v.chars, 0), min(n, v.skip+v.most-v.chars)
	v.chars += n
	if lo < hi {
		i, _ := tools.Runes.Fit(p, lo)
		j, _ := tools.Runes.Fit(p, hi)
		start := span.Start + sizeIn(v.form, p[:i])
		v.show(start)
		v.text = append(v.text, p[i:j]...)
		l := &v.lines[len(v.lines)-1]
		l.to, l.stop = len(v.text), start+sizeIn(v.form, p[i:j])
		l.cut = l.cut || j < len(p)
	}
	if hi < n && v.open {
		v.lines[len(v.lines)-1].cut = true
	}
	if !v.count && v.chars >= v.skip+v.most {
		return textfile.SkipLine
	}
	return textfile.More
}

// show begins the current line, of which the text from offset start on is shown.
func (v *textPiece) show(start int64) {
	if !v.open {
		v.open = true
		v.lines = append(v.lines, shownLine{
			row: v.rows, line: v.line, from: len(v.text), to: len(v.text), begin: v.start, start: start, stop: start, cut: start > v.start,
		})
	}
}

// Plain implements textfile.PlainVisitor: lines of which the piece has nothing, or all and the line break. Every
// character is a byte.
func (v *textPiece) Plain(l textfile.PlainLines) (taken int, more bool) {
	n := l.Len()
	if v.end > 0 && l.Start(n) >= v.end {
		n-- // the last line of a range
	}
	pass := func(upTo int) {
		v.chars += l.Start(upTo) - l.Start(taken)
		v.line += int64(upTo - taken)
		taken = upTo
	}
	limit := v.skip + v.most
	if v.chars < v.skip {
		before := l.Start(taken) + v.skip - v.chars
		pass(sort.Search(n, func(i int) bool { return l.Start(i+1) > before }))
	}
	if v.chars >= v.skip && v.chars < limit && taken < n {
		after := l.Start(taken) + limit - v.chars
		inside := taken + sort.Search(n-taken, func(i int) bool { return l.Start(taken+i+1) > after })
		if v.skip > 0 && v.chars == v.skip && len(l.Text(taken)) == 0 {
			inside = taken // an empty line at the very start of a piece is not shown: it comes by itself
		}
		v.gatherPlain(l, taken, inside)
		pass(inside)
	}
	if v.count && v.chars >= limit {
		pass(n)
	}
	v.start = l.Start(taken)
	return taken, v.count || v.chars < limit
}

// gatherPlain gathers plain lines whole.
func (v *textPiece) gatherPlain(l textfile.PlainLines, first, end int) {
	if first == end {
		return
	}
	begin, next, more := l.Start(first), l.Start(end), int64(end-first-1)
	text := l.Bytes(end)[l.Size(first):]
	v.lines = append(v.lines, shownLine{
		more: more, row: v.rows, line: v.line, from: len(v.text), to: len(v.text) + len(text) - 1,
		begin: begin, start: begin, end: next - 1, next: next, stop: next,
	})
	v.rows += more + 1
	v.text = append(slices.Grow(v.text, int(min(l.Size(l.Len())-l.Size(first), v.skip+v.most-v.chars))), text...)
}

// End implements textfile.LineVisitor.
func (v *textPiece) End(end, next int64, term string) bool {
	limit := v.skip + v.most
	goesOn := term != "" && (v.end == 0 || next < v.end)
	if end == v.start && (v.skip == 0 || v.chars > v.skip) && (v.chars < limit || !goesOn && v.chars == limit) {
		v.show(end)
		v.lines[len(v.lines)-1].blank = term == ""
	}
	if v.open {
		l := &v.lines[len(v.lines)-1]
		if l.end, l.next = end, next; l.stop == end {
			l.stop = next
		}
	}
	if !goesOn {
		return false
	}
	if v.skip <= v.chars && v.chars < limit {
		v.text = append(v.text, '\n')
		v.rows++
		v.altered.LineEnd(term)
	}
	v.chars++
	if term == "\n" || term == "\r\n" || term == "\r" {
		v.line++
	}
	v.start, v.open = next, false
	return v.count || v.chars < limit
}

// sizeIn is how many bytes of a file text without line ends comes from.
func sizeIn(form textfile.Form, p []byte) int64 {
	switch form.Coding {
	case textfile.UTF16LE, textfile.UTF16BE:
		return 2 * tools.UTF16.Length(p)
	case textfile.UTF32LE, textfile.UTF32BE:
		return 4 * tools.Runes.Length(p)
	}
	return int64(len(p))
}

// document is an answer: numbered lines.
type document struct {
	text  []byte
	lines []shownLine // row, number, from and to are those of text
	head  int         // length of what precedes the numbered lines
	first int64       // number of the first of them
}

// numberedRow is a numbered line of the answer: where its number, its text and its line break are.
type numberedRow struct{ number, text, end int }

// number puts numbers from first on before the lines of text, which has the pieces lines.
func (d *document) number(header string, text []byte, lines []shownLine, first int64) {
	rows := bytes.Count(text, []byte("\n")) + 1
	out := append(make([]byte, 0, len(header)+len(text)+rows*len("123456\t\n")), header...)
	d.lines, d.head, d.first = make([]shownLine, 0, len(lines)), len(header), first
	head := int64(strings.Count(header, "\n"))
	ends, open := int64(-1), -1 // the row at which a piece of several lines ends, and where that is in d.lines
	for row, next, at := int64(0), 0, 0; ; row++ {
		end := len(text)
		if i := bytes.IndexByte(text[at:], '\n'); i >= 0 {
			end = at + i
		}
		out = anthropiceditor.LineFormat.Prefix(out, tools.Line{Number: first + row})
		if row == ends {
			d.lines[open].to += len(out) - at
		}
		for ; next < len(lines) && lines[next].row == row; next++ {
			l := lines[next]
			l.row, l.number, l.from = head+row, first+row, len(out)+l.from-at
			if l.more == 0 {
				l.to += len(out) - at
			} else {
				ends, open = row+l.more, len(d.lines)
			}
			d.lines = append(d.lines, l)
		}
		out = append(append(out, text[at:end]...), '\n')
		if end == len(text) {
			break
		}
		at = end + 1
	}
	d.text = out
}

// single takes the pieces of several lines apart, and finds the rows of the answer.
func (d *document) single() (rows []numberedRow) {
	var number []byte
	for at, n := d.head, d.first; at < len(d.text); n++ {
		number = anthropiceditor.LineFormat.Prefix(number[:0], tools.Line{Number: n})
		r := numberedRow{number: at, text: at + len(number), end: at + bytes.IndexByte(d.text[at:], '\n')}
		rows = append(rows, r)
		at = r.end + 1
	}
	var lines []shownLine
	for _, l := range d.lines {
		for i := l.more; i > 0; i-- {
			r := rows[l.number-d.first]
			one := l
			one.more, one.to, one.end = 0, r.end, l.begin+int64(r.end-l.from)
			one.next, one.stop = one.end+1, one.end+1
			lines = append(lines, one)
			l.row, l.number, l.line = l.row+1, l.number+1, l.line+1
			l.begin, l.start, l.from = one.next, one.next, rows[l.number-d.first].text
		}
		l.more = 0
		lines = append(lines, l)
	}
	d.lines = lines
	return rows
}

// clip cuts the middle out of an answer of more than most characters, and reports whether it did.
func (d *document) clip(form textfile.Form, most int64) bool {
	if int64(len(d.text)) <= most {
		return false
	}
	head, tail, cut := clipMiddle(string(d.text), most, clipNoticeAll)
	if !cut {
		return false
	}
	rows := d.single()
	i, j := head, len(d.text)-tail
	gone := 0 // lines of the answer that are no longer there
	for _, r := range rows {
		if r.end >= i && r.end < j {
			gone++
		}
	}
	var kept []shownLine
	for _, l := range d.lines {
		r := rows[l.number-d.first]
		switch {
		case r.number > j:
			l.row -= int64(gone)
			l.from, l.to = l.from-j+i+len(clipNoticeAll), l.to-j+i+len(clipNoticeAll)
		case l.from < l.to && l.from < i || l.from == l.to && r.end < i:
			if l.to > i {
				l.stop = l.start + sizeIn(form, d.text[l.from:i])
				l.to, l.cut = i, true
			}
		default:
			continue
		}
		kept = append(kept, l)
	}
	d.lines = kept
	d.text = slices.Concat(d.text[:i], []byte(clipNoticeAll), d.text[j:])
	return true
}

// clipMiddle is how many bytes of a text stay before and behind a notice that takes the place of its middle, so that
// all has most characters; cut is false for a text that is short enough.
func clipMiddle(text string, most int64, notice string) (head, tail int, cut bool) {
	chars := int64(utf8.RuneCountInString(text))
	if chars <= most {
		return len(text), 0, false
	}
	rest := most - int64(utf8.RuneCountInString(notice))
	head, _ = tools.Runes.Fit([]byte(text), rest-rest/2)
	before, _ := tools.Runes.Fit([]byte(text), chars-rest/2)
	return head, len(text) - before, true
}
