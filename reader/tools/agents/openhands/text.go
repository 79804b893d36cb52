package openhands

import (
	"bytes"
	"iter"
	"slices"
	"strings"
	"unicode/utf8"

	"eyeline/reader/internal/textfile"
	"eyeline/reader/source"
	"eyeline/reader/tools"
	"eyeline/reader/tools/agents/anthropiceditor"
)

// textPieces are consecutive pieces of a text: of each at most most characters, from character skip on, where a line
// break counts as one.
type textPieces struct {
	skip, most int64 // for the last piece
	chars      int64 // characters skipped or used for it
	text       []byte
	lines      []shownLine // lines that are in a piece, or empty and complete
	rows       int64       // number of line breaks in text
	altered    tools.Altered
}

// shownLine is a line, or a piece of one, as shown.
type shownLine struct {
	row        int64 // line of the answer, 0-based
	number     int64 // number shown before it
	line       int64 // number in the file, by the form's line ends
	from, to   int   // range of the text that shows it
	begin      int64 // offset of the whole line, its end, and the next line
	end, next  int64
	start      int64 // range that is shown
	stop       int64
	cut, blank bool // blank: the empty line after the last line end
}

// lines iterates over the lines of the file or range.
func (v *fileView) lines() iter.Seq[*tools.TextLine] {
	part := source.Bytes(v.file)
	reading := tools.LineReading{Form: v.form, Start: v.form.Skip, Unit: tools.Runes, Phantom: true}
	if v.ranged { // split again, as by Python's splitlines
		part = source.View(v.file, v.found.End)
		reading.Start = v.found.Start
		reading.Form.Ends |= textfile.EndPython
	}
	return v.file.LinesOf(part, reading)
}

// isLast reports whether a line is the last one.
func (v *fileView) isLast(l *tools.TextLine) bool {
	return l.Term == "" || v.ranged && l.Next == v.found.End
}

// addPiece adds a piece of the view to p: most characters after the first skip.
func (v *fileView) addPiece(p *textPieces, skip, most int64) {
	p.skip = skip
	p.most = most
	p.chars = 0
	line := v.first

	for l := range v.lines() {
		p.add(l, line, v.isLast(l))
		if v.isLast(l) || p.chars > skip+most {
			break
		}
		if l.Term == "\n" || l.Term == "\r\n" || l.Term == "\r" {
			line++
		}
	}
}

// add adds the last piece's part of a line with a number.
func (p *textPieces) add(l *tools.TextLine, number int64, last bool) {
	limit := p.skip + p.most
	lo := max(p.skip-p.chars, 0)
	hi := min(l.Length, limit-p.chars)
	p.chars += l.Length
	empty := l.Start == l.End && (p.skip == 0 || p.chars > p.skip) && (p.chars < limit || last && p.chars == limit)
	if lo < hi || empty {
		i, _ := tools.Runes.Fit(l.Text, lo)
		j, _ := tools.Runes.Fit(l.Text, hi)
		shown := shownLine{
			row: p.rows, line: number, from: len(p.text), to: len(p.text) + j - i, begin: l.Start, end: l.End,
			next:  l.Next,
			start: l.Offset(i), stop: l.Offset(j), cut: i > 0 || j < len(l.Text), blank: empty && l.Term == "",
		}
		if shown.stop == l.End {
			shown.stop = l.Next
		}

		p.text = append(p.text, l.Text[i:j]...)
		p.lines = append(p.lines, shown)
	}

	if last {
		return
	}

	if p.skip <= p.chars && p.chars < limit {
		p.text = append(p.text, '\n')
		p.rows++
		p.altered.LineEnd(tools.EndOf(l.Term))
	}

	p.chars++
}

// document is an answer: numbered lines.
type document struct {
	text  []byte
	lines []shownLine // row, number, from and to refer to text
	rows  []numberedRow
	first int64 // number of the first row
}

// numberedRow is a numbered line of the answer: the ranges of its number and its line break.
type numberedRow struct{ number, end int }

// numbered adds numbers from first on before the lines of pieces.
func numbered(header string, p *textPieces, first int64) *document {
	rows := bytes.Count(p.text, []byte{'\n'}) + 1
	d := &document{lines: p.lines, first: first, rows: make([]numberedRow, 0, rows)}
	d.text = append(make([]byte, 0, len(header)+len(p.text)+rows*len("123456\t\n")), header...)
	head := int64(strings.Count(header, "\n"))
	at := 0
	next := 0
	for row := range bytes.SplitSeq(p.text, []byte{'\n'}) {
		i := int64(len(d.rows))
		r := numberedRow{number: len(d.text)}
		d.text = anthropiceditor.LineFormat.Prefix(d.text, tools.Line{Number: first + i})
		moved := len(d.text) - at
		for ; next < len(d.lines) && d.lines[next].row == i; next++ {
			l := &d.lines[next]
			l.row = head + i
			l.number = first + i
			l.from += moved
			l.to += moved
		}

		d.text = append(d.text, row...)
		r.end = len(d.text)
		d.text = append(d.text, '\n')
		d.rows = append(d.rows, r)
		at += len(row) + 1
	}

	return d
}

// clip cuts the middle of an answer of more than most characters, and reports whether it did.
func (d *document) clip(coding textfile.Coding, most int64) bool {
	head, tail, cut := clipMiddle(d.text, most, clipNoticeAll)
	if !cut {
		return false
	}

	i := head
	j := len(d.text) - tail
	gone := 0 // lines of the answer that were removed
	for _, r := range d.rows {
		if r.end >= i && r.end < j {
			gone++
		}
	}

	var kept []shownLine
	for _, l := range d.lines {
		r := d.rows[l.number-d.first]
		switch {
		case r.number > j:
			l.row -= int64(gone)
			l.from = l.from - j + i + len(clipNoticeAll)
			l.to = l.to - j + i + len(clipNoticeAll)
		case l.from < l.to && l.from < i || l.from == l.to && r.end < i:
			if l.to > i {
				l.stop = l.start + tools.SizeIn(coding, d.text[l.from:i])
				l.to = i
				l.cut = true
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

// clipMiddle returns how many bytes of a text remain before and after a notice that replaces its middle, so that the
// total is most characters; cut is false if the text is short enough.
func clipMiddle(text []byte, most int64, notice string) (head, tail int, cut bool) {
	chars := tools.Runes.Length(text)
	if chars <= most {
		return len(text), 0, false
	}
	rest := most - int64(utf8.RuneCountInString(notice))
	head, _ = tools.Runes.Fit(text, rest-rest/2)
	before, _ := tools.Runes.Fit(text, chars-rest/2)
	return head, len(text) - before, true
}
