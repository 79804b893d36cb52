package highlight

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"eyeline/reader/lists"
)

// plainText names the language of text that has no colours.
const plainText = "text"

// Named returns a highlighter for a language by its name, that of its lexer, a file extension or an interpreter, in any
// case; "text" is no language. It returns false for a name that none has. As New it is cheap.
func Named(name string) (*Highlighter, bool) {
	lexer, ok := named(strings.ToLower(name))
	h := New("", nil)
	h.lexer = lexer
	return h, ok
}

// named is the lexer of a name in lower case; "" for that of plain text.
func named(name string) (lexer string, ok bool) {
	if name == plainText || name == "txt" {
		return "", true
	}

	for _, lexer := range lexerNames() {
		if strings.ToLower(titleOf(lexer)) == name || strings.ToLower(lexer) == name {
			return lexer, true
		}
	}

	for _, t := range []table{byExtension, byInterpreter, byName} {
		if lexer := cmp.Or(t.find(strings.TrimPrefix(name, ".")), t.find(name)); lexer != "" {
			return lexer, true
		}
	}

	return "", false
}

// Languages lists the names of the languages, sorted, without two that differ in case only.
func Languages() []string {
	names := append(lists.Map(lexerNames(), titleOf), plainText)
	slices.SortFunc(names, func(a, b string) int { return strings.Compare(strings.ToLower(a), strings.ToLower(b)) })
	return slices.CompactFunc(names, strings.EqualFold)
}

// lexerNames lists the lexers that a file can have, sorted.
func lexerNames() []string {
	return slices.Sorted(maps.Keys(maps.Collect((byExtension + byInterpreter + byName).rows())))
}
