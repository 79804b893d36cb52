package list

import (
	"cmp"
	"slices"
	"strings"

	"eyeline/reader/lists"
)

// nearest are the items with words that are spelled nearly as those of a text, the nearest first.
func nearest(items []Item, text string) []Item {
	words := strings.Fields(strings.ToLower(text))
	words = slices.DeleteFunc(words, func(w string) bool { return slices.Contains(stopWords, w) })
	distances := map[int]int{}
	var near []int
	for at := range items {
		if distance, ok := items[at].nearTo(words); ok {
			distances[at] = distance
			near = append(near, at)
		}
	}

	slices.SortStableFunc(near, func(a, b int) int { return cmp.Compare(distances[a], distances[b]) })
	return lists.Map(near, func(at int) Item { return items[at] })
}

// nearTo is in how many letters the item's words differ from words that are typed, where each of these is spelled
// nearly as one of the item's; false where one is not.
func (i *Item) nearTo(words []string) (sum int, ok bool) {
	texts := append(strings.Fields(i.Words), strings.FieldsFunc(strings.ToLower(i.Text), isBetween)...)
	for _, w := range words {
		most := mistakesIn(w)
		least := most + 1
		for _, text := range texts {
			if abs(len(text)-len(w)) <= most { // no fewer letters were left out or added
				least = min(least, misspelled(w, text))
			}
		}

		if least > most {
			return 0, false
		}

		sum += least
	}

	return sum, len(words) > 0
}

func abs(n int) int { return max(n, -n) }

// isBetween reports whether a character stands between words.
func isBetween(r rune) bool { return strings.ContainsRune(between, r) }

// mistakesIn is in how many letters a word may differ from another that is meant: the longer, the more.
func mistakesIn(word string) int {
	const short, medium = 3, 6 // bytes
	n := len(word)
	switch {
	case n <= short:
		return 0
	case n <= medium:
		return 1
	}
	return 2
}

// misspelled is how many letters of a word were left out, added, mistaken or exchanged with the next one to make
// another of it: the optimal string alignment distance, in bytes.
func misspelled(word, other string) int {
	before := make([]int, len(other)+1)
	last := make([]int, len(other)+1)
	now := make([]int, len(other)+1)
	for k := range last {
		last[k] = k
	}

	for i := range len(word) {
		now[0] = i + 1
		for k := range len(other) {
			cost := 1
			if word[i] == other[k] {
				cost = 0
			}

			now[k+1] = min(last[k+1]+1, now[k]+1, last[k]+cost)
			if i > 0 && k > 0 && word[i] == other[k-1] && word[i-1] == other[k] {
				now[k+1] = min(now[k+1], before[k-1]+1)
			}
		}

		before, last, now = last, now, before
	}

	return last[len(other)]
}
