package ignore

import (
	"errors"
	"strings"
	"unicode"
	"unicode/utf8"
)

// The errors of patterns that ripgrep does not take.
var (
	errUnclosedClass  = errors.New("an unclosed character class")
	errBackwards      = errors.New("a range that goes backwards")
	errNested         = errors.New("braces in braces")
	errUnopened       = errors.New("a closing brace without an opening one")
	errUnclosedBraces = errors.New("unclosed braces")
	errDangling       = errors.New("a backslash at the end")
)

// ripgrepLine reads a line of an ignore file as ripgrep 13 does; ok is false where it is no pattern.
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

// globset reads patterns as the Rust library of that name does, which ripgrep 13 has.
type globset struct {
	text []rune
	at   int
	// bytes: a unit is a byte, and "[^a]" matches a slash, as in ripgrep.
	bytes bool
	// blanks: an alternative may be nothing, as "{a,}" has it in JavaScript.
	blanks bool
	// lenient: an unclosed "[" is itself, as in ripgrep 15.
	lenient bool
	// open: an unclosed "[" was read, so that each later one is unclosed, too.
	open bool

	all   []node // of the pattern
	one   []node // of the alternative at hand
	alts  []node // those before it
	group bool   // it is in braces
	err   error
}

// Of the parts of a pattern, those of "**".
var (
	deepPrefix = optionally(starOf(anyUnit), slash)
	deepMiddle = seq(slash, optionally(starOf(anyUnit), slash))
	deepSuffix = seq(slash, starOf(anyUnit))
)

// globsetNode reads a pattern. The error is what ripgrep says is wrong with it.
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

// here are the parts that the next one is added to.
func (g *globset) here() *[]node {
	if g.group {
		return &g.one
	}
	return &g.all
}

func (g *globset) add(nodes ...node) { *g.here() = append(*g.here(), nodes...) }

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

// literal is a character.
func (g *globset) literal(c rune) (nodes []node) {
	if !g.bytes {
		return []node{unitNode(c)}
	}
	for _, b := range utf8.AppendRune(nil, c) {
		nodes = append(nodes, unitNode(rune(b)))
	}
	return nodes
}

// alternative ends one of those in braces, and where it is the last, the braces.
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

// stars reads "*" or "**"; the first one was read.
func (g *globset) stars() {
	if g.at == len(g.text) || g.text[g.at] != '*' {
		g.add(starOf(notSlash))
		return
	}

	var before, after rune // 0 at an end of the text
	if g.at > 1 {
		before = g.text[g.at-2]
	}
	g.at++
	if g.at < len(g.text) {
		after = g.text[g.at]
	}

	parts := g.here()
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

// deep puts "**" in place of the slash before it. ends: nothing follows.
func (g *globset) deep(last *node, ends bool) {
	switch {
	case isDeep(last, deepPrefix), isDeep(last, deepSuffix): // it is there already
	case ends:
		*last = deepSuffix
	default:
		*last = deepMiddle
	}
}

// isDeep reports whether a node is one of those of "**".
func isDeep(n *node, deep node) bool {
	return n.kind == deep.kind && len(n.kids) > 0 && &n.kids[0] == &deep.kids[0]
}

// class reads "[…]"; the "[" was read.
func (g *globset) class() {
	s := &set{noSlash: !g.bytes}
	opened := g.at
	s.not = g.at < len(g.text) && (g.text[g.at] == '!' || g.text[g.at] == '^')
	if s.not {
		g.at++
	}

	var ranges []span
	first, open := true, false // open: "-" was read behind a character
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

// unclosed ends a class without "]" that begins behind opened: as the character "[" where that is allowed.
func (g *globset) unclosed(opened int) {
	if !g.lenient {
		g.err = errUnclosedClass
		return
	}
	g.open = true
	g.at = opened
	g.add(unitNode('['))
}

// spans adds ranges of characters to a set. In bytes, the bytes of a character are each in the set, and a range is from
// the last byte of its first character to the first byte of its last one, as ripgrep has it.
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
