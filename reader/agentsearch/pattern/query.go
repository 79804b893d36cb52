// Package pattern reads the patterns of searches in the languages of the agents' engines, and matches lines with them
// by Go's engine. What Go's cannot match as the engine does is said, and never guessed. The package changes without
// notice.
//
//	query.go      a pattern and its errors, and how lines match it
//	translate.go  patterns of Rust and JavaScript in Go's syntax
//	runeset.go    their classes
//	finder.go     which bytes of a file may match, quickly
package pattern

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

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
	// NewRust is that of Rust's crate as ripgrep 15 has it; Rust is that of ripgrep 13.
	NewRust
)

// isRust reports whether a language is that of Rust's crate.
func (s Syntax) isRust() bool { return s == Rust || s == NewRust }

// Query is what is searched for.
type Query struct {
	Pattern string
	// Fixed: the pattern is the text itself.
	Fixed bool
}

// Error says that a pattern is not taken.
type Error struct {
	// Refused: by the engine. Otherwise it is not known here what the engine makes of it.
	Refused bool
	Text    string
}

func (e *Error) Error() string { return e.Text }

func refused(text string) error { return &Error{true, text} }
func unknown(text string) error { return &Error{false, text} }

// longestPattern is how many bytes a pattern may have.
const longestPattern = 64 << 10

// Matcher says whether a line matches.
type Matcher struct {
	source  string // in Go's syntax
	re      *regexp.Regexp
	literal []byte // where it is a literal that is compared byte for byte
	plain   bool   // it is a literal
	// words: what is a letter at the edges of words is decided as in ASCII, and the engine decides as in Unicode.
	words bool
	// breaks: lines also end at what JavaScript takes for ends of lines.
	breaks bool
	// foldsAsJS: upper and lower case are the same as JavaScript has them, which is otherwise for a few characters.
	foldsAsJS bool
	// noMark: a byte order mark does not belong to the first line.
	noMark bool
	// noCR: a CR before the end of a line does not belong to it.
	noCR bool
}

// Compile makes a pattern ready. The error is a *Error.
func (q Query) Compile(s Syntax, fold bool) (*Matcher, error) {
	m := &Matcher{noMark: s.isRust() || s == Basic, noCR: s == Go, foldsAsJS: fold && s == JS}
	if len(q.Pattern) > longestPattern {
		return nil, unknown("a pattern of more than 64 KiB")
	}
	if !utf8.ValidString(q.Pattern) {
		return nil, unknown("a pattern that is not UTF-8")
	}

	if q.Fixed {
		m.source = regexp.QuoteMeta(q.Pattern)
	} else if err := m.translate(q.Pattern, s, fold); err != nil {
		return nil, err
	}

	if strings.Contains(q.Pattern, "\n") && s.isRust() {
		return nil, refused("a pattern with a line end")
	}
	if fold {
		m.source = "(?i)" + m.source
	}

	var err error
	if m.re, err = regexp.Compile(m.source); err != nil {
		return nil, asError(err, s)
	}

	// What LiteralPrefix says of the whole leaves "^" and "$" out.
	if tree, err := syntax.Parse(m.source, syntax.Perl); err == nil && tree.Op == syntax.OpLiteral {
		m.plain = true
		if !fold {
			m.literal = []byte(string(tree.Rune))
		}
	}

	return m, nil
}

// refusals are the errors that Rust's crate has, too.
var refusals = []syntax.ErrorCode{
	syntax.ErrMissingParen, syntax.ErrUnexpectedParen, syntax.ErrMissingBracket, syntax.ErrMissingRepeatArgument,
	syntax.ErrTrailingBackslash,
}

func asError(err error, s Syntax) error {
	wrong, is := errors.AsType[*syntax.Error](err)
	if !is {
		return unknown("the pattern is not understood")
	}
	text := wrong.Code.String() + ": " + strings.TrimPrefix(wrong.Expr, "(?i)")
	if s == Go || s.isRust() && slices.Contains(refusals, wrong.Code) {
		return refused(text)
	}
	return unknown(text)
}

// translate writes a pattern in Go's syntax.
func (m *Matcher) translate(pattern string, s Syntax, fold bool) (err error) {
	switch s {
	case Extended, Basic:
		if m.source, err = posix.Syntax(pattern, s == Extended); err != nil {
			return unknown("not imitated: " + err.Error())
		}
	case Go:
		m.source = pattern
	default:
		t := &translator{text: pattern, language: s, fold: fold, matcher: m}
		m.source, err = t.all()
	}
	return err
}

// jsBreaks are ends of lines of JavaScript other than "\n", and the same as that.
var jsBreaks = strings.NewReplacer("\r", "\n", "\u2028", "\n", "\u2029", "\n")

// Matches reports whether a line, without its "\n", matches; first: it is the first of its file. unsure: it is not
// known whether it does.
func (m *Matcher) Matches(line []byte, first bool) (is, unsure bool) {
	if first && m.noMark {
		line = bytes.TrimPrefix(line, []byte("\uFEFF"))
	}
	if m.noCR {
		line = bytes.TrimSuffix(line, []byte("\r"))
	}

	switch {
	case m.literal != nil:
		return bytes.Contains(line, m.literal), false
	case m.foldsAsJS && bytes.ContainsFunc(line, foldsOtherwise):
		return m.re.MatchString(jsBreaks.Replace(string(line))), true
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

// foldsOtherwise reports whether a character is the same as others for Go, where upper and lower case are the same,
// that are not the same for JavaScript: U+212A (Kelvin) is a "k" for Go alone. JavaScript compares the upper case of
// both, and keeps a character outside of ASCII whose upper case is in ASCII (ECMA-262, Canonicalize).
func foldsOtherwise(r rune) bool {
	if r < utf8.RuneSelf {
		return false
	}
	upper := jsUpper(r)
	for other := unicode.SimpleFold(r); other != r; other = unicode.SimpleFold(other) {
		if jsUpper(other) != upper {
			return true
		}
	}
	return false
}

// jsUpper is the upper case of a character as JavaScript compares it.
func jsUpper(r rune) rune {
	upper := unicode.ToUpper(r)
	if r >= utf8.RuneSelf && upper < utf8.RuneSelf {
		return r
	}
	return upper
}

// String says what is searched for.
func (q Query) String() string {
	if q.Fixed {
		return fmt.Sprintf("the text %q", q.Pattern)
	}
	return fmt.Sprintf("%q", q.Pattern)
}

// Same reports whether two matchers match the same lines.
func (m *Matcher) Same(o *Matcher) bool {
	sameLines := o.breaks == m.breaks && o.noMark == m.noMark && o.noCR == m.noCR
	return sameLines && o.source == m.source && o.words == m.words
}

// MatchesEmpty reports whether the pattern matches the empty text.
func (m *Matcher) MatchesEmpty() bool { return m.re.MatchString("") }

// Starts are where the matches of a line begin, bytes from 0; nil where that is not known.
func (m *Matcher) Starts(line string) (starts []int) {
	if m.noCR {
		line = strings.TrimSuffix(line, "\r")
	}
	if m.breaks {
		if strings.ContainsAny(line, "\u2028\u2029") {
			return nil
		}
		line = jsBreaks.Replace(line)
	}
	for _, at := range m.re.FindAllStringIndex(line, -1) {
		starts = append(starts, at[0])
	}
	return starts
}
