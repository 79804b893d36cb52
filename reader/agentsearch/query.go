package agentsearch

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"regexp/syntax"
	"strings"
	"unicode/utf8"

	"eyeline/reader/internal/lazy"
	"eyeline/reader/internal/posix"
)

// Syntax is the language of an engine's patterns.
type Syntax uint8

// The languages: of Rust's crate regex, of Go, of JavaScript, and the extended and basic ones of POSIX with the
// extensions of GNU.
const (
	Rust Syntax = iota
	Go
	JS
	Extended
	Basic
)

// Query is what is searched for.
type Query struct {
	Pattern string
	// Fixed: the pattern is the text itself.
	Fixed bool
}

// PatternError says that a pattern is not taken.
type PatternError struct {
	// Refused: by the engine. Otherwise it is not known here what the engine makes of it.
	Refused bool
	Text    string
}

func (e *PatternError) Error() string { return e.Text }

func refused(text string) error { return &PatternError{true, text} }
func unknown(text string) error { return &PatternError{false, text} }

// longestPattern is how many bytes a pattern may have.
const longestPattern = 64 << 10

// matcher says whether a line matches.
type matcher struct {
	source  string // in Go's syntax
	re      *regexp.Regexp
	literal []byte // where it is a literal that is compared byte for byte
	plain   bool   // it is a literal
	// words: what is a letter at the edges of words is decided as in ASCII, and the engine decides as in Unicode.
	words bool
	// breaks: lines also end at what JavaScript takes for ends of lines.
	breaks bool
	// noMark: a byte order mark does not belong to the first line.
	noMark bool
}

// compile makes a pattern ready. The error is a *PatternError.
func (q Query) compile(s Syntax, fold bool) (*matcher, error) {
	m := &matcher{noMark: s == Rust || s == Basic}
	if len(q.Pattern) > longestPattern {
		return nil, unknown("a pattern of more than 64 KiB")
	}
	if !utf8.ValidString(q.Pattern) {
		return nil, unknown("a pattern that is not UTF-8")
	}
	if q.Fixed {
		m.source = regexp.QuoteMeta(q.Pattern)
	} else if err := m.translate(q.Pattern, s); err != nil {
		return nil, err
	}
	if strings.Contains(q.Pattern, "\n") && s == Rust {
		return nil, refused("a pattern with a line end")
	}
	if fold {
		m.source = "(?i)" + m.source
	}
	var err error
	if m.re, err = regexp.Compile(m.source); err != nil {
		return nil, asPatternError(err, s)
	}
	// What LiteralPrefix says of the whole leaves "^" and "$" out.
	if tree, err := syntax.Parse(m.source, syntax.Perl); err == nil && tree.Op == syntax.OpLiteral {
		if m.plain = true; !fold {
			m.literal = []byte(string(tree.Rune))
		}
	}
	return m, nil
}

// refusals are the errors that Rust's crate has, too.
var refusals = []syntax.ErrorCode{
	syntax.ErrMissingParen, syntax.ErrUnexpectedParen, syntax.ErrMissingBracket, syntax.ErrMissingRepeatArgument,
	syntax.ErrInvalidCharRange, syntax.ErrTrailingBackslash,
}

func asPatternError(err error, s Syntax) error {
	text := "the pattern is not understood"
	if wrong, is := errors.AsType[*syntax.Error](err); is {
		text = wrong.Code.String() + ": " + wrong.Expr
		if s == Go {
			return refused(text)
		}
		for _, code := range refusals {
			if code == wrong.Code && s == Rust {
				return refused(text)
			}
		}
		if wrong.Code == syntax.ErrInvalidPerlOp && s == Rust && strings.ContainsAny(wrong.Expr, "=!") {
			return refused("look-around is not supported: " + wrong.Expr)
		}
	}
	return unknown(text)
}

// translate writes a pattern in Go's syntax.
func (m *matcher) translate(pattern string, s Syntax) (err error) {
	switch s {
	case Extended, Basic:
		if m.source, err = posix.Syntax(pattern, s == Extended); err != nil {
			return unknown("not imitated: " + err.Error())
		}
	case Go:
		m.source = pattern
	default:
		t := &translator{text: pattern, js: s == JS, matcher: m}
		for t.at < len(t.text) && t.err == nil {
			t.next()
		}
		m.source, err = t.out.String(), t.err
	}
	return err
}

// translator writes a pattern of Rust or JavaScript in Go's syntax.
type translator struct {
	text    string
	at      int
	js      bool
	inClass bool
	out     strings.Builder
	err     error
	matcher *matcher
}

// What escapes stand for, as the inside of a class.
const (
	rustWord = `\p{L}\p{M}\p{Nd}\p{Nl}\p{Pc}\x{200C}\x{200D}\x{24B6}-\x{24E9}` +
		`\x{1F130}-\x{1F149}\x{1F150}-\x{1F169}\x{1F170}-\x{1F189}`
	rustSpace = `\t\n\v\f\r \x{85}\p{Z}`
	jsSpace   = `\t\n\v\f\r \x{A0}\x{1680}\x{2000}-\x{200A}\x{2028}\x{2029}\x{202F}\x{205F}\x{3000}\x{FEFF}`
)

