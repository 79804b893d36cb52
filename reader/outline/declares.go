package outline

import (
	"strings"

	"eyeline/reader/lists"
)

// preprocessor reports whether a line is a preprocessor line or label, which ends nothing.
func preprocessor(code string) bool {
	if strings.HasPrefix(code, "#") {
		return true
	}
	w, rest := word(code)
	return w != "" && rest == ":"
}

var cWords = keywords{
	modifiers: "static inline extern typedef const volatile constexpr virtual explicit template friend",
	holders:   "class struct enum union namespace concept", bare: cFunction,
}

func cDeclares(l line, in container) (container, bool) {
	code := l.code
	if strings.HasPrefix(code, "template") {
		l.code = afterAngles(code)
		if l.code == "" {
			return 0, false // the declaration is on the next line
		}
	}

	if l.code == "namespace {" {
		return topLevel, true
	}

	kind, ok := cWords.declares(l, in)
	if !ok || kind != holder {
		return kind, ok
	}

	// "struct s *f(void) {" is a function; "struct s x;" declares a variable, "struct s;" nothing new. "struct s *" is
	// the type of a declaration on the next line.
	if callable(l.code) && !strings.Contains(l.code, ":") {
		return procedure, cFunction(l.code, in, l.indent)
	}
	if strings.HasSuffix(l.code, "*") || strings.HasSuffix(l.code, ";") && !strings.Contains(l.code, "{") {
		return 0, false
	}
	first, _ := word(l.code)
	if first == "namespace" || strings.HasPrefix(l.code, "inline namespace") {
		return topLevel, true
	}

	return holder, true
}

// cType reports whether a line is only a type: words, asterisks and template arguments.
func cType(code string) bool {
	first, _ := word(code)
	if first == "" || lists.HasWord(control, first) {
		return false
	}
	return !strings.ContainsFunc(code, func(r rune) bool {
		return r < 0x80 && !isWord(byte(r)) && !strings.ContainsRune(" \t*&<>:,", r)
	}) && !strings.HasSuffix(code, ":")
}

// isAttribute reports whether a line is an attribute of a declaration: "__attribute__((noinline))".
func isAttribute(code string) bool {
	name, _ := word(code)
	return name == "__attribute__" || name == "__declspec" || name == "alignas" || strings.HasPrefix(code, "[[")
}

// where reports whether a line continues the head of a declaration: its constraints, or its result.
func where(code string) bool {
	first, _ := word(code)
	return first == "where" || strings.HasPrefix(code, "->")
}

var scriptWords = keywords{
	modifiers: "export default async declare abstract public private protected static readonly override " +
		"get set",
	holders:    "class interface enum namespace module",
	procedures: "function", others: "type",
}

// scriptDeclares finds types, functions, and names to which something is assigned that has a function in it.
func scriptDeclares(l line, in container) (container, bool) {
	if kind, ok := scriptWords.declares(l, in); ok {
		first, _ := word(strings.TrimPrefix(l.code, "declare "))
		switch {
		case first == "type" && !strings.ContainsAny(l.code, "=<") && strings.ContainsAny(l.code, ",}"):
			return 0, false // in the list of an import
		case first == "namespace" || first == "module":
			return topLevel, true
		}

		return kind, true
	}
	return procedure, in == topLevel && assignsFunction(l.code) || in != procedure && wrapsFunction(l.code)
}

// wrapsFunction reports whether a line gives a name to what is made of a function, as "const name = wrap((…) => {" and
// "const name = wrap(function" do.
func wrapsFunction(rest string) bool {
	for {
		w, after := word(rest)
		switch w {
		case "export", "default", "declare":
			rest = after
			continue
		case "const", "let", "var":
			return strings.HasSuffix(strings.TrimRight(after, " ([{<"), "=>") ||
				strings.Contains(after, "= function") || strings.Contains(after, "= async")
		}

		return false
	}
}

var luaWords = keywords{modifiers: "local", procedures: "function"}

// luaDeclares finds functions, and functions assigned to a name.
func luaDeclares(l line, in container) (container, bool) {
	if kind, ok := luaWords.declares(l, in); ok {
		return kind, ok
	}
	left, right, found := strings.Cut(strings.TrimPrefix(l.code, "local "), " = ")
	if !found || in == procedure || strings.ContainsAny(left, " (\"'{") {
		return 0, false
	}
	return procedure, strings.HasPrefix(right, "function")
}

var rubyWords = keywords{holders: "class module", procedures: "def"}

func rubyDeclares(l line, in container) (container, bool) {
	if rest, ok := strings.CutPrefix(l.code, "class "); ok && strings.HasPrefix(rest, "<<") {
		return holder, true
	}
	return rubyWords.declares(l, in)
}

func shellDeclares(l line, _ container) (container, bool) {
	w, rest := word(l.code)
	if w == "function" && startsName(rest) {
		return procedure, true
	}
	name, _, found := strings.Cut(l.code, "()")
	if !found || name == "" || strings.ContainsAny(strings.TrimSpace(name), " \t$\"'=;|&") {
		return 0, false
	}
	return procedure, true
}

// yamlDeclares finds keys without indent.
func yamlDeclares(l line, in container) (container, bool) {
	if l.indent != 0 || strings.HasPrefix(l.code, "-") || strings.HasPrefix(l.code, "{") || in != topLevel {
		return 0, false
	}
	code := l.code
	if code[0] == '"' || code[0] == '\'' {
		code = afterString(code)
	}
	i := strings.Index(code, ":")
	return procedure, i >= 0 && (i+1 == len(code) || code[i+1] == ' ')
}
