package posix

import (
	"bytes"
	"regexp"
	"regexp/syntax"
	"slices"
	"unicode"
	"unicode/utf8"
)

// Expression is a compiled regular expression.
type Expression struct {
	re     *regexp.Regexp
	weight int
	beyond beyond
	counts bool
	// prefix is what each match begins with; "": that differs.
	prefix string
	// reach is how many bytes behind a match are read at most to find its end; -1: any number.
	reach int
}

// beyond is which characters beyond ASCII programs do not agree about, for what an expression asks of a character.
type beyond uint8

const (
	letters beyond = 1 << iota // whether they are letters or digits
	spaces                     // whether they are spaces
	all                        // anything else
)

const (
	mostSource = 64 << 10 // bytes of an expression in Go's syntax
	mostWeight = 64 << 10 // nodes of an expression whose repetitions are written out
)

// CompileGo compiles an expression in Go's syntax; longest: of the matches that begin first, the longest one counts,
// as POSIX has it, and not the one that is tried first. bad says what of it is not imitated.
func CompileGo(source string, longest bool) (e *Expression, bad string) {
	if len(source) > mostSource {
		return nil, "an expression of more than 64 KiB"
	}

	parsed, err := syntax.Parse(source, syntax.Perl)
	if err != nil {
		return nil, "the expression " + source
	}

	e = &Expression{weight: weightOf(parsed), beyond: beyondOf(source), counts: counts(parsed)}
	if e.weight > mostWeight {
		return nil, "an expression of so many repetitions"
	}
	if e.re, err = regexp.Compile(source); err != nil {
		return nil, "the expression " + source
	}
	if longest {
		e.re.Longest()
	}

	e.prefix, _ = e.re.LiteralPrefix()
	e.reach = reachOf(parsed)
	return e, ""
}

// Valid reports whether an expression is one in Go's syntax by itself: with others in brackets it may be one when they
// are joined.
func Valid(source string) bool {
	_, err := syntax.Parse(source, syntax.Perl)
	return err == nil
}

// weightOf is how many nodes an expression has when its repetitions are written out, at most about twice mostWeight.
func weightOf(re *syntax.Regexp) int {
	n := 1 + len(re.Rune)/2
	for _, sub := range re.Sub {
		n += weightOf(sub)
		if n > mostWeight {
			return n
		}
	}
	if re.Op == syntax.OpRepeat {
		n *= max(re.Min, re.Max, 1)
	}
	return min(n, 2*mostWeight)
}

// beyondOf is what an expression in Go's syntax asks of characters that programs do not agree about.
func beyondOf(source string) (asks beyond) {
	for i := 0; i+1 < len(source); i++ {
		switch {
		case source[i] == '\\':
			i++
			switch source[i] {
			case 'w', 'W', 'b', 'B', 'd', 'D':
				asks |= letters
			case 's', 'S':
				asks |= spaces
			}
		case source[i] == '[' && source[i+1] == ':':
			asks |= classes[source[i+2:min(i+7, len(source))]]
		}
	}

	return asks
}

// classes are the named classes of characters, by five of their letters. Digits are those of ASCII everywhere.
var classes = map[string]beyond{
	"alnum": letters, "alpha": letters, "lower": letters, "upper": letters, "space": spaces, "blank": spaces,
	"punct": all, "print": all, "graph": all, "cntrl": all,
}

// Unsure reports whether what the expression matches in a text hangs on which of its characters beyond ASCII are
// letters, or spaces: programs and languages do not agree about that.
func (e *Expression) Unsure(text []byte) bool {
	if e.beyond == 0 {
		return false
	}
	if e.beyond&spaces != 0 && bytes.IndexByte(text, '\v') >= 0 { // Go's "\s" lacks it
		return true
	}

	for i := 0; i < len(text); {
		if text[i] < utf8.RuneSelf {
			i++
			continue
		}

		c, size := utf8.DecodeRune(text[i:])
		isLetter := unicode.IsLetter(c) || unicode.IsNumber(c) || unicode.IsMark(c) || unicode.Is(unicode.Pc, c)
		if e.beyond&all != 0 || e.beyond&letters != 0 && isLetter || e.beyond&spaces != 0 && unicode.IsSpace(c) {
			return true
		}

		i += size
	}

	return false
}

// Counts reports whether the expression may match otherwise where a character beyond ASCII counts as several, as it
// does for programs that know bytes alone: it has one of any characters that is not repeated at will.
func (e *Expression) Counts() bool { return e.counts }

func counts(re *syntax.Regexp) bool {
	switch re.Op {
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		return true
	case syntax.OpCharClass:
		return len(re.Rune) > 0 && re.Rune[len(re.Rune)-1] >= utf8.RuneSelf
	case syntax.OpStar, syntax.OpPlus:
		if re.Sub[0].Op != syntax.OpCapture && len(re.Sub[0].Sub) == 0 {
			return false
		}
	}
	return slices.ContainsFunc(re.Sub, counts)
}

// Match reports whether the expression matches in a text.
func (e *Expression) Match(text []byte) bool { return e.re.Match(text) }

// MatchesEmpty reports whether the expression matches the empty text.
func (e *Expression) MatchesEmpty() bool { return e.re.MatchString("") }

// Groups is how many groups the expression has.
func (e *Expression) Groups() int { return e.re.NumSubexp() }

// First is the first match in a text as regexp has it, nil for none.
func (e *Expression) First(text []byte) []int { return e.re.FindIndex(text) }

// HasAssertions reports whether what the expression matches hangs on what stands around it.
func (e *Expression) HasAssertions() bool {
	parsed, err := syntax.Parse(e.re.String(), syntax.Perl)
	return err != nil || asserts(parsed)
}

func asserts(re *syntax.Regexp) bool {
	switch re.Op {
	case syntax.OpBeginLine, syntax.OpEndLine, syntax.OpBeginText, syntax.OpEndText, syntax.OpWordBoundary,
		syntax.OpNoWordBoundary:
		return true
	}
	for _, sub := range re.Sub {
		if asserts(sub) {
			return true
		}
	}
	return false
}

// isWord reports whether a byte is part of a word: a letter, a digit or a line below, of ASCII.
func isWord(c byte) bool {
	return c == '_' || c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9'
}

// AsWord is an expression in Go's syntax as a whole word: neither before nor after it is a part of one.
func AsWord(source string) string { return `(?:^|\W)(?:` + source + `)(?:\W|$)` }

// IsWordItself reports whether a match begins and ends with a part of a word.
func IsWordItself(text []byte, match []int) bool {
	return match[0] < match[1] && isWord(text[match[0]]) && isWord(text[match[1]-1])
}

// IsAllWord reports whether all bytes of a text are parts of words.
func IsAllWord(text []byte) bool {
	return !slices.ContainsFunc(text, func(c byte) bool { return !isWord(c) })
}

// IsWholeWord reports whether a match, from its first byte to the one after its last, has no part of a word beside it.
func IsWholeWord(text []byte, match []int) bool {
	return (match[0] == 0 || !isWord(text[match[0]-1])) && (match[1] == len(text) || !isWord(text[match[1]]))
}
