package highlight

import (
	"maps"
	"slices"
	"strings"
)

// plainText names the language of text that has no colours.
const plainText = "text"

// Named returns a highlighter for a language by its name, that of its lexer, a file extension or an interpreter, in any
// case; "text" is no language. It returns false for a name that none has. As New it is cheap.
func Named(name string) (*Highlighter, bool) {
	l, ok := named(name)
	if !ok {
		return nil, false
	}
	h := New("", nil)
	h.language = l
	return h, true
}

func named(name string) (language, bool) {
	lower := strings.ToLower(name)
	if lower == plainText || lower == "txt" {
		return language{}, true
	}
	for _, lexer := range lexerNames() {
		if l := languageOf(lexer); strings.ToLower(l.title) == lower || strings.ToLower(lexer) == lower {
			return l, true
		}
	}
	for _, t := range []table{byExtension, byInterpreter, byName} {
		if lexer, ok := t.find(strings.TrimPrefix(lower, ".")); ok {
			return languageOf(lexer), true
		}
		if lexer, ok := t.find(lower); ok {
			return languageOf(lexer), true
		}
	}
	return language{}, false
}

// Languages lists the names of the languages, sorted, without two that differ in case only.
func Languages() []string {
	names := []string{plainText}
	for _, lexer := range lexerNames() {
		names = append(names, languageOf(lexer).title)
	}
	slices.SortFunc(names, func(a, b string) int { return strings.Compare(strings.ToLower(a), strings.ToLower(b)) })
	return slices.CompactFunc(names, strings.EqualFold)
}

// lexerNames lists the lexers that a file can have, sorted.
func lexerNames() []string {
	all := map[string]bool{}
	for _, t := range []table{byExtension, byInterpreter, byName} {
		for _, lexer := range t.all() {
			all[lexer] = true
		}
	}
	return slices.Sorted(maps.Keys(all))
}
