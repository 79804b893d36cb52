package pattern

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"eyeline/reader/internal/lazy"
)

// translator translates a pattern of Rust or JavaScript to Go's syntax.
type translator struct {
	text     string
	pos      int
	language Syntax
	fold     bool // ignore case
	matcher  *Matcher
	out      []byte
	err      error

	groups []int // offsets in out of the groups that are open
	// atom is the offset in out of what a quantifier would repeat; -1 for nothing.
	atom int
	// quantified: the atom already has a quantifier.
	quantified bool
	names      []string // of groups so far
}

// The sets of escapes, as the inside of a class in Go's syntax.
const (
	rustWord = `\p{L}\p{M}\p{Nd}\p{Nl}\p{Pc}\x{200C}\x{200D}\x{24B6}-\x{24E9}` +
		`\x{1F130}-\x{1F149}\x{1F150}-\x{1F169}\x{1F170}-\x{1F189}`
	rustSpace = `\t\n\v\f\r \x{85}\p{Z}`
	jsSpace   = `\t\n\v\f\r \x{A0}\x{1680}\x{2000}-\x{200A}\x{2028}\x{2029}\x{202F}\x{205F}\x{3000}\x{FEFF}`
)

func (t *translator) isJS() bool { return t.language == JS }

// translate translates the whole pattern.
func (t *translator) translate() (string, error) {
	t.atom = -1
	for t.pos < len(t.text) && t.err == nil {
		t.next()
	}
	return string(t.out), t.err
}

// rest returns what has not been translated.
func (t *translator) rest() string { return t.text[t.pos:] }

// accept skips text if it comes next, and reports whether it did.
func (t *translator) accept(text string) bool {
	if !strings.HasPrefix(t.rest(), text) {
		return false
	}
	t.pos += len(text)
	return true
}

// writeAtom writes something that a quantifier may follow.
func (t *translator) writeAtom(text string) {
	t.atom = len(t.out)
	t.quantified = false
	t.out = append(t.out, text...)
}

// writeLiteral writes a character that stands for itself.
func (t *translator) writeLiteral(r rune) {
	if r == '\n' && t.language.isRust() {
		if t.language == NewRust && strings.Contains(t.text, "|") {
			t.err = unknown("a line end in one of several alternatives")
			return
		}
		t.err = refused("a line end in the pattern")
		return
	}
	t.writeAtom(regexp.QuoteMeta(string(r)))
}

func (t *translator) next() {
	c := t.text[t.pos]
	switch c {
	case '\\':
		t.pos++
		e := t.parseEscape(false)
		if t.err == nil {
			t.writeEscape(e)
		}
	case '[':
		t.pos++
		set := t.parseClass()
		if t.err == nil {
			t.writeAtom(set.String())
		}
	case '(':
		t.pos++
		t.openParen()
	case ')':
		t.pos++
		t.closeParen()
	case '*', '+', '?':
		t.pos++
		t.quantifier(string(c))
	case '{':
		t.brace()
	case '|':
		t.pos++
		t.out = append(t.out, c)
		t.atom = -1
	case '.':
		t.pos++
		if t.isJS() {
			t.writeAtom(`[^\n\r\x{2028}\x{2029}]`)
		} else {
			t.writeAtom(".")
		}
	case '^', '$':
		t.pos++
		if t.isJS() {
			t.matcher.breaks = true
			t.writeAtom("(?m:" + string(c) + ")")
		} else {
			t.writeAtom(string(c))
		}
	default:
		r, size := utf8.DecodeRuneInString(t.rest())
		t.pos += size
		t.writeLiteral(r)
	}
}

// openParen translates what follows an opening parenthesis.
func (t *translator) openParen() {
	name := groupName().FindStringSubmatch(t.rest())
	switch {
	case !strings.HasPrefix(t.rest(), "?"):
		t.openGroup("(")
	case t.accept("?:"):
		t.openGroup("(?:")
	case name != nil:
		t.pos += len(name[0])
		t.openNamed(name[1], name[2])
	case aroundLook().MatchString(t.rest()):
		t.err = unknown("look-around, which Go's engine lacks")
		if t.language.isRust() {
			t.err = refused("look-around is not supported")
		}
	default:
		t.openFlags()
	}
}

