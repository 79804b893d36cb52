package toolargument

import (
	"slices"
	"strings"
	"unicode"

	"eyeline/tui/file/toolrequest"
)

// Assignment is an argument with the value that was typed for it.
type Assignment struct {
	Argument
	Value string
}

// Pair is a name and a value as they were typed, without blanks. The value is empty for "limit=".
type Pair struct{ Name, Value string }

// Pairs splits a text into names with their values: "limit 50", "limit=50", or several of them with blanks, commas or
// "=" between ("limit 50, offset=120"). A comma parts nothing within a single pair. It is nil for any other text.
func Pairs(text string) []Pair {
	words := strings.FieldsFunc(text, func(c rune) bool { return c == '=' || unicode.IsSpace(c) })
	switch {
	case len(words) == 2:
		return []Pair{{words[0], words[1]}}
	case len(words) == 1 && strings.HasSuffix(text, "="):
		return []Pair{{Name: words[0]}}
	}

	words = strings.FieldsFunc(text, func(c rune) bool { return c == ',' || c == '=' || unicode.IsSpace(c) })
	if len(words) < 4 || len(words)%2 != 0 {
		return nil
	}

	var pairs []Pair
	for two := range slices.Chunk(words, 2) {
		pairs = append(pairs, Pair{two[0], two[1]})
	}
	return pairs
}

// Assignments returns the arguments of the tool of a request that a text sets, see [Pairs], in the order of the text.
// It is nil where a name is not one of the tool's, and for a single pair without "=", which is a command.
func Assignments(r toolrequest.Request, text string) []Assignment {
	pairs := Pairs(text)
	if len(pairs) == 1 && !strings.Contains(text, "=") {
		return nil
	}

	all := Of(r)
	var set []Assignment
	for _, pair := range pairs {
		a, known := named(all, pair.Name)
		if !known {
			return nil
		}
		set = append(set, Assignment{a, pair.Value})
	}
	return set
}

// named is the argument of a name.
func named(all []Argument, name string) (Argument, bool) {
	i := slices.IndexFunc(all, func(a Argument) bool { return slices.Contains(a.Names, name) })
	if i < 0 {
		return Argument{}, false
	}
	return all[i], true
}
