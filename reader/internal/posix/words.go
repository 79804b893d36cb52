package posix

import (
	"fmt"
	"regexp/syntax"
	"strings"
)

// Go has no assertions for the beginning and end of a word, "\<" and "\>". "\b" has the same meaning if a word
// character certainly follows, or precedes, it. Until that is checked, they are written as named groups.
const (
	wordBegins = "begins"
	wordEnds   = "ends"
)

// wordEdge returns the group of the n-th beginning or end of a word.
func wordEdge(which string, n int) string { return fmt.Sprintf(`(?P<%s%d>\b)`, which, n) }

// withoutEdges returns an expression with n such groups replaced by "\b"; ok is false if one may match elsewhere.
func withoutEdges(source string, n int) (plain string, ok bool) {
	if n == 0 {
		return source, true
	}

	parsed, err := syntax.Parse(source, syntax.Perl)
	if err != nil || !edgesHold(parsed, wordBegins, otherSide) || !edgesHold(parsed, wordEnds, otherSide) {
		return "", false
	}
	for i := range n {
		source = strings.ReplaceAll(source, wordEdge(wordBegins, i), `\b`)
		source = strings.ReplaceAll(source, wordEdge(wordEnds, i), `\b`)
	}

	return source, true
}

// side is what may be on one side of a position.
type side uint8

const (
	wordSide  side = 1 << iota // a word character
	otherSide                  // another character, or the end of the text
	emptySide                  // nothing: the context decides
)

// edgesHold reports whether a word character follows each beginning of a word, or precedes each end; beyond is the
// context of the expression.
func edgesHold(re *syntax.Regexp, which string, beyond side) bool {
	switch re.Op {
	case syntax.OpCapture:
		if strings.HasPrefix(re.Name, which) {
			return beyond == wordSide
		}
	case syntax.OpConcat:
		for i := range re.Sub {
			sub := re.Sub[i]
			next := re.Sub[i+1:]
			if which == wordEnds {
				next = re.Sub[:i]
			}
			if !edgesHold(sub, which, orBeyond(sideOf(next, which), beyond)) {
				return false
			}
		}

		return true
	case syntax.OpStar, syntax.OpPlus, syntax.OpRepeat:
		beyond |= orBeyond(sideOf(re.Sub, which), beyond)
	}

	for _, sub := range re.Sub {
		if !edgesHold(sub, which, beyond) {
			return false
		}
	}

	return true
}

// orBeyond returns a side with emptySide replaced by beyond.
func orBeyond(s, beyond side) side {
	if s&emptySide == 0 {
		return s
	}
	return s&^emptySide | beyond
}

// sideOf returns what a sequence of expressions may begin with, or for ends of words end with.
func sideOf(list []*syntax.Regexp, which string) side {
	s := emptySide
	for i := range list {
		one := list[i]
		if which == wordEnds {
			one = list[len(list)-1-i]
		}

		s = orBeyond(s, sideOfOne(one, which))
		if s&emptySide == 0 {
			break
		}
	}

	return s
}

func sideOfOne(re *syntax.Regexp, which string) side {
	switch re.Op {
	case syntax.OpLiteral:
		c := re.Rune[0]
		if which == wordEnds {
			c = re.Rune[len(re.Rune)-1]
		}
		return sideOfRange(c, c)
	case syntax.OpCharClass:
		s := side(0)
		for i := 0; i+1 < len(re.Rune); i += 2 {
			s |= sideOfRange(re.Rune[i], re.Rune[i+1])
		}
		return s
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		return wordSide | otherSide
	case syntax.OpStar, syntax.OpQuest:
		return sideOf(re.Sub, which) | emptySide
	case syntax.OpRepeat:
		s := sideOf(re.Sub, which)
		if re.Min == 0 {
			s |= emptySide
		}
		return s
	case syntax.OpAlternate:
		s := side(0)
		for _, sub := range re.Sub {
			s |= sideOfOne(sub, which)
		}
		return s
	}

	return sideOf(re.Sub, which) // a group, a repetition, or an assertion
}

// sideOfRange returns the sides of the characters from one to another, inclusive.
func sideOfRange(from, to rune) (s side) {
	for c := from; c <= min(to, 'z'); c++ {
		if isWord(byte(c)) {
			s |= wordSide
		} else {
			s |= otherSide
		}
	}

	if to > 'z' {
		s |= otherSide
	}

	return s
}
