package pattern

import (
	"fmt"
	"regexp/syntax"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"eyeline/reader/internal/lazy"
)

// runeSet is a set of characters, as the inside of a class in Go's syntax, or all others.
type runeSet struct {
	inside  string
	negated bool
}

// String is the set as a class.
func (s *runeSet) String() string {
	switch {
	case s.inside == "" && s.negated:
		return `(?s:.)`
	case s.inside == "":
		return `[^\x{0}-\x{10FFFF}]`
	case s.negated:
		return "[^" + s.inside + "]"
	}
	return "[" + s.inside + "]"
}

// ranges are the first and last characters of each part of the set, in their order.
func (s *runeSet) ranges() ([]rune, error) {
	if s.inside == "" {
		if s.negated {
			return []rune{0, utf8.MaxRune}, nil
		}
		return nil, nil
	}

	tree, err := syntax.Parse(s.String(), syntax.Perl)
	if err != nil {
		return nil, err
	}

	switch tree.Op {
	case syntax.OpCharClass:
		return tree.Rune, nil
	case syntax.OpLiteral:
		return []rune{tree.Rune[0], tree.Rune[0]}, nil
	case syntax.OpAnyChar:
		return []rune{0, utf8.MaxRune}, nil
	}

	return nil, nil
}

// setOfRanges is a set of some parts.
func setOfRanges(ranges []rune) *runeSet {
	var inside strings.Builder
	for i := 0; i < len(ranges); i += 2 {
		fmt.Fprintf(&inside, `\x{%X}-\x{%X}`, ranges[i], ranges[i+1])
	}
	return &runeSet{inside: inside.String()}
}

// others are the ranges of all other characters.
func others(ranges []rune) (out []rune) {
	next := rune(0)
	for i := 0; i < len(ranges); i += 2 {
		if ranges[i] > next {
			out = append(out, next, ranges[i]-1)
		}
		next = ranges[i+1] + 1
	}
	if next <= utf8.MaxRune {
		out = append(out, next, utf8.MaxRune)
	}
	return out
}

// both are the ranges of the characters that two sets have.
func both(a, b []rune) (out []rune) {
	for i, k := 0, 0; i < len(a) && k < len(b); {
		low := max(a[i], b[k])
		high := min(a[i+1], b[k+1])
		if low <= high {
			out = append(out, low, high)
		}
		if a[i+1] < b[k+1] {
			i += 2
		} else {
			k += 2
		}
	}
	return out
}

// combined are the ranges that an operator makes of two sets: those in both, in the first alone, or in one alone.
func combined(operator string, a, b []rune) []rune {
	switch operator {
	case "&&":
		return both(a, b)
	case "--":
		return both(a, others(b))
	}
	only := both(a, others(b))
	other := both(b, others(a))
	return others(both(others(only), others(other)))
}

// class reads a class after its opening bracket.
func (t *translator) class() *runeSet {
	if t.isJS() {
		return t.jsClass()
	}
	return t.rustClass(0)
}

// classParts are what is read of a class.
type classParts struct {
	inside strings.Builder
	exact  bool // it has the negation of a set, or sets in sets, which differ where case does not count
}

func (c *classParts) add(s *runeSet) error {
	if !s.negated {
		c.inside.WriteString(s.inside)
		return nil
	}
	ranges, err := s.ranges()
	if err != nil {
		return err
	}
	c.exact = true
	c.inside.WriteString(setOfRanges(ranges).inside)
	return nil
}

// char adds characters from one to another.
func (c *classParts) char(from, to rune) { fmt.Fprintf(&c.inside, `\x{%X}-\x{%X}`, from, to) }