// groupName matches the beginning of a named group.
var groupName = lazy.Regexp(`^\?(P?)<([^=!>][^>]*)>`)

// aroundLook matches the beginning of a look-ahead or look-behind.
var aroundLook = lazy.Regexp(`^\?<?[=!]`)

// openNamed begins a named group. Without references the name has no effect, so it is only checked.
func (t *translator) openNamed(p, name string) {
	switch {
	case t.isJS() && p != "":
		t.err = refused("a group of JavaScript has no P")
	case t.language == Rust && p == "":
		t.err = refused("a name of a group without P")
	case slices.Contains(t.names, name):
		t.err = refused("two groups of the name " + name)
	case !identifier().MatchString(name):
		t.err = refused("a wrong name of a group: " + name)
	}

	t.names = append(t.names, name)
	t.openGroup("(")
}

// identifier matches names of groups that all engines accept.
var identifier = lazy.Regexp(`^[\pL_][\pL\pN_]*$`)

// openGroup writes the opening of a group, right after which there is nothing to repeat.
func (t *translator) openGroup(text string) {
	t.groups = append(t.groups, len(t.out))
	t.out = append(t.out, text...)
	t.atom = -1
}

// flagGroup matches the beginning of a group with flags, or flags for the rest of a group.
var flagGroup = lazy.Regexp(`^\?([a-zA-Z]*)(-[a-zA-Z]+)?([:)])`)

// openFlags translates flags, with or without a group.
func (t *translator) openFlags() {
	found := flagGroup().FindStringSubmatch(t.rest())
	if found == nil || t.isJS() || found[1] == "" && found[2] == "" {
		t.err = refused("an unknown kind of group")
		if t.isJS() {
			t.err = unknown("a kind of group that is not imitated")
		}
		return
	}

	set := strings.ReplaceAll(found[1], "u", "")
	cleared := found[2]
	switch {
	case strings.Trim(set+strings.TrimPrefix(cleared, "-"), "imsUuxR") != "":
		t.err = refused("an unknown flag")
		return
	case strings.ContainsAny(set+cleared, "xR") || strings.Contains(cleared, "u"):
		t.err = unknown("the flags x, R and -u are not imitated")
		return
	}

	t.pos += len(found[0])
	if set+cleared == "" {
		if found[3] == ":" {
			t.openGroup("(?:")
		}
		return
	}

	text := "(?" + set + cleared + found[3]
	if found[3] == ":" {
		t.openGroup(text)
		return
	}

	t.out = append(t.out, text...)
	t.atom = -1
}

// closeParen ends a group, which is then the atom.
func (t *translator) closeParen() {
	t.out = append(t.out, ')')
	if n := len(t.groups); n > 0 {
		t.atom = t.groups[n-1]
		t.quantified = false
		t.groups = t.groups[:n-1]
	}
}

// quantifier writes a quantifier and a lazy "?" that follows. Rust repeats what is quantified already; Go needs a group
// for that.
func (t *translator) quantifier(text string) {
	if t.atom < 0 && t.language.isRust() {
		t.err = refused("nothing that is repeated")
		return
	}
	if t.quantified && t.language.isRust() {
		t.out = slices.Insert(t.out, t.atom, []byte("(?:")...)
		t.out = append(t.out, ')')
	}

	t.out = append(t.out, text...)
	if t.accept("?") {
		t.out = append(t.out, '?')
	}

	t.quantified = true
}

// repetition matches a quantifier in braces with a least number.
var repetition = lazy.Regexp(`^\{\s*(\d+)\s*(,\s*(\d*)\s*)?\}`)

// repetitionUpTo matches a quantifier in braces without a least number.
var repetitionUpTo = lazy.Regexp(`^\{\s*,\s*(\d+)\s*\}`)

