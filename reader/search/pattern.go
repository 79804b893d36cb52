package search

import (
	"errors"
	"fmt"
	"regexp"
	"regexp/syntax"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"eyeline/reader/internal/lazy"
)

// Case says how letters are compared.
type Case uint8

const (
	// SmartCase ignores case unless the pattern has an upper-case letter; letters that only name something, as
	// in \S, \W, \p{Lu}, \x4B or (?P<Name>…), do not count.
	SmartCase Case = iota
	// MatchCase tells upper from lower case.
	MatchCase
	// IgnoreCase takes a letter's cases, all of them in Unicode's simple folding, for the same.
	IgnoreCase
)

// Options change how a pattern is read. The zero value is what the viewer's '/' uses.
type Options struct {
	Case    Case
	Literal bool // the pattern is plain text, no regular expression
	// Styled skips the sequences that colour a text, and what is printed over or under its letters.
	Styled bool
	// Invert finds the lines without a match: each is a match from its start to its end. A line that is longer than
	// what is held of one is judged by its first part.
	Invert bool
}

const (
	// maxPattern is the longest pattern in bytes.
	maxPattern = 10_000
	// maxProgram bounds a compiled pattern in instructions: the time for a byte of text grows with it.
	maxProgram = 10_000
	// maxQuoted is how much of a pattern an error shows, in characters.
	maxQuoted = 40
)

// Pattern is a compiled pattern. It is immutable and may be used by several goroutines.
type Pattern struct {
	text   string
	fold   bool
	styled bool
	invert bool

	// pure finds every match by itself when the pattern is nothing but text; else it is nil and the rest counts.
	pure *needles
	// hint finds text that every match contains; nil without one.
	hint *needles

	// whole is for text that begins and ends where its line does; the others, made when a line too long to hold is
	// met, for pieces cut at their left, right or both ends, where '^' and '$' must not match.
	whole             *regexp.Regexp
	left, right, both func() *regexp.Regexp
}

// piece is the expression for a whole line or a piece of one.
func (p *Pattern) piece(cutLeft, cutRight bool) *regexp.Regexp {
	switch {
	case cutLeft && cutRight:
		return p.both()
	case cutLeft:
		return p.left()
	case cutRight:
		return p.right()
	}
	return p.whole
}

// Compile reads a pattern in Go's regular expression syntax, or plain text with Options.Literal. An error is one
// sentence without control characters, meant for the person who typed the pattern.
func Compile(pattern string, opt Options) (*Pattern, error) {
	if len(pattern) > maxPattern {
		return nil, fmt.Errorf("the pattern is longer than %d bytes", maxPattern)
	}
	if !utf8.ValidString(pattern) {
		return nil, errors.New("the pattern is not valid UTF-8")
	}

	expr := pattern
	if opt.Literal {
		expr = regexp.QuoteMeta(pattern)
	}
	if _, err := syntax.Parse(expr, syntax.Perl); err != nil {
		return nil, patternError(pattern, err)
	}

	fold := opt.Case == IgnoreCase || opt.Case == SmartCase && !holdsUpper(pattern, opt.Literal)
	if fold {
		expr = "(?i)" + expr
	}

	tree, err := syntax.Parse(expr, syntax.Perl)
	if err != nil {
		return nil, patternError(pattern, err)
	}
	if programSize(tree) > maxProgram {
		return nil, errors.New("the pattern is too large once its repetitions are written out")
	}

	re, err := regexp.Compile(expr)
	if err != nil {
		return nil, patternError(pattern, err)
	}

	p := &Pattern{text: pattern, fold: fold, styled: opt.Styled, invert: opt.Invert, whole: re}
	if p.invert {
		p.text = "!" + pattern
	} else if !p.styled { // else the letters of a match may be apart
		p.pure = pureNeedles(tree)
		if p.pure == nil {
			p.hint = hintNeedles(tree)
		}
	}

	cut := func(left, right bool) func() *regexp.Regexp {
		return sync.OnceValue(func() *regexp.Regexp {
			return regexp.MustCompile(withoutAnchors(tree, left, right).String())
		})
	}

	p.left, p.right, p.both = cut(true, false), cut(false, true), cut(true, true)
	return p, nil
}

