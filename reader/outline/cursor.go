package outline

import "strings"

// cursor reads the head of a declaration word by word. Its text has neither comments nor the contents of strings, and
// may be only the beginning of the head.
type cursor struct {
	rest  string
	ended bool // what was asked for is missing since the text ended
	// typed: the text ended with a whole type. bodiless: it is the head of a member that need not have a body.
	typed, bodiless bool
}

func newCursor(text string) *cursor { return &cursor{rest: strings.TrimSpace(text)} }

// judged is what a text says of whether a declaration begins with it.
type judged uint8

const (
	declaresNothing judged = iota
	goesOn                 // the next line decides
	mayEnd                 // likewise; where it belongs to nothing above it, this is a declaration
	declares
)

// judge is declares where the head was found; else it is whether more text could be one.
func (c *cursor) judge(found bool) judged {
	switch {
	case found:
		return declares
	case c.bodiless:
		return mayEnd
	case c.ended:
		return goesOn
	}
	return declaresNothing
}

// word reads a word, "" where nothing of a word comes next.
func (c *cursor) word() string {
	w, rest := word(c.rest)
	c.ended = c.ended || c.rest == ""
	c.rest = rest
	return w
}

// take reads a text if it comes next.
func (c *cursor) take(text string) bool {
	rest, found := strings.CutPrefix(c.rest, text)
	c.ended = c.ended || c.rest == ""
	if found {
		c.rest = strings.TrimLeft(rest, " \t")
	}
	return found
}

// at reports whether one of some bytes comes next.
func (c *cursor) at(some string) bool {
	c.ended = c.ended || c.rest == ""
	return c.rest != "" && strings.IndexByte(some, c.rest[0]) >= 0
}

// group reads brackets and all that they hold, "(a, (b))"; false if an opening bracket does not come next or is not
// closed.
func (c *cursor) group(open string) bool {
	if !c.at(open) {
		return false
	}

	angles := c.rest[0] == '<'
	depth := 0
	for i := range len(c.rest) {
		switch b := c.rest[i]; {
		case strings.IndexByte("([{", b) >= 0 || angles && b == '<':
			depth++
		case b == '>' && i > 0 && c.rest[i-1] == '=': // the arrow of a function
		case strings.IndexByte(")]}", b) >= 0 || angles && b == '>':
			depth--
		}

		if depth == 0 {
			c.rest = strings.TrimLeft(c.rest[i+1:], " \t")
			return true
		}
	}

	c.ended = true
	c.rest = ""
	return false
}

// annotations reads annotations or decorators, "@Size(max = 3) @Override".
func (c *cursor) annotations() {
	for strings.HasPrefix(c.rest, "@") && !strings.HasPrefix(c.rest, "@interface") {
		c.take("@")
		c.word()
		for c.take(".") {
			c.word()
		}
		if c.at("(") && !c.group("(") {
			return
		}
	}
}
