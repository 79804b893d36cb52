package golang

import (
	"bytes"
	"unicode"
	"unicode/utf8"
)

// token is a kind of token, as far as declarations need it.
type token uint8

const (
	endToken       token = iota // the end of the file, or of what could be read
	semicolonToken              // written, or meant by the end of a line
	nameToken
	openToken   // ( [ {
	closeToken  // ) ] }
	stringToken // a string, raw or not
	commaToken
	dotToken
	otherToken // an operator, a number, a character, another keyword
	packageToken
	importToken
	constToken
	typeToken
	varToken
	funcToken
	structToken
	interfaceToken
)

// scanner reads the tokens of a text.
type scanner struct {
	text    []byte
	pos     int // after the token
	v       Visitor
	classes *[256]class
	deep    bool // what lies within functions and types is read, too
	bad     bool // the text is no Go

	tok   token
	start int  // of the token
	last  int  // the end of the token before, where that was no semicolon that a line's end means
	ends  bool // the end of the line means a semicolon

	open []byte // the brackets that are to be closed
}

// fail ends the reading.
func (s *scanner) fail() {
	s.bad, s.tok, s.start, s.pos = true, endToken, len(s.text), len(s.text)
}

// expect passes a token that must be of a kind.
func (s *scanner) expect(t token) {
	if s.tok != t {
		s.fail()
		return
	}
	s.next()
}

func (s *scanner) push(closing byte) {
	if len(s.open) == maxNesting {
		s.fail()
		return
	}
	s.open = append(s.open, closing)
}

// pop checks that the closing bracket that is the token closes what was opened last.
func (s *scanner) pop() {
	if s.bad || len(s.open) == 0 || s.open[len(s.open)-1] != s.text[s.start] {
		s.fail()
		return
	}
	s.open = s.open[:len(s.open)-1]
}

// next reads a token.
func (s *scanner) next() {
	if s.start < s.pos && s.tok != endToken {
		s.last = s.pos
	}
	if s.blank() {
		s.ends, s.tok, s.start = false, semicolonToken, s.pos
		if s.pos == len(s.text) {
			s.tok = endToken
		}
		return
	}
	s.start = s.pos
	if s.pos == len(s.text) {
		s.tok = endToken
		return
	}
	s.ends = false
	c := s.text[s.pos]
	switch deep[c] {
	case wordClass, highClass:
		s.word()
	case openClass:
		s.pos++
		s.tok = openToken
	case closeClass:
		s.pos++
		s.tok, s.ends = closeToken, true
	case quoteClass:
		s.tok, s.ends = stringToken, true
		if c == '\'' {
			s.tok = otherToken
		}
		s.pos = s.quoted(s.pos)
	case badClass:
		s.fail()
	default:
		s.pos++
		s.other(c)
	}
}

// other reads a number, or one character of an operator: where a longer one ends makes no difference here.
func (s *scanner) other(c byte) {
	switch s.tok = otherToken; {
	case c == ';':
		s.tok = semicolonToken
	case c == ',':
		s.tok = commaToken
	case c >= '0' && c <= '9' || c == '.' && s.pos < len(s.text) && s.text[s.pos]-'0' <= 9:
		s.number()
	case c == '.':
		s.tok = dotToken
	}
}

// number reads the rest of a number.
func (s *scanner) number() {
	s.ends = true
	for ; s.pos < len(s.text); s.pos++ {
		c := s.text[s.pos]
		sign := (c == '+' || c == '-') && isExponent(s.text[s.start:s.pos])
		if c != '.' && !sign && !isWord[c] {
			return
		}
	}
}

// isExponent reports whether a number goes on after its last letter with a sign.
func isExponent(number []byte) bool {
	hex := len(number) > 1 && number[0] == '0' && number[1]|0x20 == 'x'
	last := number[len(number)-1] | 0x20
	return last == 'p' && hex || last == 'e' && !hex
}

// word reads a name or a keyword.
func (s *scanner) word() {
	s.pos = s.afterWord(s.pos)
	if s.bad {
		return
	}
	switch string(s.text[s.start:s.pos]) {
	case "package":
		s.tok = packageToken
	case "import":
		s.tok = importToken
	case "const":
		s.tok = constToken
	case "type":
		s.tok = typeToken
	case "var":
		s.tok = varToken
	case "func":
		s.tok = funcToken
	case "struct":
		s.tok = structToken
	case "interface":
		s.tok = interfaceToken
	case "case", "chan", "default", "defer", "else", "for", "go", "goto", "if", "map", "range", "select", "switch":
		s.tok = otherToken
	case "break", "continue", "fallthrough", "return":
		s.tok, s.ends = otherToken, true
	default:
		s.tok, s.ends = nameToken, true
	}
}

// afterWord is the offset after the letters and digits at an offset.
func (s *scanner) afterWord(i int) int {
	for i < len(s.text) {
		if c := s.text[i]; c < utf8.RuneSelf {
			if !isWord[c] {
				break
			}
			i++
			continue
		}
		c, n := utf8.DecodeRune(s.text[i:])
		if !unicode.IsLetter(c) && !unicode.IsDigit(c) {
			s.fail()
			return len(s.text)
		}
		i += n
	}
	return i
}

// blank passes white space and comments; it reports whether they mean a semicolon: the line ends where it can end a
// statement.
func (s *scanner) blank() bool {
	for s.pos < len(s.text) {
		switch s.text[s.pos] {
		case ' ', '\t', '\r':
			s.pos++
		case '\n':
			s.pos++
			if s.ends {
				return true
			}
		case '/':
			end := s.comment(s.pos)
			if end == s.pos {
				return false
			}
			lines := bytes.IndexByte(s.text[s.pos:end], '\n') >= 0 // never of one in slashes
			s.pos = end
			if s.ends && lines {
				return true
			}
		default:
			return false
		}
	}
	return s.ends
}

// comment is the offset after the comment at an offset: for one in slashes that of the line's end, the offset itself
// where there is none.
func (s *scanner) comment(i int) int {
	rest := s.text[i:]
	if len(rest) < 2 {
		return i
	}
	switch rest[1] {
	case '/':
		if n := bytes.IndexByte(rest, '\n'); n >= 0 {
			return i + n
		}
		return len(s.text)
	case '*':
		if n := bytes.Index(rest[2:], []byte("*/")); n >= 0 {
			return i + 2 + n + 2
		}
		s.fail()
		return len(s.text)
	}
	return i
}

// quoted is the offset after the string or the character at an offset.
func (s *scanner) quoted(i int) int {
	quote := s.text[i]
	if quote == '`' {
		if n := bytes.IndexByte(s.text[i+1:], '`'); n >= 0 {
			return i + 1 + n + 1
		}
		s.fail()
		return len(s.text)
	}
	for i++; i < len(s.text); i++ {
		switch s.text[i] {
		case quote:
			return i + 1
		case '\\':
			if i++; i < len(s.text) && s.text[i] != '\n' {
				continue
			}
			s.fail()
			return len(s.text)
		case '\n':
			s.fail()
			return len(s.text)
		}
	}
	s.fail()
	return len(s.text)
}
