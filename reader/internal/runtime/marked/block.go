package marked

import (
	"strings"

	"eyeline/reader/internal/lazy"
)

// blocks parts a text into blocks. top: it is a document or a quote; within list items there are no paragraphs.
func (l *lexer) blocks(src string, top bool) (tokens []Token) {
	if !l.enter() {
		return nil
	}

	defer l.leave()
	above := l.flat
	l.flat = len(src) + 1
	defer func() { l.flat = above }()

	for at := 0; at < len(src) && l.step(lineLength(src[at:])); {
		rest := src[at:]
		t, n := l.block(rest, tokens, top)
		t.Start = at
		t.End = at + n
		t.Raw = rest[:n]
		at += n
		var last *Token
		if len(tokens) > 0 {
			last = &tokens[len(tokens)-1]
		}

		switch {
		case last == nil: // nothing to join
		case t.Kind == kindSpace && n == 1:
			last.grow(src, at)
			continue
		case t.Kind == Code && t.Text == "" && last.isText(), t.Kind == kindDefinition && last.isText():
			l.join(last, src, at, strings.TrimRight(t.Raw, "\n"))
			continue
		case t.Kind == Text && last.Kind == Text:
			l.join(last, src, at, t.Raw)
			continue
		}

		if t.Kind == kindDefinition {
			l.links[labelOf(t.Text)] = true
		}

		tokens = append(tokens, t)
	}

	return tokens
}

func (t *Token) isText() bool { return t.Kind == kindParagraph || t.Kind == Text }

// grow lets a token end later.
func (t *Token) grow(src string, end int) {
	t.End = end
	t.Raw = src[t.Start:end]
}

// join adds lines to the text of a token, which is copied: 16 bytes are a step.
func (l *lexer) join(t *Token, src string, end int, text string) {
	if !l.step(len(t.Text) / 16) {
		return
	}
	t.grow(src, end)
	t.Text += "\n" + text
}

// block is the block at the front of a text, and its length.
func (l *lexer) block(src string, before []Token, top bool) (Token, int) {
	if n := blankLines(src); n > 0 {
		return Token{Kind: kindSpace}, n
	}
	if n := indented(src); n > 0 {
		return Token{Kind: Code}, n
	}
	if n := fence(src); n > 0 {
		return Token{Kind: Code, Text: src[:n]}, n
	}
	if text, n := heading(src); n > 0 {
		return Token{Kind: kindHeading, Text: text}, n
	}
	if n := rule(src); n > 0 {
		return Token{Kind: kindRule}, n
	}
	if t, n := l.quote(src); n > 0 {
		return t, n
	}
	if t, n := l.list(src); n > 0 {
		return t, n
	}
	if n := html(src); n > 0 {
		return Token{Kind: HTML}, n
	}
	if m := definition().FindStringSubmatch(src); m != nil {
		return Token{Kind: kindDefinition, Text: m[1]}, len(m[0])
	}
	if n := l.table(src); n > 0 {
		return Token{Kind: kindTable}, n
	}
	if text, n := l.underlined(src); n > 0 {
		return Token{Kind: kindHeading, Text: text}, n
	}

	if top {
		if n := l.paragraph(src); n > 0 {
			return Token{Kind: kindParagraph, Text: src[:n]}, n
		}
	}

	line := lineOf(src)
	if line == "" {
		return Token{Kind: kindSpace}, 1
	}

	return Token{Kind: Text, Text: line}, len(line)
}

// blankLines is the length of the blank lines at the front.
func blankLines(src string) (n int) {
	for n < len(src) && isBlank(lineOf(src[n:])) {
		n += lineLength(src[n:])
	}
	return n
}

// isIndented reports whether a line is one of indented code.
func isIndented(line string) bool {
	if isBlank(line) {
		return false
	}
	n := spacesBefore(line)
	return n >= 4 || strings.HasPrefix(line[n:], "\t")
}

// indented is the length of indented code, with the blank lines after it.
func indented(src string) (n int) {
	for n < len(src) && isIndented(lineOf(src[n:])) {
		end := n + len(lineOf(src[n:]))
		n = end
		if n < len(src) {
			n++
			n += blankLines(src[n:])
		}
	}
	return n
}

// fenceMark is the run of backquotes or tildes that opens a fenced block with a line; "": the line opens none.
func fenceMark(line string) string {
	n := spacesBefore(line)
	rest := line[min(n, len(line)):]
	if n > 3 || rest == "" || rest[0] != '`' && rest[0] != '~' {
		return ""
	}

	size := len(rest) - len(strings.TrimLeft(rest, rest[:1]))
	if size < 3 || rest[0] == '`' && strings.Contains(rest[size:], "`") {
		return ""
	}

	return rest[:size]
}

// fence is the length of a fenced block, without the end of its last line.
func fence(src string) int {
	mark := fenceMark(lineOf(src))
	if mark == "" {
		return 0
	}

	for n := lineLength(src); n < len(src); {
		line := lineOf(src[n:])
		bare := strings.TrimLeft(line, " ")
		if len(line)-len(bare) <= 3 && strings.HasPrefix(bare, mark) {
			if strings.TrimRight(strings.TrimLeft(bare[len(mark):], "`~"), " ") == "" {
				return n + len(line)
			}
		}

		n += lineLength(src[n:])
	}

	return len(src)
}

