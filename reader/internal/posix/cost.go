package posix

import (
	"bytes"
	"regexp/syntax"
	"unicode/utf8"
)

// Work is counted as a number of bytes that are only read, each of which takes about five nanoseconds. The numbers
// below were measured with package regexp.

const (
	// mostGroups is how many groups of matches in one line are held: of an expression with one group half as many
	// matches as of one without.
	mostGroups = 1 << 20
	// matchWork is the work of handing out a match.
	matchWork = 100
)

// Cost is how much work it is to look for a match in a text.
func (e *Expression) Cost(text []byte) int64 {
	const skimmed = 32 // bytes that are skimmed for a prefix in the time in which one is read
	if e.prefix != "" && !bytes.Contains(text, []byte(e.prefix)) {
		return int64(len(text)) / skimmed
	}
	return e.costOf(len(text))
}

// costOf is the work of looking at some bytes of a text, each of which may meet all nodes of the expression. Beyond a
// size of the expression, regexp has no short way, and it takes far longer.
func (e *Expression) costOf(size int) int64 {
	const small, largest = 64, 512
	n := int64(size)
	weight := int64(e.weight)
	cost := n * (2 + 2*weight)
	if weight > small {
		cost += n * weight * (min(weight, largest) - small) / 32
	}
	return cost
}

// All are the matches in a text with their groups, as regexp has them, at most n; n below 0 asks for all. left is how
// much work may still be done, beyond that of [Expression.Cost]; what is done is taken from it. ok is false where that
// does not suffice, or the matches are too many to hold.
func (e *Expression) All(text []byte, n int, left *int64) (matches [][]int, ok bool) {
	each := e.matchCost(text)
	most := max(0, min(int64(mostGroups/(e.re.NumSubexp()+1)), *left/each))
	if n < 0 || int64(n) > most {
		n = int(most) + 1
	}
	matches = e.re.FindAllSubmatchIndex(text, n)
	*left -= each * int64(len(matches))
	return matches, int64(len(matches)) <= most
}

// matchCost is the work that each match in a text takes, besides that for all of the text: regexp clears the memory
// that it keeps for the places of a short text, and reads on behind the match where that may become longer.
func (e *Expression) matchCost(text []byte) int64 {
	const cleared = 160 // bytes in the time in which one is read
	const mostCleared = 32 << 10
	work := matchWork + min(int64(len(text))*int64(e.weight)/2, mostCleared)/cleared
	if e.reach < 0 {
		return work + e.Cost(text)
	}
	return work + e.costOf(min(e.reach, len(text)))
}

// reachOf is how many bytes behind a match are read at most to find its end; -1 where it may be any number: what is
// repeated at will is followed by something else, which may be missing.
func reachOf(re *syntax.Regexp) int {
	switch re.Op {
	case syntax.OpCapture:
		return reachOf(re.Sub[0])
	case syntax.OpStar, syntax.OpPlus:
		return widthOf(re.Sub[0])
	case syntax.OpRepeat:
		return times(widthOf(re.Sub[0]), max(re.Min, re.Max)+1)
	case syntax.OpAlternate:
		return sumOf(re.Sub, reachOf)
	case syntax.OpConcat:
		last := len(re.Sub) - 1
		return add(sumOf(re.Sub[:last], widthOf), reachOf(re.Sub[last]))
	}

	return widthOf(re)
}

// widthOf is how many bytes an expression matches at most; -1 for any number.
func widthOf(re *syntax.Regexp) int {
	switch re.Op {
	case syntax.OpLiteral:
		return len(re.Rune) * utf8.UTFMax
	case syntax.OpCharClass, syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		return utf8.UTFMax
	case syntax.OpStar, syntax.OpPlus:
		return -1
	case syntax.OpRepeat:
		if re.Max < 0 {
			return -1
		}
		return times(widthOf(re.Sub[0]), re.Max)
	}

	return sumOf(re.Sub, widthOf) // of alternatives it is more than need be
}

func sumOf(all []*syntax.Regexp, of func(*syntax.Regexp) int) (sum int) {
	for _, re := range all {
		sum = add(sum, of(re))
	}
	return sum
}

func add(a, b int) int {
	if a < 0 || b < 0 {
		return -1
	}
	return a + b
}

func times(width, n int) int {
	if width < 0 {
		return -1
	}
	return width * n
}