// brace translates a quantifier in braces. In JavaScript other braces are literal.
func (t *translator) brace() {
	found := repetition().FindStringSubmatch(t.rest())
	most := repetitionUpTo().FindStringSubmatch(t.rest())
	isJSQuantifier := found != nil && !strings.ContainsAny(found[0], " \t")

	switch {
	case t.isJS() && !isJSQuantifier:
		t.pos++
		t.writeLiteral('{')
	case found != nil:
		t.pos += len(found[0])
		text := "{" + found[1]
		if found[2] != "" {
			text += "," + found[3]
		}
		t.quantifier(text + "}")
	case most != nil && t.language == NewRust:
		t.pos += len(most[0])
		t.quantifier("{0," + most[1] + "}")
	default:
		t.err = refused("an opening brace that repeats nothing")
	}
}

// escaped is what an escape stands for: a character, a set, or an assertion such as \b.
type escaped struct {
	char      rune
	set       *runeSet
	assertion string // in Go's syntax
}

// writeEscape writes an escape outside of a class.
func (t *translator) writeEscape(e escaped) {
	switch {
	case e.set != nil:
		t.writeAtom(e.set.String())
	case e.assertion != "":
		t.writeAtom(e.assertion)
	default:
		t.writeLiteral(e.char)
	}
}

// parseEscape parses what follows a backslash.
func (t *translator) parseEscape(inClass bool) (e escaped) {
	if t.pos == len(t.text) {
		t.err = refused("a backslash at its end")
		return e
	}

	c, size := utf8.DecodeRuneInString(t.rest())
	t.pos += size
	if set := t.setOf(c); set != nil || t.err != nil {
		return escaped{set: set}
	}
	i := strings.IndexRune("afnrtv", c)
	if i >= 0 && (c != 'a' || !t.isJS()) {
		return escaped{char: rune("\a\f\n\r\t\v"[i])}
	}
	if t.isJS() {
		return t.jsEscape(c, inClass)
	}

	return t.rustEscape(c, inClass)
}

