package outline

import (
	"strings"

	"eyeline/reader/lists"
)

// word splits off the first word of a line; "" if it does not begin with one.
func word(s string) (string, string) {
	i := 0
	for i < len(s) && isWord(s[i]) {
		i++
	}
	return s[:i], strings.TrimLeft(s[i:], " \t")
}

// keywords describes languages in which a declaration begins with a keyword, after modifiers. Lists are separated by
// spaces.
type keywords struct {
	modifiers  string
	holders    string // keywords of types with members
	procedures string // keywords of functions
	others     string // keywords of declarations that count at the top level and in holders only
	// bare reports whether a line without a keyword declares a function.
	bare func(code string, in container, indent int) bool
}

func (k *keywords) declares(l line, in container) (container, bool) {
	rest := l.code
	for {
		w, after := word(rest)
		switch {
		case strings.HasPrefix(rest, "@") || strings.HasPrefix(rest, "#[") || strings.HasPrefix(rest, "["):
			return 0, false // an annotation alone on its line
		case k.holder(rest):
			return holder, true
		case lists.HasWord(k.procedures, w) &&
			(startsName(after) || strings.HasPrefix(after, "*") || strings.HasPrefix(after, "(")):
			return procedure, true
		case lists.HasWord(k.others, w) && in != procedure && startsName(after):
			return procedure, true
		case lists.HasWord(k.modifiers, w):
			rest = afterModifier(w, after)
			continue
		}

		return procedure, k.bare != nil && k.bare(l.code, in, l.indent)
	}
}

// holder reports whether a text begins with the keyword of a type with members, and its name.
func (k *keywords) holder(text string) bool {
	w, after := word(text)
	return lists.HasWord(k.holders, w) && startsName(after)
}

// afterModifier returns what follows a modifier and its arguments: pub(crate), extern "C".
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

// callable reports whether a line looks like the head of a function without a keyword: a name, its parameters, and then
// a body or the end of the line.
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
	if lists.HasWord(control, first) {
		return false
	}

	end := code[len(code)-1]
	return end == '{' || end == ')' || end == ',' || end == '(' ||
		strings.HasSuffix(code, "}") && strings.Contains(code[i:], "{") ||
		strings.HasSuffix(code, " const") || strings.HasSuffix(code, "override") || strings.HasSuffix(code, "noexcept")
}

// method is keywords.bare for methods of classes.
func method(code string, in container, _ int) bool {
	return in == holder && callable(code) && !strings.HasSuffix(code, ",") && !strings.HasSuffix(code, ")")
}

const csModifiers = "public protected private internal static sealed abstract partial readonly unsafe async override " +
	"virtual"

// csContinues reports whether a line continues the head of a declaration: its constraints, or the constructor that it
// calls first.
func csContinues(code string) bool {
	return where(code) || strings.HasPrefix(code, ": base(") || strings.HasPrefix(code, ": this(")
}

// csMethod is keywords.bare for C#: a type or modifier, a name and parameters. The brace is mostly on the next line;
// the body may also be an expression or missing.
func csMethod(code string, in container, _ int) bool {
	tuple := newCursor(code)
	for lists.HasWord(csModifiers, wordOf(tuple.rest)) {
		tuple.word()
	}
	if tuple.group("(") { // the type of the result
		code = "tuple " + tuple.rest
	}

	i := strings.IndexByte(code, '(')
	first, _ := word(code)
	if in != holder || i <= 0 || lists.HasWord(control, first) {
		return false
	}
	head := strings.TrimRight(code[:i], " ")
	return !strings.ContainsAny(head, "=;\"'{}+/|!") && strings.ContainsAny(head, " \t")
}

// afterAngles returns what follows the angle brackets at the start of a line, "" if they are not closed on it.
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

// afterQualified returns what follows the qualified name at the start of a line, such as "Pair<T>::first"; "" without a
// name.
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

// assignsFunction reports whether a line assigns a function to a property: exports.f = function (…) {
func assignsFunction(code string) bool {
	left, right, found := strings.Cut(code, " = ")
	if !found || !strings.Contains(left, ".") || strings.ContainsAny(left, " ([{\"'") {
		return false
	}
	right = strings.TrimPrefix(right, "async ")
	return strings.HasPrefix(right, "function") || strings.HasPrefix(right, "(") && strings.HasSuffix(right, "=> {") ||
		strings.Contains(right, " = function")
}

// cFunction is keywords.bare for C: without indent, with a type before the name.
func cFunction(code string, in container, indent int) bool {
	if in == procedure || !callable(code) {
		return false
	}

	head, _, _ := strings.Cut(code, "(")
	if in == holder {
		// With a type or modifier before the name, the brace may be on the next line.
		return method(code, in, indent) || strings.ContainsAny(strings.TrimRight(head, " "), " \t")
	}

	margin := indent == 0 || in == topLevel && indent <= 4
	return margin && (strings.ContainsAny(head, " *&:") || strings.HasSuffix(code, "{"))
}
