// Package atpaths, which changes without notice, finds the paths of files that texts mention as "@path".
package atpaths

import (
	"iter"
	"strings"
)

// longest is how long a mentioned path is at most, in bytes.
const longest = 1024

// In gives the paths that a text mentions as people and agents write it: up to a blank, in quotes, with escaped blanks,
// or up to a colon that ends the line. One place of the text may give several paths, and only one of them is meant.
func In(text string) iter.Seq[string] {
	return func(yield func(path string) bool) {
		for {
			_, rest, found := strings.Cut(text, "@")
			if !found {
				return
			}

			text = rest
			if rest == "" || strings.IndexByte("@ \t\n", rest[0]) >= 0 {
				continue
			}

			line, _, _ := strings.Cut(rest[:min(len(rest), longest)], "\n")
			for _, path := range atStart(line) {
				if path != "" && !yield(path) {
					return
				}
			}
		}
	}
}

// atStart are the paths that may be meant by the start of a line.
func atStart(line string) []string {
	word := strings.ReplaceAll(line, `\ `, "\x00")
	if end := strings.IndexAny(word, " \t\"'`<>|*?,;)]}"); end >= 0 {
		word = word[:end]
	}

	paths := []string{strings.TrimRight(strings.ReplaceAll(word, "\x00", " "), ".:!")}
	if whole, ok := strings.CutSuffix(strings.TrimSpace(line), ":"); ok {
		paths = append(paths, whole)
	}

	if quoted, ok := strings.CutPrefix(line, `"`); ok {
		inner, _, _ := strings.Cut(quoted, `"`)
		paths = append(paths, inner)
	}

	return paths
}
