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

// runeSet is a set of characters, written as the inside of a class in Go's syntax, or its complement.
type runeSet struct {
	inside  string
	negated bool
}

// String returns the set as a class in Go's syntax.
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

// ranges returns pairs of the first and last character of each range, ascending.
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

// setOfRanges returns the set of the ranges, as of runeSet.ranges.
func setOfRanges(ranges []rune) *runeSet {
	var inside strings.Builder
	for i := 0; i < len(ranges); i += 2 {
		fmt.Fprintf(&inside, `\x{%X}-\x{%X}`, ranges[i], ranges[i+1])
	}
	return &runeSet{inside: inside.String()}
}

// complement returns the ranges of all other characters.
func complement(ranges []rune) (out []rune) {
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

// intersect returns the ranges of the characters that are in both sets.
func intersect(a, b []rune) (out []rune) {
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

// combined applies an operator of Rust's classes: "&&" is intersection, "--" difference, "~~" symmetric difference.
func combined(operator string, a, b []rune) []rune {
	switch operator {
	case "&&":
		return intersect(a, b)
	case "--":
		return intersect(a, complement(b))
	}
	only := intersect(a, complement(b))
	other := intersect(b, complement(a))
	return complement(intersect(complement(only), complement(other)))
}

// parseClass parses a class after its opening bracket.
func (t *translator) parseClass() *runeSet {
	if t.isJS() {
		return t.parseJSClass()
	}
	return t.parseRustClass(0)
}

// classParts collects the members of a class that is being parsed.
type classParts struct {
	inside strings.Builder
	// it has negated or nested sets, to which Rust applies case folding in another way
	hasSets bool
}

func (c *classParts) addSet(s *runeSet) error {
	if !s.negated {
		c.inside.WriteString(s.inside)
		return nil
	}

	ranges, err := s.ranges()
	if err != nil {
		return err
	}

	c.hasSets = true
	c.inside.WriteString(setOfRanges(ranges).inside)
	return nil
}

// addRange adds the characters from one to another, both included.
func (c *classParts) addRange(from, to rune) { fmt.Fprintf(&c.inside, `\x{%X}-\x{%X}`, from, to) }

// parseMember parses a character or set of a class.
func (t *translator) parseMember() (e escaped) {
	if t.accept(`\`) {
		return t.parseEscape(true)
	}
	r, size := utf8.DecodeRuneInString(t.rest())
	t.pos += size
	return escaped{char: r}
}

// isRange reports whether a dash and the end of a range follow.
func (t *translator) isRange() bool {
	rest := t.rest()
	return strings.HasPrefix(rest, "-") && len(rest) > 1 && rest[1] != ']' && (t.isJS() || rest[1] != '-')
}

// parseRange parses a character, a set or a range, and adds it.
func (t *translator) parseRange(c *classParts) {
	from := t.parseMember()
	isRange := t.isRange()
	to := from
	if isRange && t.err == nil {
		t.pos++
		to = t.parseMember()
	}

	hasSet := from.set != nil || to.set != nil
	switch {
	case t.err != nil: // the first error is reported
	case isRange && hasSet && t.isJS():
		t.err = unknown("a range from or to a set of characters")
	case isRange && (hasSet || from.char > to.char):
		t.err = refused("a range that ends before it begins")
	case from.set != nil:
		if err := c.addSet(from.set); err != nil {
			t.err = unknown(err.Error())
		}
	default:
		c.addRange(from.char, to.char)
	}
}

// parseJSClass parses a class of JavaScript.
func (t *translator) parseJSClass() *runeSet {
	c := &classParts{}
	negated := t.accept("^")
	for t.err == nil {
		if t.accept("]") {
			return &runeSet{c.inside.String(), negated}
		}
		if t.pos == len(t.text) {
			t.err = refused("a class without its end")
			return nil
		}

		t.parseRange(c)
	}

	return nil
}

// maxClassDepth is how deep classes may be nested.
const maxClassDepth = 100

// parseRustClass parses a class of Rust's crate, which may have nested classes and operators.
func (t *translator) parseRustClass(depth int) *runeSet {
	c := &classParts{}
	negated := t.accept("^")
	for t.accept("-") {
		c.addRange('-', '-')
	}

	if c.inside.Len() == 0 && t.accept("]") {
		c.addRange(']', ']')
	}

	var left []rune
	operator := ""
	for t.err == nil {
		rest := t.rest()
		switch {
		case rest == "":
			t.err = refused("a class without its end")
		case t.accept("]"):
			return t.endOfClass(c, left, operator, negated)
		case strings.HasPrefix(rest, "&&"), strings.HasPrefix(rest, "--"), strings.HasPrefix(rest, "~~"):
			left = t.operand(c, left, operator)
			operator = rest[:2]
			t.pos += 2
			c.inside.Reset()
			c.hasSets = true
		case posixClass().MatchString(rest):
			name := posixClass().FindString(rest)
			t.pos += len(name)
			c.inside.WriteString(name)
		case depth < maxClassDepth && t.accept("["):
			inner := t.parseRustClass(depth + 1)
			if t.err == nil {
				if err := c.addSet(inner); err != nil {
					t.err = unknown(err.Error())
				}
			}
		case strings.HasPrefix(rest, "["):
			t.err = unknown("many classes in classes")
		default:
			t.parseRange(c)
		}
	}

	return nil
}

// operand applies the pending operator to left and the members parsed since; "" is the first operand.
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

// endOfClass returns the set of a class whose closing bracket was parsed.
func (t *translator) endOfClass(c *classParts, left []rune, operator string, negated bool) *runeSet {
	folds := t.fold || strings.Contains(t.text, "(?")
	if c.hasSets && folds {
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

// posixClass matches a named class such as "[:alpha:]" inside of a class.
var posixClass = lazy.Regexp(
	`^\[:\^?(?:alnum|alpha|ascii|blank|cntrl|digit|graph|lower|print|punct|space|upper|word|xdigit):\]`)

// categories are the short names of Unicode's general categories, by the long ones in lower case without spaces.
var categories = map[string]string{
	"letter": "L", "uppercaseletter": "Lu", "lowercaseletter": "Ll", "titlecaseletter": "Lt", "modifierletter": "Lm",
	"otherletter": "Lo", "mark": "M", "nonspacingmark": "Mn", "spacingmark": "Mc", "enclosingmark": "Me", "number": "N",
	"decimalnumber": "Nd", "letternumber": "Nl", "othernumber": "No", "punctuation": "P", "connectorpunctuation": "Pc",
	"dashpunctuation": "Pd", "openpunctuation": "Ps", "closepunctuation": "Pe", "initialpunctuation": "Pi",
	"finalpunctuation": "Pf", "otherpunctuation": "Po", "symbol": "S", "mathsymbol": "Sm", "currencysymbol": "Sc",
	"modifiersymbol": "Sk", "othersymbol": "So", "separator": "Z", "spaceseparator": "Zs", "lineseparator": "Zl",
	"paragraphseparator": "Zp", "control": "Cc", "format": "Cf", "any": "Any",
}

// goProperty returns Go's name of a Unicode property. Rust ignores case, spaces, underscores, hyphens and a leading
// "is".
func goProperty(name string) (string, bool) {
	loose := strings.ToLower(strings.NewReplacer("_", "", " ", "", "-", "").Replace(name))
	for _, loose := range []string{loose, strings.TrimPrefix(loose, "is")} {
		if short, ok := categories[loose]; ok {
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
