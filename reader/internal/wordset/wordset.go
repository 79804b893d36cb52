// Package wordset looks words up in short lists that are written as one string.
package wordset

import "strings"

// Has reports whether a list of words between blanks has a word.
func Has(list, word string) bool {
	return word != "" && !strings.Contains(word, " ") && strings.Contains(" "+list+" ", " "+word+" ")
}
