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

// Assignments takes apart a text that sets arguments of the tool of a request: "limit=50", or several names, each
// with its value behind it ("limit 50, offset 120"). Commas and "=" may stand between. It is nil for any other text,
// also for a single name with its value behind a blank, which is a command.
func Assignments(r toolrequest.Request, text string) []Assignment {
	all := Of(r)
	if name, value, ok := strings.Cut(text, "="); ok {
		a, known := named(all, strings.TrimSpace(name))
		value = strings.TrimSpace(value)
		if known && !strings.ContainsAny(value, " =") {
			return []Assignment{{a, value}}
		}
	}

	words := strings.FieldsFunc(text, func(c rune) bool { return c == ',' || c == '=' || unicode.IsSpace(c) })
	if len(words) < 4 || len(words)%2 != 0 {
		return nil
	}

	var set []Assignment
	for pair := range slices.Chunk(words, 2) {
		a, known := named(all, pair[0])
		if !known {
			return nil
		}
		set = append(set, Assignment{a, pair[1]})
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