// heading parses a heading that begins with "#"; n is its length in bytes, 0 without one.
func heading(src string) (text string, n int) {
	line := lineOf(src)
	bare := strings.TrimLeft(line, " ")
	marks := len(bare) - len(strings.TrimLeft(bare, "#"))
	if len(line)-len(bare) > 3 || marks == 0 || marks > 6 {
		return "", 0
	}

	rest := bare[marks:]
	if rest != "" && rest[0] != ' ' && rest[0] != '\t' {
		return "", 0
	}

	n = len(line)
	for n < len(src) && src[n] == '\n' {
		n++
	}

	text = strings.TrimSpace(rest)
	if bare := strings.TrimRight(text, "#"); bare == "" || strings.HasSuffix(bare, " ") {
		text = strings.TrimSpace(bare)
	}

	return text, n
}

// isRule reports whether a line is a horizontal rule.
func isRule(line string) bool {
	bare := strings.TrimLeft(line, " ")
	if len(line)-len(bare) > 3 || bare == "" || !strings.Contains("-_*", bare[:1]) {
		return false
	}
	return strings.Count(bare, bare[:1]) >= 3 && strings.Trim(bare, bare[:1]+" \t") == ""
}

func rule(src string) int {
	line := lineOf(src)
	if !isRule(line) {
		return 0
	}
	n := len(line)
	for n < len(src) && src[n] == '\n' {
		n++
	}
	return n
}

var definition = lazy.Regexp(`^ {0,3}\[((?:\\[\s\S]|[^\[\]\\])*[^\s\[\]\\](?:\\[\s\S]|[^\[\]\\])*)\]: *(?:\n[ \t]*)?` +
	`([^<\s][^\s]*|<[^\n]*?>)(?:(?: +(?:\n[ \t]*)?| *\n[ \t]*)` +
	`("(?:\\"?|[^"\\])*"|'[^'\n]*(?:\n[^'\n]+)*\n?'|\([^()]*\)))? *(?:\n+|$)`)

// labelOf is a label of a link as labels are compared.
func labelOf(label string) string { return strings.ToLower(strings.Join(strings.Fields(label), " ")) }

var delimiterRow = lazy.Regexp(`^ {0,3}(?:\| *)?:?-+:? *(?:\| *:?-+:? *)*(?:\| *)?$`)

// table is the length of a table.
func (l *lexer) table(src string) int {
	head := lineOf(src)
	if !l.gfm || len(head) == len(src) || strings.TrimLeft(head, " ") == "" {
		return 0
	}

	n := lineLength(src)
	row := lineOf(src[n:])
	if !delimiterRow().MatchString(row) || cells(head) != cells(row) || !strings.ContainsAny(row, "|:") {
		return 0
	}

	n += lineLength(src[n:])
	for n < len(src) {
		line := lineOf(src[n:])
		if strings.Trim(line, " ") == "" || l.interrupts(src[n:]) || isIndented(line) {
			break
		}
		n += lineLength(src[n:])
	}

	for n < len(src) && src[n] == '\n' {
		n++
	}

	return n
}

// cells is how many cells a row of a table has.
func cells(row string) int {
	row = strings.Trim(row, " ")
	row = strings.TrimPrefix(row, "|")
	if strings.HasSuffix(row, "|") && !strings.HasSuffix(row, `\|`) {
		row = row[:len(row)-1]
	}
	return strings.Count(row, "|") - strings.Count(row, `\|`) + 1
}

// interrupts reports whether a block begins that ends a paragraph.
func (l *lexer) interrupts(src string) bool {
	line := lineOf(src)
	bare := strings.TrimLeft(line, " ")
	if len(line)-len(bare) > 3 || bare == "" {
		return false
	}

	switch bare[0] {
	case '-', '_', '*', '+', '1':
		return isRule(line) || interruptingItem().MatchString(bare)
	case '#':
		_, n := heading(src)
		return n > 0
	case '>':
		return true
	case '`', '~':
		return fenceMark(line) != ""
	case '<':
		return interruptingHTML().MatchString(bare) || isBlockTag(bare)
	}

	return false
}

var (
	interruptingItem = lazy.Regexp(`^(?:[*+-]|1[.)]) `)
	interruptingHTML = lazy.Regexp(`^(?i:<(?:script|pre|style|textarea|!--))`)
	underline        = lazy.Regexp(`^ {0,3}(=+|-+) *$`)
)

// underlined is a heading with a line of "=" or "-" below it.
func (l *lexer) underlined(src string) (text string, n int) {
	if len(src) > l.flat || l.startsBlock(src) {
		return "", 0
	}

	for n = lineLength(src); n < len(src); {
		line := lineOf(src[n:])
		switch {
		case underline().MatchString(line):
			text = strings.TrimSuffix(src[:n], "\n")
			n += len(line)
			for n < len(src) && src[n] == '\n' {
				n++
			}
			return text, n
		case isBlank(line) || l.startsBlock(src[n:]) || !l.step(1):
			l.flat = len(src) - n
			return "", 0
		}

		n += lineLength(src[n:])
	}

	l.flat = 0
	return "", 0
}

// startsBlock reports whether no line of a heading with an underline may be so.
func (l *lexer) startsBlock(src string) bool {
	line := lineOf(src)
	if isIndented(line) || bulletOf(line) != "" {
		return true
	}
	if bare := strings.TrimLeft(line, " "); strings.HasPrefix(bare, "<") {
		return html(src) > 0
	}
	_, n := heading(src)
	return n > 0 || fenceMark(line) != "" || strings.HasPrefix(strings.TrimLeft(line, " "), ">")
}

// paragraph is the length of the lines up to a blank line, or to what ends a paragraph.
func (l *lexer) paragraph(src string) (n int) {
	n = len(lineOf(src))
	for n < len(src) {
		rest := src[n+1:]
		line := lineOf(rest)
		if isBlank(line) || l.interrupts(rest) || l.table(rest) > 0 {
			break
		}
		if !l.step(1) {
			break
		}

		n += 1 + len(line)
	}

	return n
}
