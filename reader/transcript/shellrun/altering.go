package shellrun

import (
	"path"
	"slices"
	"strings"

	"eyeline/reader/internal/lazy"
	"eyeline/reader/lists"
)

// isAltering reports whether a program prints what it reads in pieces, or with other letters, so that the lines of the
// file are not found in the output as they are. words are its name and its arguments.
func isAltering(words []string) bool {
	program := path.Base(words[0])
	switch {
	case lists.HasWord("fold rev od hexdump column jq yq sed", program): // what of sed is not understood changes lines
		return true
	case lists.HasWord("awk gawk mawk nawk original-awk busybox", program):
		return slices.ContainsFunc(words[1:], awkAlters)
	}
	return false
}

// awkAlters reports whether a script of awk may change the letters of lines, or takes parts of them.
func awkAlters(script string) bool {
	changes := func(function string) bool { return strings.Contains(script, function+"(") }
	return slices.ContainsFunc([]string{"toupper", "tolower", "sub", "substr"}, changes) // "sub" ends gsub, too
}

// lettersChange matches what in a command makes other letters of the text that it prints, in any of the languages that
// are used for it.
var lettersChange = lazy.Regexp(
	`(?:^|[\s|;&(])(?:tr|uconv|rot13)\s|\\[UL]|(?:\^\^?|,,?)\}|[uc]case\b|` +
		`(?i:(?:to|str|str_?to|mb_strto)?(?:upper|lower)(?:case)?|upcase|downcase|swapcase|capitalize|casefold)\b|` +
		`\b[ul]c\b`,
)
