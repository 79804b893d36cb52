// Package wordset looks words up in short lists that are written as one string.
package wordset

import "strings"

// Has reports whether a list of words between blanks has a word.
func Has(list, word string) bool {
	if word == "" || strings.IndexByte(word, ' ') >= 0 {
		return false
	}
	for at := 0; ; {
		i := strings.Index(list[at:], word)
		if i < 0 {
			return false
		}
		start, end := at+i, at+i+len(word)
		if (start == 0 || list[start-1] == ' ') && (end == len(list) || list[end] == ' ') {
			return true
		}
		at = start + 1
	}
}