// member is a character or a set in a class.
func (t *translator) member() (e escaped) {
	if t.accept(`\`) {
		return t.escape(true)
	}
	r, size := utf8.DecodeRuneInString(t.rest())
	t.at += size
	return escaped{char: r}
}

// isRange reports whether a dash follows with an end of a range.
func (t *translator) isRange() bool {
	rest := t.rest()
	return strings.HasPrefix(rest, "-") && len(rest) > 1 && rest[1] != ']' && (t.isJS() || rest[1] != '-')
}

// span adds a character, a set, or what lies between two characters.
func (t *translator) span(c *classParts) {
	from := t.member()
	isRange := t.isRange()
	to := from
	if isRange && t.err == nil {
		t.at++
		to = t.member()
	}

	hasSet := from.set != nil || to.set != nil
	switch {
	case t.err != nil: // the first error is the one that is said
	case isRange && hasSet && t.isJS():
		t.err = unknown("a range from or to a set of characters")
	case isRange && (hasSet || from.char > to.char):
		t.err = refused("a range that ends before it begins")
	case from.set != nil:
		if err := c.add(from.set); err != nil {
			t.err = unknown(err.Error())
		}
	default:
		c.char(from.char, to.char)
	}
}

// jsClass reads a class of JavaScript.
func (t *translator) jsClass() *runeSet {
	c := &classParts{}
	negated := t.accept("^")
	for t.err == nil {
		if t.accept("]") {
			return &runeSet{c.inside.String(), negated}
		}
		if t.at == len(t.text) {
			t.err = refused("a class without its end")
			return nil
		}
		t.span(c)
	}
	return nil
}

// mostNested is how many classes may lie in each other.
const mostNested = 100

// rustClass reads a class of Rust's crate, in which there are classes and operators.
func (t *translator) rustClass(depth int) *runeSet {
	c := &classParts{}
	negated := t.accept("^")
	for t.accept("-") {
		c.char('-', '-')
	}

	if c.inside.Len() == 0 && t.accept("]") {
		c.char(']', ']')
	}

	var left []rune
	operator := ""
	for t.err == nil {
		switch rest := t.rest(); {
		case rest == "":
			t.err = refused("a class without its end")
		case t.accept("]"):
			return t.endOfClass(c, left, operator, negated)
		case strings.HasPrefix(rest, "&&"), strings.HasPrefix(rest, "--"), strings.HasPrefix(rest, "~~"):
			left = t.operand(c, left, operator)
			operator = rest[:2]
			t.at = t.at + 2
			c.inside.Reset()
			c.exact = true
		case posixClass().MatchString(rest):
			name := posixClass().FindString(rest)
			t.at += len(name)
			c.inside.WriteString(name)
		case depth < mostNested && t.accept("["):
			inner := t.rustClass(depth + 1)
			if t.err == nil {
				if err := c.add(inner); err != nil {
					t.err = unknown(err.Error())
				}
			}
		case strings.HasPrefix(rest, "["):
			t.err = unknown("many classes in classes")
		default:
			t.span(c)
		}
	}

	return nil
}

// operand is what an operator leaves of a class so far.
func (t *translator) operand(c *classParts, left []rune, operator string) []rune {
	ranges, err := (&runeSet{inside: c.inside.String()}).ranges()
	if err != nil {
		t.err = asError(err, t.language)
	}
	if operator == "" {
		return ranges
	}
	return combined(operator, left, ranges)
}

// endOfClass is the set of a class that was read.
func (t *translator) endOfClass(c *classParts, left []rune, operator string, negated bool) *runeSet {
	folds := t.fold || strings.Contains(t.text, "(?")
	if c.exact && folds {
		t.err = unknown("a negated set in a class, where case may not count")
		return nil
	}

	set := &runeSet{c.inside.String(), negated}
	if operator != "" {
		set = setOfRanges(t.operand(c, left, operator))
		set.negated = negated
	}

	ranges, err := set.ranges()
	switch {
	case err != nil:
		t.err = asError(err, t.language)
	case len(ranges) == 0 && t.language == Rust:
		t.err = refused("a class of no characters")
	case slices.Equal(ranges, []rune{'\n', '\n'}):
		t.err = refused("a line end in the pattern")
	}

	return set
}

// posixClass matches a class with a name in a class.
var posixClass = lazy.Regexp(
	`^\[:\^?(?:alnum|alpha|ascii|blank|cntrl|digit|graph|lower|print|punct|space|upper|word|xdigit):\]`)

// categories are the general categories by their long names, without blanks, in lower case.
var categories = map[string]string{
	"letter": "L", "uppercaseletter": "Lu", "lowercaseletter": "Ll", "titlecaseletter": "Lt", "modifierletter": "Lm",
	"otherletter": "Lo", "mark": "M", "nonspacingmark": "Mn", "spacingmark": "Mc", "enclosingmark": "Me", "number": "N",
	"decimalnumber": "Nd", "letternumber": "Nl", "othernumber": "No", "punctuation": "P", "connectorpunctuation": "Pc",
	"dashpunctuation": "Pd", "openpunctuation": "Ps", "closepunctuation": "Pe", "initialpunctuation": "Pi",
	"finalpunctuation": "Pf", "otherpunctuation": "Po", "symbol": "S", "mathsymbol": "Sm", "currencysymbol": "Sc",
	"modifiersymbol": "Sk", "othersymbol": "So", "separator": "Z", "spaceseparator": "Zs", "lineseparator": "Zl",
	"paragraphseparator": "Zp", "control": "Cc", "format": "Cf", "any": "Any",
}

// goProperty is a property's name as Go spells it. Rust does not count case, blanks and underscores, or "is" before it.
func goProperty(name string) (string, bool) {
	loose := strings.ToLower(strings.NewReplacer("_", "", " ", "", "-", "").Replace(name))
	for _, loose := range []string{loose, strings.TrimPrefix(loose, "is")} {
		if short, is := categories[loose]; is {
			return short, true
		}

		for _, tables := range []map[string]*unicode.RangeTable{unicode.Categories, unicode.Scripts} {
			for known := range tables {
				if strings.ToLower(strings.ReplaceAll(known, "_", "")) == loose {
					return known, !strings.EqualFold(known, "C") && !strings.EqualFold(known, "Cn")
				}
			}
		}
	}

	return "", false
}
