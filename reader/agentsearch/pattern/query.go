// Package pattern, which changes without notice, compiles search patterns in the languages of agents' engines to Go's
// regexp, and matches lines with them. Where Go's engine may differ from the agent's, it reports that instead of
// guessing.
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

// Syntax is an engine's language of patterns.
type Syntax uint8

// Rust (of ripgrep 13), Go and JS are the languages of those libraries; Extended and Basic are those of POSIX with
// GNU's extensions.
const (
	Rust Syntax = iota
	Go
	JS
	Extended
	Basic
	// NewRust is that of Rust's crate regex in ripgrep 15.
	NewRust
)

// isRust reports whether it is a language of Rust's crate regex.
func (s Syntax) isRust() bool { return s == Rust || s == NewRust }

// Query is a pattern to search for.
type Query struct {
	Pattern string
	// Fixed: the pattern is literal text.
	Fixed bool
}

// Error is why a pattern cannot be compiled.
type Error struct {
	// Refused: the agent's engine rejects it, too. Otherwise that is not known.
	Refused bool
	Text    string
}

func (e *Error) Error() string { return e.Text }

func refused(text string) error { return &Error{true, text} }
func unknown(text string) error { return &Error{false, text} }

// maxPattern is the greatest length of a pattern, in bytes.
const maxPattern = 64 << 10

// Matcher matches lines with a compiled pattern.
type Matcher struct {
	source    string // in Go's syntax
	re        *regexp.Regexp
	literal   []byte // the whole pattern, if it is text in which case counts
	isLiteral bool   // the whole pattern is text
	// words: it depends on edges of words, which Go finds by ASCII and the agent's engine by Unicode.
	words bool
	// breaks: "^" and "$" also match at JavaScript's other line terminators.
	breaks bool
	// foldsAsJS: case is ignored as in JavaScript, which differs from Go for a few characters.
	foldsAsJS bool
	// noMark: a byte order mark is not part of the first line.
	noMark bool
	// noCR: a CR at the end of a line is not part of it.
	noCR bool
}

// Compile compiles the pattern; fold ignores case. The error is an *Error.
func (q Query) Compile(s Syntax, fold bool) (*Matcher, error) {
	m := &Matcher{noMark: s.isRust() || s == Basic, noCR: s == Go, foldsAsJS: fold && s == JS}
	if len(q.Pattern) > maxPattern {
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

	// LiteralPrefix will not do: it passes over "^" and "$".
	if tree, err := syntax.Parse(m.source, syntax.Perl); err == nil && tree.Op == syntax.OpLiteral {
		m.isLiteral = true
		if tree.Flags&syntax.FoldCase == 0 { // a pattern may itself say that case is ignored: (?i)word
			m.literal = []byte(string(tree.Rune))
		}
	}

	return m, nil
}

// refusals are the errors for which Rust's crate also rejects a pattern.
var refusals = []syntax.ErrorCode{
	syntax.ErrMissingParen, syntax.ErrUnexpectedParen, syntax.ErrMissingBracket, syntax.ErrMissingRepeatArgument,
	syntax.ErrTrailingBackslash,
}

func asError(err error, s Syntax) error {
	wrong, ok := errors.AsType[*syntax.Error](err)
	if !ok {
		return unknown("the pattern is not understood")
	}
	text := wrong.Code.String() + ": " + strings.TrimPrefix(wrong.Expr, "(?i)")
	if s == Go || s.isRust() && slices.Contains(refusals, wrong.Code) {
		return refused(text)
	}
	return unknown(text)
}

// translate sets source to the pattern in Go's syntax.
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
		m.source, err = t.translate()
	}

	return err
}

// jsBreaks replaces JavaScript's other line terminators by "\n".
var jsBreaks = strings.NewReplacer("\r", "\n", "\u2028", "\n", "\u2029", "\n")

// Matches reports whether a line without its "\n" matches. first: it is the first of its file. unsure: the agent's
// engine may decide otherwise.
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
	case m.isLiteral || utf8.Valid(line) && !m.words:
		return m.re.Match(line), false
	}

	at := m.re.FindIndex(line)
	if m.words && bytes.ContainsFunc(line, func(r rune) bool { return r >= utf8.RuneSelf }) {
		return at != nil, true
	}

	return at != nil, at != nil && !utf8.Valid(line[at[0]:at[1]])
}

// foldsOtherwise reports whether Go, ignoring case, takes a character for another one that JavaScript takes for
// different: U+212A (Kelvin) is a "k" for Go alone. JavaScript compares upper cases, and keeps a character outside
// ASCII whose upper case is in ASCII (ECMA-262, Canonicalize).
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

// jsUpper returns the upper case by which JavaScript compares a character.
func jsUpper(r rune) rune {
	upper := unicode.ToUpper(r)
	if r >= utf8.RuneSelf && upper < utf8.RuneSelf {
		return r
	}
	return upper
}

// String describes the query for the user.
func (q Query) String() string {
	if q.Fixed {
		return fmt.Sprintf("the text %q", q.Pattern)
	}
	return fmt.Sprintf("%q", q.Pattern)
}

// Same reports whether two matchers match the same lines in the same way.
func (m *Matcher) Same(o *Matcher) bool {
	sameLines := o.breaks == m.breaks && o.noMark == m.noMark && o.noCR == m.noCR
	return sameLines && o.source == m.source && o.words == m.words
}

// MatchesEmpty reports whether the pattern matches the empty string.
func (m *Matcher) MatchesEmpty() bool { return m.re.MatchString("") }

// First returns the half-open range of the first match of a line, in bytes from 0; false if its place is not known.
func (m *Matcher) First(line []byte) (from, to int, ok bool) {
	at := m.re.FindIndex(line)
	if at == nil {
		return 0, 0, false
	}
	return at[0], at[1], true
}

// Starts returns the offsets at which matches of the line begin, in bytes from 0; nil if they are not known.
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
