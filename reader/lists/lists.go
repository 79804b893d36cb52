// Package lists, which changes without notice, has what the standard library's slices lacks.
package lists

import "strings"

// Map returns what a function makes of each element of a list, in their order; nil for an empty list.
func Map[T, U any](list []T, make func(T) U) (made []U) {
	for _, x := range list {
		made = append(made, make(x))
	}
	return made
}

// HasWord reports whether a list of words, which is written as one string with a blank between them, has a word.
func HasWord(list, word string) bool {
	return word != "" && !strings.Contains(word, " ") && strings.Contains(" "+list+" ", " "+word+" ")
}
