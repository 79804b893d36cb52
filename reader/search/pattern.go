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
	// SmartCase ignores case unless the pattern has a literal upper case letter; those of escapes and names, as in \S,
	// \W, \p{Lu}, \x4B or (?P<Name>…), do not count.
	SmartCase Case = iota
	// MatchCase distinguishes case.
	MatchCase
	// IgnoreCase uses Unicode's simple case folding.
	IgnoreCase
)

// Options of Compile. The zero value is that of the viewer's '/'.
type Options struct {
	Case    Case
	Literal bool // the pattern is literal text, not a regular expression
	// Styled: escape sequences for colors and overprinted characters are ignored.
	Styled bool
	// Invert: lines without a match are matches, from start to end. A line that is too long to be held is judged by its
	// first part.
	Invert bool
}

const (
	// maxPattern is the greatest length of a pattern in bytes.
	maxPattern = 10_000
	// maxProgram is the greatest number of instructions of a compiled pattern, on which the search time depends.
	maxProgram = 10_000
	// maxQuoted is how many characters of a pattern an error shows.
	maxQuoted = 40
)

// Pattern is an immutable compiled pattern. Several goroutines may use it.
type Pattern struct {
	text   string
	fold   bool
	styled bool
	invert bool

	// pure finds every match by itself if the pattern is literal text; else it is nil.
	pure *needles
	// hint finds texts such that every match contains one of them; nil if they are not known.
	hint *needles

	// whole is for complete lines; the others, compiled when they are needed, are for pieces cut at their left, right
	// or both ends, where '^' and '$' must not match.
	whole             *regexp.Regexp
	left, right, both func() *regexp.Regexp
}

// piece returns the expression for a complete line or a piece.
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

// Compile compiles a regular expression in Go's syntax, or literal text with Options.Literal. The error is one sentence
// without control characters for the person who typed the pattern.
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
	} else if !p.styled { // with Styled, the letters of a match may be apart
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

	p.left = cut(true, false)
	p.right = cut(false, true)
	p.both = cut(true, true)
	return p, nil
}

// String returns the pattern as given, with "!" before it if it is inverted.
func (p *Pattern) String() string { return p.text }

// reach returns how many bytes before or after a match's start it may depend on.
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

// names matches escapes, flags and group names, whose letters do not count for SmartCase. Text quoted by \Q and \E is
// literal.
var names = lazy.Regexp(`(?s)\\Q(.*?)(?:\\E|\z)|\\[pPx](?:\{[^}]*\}?)|\\[pP].?|\\x.{0,2}|\\.?|\(\?[^:)>]*[:)>]?`)

// holdsUpper reports whether a pattern has a literal upper case letter.
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

// patternError converts an error of the parser to a sentence for the person who typed the pattern, with the position,
// in characters from 1, if it is known.
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

// quote returns s in quotes, shortened, with unprintable characters escaped, but not backslashes.
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
