package outline

import (
	"strings"

	"eyeline/reader/lists"
)

// A signature of several lines says only at its end whether it is one: a call begins alike. So lines wait for those
// that decide, and if these decide for none, each is taken by itself.
const (
	maxHeadLines = 100
	maxHeadText  = 8 << 10 // bytes, without comments and the contents of strings
	// maxJudged is how often the text of a signature is read from its start.
	maxJudged = 16
)

// lexed is a line of which is known what of it is code.
type lexed struct {
	line
	inside bool   // it begins within a comment, a string or an expression
	plain  string // the code without comments and the contents of strings; "" unless rules.head is set
}

// signature is what is known of the lines that wait, as the signature of a declaration.
type signature struct {
	lines  int // how many of them are taken
	bytes  int // in their plain texts
	depth  int // number of brackets open after them
	below  int // reading them again makes sense once fewer brackets are open; 1 where they ended outside of all
	judged int
	// bodiless is how many of them are a declaration if the next line does not belong to it; 0 if none are.
	bodiless int
	kind     container // of that declaration
}

// advance places the lines that wait, as far as what follows is not needed for that; with all it is the end.
func (b *blocks) advance(all bool) {
	for len(b.ahead) > 0 {
		kind, lines, known := b.signature()
		if !known && !all {
			return
		}

		if lines == 0 {
			b.place(b.ahead[0], nil)
			lines = 1
		} else {
			b.place(b.ahead[0], &kind)
			b.last = b.ahead[lines-1].number
		}

		b.ahead = b.ahead[lines:]
		b.sign = signature{}
	}
}

// signature returns how many of the lines that wait are the signature of a declaration that rules.head finds, 0 if the
// first begins none. known is false if more lines are needed to tell.
func (b *blocks) signature() (kind container, lines int, known bool) {
	first := b.ahead[0]
	if b.rules.head == nil || first.inside || b.isComment(first.code) || b.isCloser(first.code) {
		return 0, 0, true
	}
	in, of := b.around(first.indent)
	s := &b.sign
	for s.lines < len(b.ahead) {
		l := &b.ahead[s.lines]
		switch {
		case s.isWholeBefore(l, first.indent):
			return s.kind, s.bodiless, true
		case s.isTooLong(l, first.indent):
			return 0, 0, true
		case !s.add(l.plain):
			continue
		}

		kind, judged := b.rules.head(b.plain(s.lines), in, of)
		s.judged++
		switch {
		case judged == declares:
			return kind, s.lines, true
		case judged == declaresNothing || s.judged == maxJudged || s.holdsStatements(l.plain):
			return 0, 0, true
		case judged == goesOn:
			s.bodiless = 0
		case l.plain != "":
			s.bodiless = s.lines
			s.kind = kind
		}

		s.below = max(s.depth, 1)
	}

	return 0, 0, false
}

// isWholeBefore reports whether the lines taken so far are a declaration without a body, and a line does not belong to
// it.
func (s *signature) isWholeBefore(l *lexed, indent int) bool {
	return s.bodiless > 1 && l.plain != "" && l.indent <= indent && !continuesHead(l.plain)
}

// isTooLong reports whether the lines taken so far cannot begin a declaration together with one more: it stands further
// left than the first, or there are too many.
func (s *signature) isTooLong(l *lexed, indent int) bool {
	return s.lines > 0 && l.indent < indent || s.lines == maxHeadLines || s.bytes+len(l.plain) > maxHeadText
}

// continuesHead reports whether a line goes on with the head of a member of a class or an interface: by its body or the
// rest of its type.
func continuesHead(plain string) bool {
	return strings.IndexByte("{|&?:=.;,", plain[0]) >= 0 || lists.HasWord("extends is", wordOf(plain))
}

// plain is the code of the first of the lines that wait, joined by spaces.
func (b *blocks) plain(lines int) string {
	var text strings.Builder
	for _, l := range b.ahead[:lines] {
		text.WriteString(l.plain)
		text.WriteByte(' ')
	}
	return text.String()
}

// add adds a line, and reports whether the lines are worth reading: as long as the brackets stay open in which they
// ended the last time, nothing new is in them.
func (s *signature) add(plain string) bool {
	s.lines++
	least := s.depth
	if strings.HasPrefix(plain, ">") {
		s.depth-- // of type parameters
		least = s.depth
	}

	for i := range len(plain) {
		switch plain[i] {
		case '(', '[', '{':
			s.depth++
		case ')', ']', '}':
			s.depth--
			least = min(least, s.depth)
		}
	}

	if strings.HasSuffix(plain, "<") {
		s.depth++
	}
	s.bytes += len(plain)
	return s.lines == 1 || least < s.below || s.holdsStatements(plain)
}

// holdsStatements reports whether the last line begins the body of a function within brackets: that of a
// function that is passed, so that the lines are a call.
func (s *signature) holdsStatements(plain string) bool {
	return s.depth > 1 && strings.HasSuffix(plain, "{") &&
		(strings.HasSuffix(plain, "> {") || strings.HasSuffix(plain, ") {"))
}

// around is the kind of the declaration that a line with an indent would be in, and its first line; that is "" at the
// top level.
func (b *blocks) around(indent int) (kind container, first string) {
	for n := len(b.open); n > 0; n-- {
		top := b.open[n-1]
		if indent > top.indent || top.kind == topLevel && indent == top.indent {
			if top.at < 0 {
				return top.kind, ""
			}
			return top.kind, b.out.Symbols[top.at].Text
		}
	}
	return topLevel, ""
}
