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
	// prefix begins each match; "" if there is no common prefix.
	prefix string
	// reach is how many bytes after a match may be read to find its end; -1 for any number.
	reach int
}

// beyond are classes of characters beyond ASCII about which programs differ, and on which an expression depends.
type beyond uint8

const (
	letters beyond = 1 << iota // whether they are letters or digits
	spaces                     // whether they are spaces
	all                        // other classes
)

const (
	maxSource = 64 << 10 // length of an expression in Go's syntax, in bytes
	maxWeight = 64 << 10 // nodes of an expression with its repetitions expanded
)

// CompileGo compiles an expression in Go's syntax; longest: leftmost-longest matching, as in POSIX. bad is what is not
// imitated.
func CompileGo(source string, longest bool) (e *Expression, bad string) {
	if len(source) > maxSource {
		return nil, "an expression of more than 64 KiB"
	}

	parsed, err := syntax.Parse(source, syntax.Perl)
	if err != nil {
		return nil, "the expression " + source
	}

	e = &Expression{weight: weightOf(parsed), beyond: beyondOf(source), counts: counts(parsed)}
	if e.weight > maxWeight {
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

// Valid reports whether an expression is valid in Go's syntax by itself, and not only when joined with others.
func Valid(source string) bool {
	_, err := syntax.Parse(source, syntax.Perl)
	return err == nil
}

// weightOf returns the number of nodes with repetitions expanded, at most about twice maxWeight.
func weightOf(re *syntax.Regexp) int {
	n := 1 + len(re.Rune)/2
	for _, sub := range re.Sub {
		n += weightOf(sub)
		if n > maxWeight {
			return n
		}
	}

	if re.Op == syntax.OpRepeat {
		n *= max(re.Min, re.Max, 1)
	}

	return min(n, 2*maxWeight)
}

// beyondOf returns the classes of characters on which an expression in Go's syntax depends.
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

// classes are the named classes of characters. Digits are ASCII in all programs.
var classes = map[string]beyond{
	"alnum": letters, "alpha": letters, "lower": letters, "upper": letters, "space": spaces, "blank": spaces,
	"punct": all, "print": all, "graph": all, "cntrl": all,
}

// Unsure reports whether matches in a text depend on which characters beyond ASCII are letters or spaces, about which
// programs differ.
func (e *Expression) Unsure(text []byte) bool {
	if e.beyond == 0 {
		return false
	}
	if e.beyond&spaces != 0 && bytes.IndexByte(text, '\v') >= 0 { // not in Go's "\s"
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

// Counts reports whether matches may depend on whether a character beyond ASCII counts as one character or as several
// bytes: the expression matches one outside of a simple unlimited repetition.
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

// Groups returns the number of groups.
func (e *Expression) Groups() int { return e.re.NumSubexp() }

// First returns the range of the first match in a text, nil if there is no match.
func (e *Expression) First(text []byte) []int { return e.re.FindIndex(text) }

// HasAssertions reports whether a match depends on its context.
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

// isWord reports whether a byte is a word character: an ASCII letter or digit, or an underscore.
func isWord(c byte) bool {
	return c == '_' || c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9'
}

// AsWord returns an expression in Go's syntax with the neighbours of a whole word.
func AsWord(source string) string { return `(?:^|\W)(?:` + source + `)(?:\W|$)` }

// IsWordItself reports whether a match begins and ends with a word character.
func IsWordItself(text []byte, match []int) bool {
	return match[0] < match[1] && isWord(text[match[0]]) && isWord(text[match[1]-1])
}

// IsAllWord reports whether a text consists of word characters.
func IsAllWord(text []byte) bool {
	return !slices.ContainsFunc(text, func(c byte) bool { return !isWord(c) })
}

// IsWholeWord reports whether a match has no word character next to it.
func IsWholeWord(text []byte, match []int) bool {
	return (match[0] == 0 || !isWord(text[match[0]-1])) && (match[1] == len(text) || !isWord(text[match[1]]))
}
