// Package argplaces, which changes without notice, tells which files and folders the arguments of an unknown tool name.
package argplaces

import (
	"path"
	"strings"
	"unicode"

	"eyeline/reader/internal/lazy"
	"eyeline/reader/transcript/record"
)

// longestPath is how long a path is at most, in bytes.
const longestPath = 1024

// longestNaming is how long a text may be in which the names of files are looked for, in bytes.
const longestNaming = 256 << 10

// Of are what the arguments of a tool that is not known name: files and folders by their paths and, in texts that
// say more than one path, by their names alone, behind byName. isAny is where it may have changed any file: no argument
// is wholly one path, or one is the topmost folder, a pattern of names, or too long to look for names.
func Of(h *record.Header, texts []string) (named []string, isAny bool) {
	hasPath := false
	for _, text := range texts {
		text = strings.TrimSpace(text)
		if len(text) > longestNaming {
			return nil, true
		}

		if len(text) >= longestPath || strings.IndexFunc(text, unicode.IsSpace) >= 0 {
			named = append(named, namesIn(text)...)
			continue
		}

		isAny = isAny || isTop(text) || strings.ContainsAny(text, "*?[{")
		for _, one := range []string{text, withoutPlace(text)} {
			full := h.Resolve(one)
			if full == "" {
				full = h.Folder()
			}
			isAny = isAny || isTop(full)
			named = append(named, full)
		}

		if !path.IsAbs(text) && !record.IsWindows(text) { // it may be below another folder than that of the run
			named = append(named, namesIn(text)...)
		}

		hasPath = hasPath || isWhollyPath(withoutPlace(text), record.IsWindows(h.Dir))
	}

	return named, isAny || !hasPath
}

// byName is before the name of a file that a text has without its folder, or perhaps below another one.
const byName = "*/"

// withoutPlace is a path without what says where in its file something is, and without the mark of a mention.
func withoutPlace(text string) string {
	return placeBehind().ReplaceAllString(strings.TrimPrefix(text, "@"), "")
}

var placeBehind = lazy.Regexp(`(?:#[Ll:\d][-\w,:]*|(?::\d+){1,3}(?:-\d+(?::\d+)?)?)$`)

// isTop reports whether a text names the topmost folder of a system.
func isTop(text string) bool {
	text = strings.ReplaceAll(text, `\`, "/")
	isDrive := len(text) > 1 && text[1] == ':' && strings.Trim(text[2:], "/") == ""
	return isDrive || text != "" && path.Clean(text) == "/"
}

// isWhollyPath reports whether a text without blanks is a path, and nothing that merely looks like one: an address, a
// pattern, a version or the name of a function, nor one below a home that is not known. A name without a folder may be
// a version or a function.
func isWhollyPath(text string, onWindows bool) bool {
	text, isURI := strings.CutPrefix(text, "file://")
	if !isURI && (strings.Contains(text, "://") || strings.HasPrefix(text, "~")) {
		return false
	}
	if strings.ContainsAny(text, "*?[{\"'`<>|,;=") {
		return false
	}
	return strings.Contains(text, "/") || onWindows && strings.Contains(text, `\`)
}

// namesIn are the names of files that a text may have, behind byName.
func namesIn(text string) (names []string) {
	for _, word := range nameWords(text) {
		if strings.ContainsAny(word, `./\`) || unicode.IsUpper(rune(word[0])) {
			names = append(names, NameOf(word))
		}
	}
	return names
}

// nameWords are the words of a text that may be names, or paths of files.
func nameWords(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune(`._-/\~+`, r)
	})
}

// NameOf is the name of a file as [namesIn] has it; a text may have only its last word. Systems that do not tell upper
// case from lower case are many.
func NameOf(file string) string {
	words := nameWords(record.PathBase(strings.TrimRight(file, `./\`)))
	if len(words) == 0 {
		return byName
	}
	return byName + strings.ToLower(words[len(words)-1])
}

// Key is a place by which it is told from others: on Windows upper case and lower case are alike.
func Key(h *record.Header, place string) string {
	if record.IsWindows(h.Dir) {
		return strings.ToLower(place)
	}
	return place
}
