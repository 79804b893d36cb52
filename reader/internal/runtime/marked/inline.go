package marked

import (
	"strings"
	"unicode/utf8"

	"eyeline/reader/internal/lazy"
)

const punctuation = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"

// texts makes the tokens of a text.
type texts struct {
	*lexer
	src    string
	masked string // src with links, code, tags and escapes made unlike emphasis
	at     int
	before rune // the character before at that emphasis goes by; 0: none
	tokens []Token
	closed map[int]bool // lengths of runs of backquotes that no later run closes
}

// inline are the tokens within a text.
func (l *lexer) inline(src string) []Token {
	if src == "" || !l.enter() {
		return nil
	}

	defer l.leave()
	t := &texts{lexer: l, src: src, closed: map[int]bool{}}
	for t.at < len(src) && l.step(1) {
		n := t.special()
		if n == 0 {
			n = t.plain()
			t.text(n)
			continue
		}

		t.at += n
	}

	return t.tokens
}

// add appends a token for the next n bytes of the source, and returns n.
func (t *texts) add(kind kind, n int, text string, within []Token) int {
	t.tokens = append(t.tokens, Token{Kind: kind, Raw: t.src[t.at : t.at+n], Text: text, Tokens: within})
	t.before = 0
	return n
}

// text takes n bytes as text, which joins the text before it.
func (t *texts) text(n int) {
	raw := t.src[t.at : t.at+n]
	if i := len(t.tokens) - 1; i >= 0 && t.tokens[i].Kind == Text {
		all := t.src[t.at-len(t.tokens[i].Raw) : t.at+n]
		t.tokens[i].Raw = all
		t.tokens[i].Text = all
	} else {
		t.tokens = append(t.tokens, Token{Kind: Text, Raw: raw, Text: raw})
	}

	if last, _ := utf8.DecodeLastRuneInString(raw); last != '_' {
		t.before = last
	}

	t.at += n
}

// plain is the length of the text up to what may be special; at least one character.
func (t *texts) plain() int {
	rest := t.src[t.at:]
	_, first := utf8.DecodeRuneInString(rest)
	if rest[0] == '`' {
		first = runOf(rest)
	}
	if rest[0] == '*' || rest[0] == '_' {
		first = len(rest) - len(strings.TrimLeft(rest, rest[:1]))
	}
	if i := strings.IndexAny(rest[first:], "\\<![`*_\n"); i >= 0 {
		return max(first+i, first)
	}

	return len(rest)
}

func runOf(s string) int { return len(s) - len(strings.TrimLeft(s, "`")) }

// special takes a token that is not text, and is its length; 0 without one.
func (t *texts) special() int {
	rest := t.src[t.at:]
	switch rest[0] {
	case '\\':
		if len(rest) > 1 && strings.IndexByte(punctuation, rest[1]) >= 0 {
			return t.add(kindEscape, 2, rest[1:2], nil)
		}
		if strings.HasPrefix(rest, "\\\n") {
			return t.add(kindBreak, 2, "", nil)
		}
	case '<':
		return t.tag(rest)
	case '!', '[':
		return t.link(rest)
	case '*', '_':
		return t.emphasis()
	case '`':
		return t.codeSpan(rest)
	}

	return 0
}

func (t *texts) codeSpan(rest string) int {
	n := runOf(rest)
	if t.closed[n] || t.at > 0 && t.src[t.at-1] == '`' {
		return 0
	}

	for at := n; at < len(rest); {
		i := strings.IndexByte(rest[at:], '`')
		if i < 0 {
			break
		}

		at += i
		m := runOf(rest[at:])
		at += m
		if m == n {
			return t.add(CodeSpan, at, rest[n:at-n], nil)
		}
	}

	t.closed[n] = true
	return 0
}

var (
	inlineTag = lazy.Regexp(`^(?:</[a-zA-Z][\w:-]*\s*>|<[a-zA-Z][\w-]*(?:` + attribute + `)*\s*/?>|` +
		`<\?[^>]*?\?>|<![a-zA-Z]+\s[^>]*>|<!\[CDATA\[[^\]]*\]\]>)`)
	autolink = lazy.Regexp(`^<(?:[a-zA-Z][a-zA-Z0-9+.-]{1,31}:[^\s\x00-\x1f<>]*|` +
		`[a-zA-Z0-9.!#$%&'*+/=?^_{|}~-]+@[a-zA-Z0-9-]+(?:\.[a-zA-Z0-9-]+)+)>`)
)