// rustEscape parses an escape of Rust's crate. In ripgrep 13 only characters with a meaning may be escaped.
func (t *translator) rustEscape(c rune, inClass bool) (e escaped) {
	switch {
	case strings.ContainsRune(`\.+*?()|[]{}^$#&-~`, c):
		return escaped{char: c}
	case c == 'x' || c == 'u' || c == 'U':
		return escaped{char: t.parseHex(map[rune]int{'x': 2, 'u': 4, 'U': 8}[c])}
	case strings.ContainsRune("bBAz", c) && !inClass:
		return t.rustAssertion(c)
	case t.language == NewRust && isPunctuation(c):
		if c == '<' || c == '>' {
			t.err = unknown(`\` + string(c) + ", an edge of a word")
		}
		return escaped{char: c}
	}

	t.err = refused(`\` + string(c) + " is no escape")
	return e
}

// rustAssertion parses an escape that matches a position.
func (t *translator) rustAssertion(c rune) (e escaped) {
	if t.language == NewRust && c == 'b' && strings.HasPrefix(t.rest(), "{") {
		t.err = unknown(`\b{…}`)
		return e
	}
	t.matcher.words = t.matcher.words || c|0x20 == 'b'
	return escaped{assertion: `\` + string(c)}
}

// isPunctuation reports whether c is an ASCII punctuation character or a space.
func isPunctuation(c rune) bool {
	isAlphanumeric := c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z'
	return c >= ' ' && c < 0x7F && !isAlphanumeric
}

// parseHex parses the number of a character: of that many digits, or of any number in braces.
func (t *translator) parseHex(digits int) rune {
	found := bracedHex().FindStringSubmatch(t.rest())
	number := ""
	switch {
	case found != nil:
		number = found[1]
		t.pos += len(found[0])
	case len(t.rest()) >= digits:
		number = t.rest()[:digits]
		t.pos += digits
	}

	n, err := strconv.ParseUint(number, 16, 32)
	if err != nil || n > utf8.MaxRune || !utf8.ValidRune(rune(n)) {
		t.err = refused("a wrong number of a character")
		return 0
	}

	return rune(n)
}

// bracedHex matches a hexadecimal number in braces.
var bracedHex = lazy.Regexp(`^\{([0-9a-fA-F]+)\}`)

// jsEscape parses an escape of JavaScript without its flag u. A letter without a meaning stands for itself.
func (t *translator) jsEscape(c rune, inClass bool) (e escaped) {
	switch {
	case c == 'b' && inClass:
		return escaped{char: '\b'}
	case (c == 'b' || c == 'B') && !inClass:
		return escaped{assertion: `\` + string(c)}
	case c == 'x' || c == 'u':
		return t.jsHex(c)
	case c == 'c':
		return t.jsControl()
	case c == '0' && !startsWithDigit(t.rest()):
		return escaped{char: 0}
	case c >= '0' && c <= '9':
		t.err = unknown("a reference back, or a number in base 8")
	case c == 'k' && strings.Contains(t.text, "(?<"):
		t.err = unknown("a reference back")
	default:
		return escaped{char: c}
	}

	return e
}

// jsControl parses the letter of a control character such as \cJ.
func (t *translator) jsControl() (e escaped) {
	rest := t.rest()
	if rest != "" && rest[0]|0x20 >= 'a' && rest[0]|0x20 <= 'z' {
		t.pos++
		return escaped{char: rune(rest[0] & 0x1F)}
	}
	t.err = unknown(`\c without a letter`)
	return e
}

func startsWithDigit(s string) bool { return s != "" && s[0] >= '0' && s[0] <= '9' }

// jsHex parses a hexadecimal escape of JavaScript, or two for a surrogate pair. Without digits the letter stands for
// itself.
func (t *translator) jsHex(c rune) (e escaped) {
	digits := 2
	if c == 'u' {
		digits = 4
	}

	number, ok := hexDigits(t.rest(), digits)
	if !ok {
		return escaped{char: c}
	}

	t.pos += digits
	low := int64(0)
	isLow := strings.HasPrefix(t.rest(), `\u`)
	if isLow {
		low, isLow = hexDigits(t.rest()[2:], 4)
	}

	switch {
	case number < 0xD800 || number > 0xDFFF:
		return escaped{char: rune(number)}
	case number < 0xDC00 && isLow && low >= 0xDC00 && low <= 0xDFFF:
		t.pos += len(`\uDC00`)
		return escaped{char: rune(0x10000 + (number-0xD800)<<10 + low - 0xDC00)}
	}

	t.err = unknown("half of a character")
	return e
}

// hexDigits parses exactly that many hexadecimal digits at the start of s.
func hexDigits(s string, digits int) (n int64, is bool) {
	if len(s) < digits || strings.ContainsAny(s[:digits], "+-_") {
		return 0, false
	}
	n, err := strconv.ParseInt(s[:digits], 16, 64)
	return n, err == nil
}

// setOf returns the set for the character after a backslash, such as \d; nil if it stands for none.
func (t *translator) setOf(c rune) *runeSet {
	inside := ""
	switch {
	case t.isJS() && c|0x20 == 's':
		inside = jsSpace
	case t.isJS() && (c|0x20 == 'd' || c|0x20 == 'w'):
		inside = `\` + string(c|0x20)
	case t.isJS():
		return nil
	case c|0x20 == 'd':
		inside = `\p{Nd}`
	case c|0x20 == 's':
		inside = rustSpace
	case c|0x20 == 'w':
		inside = rustWord
	case c == 'p' || c == 'P':
		return t.parseProperty(c)
	default:
		return nil
	}

	return &runeSet{inside: inside, negated: c >= 'A' && c <= 'Z'}
}

// propertyName matches what follows \p.
var propertyName = lazy.Regexp(
	`^(?:\{(?:(?i:gc|sc|script|generalcategory|general_category)[=:])?([A-Za-z_ -]+)\}|([A-Z]))`)

// parseProperty parses what follows \p or \P, and returns its set. Go must know the property.
func (t *translator) parseProperty(c rune) *runeSet {
	found := propertyName().FindStringSubmatch(t.rest())
	if found == nil {
		t.err = unknown("a property of characters")
		return nil
	}

	name, known := goProperty(found[1] + found[2])
	if !known {
		t.err = unknown("the property of characters " + found[1] + found[2])
		return nil
	}

	t.pos += len(found[0])
	return &runeSet{inside: fmt.Sprintf(`\p{%s}`, name), negated: c == 'P'}
}
