package amazonq

import (
	"bytes"
	"unicode/utf8"

	"eyeline/reader/internal/textfile"
	"eyeline/reader/tools"
)

// isHidden reports whether the agent removes a character from every text.
func isHidden(c rune) bool {
	switch {
	case c >= 0x200B && c <= 0x200F, c >= 0x2028 && c <= 0x202F, c >= 0x205F && c <= 0x206F:
		return true
	case c >= 0xFFF0 && c <= 0xFFFC, c == 0xFFFE, c == 0xFFFF:
		return true
	}
	return c >= 0xE0000 && c <= 0xE007F
}

// appendVisible appends decoded text without hidden characters to dst, up to most bytes in total; size is the length of
// all of it, and taken is how many characters were removed.
func appendVisible(dst, p []byte, most int64) (text []byte, size, taken int64) {
	add := func(part []byte) {
		size += int64(len(part))
		if room := most - int64(len(dst)); room > 0 {
			dst = append(dst, part[:min(int64(len(part)), room)]...)
		}
	}

	from := 0
	for i := 0; i < len(p); {
		c, n := utf8.DecodeRune(p[i:])
		if isHidden(c) {
			add(p[from:i])
			from = i + n
			taken++
		}

		i += n
	}

	add(p[from:])
	return dst, size, taken
}

// lineCollector is a textfile.LineVisitor that collects lines as Rust's str::lines splits them, after hidden characters
// are removed.
type lineCollector struct {
	most     int64 // limit of the text in bytes
	count    int64 // requested lines, then the existing ones
	text     []byte
	size     int64 // of all lines, joined
	done     int64 // completed lines
	line     int64 // size of the current line so far
	last     byte  // last byte of the current line
	replaced int64
	altered  tools.Altered
}

// Text implements textfile.LineVisitor.
func (g *lineCollector) Text(p []byte, _ textfile.Span, replaced bool) textfile.Continuation {
	g.begin()
	text, size, taken := appendVisible(g.text, p, g.most+1)
	if size > 0 {
		g.last = lastVisible(p)
	}

	g.text = text
	g.size += size
	g.line += size
	g.altered[tools.DroppedControl] += taken

	if replaced {
		g.replaced++
	}

	return textfile.More
}

// lastVisible returns the last byte of a text that is not all hidden.
func lastVisible(p []byte) byte {
	for {
		c, n := utf8.DecodeLastRune(p)
		if !isHidden(c) {
			return p[len(p)-1]
		}
		p = p[:len(p)-n]
	}
}

// begin joins a line to the previous one.
func (g *lineCollector) begin() {
	if g.line == 0 && g.last == 0 && g.done > 0 {
		g.last = '\n'
		g.text = append(g.text, '\n')
		g.size++
	}
}

// End implements textfile.LineVisitor.
func (g *lineCollector) End(_, _ int64, term string) bool {
	g.begin()
	if term == "\n" && g.line > 0 && g.last == '\r' { // hidden characters were between it and the line feed
		g.size--
		g.text = g.text[:min(int64(len(g.text)), g.size)]
		g.altered[tools.DroppedCR]++
	}

	g.altered.LineEnd(tools.EndOf(term))
	g.done++
	g.line = 0
	g.last = 0
	return g.done < g.count
}

// linesOf returns how many lines a file has without hidden characters; a last line of these alone does not count.
func linesOf(o *tools.File, found textfile.Scanned) int64 {
	if !found.Open || found.Lines < 1 {
		return found.Lines
	}
	v := visible{}
	o.Walk(textfile.CRLF, o.Scan(textfile.Search{Form: textfile.CRLF, First: found.Lines, Count: 1}).Start, &v)
	if v.any {
		return found.Lines
	}
	return found.Lines - 1
}

// visible is a textfile.LineVisitor that stops at a character that is not hidden.
type visible struct{ any bool }

// Text implements textfile.LineVisitor.
func (v *visible) Text(p []byte, _ textfile.Span, _ bool) textfile.Continuation {
	v.any = v.any || bytes.ContainsFunc(p, func(c rune) bool { return !isHidden(c) })
	if v.any {
		return textfile.Stop
	}
	return textfile.More
}

// End implements textfile.LineVisitor.
func (v *visible) End(int64, int64, string) bool { return !v.any }
