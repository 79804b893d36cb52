package shellrun

import (
	"path"
	"slices"

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
func awkAlters(script string) bool { return awkChange().MatchString(script) }

// awkChange matches what in a script of awk changes a line or gives a part of it: a function, with blanks before its
// arguments perhaps, a field or the number of fields that is set, and the fields in turn.
var awkChange = lazy.Regexp(
	`\b(?:toupper|tolower|g?sub|gensub|substr)\s*\(|(?:\$[\w(]|\bNF\b)[^;}]*?[-+]?=[^=~]|\$i\b`,
)

// mayAlterLines reports whether a command may print lines with other text than the file has, so that a line of it that
// is not known cannot be told from what is printed.
func mayAlterLines(command string) bool {
	return lettersChange().MatchString(command) || partsPrinted().MatchString(command)
}

// partsPrinted matches what in a command changes words of lines that it prints, or gives a part of each: sed and perl
// that replace something, and cut.
var partsPrinted = lazy.Regexp(
	`(?:^|[\s|;&(])(?:sed|perl)\s[^|;&]*\bs([/|,#@])|(?:^|[\s|;&(])cut\s+-[bcdf]`,
)

// lettersChange matches what in a command makes other letters of the text that it prints, in any of the languages that
// are used for it.
var lettersChange = lazy.Regexp(
	`(?:^|[\s|;&(])(?:tr|uconv|rot13)\s|\\[UL]|(?:\^\^?|,,?)\}|[uc]case\b|` +
		`(?i:(?:to|str|str_?to|mb_strto)?(?:upper|lower)(?:case)?|upcase|downcase|swapcase|capitalize|casefold)\b|` +
		`\b[ul]c\b`,
)
