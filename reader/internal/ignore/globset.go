package ignore

import (
	"errors"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Errors of patterns that ripgrep rejects.
var (
	errUnclosedClass  = errors.New("an unclosed character class")
	errBackwards      = errors.New("a range that goes backwards")
	errNested         = errors.New("braces in braces")
	errUnopened       = errors.New("a closing brace without an opening one")
	errUnclosedBraces = errors.New("unclosed braces")
	errDangling       = errors.New("a backslash at the end")
)

// ripgrepLine parses a line of an ignore file like ripgrep 13; ok is false if it is not a pattern.
func ripgrepLine(given string) (p line, ok bool) {
	if !strings.HasSuffix(given, `\ `) {
		given = strings.TrimRightFunc(given, unicode.IsSpace)
	}
	if given == "" || given[0] == '#' {
		return p, false
	}

	text := given
	if strings.HasPrefix(text, `\!`) || strings.HasPrefix(text, `\#`) {
		text = text[1:]
	} else {
		text, p.negative = strings.CutPrefix(text, "!")
	}

	text, absolute := strings.CutPrefix(text, "/")
	text, p.dirOnly = strings.CutSuffix(text, "/")
	if !absolute && !strings.Contains(text, "/") && text != "**" {
		text = "**/" + text
	}
	if strings.HasSuffix(text, "/**") {
		text += "/*"
	}

	p.text = text
	return p, true
}

// globset parses patterns like the Rust library of that name, which ripgrep 13 uses.
type globset struct {
	text []rune
	at   int
	// bytes: units are bytes, and "[^a]" matches a slash, as in ripgrep.
	bytes bool
	// blanks: an alternative may be empty, as in JavaScript's "{a,}".
	blanks bool
	// lenient: an unclosed "[" is literal, as in ripgrep 15.
	lenient bool
	// open: there was an unclosed "[", so all later ones are unclosed, too.
	open bool

	all   []node // nodes of the pattern
	one   []node // nodes of the current alternative
	alts  []node // earlier alternatives
	group bool   // the parser is in braces
	err   error
}

// Nodes of "**".
var (
	deepPrefix = optionally(starOf(anyUnit), slash)
	deepMiddle = seq(slash, optionally(starOf(anyUnit), slash))
	deepSuffix = seq(slash, starOf(anyUnit))
)

// globsetNode parses a pattern. The error is ripgrep's.
func globsetNode(text string, as globset) (node, error) {
	g := &as
	g.text = []rune(text)
	for g.at < len(g.text) && g.err == nil {
		g.part()
	}
	if g.err == nil && g.group {
		g.err = errUnclosedBraces
	}
	if len(g.all) == 1 && isDeep(&g.all[0], deepPrefix) {
		g.all[0] = starOf(anyUnit)
	}

	return seq(append(g.all, node{kind: atEnd})...), g.err
}

// current returns the list to which the next node is added.
func (g *globset) current() *[]node {
	if g.group {
		return &g.one
	}
	return &g.all
}

func (g *globset) add(nodes ...node) { *g.current() = append(*g.current(), nodes...) }

func (g *globset) part() {
	c := g.text[g.at]
	g.at++
	switch {
	case c == '*':
		g.stars()
	case c == '?':
		g.add(notSlash)
	case c == '[' && g.open:
		g.unclosed(g.at)
	case c == '[':
		g.class()
	case c == '{' && g.group:
		g.err = errNested
	case c == '{':
		g.group = true
		g.one = nil
		g.alts = nil
	case c == '}' && !g.group:
		g.err = errUnopened
	case c == '}', c == ',' && g.group:
		g.alternative(c == '}')
	case c == '\\':
		if g.at == len(g.text) {
			g.err = errDangling
			return
		}

		c = g.text[g.at]
		g.at++
		fallthrough
	default:
		g.add(g.literal(c)...)
	}
}

// literal returns the nodes of a character.
func (g *globset) literal(c rune) (nodes []node) {
	if !g.bytes {
		return []node{unitNode(c)}
	}
	for _, b := range utf8.AppendRune(nil, c) {
		nodes = append(nodes, unitNode(rune(b)))
	}
	return nodes
}

// alternative ends an alternative, and with last also the braces.
func (g *globset) alternative(last bool) {
	if len(g.one) > 0 || g.blanks {
		g.alts = append(g.alts, seq(g.one...))
	}

	g.one = nil
	if !last {
		return
	}

	g.group = false
	if len(g.alts) > 0 {
		g.add(node{kind: either, kids: g.alts})
	}
}

// stars parses "*" or "**" after its first asterisk.
func (g *globset) stars() {
	if g.at == len(g.text) || g.text[g.at] != '*' {
		g.add(starOf(notSlash))
		return
	}

	var before, after rune // 0 at either end of the text
	if g.at > 1 {
		before = g.text[g.at-2]
	}
	g.at++
	if g.at < len(g.text) {
		after = g.text[g.at]
	}

	parts := g.current()
	ends := after == 0 || g.group && strings.ContainsRune(",}", after)
	switch {
	case len(*parts) == 0 && (after == 0 || after == '/'):
		g.add(deepPrefix)
		g.at++
	case len(*parts) == 0,
		before != '/' && !(g.group && strings.ContainsRune(",{", before)),
		!ends && after != '/':
		g.add(starOf(notSlash))
	default:
		g.deep(&(*parts)[len(*parts)-1], ends)
		if after == '/' {
			g.at++
		}
	}
}

// deep replaces the preceding slash by "**". ends: nothing follows.
func (g *globset) deep(last *node, ends bool) {
	switch {
	case isDeep(last, deepPrefix), isDeep(last, deepSuffix): // repeated "**" has no effect
	case ends:
		*last = deepSuffix
	default:
		*last = deepMiddle
	}
}

// isDeep reports whether a node is the given one of "**".
func isDeep(n *node, deep node) bool {
	return n.kind == deep.kind && len(n.kids) > 0 && &n.kids[0] == &deep.kids[0]
}

// class parses "[…]" after its "[".
func (g *globset) class() {
	s := &set{noSlash: !g.bytes}
	opened := g.at
	s.not = g.at < len(g.text) && (g.text[g.at] == '!' || g.text[g.at] == '^')
	if s.not {
		g.at++
	}

	var ranges []span
	first := true
	open := false // open: "-" followed a character
	for ; ; first = false {
		if g.at == len(g.text) {
			g.unclosed(opened)
			return
		}

		c := g.text[g.at]
		g.at++
		switch {
		case c == ']' && !first && open:
			ranges = append(ranges, span{'-', '-'})
			open = false
			g.at--
		case c == ']' && !first:
			g.spans(s, ranges)
			g.add(setNode(s.tidy()))
			return
		case open:
			last := &ranges[len(ranges)-1]
			last.to = c
			if last.from > c {
				g.err = errBackwards
				return
			}
			open = false
		case c == '-' && !first:
			open = true
		default:
			ranges = append(ranges, span{c, c})
		}
	}
}

// unclosed ends a class without "]" that begins after index opened: as a literal "[" if that is allowed.
func (g *globset) unclosed(opened int) {
	if !g.lenient {
		g.err = errUnclosedClass
		return
	}
	g.open = true
	g.at = opened
	g.add(unitNode('['))
}

// spans adds ranges of characters to a set. For bytes, as in ripgrep, each byte of a character is in the set, and a
// range is from the last byte of its first character to the first byte of its last one.
func (g *globset) spans(s *set, ranges []span) {
	for _, r := range ranges {
		if !g.bytes {
			s.add(r.from, r.to)
			continue
		}

		from := utf8.AppendRune(nil, r.from)
		to := utf8.AppendRune(nil, r.to)
		for _, b := range append(from, to...) {
			s.add(rune(b), rune(b))
		}
		if r.from != r.to && from[len(from)-1] <= to[0] {
			s.add(rune(from[len(from)-1]), rune(to[0]))
		}
	}
}
