package outline

import (
	"strings"

	"eyeline/reader/internal/wordset"
)

// word splits the first word off a line; "" when it does not begin with one.
func word(s string) (string, string) {
	i := 0
	for i < len(s) && isWord(s[i]) {
		i++
	}
	return s[:i], strings.TrimLeft(s[i:], " \t")
}

// keywords makes a declares function for languages that begin a declaration with a keyword, after modifiers. Its lists
// have blanks between the words.
type keywords struct {
	modifiers  string
	holders    string // keywords of what has members
	procedures string // keywords of functions
	others     string // keywords of what is declared at the top level and in holders only
	// bare says whether a line without a keyword declares a function.
	bare func(code string, in container, indent int) bool
}

func (k *keywords) declares(l line, in container) (container, bool) {
	rest := l.code
	for {
		w, after := word(rest)
		switch {
		case strings.HasPrefix(rest, "@") || strings.HasPrefix(rest, "#[") || strings.HasPrefix(rest, "["):
			return 0, false // an annotation alone on its line
		case wordset.Has(k.holders, w) && startsName(after):
			return holder, true
		case wordset.Has(k.procedures, w) &&
			(startsName(after) || strings.HasPrefix(after, "*") || strings.HasPrefix(after, "(")):
			return procedure, true
		case wordset.Has(k.others, w) && in != procedure && startsName(after):
			return procedure, true
		case wordset.Has(k.modifiers, w):
			rest = afterModifier(w, after)
			continue
		}

		return procedure, k.bare != nil && k.bare(l.code, in, l.indent)
	}
}

// afterModifier is what follows a modifier and what belongs to it: pub(crate), extern "C".
func afterModifier(modifier, after string) string {
	i := strings.IndexByte(after, ')')
	if modifier == "pub" && strings.HasPrefix(after, "(") && i >= 0 {
		after = strings.TrimLeft(after[i+1:], " \t")
	}
	if strings.HasPrefix(after, `"`) {
		after = strings.TrimLeft(afterString(after), " \t")
	}
	return after
}

// startsName reports whether a name, a type parameter or a destructor is at the start of s.
func startsName(s string) bool {
	return s != "" && (isWord(s[0]) && (s[0] < '0' || s[0] > '9') || s[0] == '<' || s[0] == '~' || s[0] == '`')
}

const control = "if for while switch return else do catch case default new throw sizeof goto delete await " +
	"yield using assert try finally when match loop foreach lock with synchronized typeof super this constructor_call"

// callable reports whether a line looks like the head of a function without a keyword: a name, its parameters, and a
// body or the end of the line after them.
func callable(code string) bool {
	i := strings.IndexByte(code, '(')
	if i <= 0 || !isWord(code[i-1]) && code[i-1] != ' ' && code[i-1] != '>' {
		return false
	}

	head := strings.TrimRight(code[:i], " ")
	if head == "" || strings.ContainsAny(head, "=;\"'{}+/|!?") {
		return false
	}

	first, _ := word(head)
	if wordset.Has(control, first) {
		return false
	}

	end := code[len(code)-1]
	return end == '{' || end == ')' || end == ',' || end == '(' ||
		strings.HasSuffix(code, "}") && strings.Contains(code[i:], "{") ||
		strings.HasSuffix(code, " const") || strings.HasSuffix(code, "override") || strings.HasSuffix(code, "noexcept")
}

// method is a bare function among the members of a holder.
func method(code string, in container, _ int) bool {
	return in == holder && callable(code) && !strings.HasSuffix(code, ",") && !strings.HasSuffix(code, ")")
}

// csMethod is a method of C#: a type or a modifier, a name and its parameters. Its brace is mostly on the next line;
// it may have an expression or nothing for a body.
func csMethod(code string, in container, _ int) bool {
	i := strings.IndexByte(code, '(')
	first, _ := word(code)
	if in != holder || i <= 0 || wordset.Has(control, first) {
		return false
	}
	head := strings.TrimRight(code[:i], " ")
	return !strings.ContainsAny(head, "=;\"'{}+/|!") && strings.ContainsAny(head, " \t")
}

// scriptMethod is a method of JavaScript or TypeScript, or a signature in an interface: a name and its parameters, with
// type parameters between them.
func scriptMethod(code string, in container, indent int) bool {
	name, rest := word(code)
	if in != holder || name == "" || wordset.Has(control, name) {
		return false
	}
	return method(code, in, indent) || (strings.HasPrefix(rest, "(") || strings.HasPrefix(rest, "<")) &&
		(strings.HasSuffix(code, ";") || strings.HasSuffix(code, "(") || strings.HasSuffix(code, "{"))
}

// afterAngles is what follows the angle brackets that a line begins with, "" when they end no earlier than it.
func afterAngles(code string) string {
	depth := 0
	for i := range len(code) {
		switch code[i] {
		case '<':
			depth++
		case '>':
			depth--
			if depth == 0 {
				return strings.TrimSpace(code[i+1:])
			}
		}
	}
	return ""
}

// afterQualified is what follows the name that a line begins with, with what it is of: "Pair<T>::first". It is "" where
// no name is there.
func afterQualified(code string) string {
	for {
		name, rest := word(strings.TrimPrefix(code, "~"))
		if name == "" {
			return ""
		}
		if strings.HasPrefix(rest, "<") {
			rest = afterAngles(rest)
		}

		after, qualifies := strings.CutPrefix(rest, "::")
		if !qualifies {
			return rest
		}

		code = after
	}
}

// assignsFunction reports whether a line assigns a function to a place with dots: exports.f = function (…) {
func assignsFunction(code string) bool {
	left, right, found := strings.Cut(code, " = ")
	if !found || !strings.Contains(left, ".") || strings.ContainsAny(left, " ([{\"'") {
		return false
	}
	right = strings.TrimPrefix(right, "async ")
	return strings.HasPrefix(right, "function") || strings.HasPrefix(right, "(") && strings.HasSuffix(right, "=> {") ||
		strings.Contains(right, " = function")
}

// cFunction is a bare function of C: at the margin, with a type before its name.
func cFunction(code string, in container, indent int) bool {
	if in == procedure || !callable(code) {
		return false
	}
	head, _, _ := strings.Cut(code, "(")
	if in == holder {
		// A type or a modifier before the name: what initializes, or the brace, may be on the next line.
		return method(code, in, indent) || strings.ContainsAny(strings.TrimRight(head, " "), " \t")
	}
	margin := indent == 0 || in == topLevel && indent <= 4
	return margin && (strings.ContainsAny(head, " *&:") || strings.HasSuffix(code, "{"))
}
