package charsetnormalizer

import (
	"cmp"
	"math"
	"slices"
	"strings"
)

// language is a language by its letters.
type language struct {
	Name    string       // with dashes at its end where it is another way to write a language
	Ranks   map[rune]int // of its most frequent letters, from 0 on
	Accents bool         // some have one
	Latin   bool         // all are Latin
}

// related reports whether characters of two ranges of Unicode, or of none, may well stand beside each other.
func (t *table) related(a, b uint32) bool {
	return a > 0 && b > 0 && (a == b || strings.ContainsRune(t.Kin[a], rune(b)))
}

// coherence is how well the pieces of a text fit the language that they fit best.
func (s *set) coherence(pieces [][]rune) (best float64) {
	sums := map[string]float64{}
	counts := map[string]float64{}
	for _, piece := range pieces {
		for name, ratio := range s.languageFits(piece) {
			sums[name] += ratio
			counts[name]++
		}
	}

	for name, sum := range sums {
		best = max(best, round(sum/counts[name], 4))
	}

	return best
}

// languageFits are the languages that a piece of text may be in, and how well it fits each.
func (s *set) languageFits(piece []rune) map[string]float64 {
	const tooShort, least, good, enough = 32, 0.1, 0.8, 3
	fits := map[string]float64{}
	bare := map[string]float64{}
	found := 0
	fine := 0
	for _, layer := range tables().layers(piece) {
		layer = toLower(layer)
		if len(layer) <= tooShort {
			continue
		}

		letters := byFrequency(layer)
		for _, l := range s.candidates(letters) {
			ratio := l.fit(letters)
			if ratio < least {
				continue
			}
			if ratio >= good {
				fine++
			}

			ratio = round(ratio, 4)
			plain := strings.TrimRight(l.Name, "—")
			fits[l.Name] = ratio
			bare[plain] = max(bare[plain], ratio)
			found++
			if fine >= enough {
				break
			}
		}
	}

	if len(bare) < found { // several of one language count as the best of them
		return bare
	}

	return fits
}

// layers are the letters of a text by the ranges of Unicode that go together.
func (t *table) layers(text []rune) (layers [][]rune) {
	var ranges []uint32 // of the first letter of each
	for _, r := range text {
		is, in := t.of(r)
		if !is.has(letter) || in == 0 {
			continue
		}

		i := slices.IndexFunc(ranges, func(other uint32) bool { return t.related(other, in) })
		if i < 0 {
			i = len(ranges)
			ranges = append(ranges, in)
			layers = append(layers, nil)
		}

		layers[i] = append(layers[i], r)
	}

	return layers
}

// toLower is a layer in small letters. A Σ at its end is that of the middle of a word, as in the compiled package.
func toLower(layer []rune) []rune {
	return []rune(strings.ToLower(strings.ReplaceAll(string(layer), "İ", "i\u0307")))
}

// byFrequency are the characters of a text, the most frequent first, and of those as frequent the one that comes first.
func byFrequency(text []rune) (chars []rune) {
	counts := map[rune]int{}
	for _, r := range text {
		counts[r]++
		if counts[r] == 1 {
			chars = append(chars, r)
		}
	}
	slices.SortStableFunc(chars, func(a, b rune) int { return counts[b] - counts[a] })
	return chars
}

// candidates are the languages of the set, or where it is for any, or any in Latin letters, those that have enough of
// the letters, the likeliest first.
func (s *set) candidates(letters []rune) (list []*language) {
	const enough = 0.2
	if s.Languages != nil {
		return s.Languages
	}

	accents := slices.ContainsFunc(letters, func(r rune) bool { is, _ := tables().of(r); return is.has(accented) })
	shares := map[*language]float64{}
	for _, l := range tables().Languages {
		if s.Latin && !l.Latin || accents && !l.Accents {
			continue
		}

		there := 0
		for _, r := range letters {
			if _, ok := l.Ranks[r]; ok {
				there++
			}
		}

		shares[l] = float64(there) / float64(len(l.Ranks))
		if shares[l] >= enough {
			list = append(list, l)
		}
	}

	slices.SortStableFunc(list, func(a, b *language) int { return cmp.Compare(shares[b], shares[a]) })
	return list
}

// fit is which part of the letters, the most frequent first, is about as frequent in the language.
func (l *language) fit(letters []rune) float64 {
	good := 0
	for rank, r := range letters {
		if usual, ok := l.Ranks[r]; ok && l.fits(letters, rank, usual) {
			good++
		}
	}
	return float64(good) / float64(len(letters))
}

// fits reports whether the letter of a rank is about as frequent as it usually is.
func (l *language) fits(letters []rune, rank, usual int) bool {
	const smallAlphabet, far, enough = 26, 4, 0.4
	all := len(l.Ranks)
	expected := int(float64(rank) * (float64(all) / float64(len(letters))))
	off := math.Abs(float64(expected - usual))
	if all <= smallAlphabet && off > far {
		return false
	}
	if all > smallAlphabet && off < float64(all)/3 || usual == 0 {
		return true
	}

	before := 0
	after := 0 // letters that are more frequent here and usually, and that are not
	for i, r := range letters {
		other, ok := l.Ranks[r]
		switch {
		case ok && other < usual && i < rank:
			before++
		case ok && other >= usual && i >= rank:
			after++
		}
	}

	return float64(before)/float64(usual) >= enough || float64(after)/float64(all-usual) >= enough
}
