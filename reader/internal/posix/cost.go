package posix

import (
	"bytes"
	"regexp/syntax"
	"unicode/utf8"
)

// Work is measured in bytes read, each of which takes about 5 ns. The numbers below were measured with package regexp.

const (
	// maxGroups is how many groups of matches in one line are held: for an expression with one group, half as many
	// matches as without.
	maxGroups = 1 << 20
	// matchWork is the work of returning a match.
	matchWork = 100
)

// Cost returns the work of searching a match in a text.
func (e *Expression) Cost(text []byte) int64 {
	const skimmed = 32 // bytes skipped by a literal prefix for the work of one
	if e.prefix != "" && !bytes.Contains(text, []byte(e.prefix)) {
		return int64(len(text)) / skimmed
	}
	return e.costOf(len(text))
}

// costOf returns the work of reading bytes that may visit all nodes of the expression. Above a certain size, regexp has
// no fast algorithm, and takes far longer.
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

// All returns the first n matches in a text with their groups, like package regexp; all if n is negative. left is the
// work that remains, beyond [Expression.Cost], and is reduced by what is done. ok is false if it does not suffice, or
// there are too many matches to hold.
func (e *Expression) All(text []byte, n int, left *int64) (matches [][]int, ok bool) {
	each := e.matchCost(text)
	most := max(0, min(int64(maxGroups/(e.re.NumSubexp()+1)), *left/each))
	if n < 0 || int64(n) > most {
		n = int(most) + 1
	}
	matches = e.re.FindAllSubmatchIndex(text, n)
	*left -= each * int64(len(matches))
	return matches, int64(len(matches)) <= most
}

// matchCost returns the work of each match in a text, apart from reading the text: regexp clears memory for a short
// text, and reads ahead if the match may become longer.
func (e *Expression) matchCost(text []byte) int64 {
	const cleared = 160 // bytes for the work of one
	const maxCleared = 32 << 10
	work := matchWork + min(int64(len(text))*int64(e.weight)/2, maxCleared)/cleared
	if e.reach < 0 {
		return work + e.Cost(text)
	}
	return work + e.costOf(min(e.reach, len(text)))
}

// reachOf returns how many bytes after a match may be read to find its end; -1 for any number: an unlimited repetition
// is followed by something that may be missing.
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

// widthOf returns the greatest length of a match in bytes; -1 for no limit.
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

	return sumOf(re.Sub, widthOf) // for alternatives an overestimate
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