func (t *translator) next() {
	c := t.text[t.at]
	t.at++
	switch {
	case c == '\\':
		t.escape()
	case t.inClass:
		t.classByte(c)
	case c == '[':
		t.openClass()
	case c == '{' && !t.js && !repetition().MatchString(t.text[t.at:]):
		t.err = refused("an opening brace that repeats nothing")
	case c == '.' && t.js:
		t.out.WriteString(`[^\n\r\x{2028}\x{2029}]`)
	case (c == '^' || c == '$') && t.js:
		t.matcher.breaks = true
		t.out.WriteString("(?m:" + string(c) + ")")
	default:
		t.out.WriteByte(c)
	}
}

// repetition is what follows an opening brace that repeats.
var repetition = lazy.Regexp(`^\d+(,\d*)?\}`)

func (t *translator) openClass() {
	t.inClass = true
	t.out.WriteByte('[')
	if strings.HasPrefix(t.text[t.at:], "^") {
		t.out.WriteByte('^')
		t.at++
	}
	if strings.HasPrefix(t.text[t.at:], "]") {
		if t.js {
			t.err = unknown("an empty class")
		}
		t.out.WriteString(`\]`)
		t.at++
	}
}

func (t *translator) classByte(c byte) {
	rest := t.text[t.at:]
	pair := string(c) + rest[:min(1, len(rest))]
	switch {
	case c == ']':
		t.inClass = false
	case c == '[' && t.js:
		t.out.WriteByte('\\')
	case c == '[' && !strings.HasPrefix(rest, ":"), !t.js && (pair == "&&" || pair == "--" || pair == "~~"):
		t.err = unknown("a class in a class")
	case c == '[':
		named, after, closed := strings.Cut(rest, ":]")
		if !closed {
			t.err = unknown("a class in a class")
			return
		}
		t.out.WriteString("[" + named + ":]")
		t.at = len(t.text) - len(after)
		return
	}
	t.out.WriteByte(c)
}

func (t *translator) escape() {
	if t.at == len(t.text) {
		t.err = refused("a backslash at its end")
		return
	}
	c := t.text[t.at]
	t.at++
	inside := t.classOf(c)
	switch {
	case inside != "":
		t.class(c, inside)
	case c == 'Q' || c == 'E' || c == 'C':
		t.err = unknown(`\` + string(c))
	case c == 'u' && t.js && len(t.text)-t.at >= 4:
		t.out.WriteString(`\x{` + t.text[t.at:t.at+4] + "}")
		t.at += 4
	default:
		if c|0x20 == 'b' {
			t.matcher.words = t.matcher.words || !t.js && !t.inClass
		}
		t.out.WriteString(`\` + string([]byte{c}))
	}
}

// classOf is the inside of the class that an escape stands for; "" where it is the same in Go, or no class.
func (t *translator) classOf(c byte) string {
	switch {
	case c|0x20 == 's' && t.js:
		return jsSpace
	case t.js:
		return ""
	case c|0x20 == 'd':
		return `\p{Nd}`
	case c|0x20 == 's':
		return rustSpace
	case c|0x20 == 'w':
		return rustWord
	}
	return ""
}

// class writes the class of an escape; a capital letter stands for all other characters.
func (t *translator) class(c byte, inside string) {
	switch negated := c >= 'A' && c <= 'Z'; {
	case t.inClass && negated:
		t.err = unknown(`\` + string(c) + " in a class")
	case t.inClass:
		t.out.WriteString(inside)
	case negated:
		t.out.WriteString("[^" + inside + "]")
	default:
		t.out.WriteString("[" + inside + "]")
	}
}

// jsBreaks are ends of lines of JavaScript other than "\n", and the same as that.
var jsBreaks = strings.NewReplacer("\r", "\n", "\u2028", "\n", "\u2029", "\n")

// matches reports whether a line, without its "\n", matches; first: it is the first of its file. unsure: it is not
// known whether it does.
func (m *matcher) matches(line []byte, first bool) (is, unsure bool) {
	if first && m.noMark {
		line = bytes.TrimPrefix(line, []byte("\uFEFF"))
	}
	switch {
	case m.literal != nil:
		return bytes.Contains(line, m.literal), false
	case m.breaks:
		return m.re.MatchString(jsBreaks.Replace(string(line))), false
	case m.plain || utf8.Valid(line) && !m.words:
		return m.re.Match(line), false
	}
	at := m.re.FindIndex(line)
	if m.words && bytes.ContainsFunc(line, func(r rune) bool { return r >= utf8.RuneSelf }) {
		return at != nil, true
	}
	return at != nil, at != nil && !utf8.Valid(line[at[0]:at[1]])
}

// String says what is searched for.
func (q Query) String() string {
	if q.Fixed {
		return fmt.Sprintf("the text %q", q.Pattern)
	}
	return fmt.Sprintf("%q", q.Pattern)
}