// String is the pattern as it was given, with "!" before one that is inverted.
func (p *Pattern) String() string { return p.text }

// reach is how far before or after a match's start the bytes are that it depends on.
func (p *Pattern) reach(sz sizes) int64 {
	if p.pure != nil && !p.pure.overlaps {
		return int64(p.pure.maxLen)
	}
	n := sz.line + sz.overlap + 2
	if p.pure != nil {
		n += 2 * int64(p.pure.maxLen)
	}
	return n
}

// names are the parts of an expression whose letters only name something: escapes, flags and the names of groups. What
// is quoted by \Q and \E stands for itself.
var names = lazy.Regexp(`(?s)\\Q(.*?)(?:\\E|\z)|\\[pPx](?:\{[^}]*\}?)|\\[pP].?|\\x.{0,2}|\\.?|\(\?[^:)>]*[:)>]?`)

// holdsUpper reports whether a pattern holds an upper-case letter that stands for itself.
func holdsUpper(pattern string, literal bool) bool {
	if !literal {
		pattern = names().ReplaceAllString(pattern, "$1")
	}
	return strings.IndexFunc(pattern, func(r rune) bool { return unicode.IsUpper(r) || unicode.IsTitle(r) }) >= 0
}

var reasons = map[syntax.ErrorCode]string{
	syntax.ErrInvalidCharClass:      "invalid character class",
	syntax.ErrInvalidCharRange:      "invalid character range",
	syntax.ErrInvalidEscape:         "invalid escape",
	syntax.ErrInvalidNamedCapture:   "invalid group name",
	syntax.ErrInvalidPerlOp:         "unknown or unsupported group syntax",
	syntax.ErrInvalidRepeatOp:       "a repetition follows a repetition",
	syntax.ErrInvalidRepeatSize:     "invalid repetition count",
	syntax.ErrMissingBracket:        "a [ is not closed",
	syntax.ErrMissingParen:          "a ( is not closed",
	syntax.ErrMissingRepeatArgument: "nothing to repeat",
	syntax.ErrTrailingBackslash:     "a \\ is at the end",
	syntax.ErrUnexpectedParen:       "a ) was not opened",
	syntax.ErrNestingDepth:          "groups are nested too deep",
	syntax.ErrLarge:                 "the pattern is too large once its repetitions are written out",
}

// patternError turns an error of the regular expression parser into a sentence for the person who typed pattern,
// with the place, in characters from 1, where it is known.
func patternError(pattern string, err error) error {
	var bad *syntax.Error
	if !errors.As(err, &bad) {
		return errors.New("bad pattern: " + quote(err.Error()))
	}

	reason, ok := reasons[bad.Code]
	if !ok {
		reason = quote(bad.Code.String())
	}

	switch {
	case bad.Expr == "" || bad.Code == syntax.ErrLarge || bad.Code == syntax.ErrNestingDepth:
		return errors.New("bad pattern: " + reason)
	case bad.Expr != pattern && strings.Count(pattern, bad.Expr) == 1:
		at := utf8.RuneCountInString(pattern[:strings.Index(pattern, bad.Expr)]) + 1
		return fmt.Errorf("bad pattern: %s: %s at character %d", reason, quote(bad.Expr), at)
	default:
		return fmt.Errorf("bad pattern: %s: %s", reason, quote(bad.Expr))
	}
}

// quote is s in quotes, cut when it is long, with what is not printable escaped. A backslash stays as it was typed.
func quote(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	n := 0
	for _, r := range s {
		n++
		if n > maxQuoted {
			return b.String() + `"…`
		}

		if strconv.IsPrint(r) {
			b.WriteRune(r)
		} else {
			b.WriteString(strings.Trim(strconv.QuoteRune(r), "'"))
		}
	}

	b.WriteByte('"')
	return b.String()
}