func (t *texts) tag(rest string) int {
	if strings.HasPrefix(rest, "<!--") {
		if t.closed[-1] {
			return 0
		}

		n := commentEnd(rest)
		if n < 0 {
			t.closed[-1] = true
			return 0
		}

		return t.add(HTML, n, "", nil)
	}

	if m := inlineTag().FindString(rest); m != "" {
		return t.add(HTML, len(m), "", nil)
	}
	if m := autolink().FindString(rest); m != "" {
		return t.add(kindAutolink, len(m), m[1:len(m)-1], nil)
	}

	// What begins a tag or an instruction was looked through up to a sign that could end it.
	if end := strings.IndexByte(rest, '>'); end >= 0 {
		t.step(end)
	} else {
		t.step(len(rest))
	}

	return 0
}

// maxLabel bounds the length of a link's text and of its address, in bytes.
const maxLabel = 2_000

// longestTitle is how long the title of a link is at most, in bytes, with what stands before it.
const longestTitle = 1_000

// link is a link or an image, by its address or its definition.
func (t *texts) link(rest string) int {
	open := 1
	kind := kindLink
	if rest[0] == '!' {
		if !strings.HasPrefix(rest, "![") {
			return 0
		}
		open = 2
		kind = kindImage
	}

	end := t.labelEnd(rest, open)
	if end < 0 {
		return 0
	}

	label := rest[open:end]
	n := end + 1
	if strings.HasPrefix(rest[n:], "(") {
		t.step(longestTitle)
	}

	if target := linkTarget(rest[n:]); target > 0 {
		n += target
	} else if second := t.reference(rest[n:], label); second >= 0 {
		n += second
	} else {
		return 0
	}

	if kind == kindImage {
		return t.add(kind, n, label, nil)
	}

	return t.add(kind, n, label, t.inline(label))
}

// labelEnd is the offset of the bracket that closes a label; -1: none does. Brackets nest once.
func (t *texts) labelEnd(s string, at int) int {
	depth := 0
	for end := min(len(s), at+maxLabel); at < end && t.step(1); at++ {
		switch s[at] {
		case '\\':
			at++
		case '`':
			n := runOf(s[at:])
			if at+n > end {
				return -1
			}
			if i := strings.Index(s[at+n:end], s[at:at+n]); i >= 0 {
				at += n + i + n - 1
			}
		case '[':
			depth++
			if depth > 1 {
				return -1
			}
		case ']':
			if depth == 0 {
				return at
			}
			depth--
		}
	}

	return -1
}

// reference is the length of "[label]" or "[]" after a label, or 0, where a definition has it; -1: none has.
func (t *texts) reference(rest, label string) int {
	n := 0
	if strings.HasPrefix(rest, "[") {
		if end := strings.IndexByte(rest, ']'); end > 0 {
			if end > 1 {
				label = rest[1:end]
			}

			n = end + 1
		}
	}

	if !t.links[labelOf(label)] {
		return -1
	}

	return n
}

var linkTitle = lazy.Regexp(`^[ \t]*(?:\n[ \t]*)?(?:"(?:\\"?|[^"\\])*"|'(?:\\'?|[^'\\])*'|\((?:\\\)?|[^)\\])*\))`)

// linkTarget is the length of "(address title)" at the front of s; 0 without one.
func linkTarget(s string) int {
	if s == "" || s[0] != '(' {
		return 0
	}

	n := 1 + len(s[1:]) - len(strings.TrimLeft(s[1:], " \t\n"))
	if strings.HasPrefix(s[n:], "<") {
		end := strings.IndexAny(s[n+1:], "<>\n")
		if end < 0 || s[n+1+end] != '>' {
			return 0
		}
		n += end + 2
	} else {
		n += addressLength(s[n:])
	}

	m := linkTitle().FindString(s[n:min(len(s), n+longestTitle)])
	if m != "" && (m[0] == ' ' || m[0] == '\t' || m[0] == '\n') {
		n += len(m)
	}

	n += len(s[n:]) - len(strings.TrimLeft(s[n:], " \t\n"))
	if n >= len(s) || s[n] != ')' {
		return 0
	}

	return n + 1
}

// addressLength is the length of an address without white space; its parentheses are in pairs.
func addressLength(s string) int {
	depth := 0
	for i := 0; i < min(len(s), maxLabel); i++ {
		c := s[i]
		switch {
		case c == '\\':
			i++
		case c <= ' ':
			return i
		case c == '(':
			depth++
		case c == ')':
			if depth == 0 {
				return i
			}
			depth--
		}
	}

	return min(len(s), maxLabel)
}
