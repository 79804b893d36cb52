// Package pathpattern, which changes without notice, matches paths with patterns that a person types, such as those of
// files to leave out.
package pathpattern

import (
	"regexp"
	"strings"

	"mvdan.cc/sh/v3/pattern"
)

// Pattern is a pattern for paths.
type Pattern struct{ re *regexp.Regexp }

// Matches reports whether a slash-separated path matches, by itself: what lies below it does not.
func (p Pattern) Matches(path string) bool { return p.re.MatchString(path) }

// literally escapes what a pattern of a shell has besides * and ?: names have brackets.
var literally = strings.NewReplacer("[", `\[`, `\`, `\\`)

// Parse reads a pattern: * is anything but a slash, ** between slashes anything, ? one character. Without a slash it is
// for a name at any depth, else for a path from the root; either also for all that is below.
func Parse(text string) Pattern {
	text = strings.ToValidUTF8(strings.Trim(text, "/"), "\uFFFD")
	if !strings.Contains(text, "/") {
		text = "**/" + text
	}
	re, _ := pattern.Regexp(literally.Replace(text), pattern.Filenames|pattern.EntireString|pattern.GlobLeadingDot)
	return Pattern{regexp.MustCompile(re)} // what could be wrong with it is escaped
}
