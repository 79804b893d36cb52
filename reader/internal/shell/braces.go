package shell

import (
	"strconv"

	"mvdan.cc/sh/v3/syntax"
)

// manyWords reports whether the braces of words expand to too many words. They are counted before they are expanded:
// forty of {a,b} in a row would not fit into memory.
func manyWords(words ...*syntax.Word) bool {
	total := 0.0
	for _, w := range words {
		split := *w
		syntax.SplitBraces(&split)
		total += bracesOf(&split)
	}
	return total > maxFields
}

// bracesOf returns how many words the braces of a word expand to.
func bracesOf(w *syntax.Word) float64 {
	product := 1.0
	for _, part := range w.Parts {
		b, ok := part.(*syntax.BraceExp)
		switch {
		case !ok: // one word
		case b.Sequence:
			product *= sequenceOf(b)
		default:
			sum := 0.0
			for _, elem := range b.Elems {
				sum += bracesOf(elem)
			}
			product *= sum
		}
	}

	return product
}

// sequenceOf returns an upper bound for the words of {FROM..TO..STEP}.
func sequenceOf(b *syntax.BraceExp) float64 {
	const letters = 256
	from, err := strconv.ParseFloat(b.Elems[0].Lit(), 64)
	to, err2 := strconv.ParseFloat(b.Elems[1].Lit(), 64)
	if err != nil || err2 != nil {
		return letters
	}

	step := 1.0
	if len(b.Elems) > 2 {
		if n, err := strconv.ParseFloat(b.Elems[2].Lit(), 64); err == nil && n != 0 {
			step = max(n, -n)
		}
	}

	return max(to-from, from-to)/step + 1
}
