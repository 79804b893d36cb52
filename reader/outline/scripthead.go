package outline

import (
	"slices"
	"strings"

	"eyeline/reader/lists"
)

const scriptModifiers = "export default async declare abstract public private protected static readonly override " +
	"accessor get set"

// scriptStatements are words before a bracket that begin a statement, which a block may follow.
const scriptStatements = "if for while switch catch with return await typeof void super yield throw new do else import"

// scriptHead finds the functions of JavaScript and TypeScript by their signatures: those with a keyword, methods
// of classes and objects, members of interfaces, and functions that are assigned to a name, a field or a property.
func scriptHead(text string, in container, of string) (container, judged) {
	c := newCursor(text)
	c.annotations()
	if c.rest == "" {
		return procedure, declaresNothing // decorators alone on their line
	}

	variable := c.skipModifiers()
	first, after := word(c.rest)
	switch {
	case first == "function" && startsName(strings.TrimLeft(after, "* ")):
		return procedure, c.judge(c.scriptFunction(true))
	case lists.HasWord(scriptStatements, first) && !strings.HasPrefix(after, ":") && !strings.HasPrefix(after, "="):
		return procedure, declaresNothing
	}

	dotted, found := c.scriptName()
	switch {
	case !found:
		return procedure, c.judge(false)
	case variable || dotted:
		return procedure, c.judge(c.scriptAssigned(variable && in != procedure))
	case c.at("(<"):
		return procedure, c.judge(c.scriptMethod(in))
	}

	return procedure, c.judge(c.scriptProperty(in, describesType(of)))
}

// skipModifiers goes past the modifiers of a declaration, and reports whether one of them declares a variable. A
// modifier that a sign follows is a name.
func (c *cursor) skipModifiers() (variable bool) {
	for {
		w, after := word(c.rest)
		isName := after != "" && strings.IndexByte("(=:<?!;,.", after[0]) >= 0
		if isName || after == "" || !lists.HasWord(scriptModifiers+" const let var", w) {
			return variable
		}

		variable = variable || lists.HasWord("const let var", w)
		c.rest = after
	}
}

// describesType reports whether the members of a declaration have no bodies: those of an interface or a type.
func describesType(of string) bool {
	words := strings.Fields(nameOf(of))
	keywords := words[:max(len(words)-1, 0)]
	return slices.Contains(keywords, "interface") || slices.Contains(keywords, "type")
}

// scriptName reads a name: a word, "#word", "[computed]", "\"text\"" or, dotted, "module.exports".
func (c *cursor) scriptName() (dotted, found bool) {
	c.take("*")
	switch {
	case c.at("["):
		return false, c.group("[")
	case c.take(`""`):
		return false, true
	}

	for {
		c.take("#")
		if c.word() == "" {
			return dotted, false
		}
		if !c.take(".") {
			break
		}

		dotted = true
	}

	if !c.take("?") {
		c.take("!")
	}
	return dotted, true
}

// scriptMethod reads parameters and what follows them. Only in a class or the like can a body be missing, or stand on
// the same line, as a call in the text of a page may look like that.
func (c *cursor) scriptMethod(in container) bool {
	if !c.scriptParameters(true) {
		c.bodiless = in == holder && c.typed
		return false
	}
	if c.rest == "" {
		c.ended = in == holder
		c.bodiless = c.ended
		return false
	}
	return c.rest == "{" || in == holder && c.at("{;")
}

// scriptProperty reads what follows the name of a property: a function, or the type and the function of a field. The
// type alone of a member of a type may look like a function.
func (c *cursor) scriptProperty(in container, inType bool) bool {
	field := in == holder && !inType
	if field && c.at("=") {
		return c.scriptAssigned(true)
	}
	if inType || !c.take(":") {
		return false
	}

	value := *c
	if value.scriptFunction(false) {
		c.rest = value.rest
		return true
	}
	if !field {
		c.ended = c.ended || value.ended
		return false
	}

	return c.scriptType(true) && c.scriptAssigned(true)
}

// scriptAssigned reads "= function"; before it the type of a variable may stand. bare: a function need not have a block
// for its body.
func (c *cursor) scriptAssigned(bare bool) bool {
	if c.take(":") && !c.scriptType(true) {
		return false
	}
	return c.take("=") && c.scriptFunction(bare)
}

// scriptFunction reads the head of a function that is a value, or has a keyword. bare: the body may stand on the same
// line.
func (c *cursor) scriptFunction(bare bool) bool {
	if w, after := word(c.rest); w == "async" && !strings.HasPrefix(after, "=>") {
		c.word()
	}

	if wordOf(c.rest) == "function" {
		c.word()
		c.take("*")
		c.word()
		return c.scriptParameters(true) && (c.rest == "{" || bare && c.at("{"))
	}

	if c.at("(<") {
		if !c.scriptParameters(false) {
			return false
		}
	} else if c.word() == "" {
		return false
	}

	return c.take("=>") && (bare || strings.Trim(c.rest, "([{<") == "")
}

// scriptParameters reads type parameters, parameters and the type of the result; arrows is that of scriptType.
func (c *cursor) scriptParameters(arrows bool) bool {
	return (!c.at("<") || c.group("<")) && c.group("(") && (!c.take(":") || c.scriptType(arrows))
}

// scriptType reads a type, as far as something that can be no part of one: the body of a function, what is assigned,
// the end of a statement. It returns false where the text ends before.
func (c *cursor) scriptType(arrows bool) bool {
	const operators = "|&:?"
	for expected := true; ; {
		switch {
		case c.rest == "":
			c.ended = true
			c.typed = !expected
			return false
		case strings.HasPrefix(c.rest, "=>") && !arrows:
			return true
		case c.take("=>"), c.take("."): // the latter of a qualified name, "JSX.Element"
			expected = true
		case c.at("{(") && !expected, c.at("=;,)]}"):
			return true
		case c.at("<[{("):
			if !c.group("<[{(") {
				return false
			}

			expected = false
		case c.at(operators):
			c.rest = strings.TrimLeft(c.rest[1:], " \t")
			expected = true
		case wordOf(c.rest) != "":
			w := wordOf(c.rest)
			if !expected && !lists.HasWord("is extends", w) {
				return true // of the next statement
			}

			c.word()
			expected = lists.HasWord("keyof typeof is extends infer readonly asserts unique", w)
		default:
			c.rest = strings.TrimLeft(c.rest[1:], " \t")
			expected = false
		}
	}
}
