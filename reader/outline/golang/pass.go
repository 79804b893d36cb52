package golang

// class says what a byte can begin.
type class uint8

const (
	plainClass class = iota
	wordClass        // a name, a keyword
	highClass        // a character that is not ASCII
	openClass        // ( [ {
	closeClass       // ) ] }
	quoteClass       // a string, a character
	slashClass       // a comment, perhaps
	badClass         // nothing in Go
)

// shallow has the classes of bytes where words make no difference, deep where they do.
var (
	shallow = [256]class{
		'(': openClass, '[': openClass, '{': openClass, ')': closeClass, ']': closeClass, '}': closeClass,
		'"': quoteClass, '\'': quoteClass, '`': quoteClass, '/': slashClass,
		'#': badClass, '$': badClass, '?': badClass, '@': badClass, '\\': badClass, 0x7F: badClass,
	}
	deep   [256]class
	isWord [256]bool // of letters, digits and what is not ASCII
)

func init() {
	for c := range ' ' {
		if c != '\t' && c != '\n' && c != '\r' {
			shallow[c] = badClass
		}
	}
	deep = shallow
	for c := range deep {
		if c >= 0x80 {
			shallow[c], deep[c] = highClass, highClass
		}
		letter := c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
		if letter {
			deep[c] = wordClass
		}
		isWord[c] = letter || c >= '0' && c <= '9' || c >= 0x80
	}
}

var closing = [...]byte{'(': ')', '[': ']', '{': '}'}

// brackets passes from an opening bracket, which is the token, to the token after the one that closes it.
func (s *scanner) brackets() {
	s.pass()
	s.next()
}

// pass passes from an opening bracket, which is the token, to the one that closes it. What is declared between them is
// read only where the scanner reads deep.
func (s *scanner) pass() {
	around := len(s.open)
	s.push(closing[s.text[s.start]])
	text, classes := s.text, s.classes
	for i := s.pos; !s.bad; {
		for i < len(text) && classes[text[i]] == plainClass {
			i++
		}
		if i == len(text) {
			s.fail()
			return
		}
		switch c := text[i]; classes[c] {
		case openClass:
			s.push(closing[c])
			i++
		case closeClass:
			s.start, s.pos = i, i+1
			if s.pop(); len(s.open) == around || s.bad {
				s.tok, s.ends = closeToken, !s.bad
				return
			}
			i++
		case quoteClass:
			i = s.quoted(i)
		case slashClass:
			if end := s.comment(i); end > i {
				i = end
			} else {
				i++
			}
		case wordClass:
			i = s.inner(i)
		case highClass:
			i = s.afterWord(i)
		default:
			s.fail()
		}
	}
}

// inner reads the word at an offset within brackets, and what it declares; it returns the offset after that.
func (s *scanner) inner(i int) int {
	end := i + 1
	for end < len(s.text) && isWord[s.text[end]] {
		end++
	}
	switch string(s.text[i:end]) {
	case "struct", "interface":
		s.at(i)
		s.members()
	case "const", "type":
		s.at(i)
		if s.text[i] == 't' && s.isSwitch() {
			return end
		}
		if s.declaration(false); s.tok != semicolonToken {
			return s.start
		}
	default:
		return end
	}
	return s.pos
}

// at makes the word at an offset the token.
func (s *scanner) at(i int) {
	s.pos, s.ends = i, false
	s.next()
}

// isSwitch reports whether the keyword "type" is that of x.(type).
func (s *scanner) isSwitch() bool {
	before := *s
	s.next()
	found := s.tok == closeToken
	*s = before
	return found
}
