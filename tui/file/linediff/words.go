package linediff

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Bytes are the half-open range of bytes of a line.
type Bytes struct{ Start, End int }

const (
	// nearLines is among how many added lines the one is looked for that a removed line has become.
	nearLines = 8
	// maxWords is how many words of two lines are compared, after those that both begin and end with.
	maxWords = 200
)

// ChangedWords are, for each line of a change, the bytes that the line on its other side has otherwise. Each line
// begins with '-', '+' or another sign, which is counted as a byte of it. A removed line and an added one of the same
// block are compared where two fifths of their text are the same; a line that became no other has no such bytes.
func ChangedWords(change string) [][]Bytes {
	lines := strings.Split(change, "\n")
	words := make([][]Bytes, len(lines))
	for at := 0; at < len(lines); {
		removed := signed(lines, at, '-')
		added := signed(lines, removed, '+')
		pairUp(lines, words, at, removed, added)
		at = max(added, at+1)
	}
	return words
}

// maxDiffering is how many bytes of two lines are looked at for their words.
const maxDiffering = 1 << 10

// Differing are the bytes of two lines that each has otherwise than the other, by whole words.
func Differing(a, b []byte) (onlyA, onlyB []Bytes) {
	onlyA, onlyB, _ = differingWords(string(a[:min(len(a), maxDiffering)]), string(b[:min(len(b), maxDiffering)]))
	return onlyA, onlyB
}

// signed is the first line from at on that does not begin with a sign.
func signed(lines []string, at int, sign byte) int {
	for at < len(lines) && lines[at] != "" && lines[at][0] == sign {
		at++
	}
	return at
}

// pairUp finds for each removed line, from at to removed, the added one, from there to added, that it has become.
func pairUp(lines []string, words [][]Bytes, at, removed, added int) {
	for next := removed; at < removed; at++ {
		for k := next; k < min(next+nearLines, added); k++ {
			was, is, alike := differingWords(lines[at][1:], lines[k][1:])
			if alike {
				words[at] = after(was, 1)
				words[k] = after(is, 1)
				next = k + 1
				break
			}
		}
	}
}

// after are ranges moved by n bytes.
func after(ranges []Bytes, n int) []Bytes {
	for i := range ranges {
		ranges[i] = Bytes{ranges[i].Start + n, ranges[i].End + n}
	}
	return ranges
}

// differingWords are the bytes of two lines that differ, by whole words. alike reports whether at least two fifths of
// the bytes that are no blanks are the same.
func differingWords(a, b string) (onlyA, onlyB []Bytes, alike bool) {
	left := split(a)
	right := split(b)
	begin := 0
	end := 0
	for begin < min(len(left), len(right)) && left[begin] == right[begin] {
		begin++
	}

	for end < min(len(left), len(right))-begin && left[len(left)-1-end] == right[len(right)-1-end] {
		end++
	}

	keptA := make([]bool, len(left))
	keptB := make([]bool, len(right))
	for i := range begin {
		keptA[i] = true
		keptB[i] = true
	}

	for i := range end {
		keptA[len(left)-1-i] = true
		keptB[len(right)-1-i] = true
	}

	middleA := left[begin : len(left)-end]
	middleB := right[begin : len(right)-end]
	if len(middleA) <= maxWords && len(middleB) <= maxWords {
		for _, pair := range common(middleA, middleB) {
			keptA[begin+pair[0]] = true
			keptB[begin+pair[1]] = true
		}
	}

	onlyA, sameA, allA := dropped(left, keptA)
	onlyB, sameB, allB := dropped(right, keptB)
	return onlyA, onlyB, 5*(sameA+sameB) >= 2*(allA+allB)
}

// split cuts a line into words, runs of blanks, and single other characters.
func split(line string) (words []string) {
	kind := func(r rune) int {
		switch {
		case r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r):
			return 1
		case unicode.IsSpace(r):
			return 2
		}

		return 0
	}

	for line != "" {
		r, n := utf8.DecodeRuneInString(line)
		for k := kind(r); k > 0 && n < len(line); {
			next, size := utf8.DecodeRuneInString(line[n:])
			if kind(next) != k {
				break
			}
			n += size
		}

		words = append(words, line[:n])
		line = line[n:]
	}

	return words
}

// common are the places of a longest sequence of words that two lines have in common.
func common(a, b []string) (pairs [][2]int) {
	longest := make([][]int, len(a)+1) // of what is left from each place on
	for i := range longest {
		longest[i] = make([]int, len(b)+1)
	}

	for i := len(a) - 1; i >= 0; i-- {
		for k := len(b) - 1; k >= 0; k-- {
			if a[i] == b[k] {
				longest[i][k] = longest[i+1][k+1] + 1
			} else {
				longest[i][k] = max(longest[i+1][k], longest[i][k+1])
			}
		}
	}

	for i, k := 0, 0; i < len(a) && k < len(b); {
		switch {
		case a[i] == b[k]:
			pairs = append(pairs, [2]int{i, k})
			i++
			k++
		case longest[i+1][k] >= longest[i][k+1]:
			i++
		default:
			k++
		}
	}

	return pairs
}

// dropped are the bytes of the words that are not kept; same and all count the bytes, without blanks, that are kept and
// that there are.
func dropped(words []string, kept []bool) (ranges []Bytes, same, all int) {
	at := 0
	for i, w := range words {
		size := len(strings.TrimSpace(w))
		all += size
		last := len(ranges) - 1
		switch {
		case kept[i]:
			same += size
		case last >= 0 && ranges[last].End == at:
			ranges[last].End += len(w)
		default:
			ranges = append(ranges, Bytes{at, at + len(w)})
		}

		at += len(w)
	}

	return ranges, same, all
}
