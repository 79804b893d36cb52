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

// pair is a name and a value as they were typed, without blanks. The value is empty for "limit=".
type pair struct{ name, value string }

// pairsOf splits a text into names with their values: "limit 50", "limit=50", or several of them with blanks, commas or
// "=" between ("limit 50, offset=120"). A comma parts nothing within a single pair. It is nil for any other text.
func pairsOf(text string) []pair {
	words := strings.FieldsFunc(text, func(c rune) bool { return c == '=' || unicode.IsSpace(c) })
	switch {
	case len(words) == 2:
		return []pair{{words[0], words[1]}}
	case len(words) == 1 && strings.HasSuffix(text, "="):
		return []pair{{name: words[0]}}
	}

	words = strings.FieldsFunc(text, func(c rune) bool { return c == ',' || c == '=' || unicode.IsSpace(c) })
	if len(words) < 4 || len(words)%2 != 0 {
		return nil
	}

	var pairs []pair
	for two := range slices.Chunk(words, 2) {
		pairs = append(pairs, pair{two[0], two[1]})
	}
	return pairs
}

// Single splits a text that is one name with a value, with blanks or "=" between; false for other texts.
func Single(text string) (name, value string, ok bool) {
	pairs := pairsOf(text)
	if len(pairs) != 1 || pairs[0].value == "" {
		return "", "", false
	}
	return pairs[0].name, pairs[0].value, true
}

// Assignments returns the arguments of the tool of a request that a text sets, with blanks, "=" or commas between names
// and values, in the order of the text. It is nil where a name is not one of the tool's, and for a single pair without
// "=", which is a command.
func Assignments(r toolrequest.Request, text string) []Assignment {
	pairs := pairsOf(text)
	if len(pairs) == 1 && !strings.Contains(text, "=") {
		return nil
	}

	all := Of(r)
	var set []Assignment
	for _, one := range pairs {
		a, known := named(all, one.name)
		if !known {
			return nil
		}
		set = append(set, Assignment{a, one.value})
	}
	return set
}

// With is the request with the arguments of its tool that a text sets, as for [Assignments] or as a single name and
// value, and these in words. ok is false where the text sets none, or a value is refused.
func With(r toolrequest.Request, text string) (with toolrequest.Request, words string, ok bool) {
	set := Assignments(r, text)
	if name, value, single := Single(text); single {
		if a, known := named(Of(r), name); known {
			set = []Assignment{{a, value}}
		}
	}

	with = r
	var said []string
	for _, a := range set {
		next, err := a.Set(with, a.Value)
		if err != nil {
			return r, "", false
		}
		with = next
		said = append(said, a.Names[0]+" "+a.Value)
	}
	return with, strings.Join(said, ", "), len(set) > 0
}

// named is the argument of a name.
func named(all []Argument, name string) (Argument, bool) {
	i := slices.IndexFunc(all, func(a Argument) bool { return slices.Contains(a.Names, name) })
	if i < 0 {
		return Argument{}, false
	}
	return all[i], true
}
