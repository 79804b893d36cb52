package marked

import (
	"strings"

	"eyeline/reader/internal/lazy"
)

var bullet = lazy.Regexp(`^ {0,3}(?:[*+-]|\d{1,9}[.)])`)

// bulletOf is the mark of a list item with the blanks before it; "": the line begins none.
func bulletOf(line string) string {
	mark := bullet().FindString(line)
	rest := line[len(mark):]
	if rest != "" && rest[0] != ' ' && rest[0] != '\t' {
		return ""
	}
	return mark
}

// list parses a list; the length is 0 where none begins.
func (l *lexer) list(src string) (Token, int) {
	mark := strings.TrimLeft(bulletOf(lineOf(src)), " ")
	if mark == "" {
		return Token{}, 0
	}

	list := Token{Kind: List}
	n := 0
	for n < len(src) && l.step(1) {
		line := lineOf(src[n:])
		own := bulletOf(line)
		if own == "" || !sameList(strings.TrimLeft(own, " "), mark) || isRule(line) {
			break
		}

		item := &listItem{lexer: l, src: src, at: n}
		text := item.read(own)
		list.Tokens = append(list.Tokens, Token{Kind: kindItem, Raw: src[n:item.at], Text: text})
		n = item.at
	}

	n = len(strings.TrimRight(src[:n], " \t\n"))
	if n == 0 {
		return Token{}, 0
	}

	if last := len(list.Tokens) - 1; last >= 0 {
		t := &list.Tokens[last]
		t.Raw = strings.TrimRight(t.Raw, " \t\n")
		t.Text = strings.TrimRight(t.Text, " \t\n")
	}

	for i := range list.Tokens {
		list.Tokens[i].Tokens = l.blocks(list.Tokens[i].Text, false)
	}

	return list, n
}

// sameList reports whether an item with a mark goes on with a list of another.
func sameList(mark, first string) bool {
	if len(first) == 1 {
		return mark == first
	}
	return len(mark) > 1 && mark[len(mark)-1] == first[len(first)-1]
}

// listItem takes the lines of an item.
type listItem struct {
	*lexer
	src    string
	at     int
	indent int
	blank  bool   // a blank line was among them
	line   string // the last one, without its indentation
	text   strings.Builder
}

// read returns the text of the item that begins here with a mark, and moves behind it.
func (it *listItem) read(mark string) string {
	first := lineOf(it.src[it.at:])
	it.at += lineLength(it.src[it.at:])
	rest := first[len(mark):]
	tabs := len(rest) - len(strings.TrimLeft(rest, "\t"))
	it.line = strings.Repeat("   ", tabs) + rest[tabs:]
	it.blank = isBlank(it.line)

	it.indent = len(mark) + 1
	if !it.blank {
		inner := spacesBefore(rest)
		if inner > 4 {
			inner = 1
		}
		it.text.WriteString(it.line[min(inner, len(it.line)):])
		it.indent = len(mark) + inner
	}

	if it.blank && isBlank(lineOf(it.src[it.at:])) {
		it.at += lineLength(it.src[it.at:]) // an item begins with one blank line at most
		return ""
	}

	for it.at < len(it.src) && it.more() && it.step(1) {
	}
	text := it.text.String()
	if it.gfm && len(text) > 3 && text[0] == '[' && strings.IndexByte(" xX", text[1]) >= 0 && text[2:4] == "] " {
		return strings.TrimLeft(text[4:], " ")
	}

	return text
}

// more takes the next line, if it belongs to the item.
func (it *listItem) more() bool {
	raw := lineOf(it.src[it.at:])
	flat := strings.ReplaceAll(raw, "\t", "    ")
	if it.breaks(raw) || it.bullets(raw) {
		return false
	}

	next := flat[min(it.indent, len(flat)):]
	if indentOf(flat) >= it.indent || isBlank(raw) {
		it.text.WriteString("\n" + next)
	} else {
		last := strings.ReplaceAll(it.line, "\t", "    ")
		if it.blank || indentOf(last) >= 4 || it.breaksText(it.line) {
			return false
		}
		it.text.WriteString("\n" + raw)
	}

	it.blank = it.blank || isBlank(raw)
	it.line = next
	it.at += lineLength(it.src[it.at:])
	return true
}

// indentOf is the number of blanks before the first other character; a line of blanks has none.
func indentOf(line string) int {
	n := spacesBefore(line)
	if n == len(line) {
		return -1
	}
	return n
}

var itemHTML = lazy.Regexp(`^<(?i:[a-z][^\n]*>|!--)`)

// near is a line without the blanks before it, where there are no more than the item allows.
func (it *listItem) near(line string) (bare string, ok bool) {
	bare = strings.TrimLeft(line, " ")
	return bare, len(line)-len(bare) <= max(0, min(3, it.indent-1))
}

// breaks reports whether a line begins a block of another kind.
func (it *listItem) breaks(line string) bool {
	bare, ok := it.near(line)
	return ok && (it.breaksText(line) || itemHTML().MatchString(bare))
}

func (it *listItem) breaksText(line string) bool {
	bare, ok := it.near(line)
	return ok && (strings.HasPrefix(bare, "```") || strings.HasPrefix(bare, "~~~") || strings.HasPrefix(bare, "#") ||
		!strings.Contains(bare, "\t") && isRule(bare))
}

// bullets reports whether a line begins another item.
func (it *listItem) bullets(line string) bool {
	bare, ok := it.near(line)
	return ok && bulletOf(bare) != ""
}

var (
	quoteMark      = lazy.Regexp(`^ {0,3}>[ \t]?`)
	quoteUnderline = lazy.Regexp(`^ {0,3}(?:=+|-+) *$`)
)

// quote is a quote, with the lines of paragraphs that go on without its mark.
func (l *lexer) quote(src string) (Token, int) {
	var text strings.Builder
	n := 0
	lazy := false
	for n < len(src) && l.step(1) {
		rest := src[n:]
		line := lineOf(rest)
		mark := quoteMark().FindString(line)
		switch {
		case mark != "":
			line = line[len(mark):]
			lazy = !isBlank(line)
		case n == 0 || !lazy || isBlank(line) || l.interrupts(rest):
			return l.quoted(src, n, text.String())
		case quoteUnderline().MatchString(line):
			line = "    " + strings.TrimLeft(line, " ")
		}

		if n > 0 {
			text.WriteByte('\n')
		}

		text.WriteString(line)
		n += lineLength(rest)
	}

	return l.quoted(src, n, text.String())
}

func (l *lexer) quoted(src string, n int, text string) (Token, int) {
	if n == 0 {
		return Token{}, 0
	}
	n = len(strings.TrimRight(src[:n], "\n"))
	return Token{Kind: kindQuote, Text: text, Tokens: l.blocks(text, true)}, n
}
