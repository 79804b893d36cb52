package list

import (
	"cmp"
	"slices"
	"strings"

	"eyeline/reader/lists"
)

// All are all of n rows, in their order.
func All(n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	return all
}

// Narrowed are those of rows that match what is typed, for a list whose order a person chooses: the rows whose texts,
// in lower case, contain all its words keep their order. Where no text contains them, the rows that are like each of
// the words come instead, the best first: a part of their text without a blank has all letters of the word in their
// order. Across blanks nearly every text would have them. A list without an order of its own is [ranked].
func Narrowed(typed string, rows []int, text func(row int) string) []int {
	words := strings.Fields(strings.ToLower(typed))
	containing := slices.DeleteFunc(slices.Clone(rows), func(row int) bool {
		t := text(row)
		return slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(t, w) })
	})
	if len(containing) > 0 {
		return containing
	}

	type match struct{ row, score int }
	var found []match
	for _, row := range rows {
		if score, ok := likeAll(words, strings.Fields(text(row))); ok {
			found = append(found, match{row, score})
		}
	}

	slices.SortStableFunc(found, func(a, b match) int { return cmp.Compare(b.score, a.score) })
	return lists.Map(found, func(m match) int { return m.row })
}

// likeAll is how like the words are to the best of the fields for each of them; false when one is like none.
func likeAll(words, fields []string) (score int, ok bool) {
	for _, w := range words {
		s, ok := likeness(w, fields)
		if !ok {
			return 0, false
		}
		score += s
	}
	return score, true
}
