package outline

import (
	"strings"

	"eyeline/reader/lists"
)

var javaWords = keywords{
	modifiers: "public protected private static final abstract sealed default strictfp native",
	holders:   "class interface enum record",
}

const javaModifiers = "public protected private static final abstract default synchronized native strictfp"

// javaHead finds methods, constructors and the constants of enums that have a body. Within a function these are methods
// of a local or anonymous class: no statement has a type, a name, parameters and a body.
func javaHead(text string, in container, of string) (container, judged) {
	c := newCursor(text)
	c.annotations()
	if c.rest == "" {
		return procedure, declaresNothing // annotations alone on their line
	}

	for lists.HasWord(javaModifiers, wordOf(c.rest)) {
		c.word()
		c.annotations()
	}

	if c.at("<") && !c.group("<") {
		return procedure, c.judge(false)
	}

	c.annotations()
	typed := strings.TrimSpace(c.rest)
	first := wordOf(typed)
	switch {
	case in == topLevel || lists.HasWord(control, first) || javaWords.holder(typed):
		return procedure, declaresNothing
	case !c.javaType():
		return procedure, c.judge(false)
	case in == holder && c.at("{") && first == ownName(of):
		return procedure, declares // the constructor of a record, whose parameters are those of the record
	case c.at("("):
		return javaUntyped(c, typed, first, in, of)
	}

	c.annotations()
	return procedure, c.judge(c.word() != "" && c.group("(") && c.javaBody(in))
}

// javaUntyped judges a name with parameters and without a type, which is a constructor if it has the name of the class.
func javaUntyped(c *cursor, typed, name string, in container, of string) (container, judged) {
	constructor := name == ownName(of)
	kind := holder
	if constructor {
		kind = procedure
	}
	if in != holder || !strings.HasPrefix(strings.TrimLeft(typed[len(name):], " \t"), "(") {
		return kind, declaresNothing
	}

	found := c.group("(")
	if !constructor {
		found = found && c.at("{")
	} else {
		found = found && c.javaBody(in)
	}

	return kind, c.judge(found)
}

// javaType reads a type, "Map.Entry<K, V>[]".
func (c *cursor) javaType() bool {
	for {
		c.annotations()
		if c.word() == "" {
			return false
		}
		if c.at("<") && !c.group("<") {
			return false
		}
		if c.take(".") {
			continue
		}

		c.annotations()
		for c.at("[") {
			if !c.group("[") {
				return false
			}
		}

		return true
	}
}

// javaBody reads what follows parameters, up to the body. Only a member of a class can do without one.
func (c *cursor) javaBody(in container) bool {
	for c.at("[") {
		if !c.group("[") {
			return false
		}
	}

	if wordOf(c.rest) == "throws" {
		for c.word(); c.javaType() && c.take(","); {
			continue
		}
	}

	return c.at("{") || in == holder && (c.at(";") || wordOf(c.rest) == "default")
}

// wordOf is the first word of a text.
func wordOf(text string) string {
	w, _ := word(text)
	return w
}
