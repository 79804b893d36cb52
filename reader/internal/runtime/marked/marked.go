// Package marked parts a Markdown text into tokens as the JavaScript library marked does, whose rules differ from
// CommonMark in many small ways. Agents that run on JavaScript use its tokens to tell text from code.
//
//	marked.go   tokens, and the texts of a document
//	block.go    blocks: paragraphs, code, headings, tables
//	list.go     lists and quotes
//	html.go     blocks of HTML
//	inline.go   code spans, links and tags within a text
//	emphasis.go emphasis
//
// The work is bounded: see the field Complete of what Parse returns.
package marked

import "strings"

// kind is what a token is.
type kind uint8

// The kinds. The tokens of a List are its items.
// HTML is a block of HTML, or a tag or comment within a text. Text is a run of text, or within list items a
// block that has tokens of its own.
const (
	kindSpace kind = iota
	Code
	kindHeading
	kindRule
	kindQuote
	List
	kindItem
	HTML
	kindDefinition
	kindTable
	kindParagraph
	Text
	kindEscape
	kindLink
	kindImage
	kindEmphasis
	CodeSpan
	kindBreak
	kindAutolink
)

// Token is a part of a text.
type Token struct {
	Kind kind
	// Raw is the part as it stands, Text without its marks. Of what stands in a list or a quote, the indentation and
	// the marks before its lines are taken off.
	Raw, Text string
	// Tokens are within the token; those of a list are its items.
	Tokens []Token
	// Start and End are byte offsets in the text, half-open, of blocks that stand in no other block.
	Start, End int
}

// document is a text as tokens.
type document struct {
	Tokens []Token
	// Complete is false where the text would take too long, or nests too deep: tokens within blocks may be missing.
	Complete bool
}

// maxWork bounds the steps for one text: hostile texts take steps by the square of their length.
const maxWork = 30_000_000

// maxDepth bounds how deep blocks, or emphasis and links, nest.
const maxDepth = 100

// lexer makes tokens of one text.
type lexer struct {
	gfm   bool
	links map[string]bool // the labels of link definitions
	work  int
	deep  int
	over  bool // too much work was done: there are no more steps
	cut   bool // something nests too deep, and its parts are missing
	// flat is how many bytes were left of the text of the blocks at hand where a search for an underline ended in vain:
	// no line before that begins a heading with one.
	flat int
}

// Lex parts a text whose lines end with "\n" alone. With gfm, GitHub's tables are known.
func Lex(text string, gfm bool) document {
	l := &lexer{gfm: gfm, links: map[string]bool{}}
	tokens := l.blocks(text, true)
	l.within(tokens)
	return document{Tokens: tokens, Complete: !l.over && !l.cut}
}

// within looks for the tokens within blocks, when all definitions of links are known.
func (l *lexer) within(tokens []Token) {
	for i := range tokens {
		switch t := &tokens[i]; t.Kind {
		case kindHeading, kindParagraph, Text:
			t.Tokens = l.inline(t.Text)
		default:
			l.within(t.Tokens)
		}
	}
}

// step counts work; false: it is too much.
func (l *lexer) step(n int) bool {
	l.work += n
	if l.work > maxWork {
		l.over = true
	}
	return !l.over
}

// enter counts how deep tokens nest; false: too deep.
func (l *lexer) enter() bool {
	if l.deep >= maxDepth {
		l.cut = true
		return false
	}
	l.deep++
	return true
}

func (l *lexer) leave() { l.deep-- }

// lineOf is the first line of a text, without its end.
func lineOf(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	return line
}

// lineLength is the length of the first line with its end.
func lineLength(s string) int {
	if i := strings.IndexByte(s, '\n'); i >= 0 {
		return i + 1
	}
	return len(s)
}

// isBlank reports whether a line has nothing but blanks and tabs.
func isBlank(line string) bool { return strings.Trim(line, " \t") == "" }

// spacesBefore is the number of blanks at the front of a text.
func spacesBefore(s string) int { return len(s) - len(strings.TrimLeft(s, " ")) }
