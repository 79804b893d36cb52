package ignore

import (
	"strings"
	"unicode/utf16"
)

// dialect is the program whose patterns they are.
type dialect uint8

const (
	// NPM is JavaScript's package "ignore", versions 5 to 7.0.5: case is ignored, and "[!a]" and "[^a]" are not
	// negated.
	NPM dialect = iota
	// Git is git 2.39. Patterns match bytes.
	Git
	// GitFold is git with core.ignorecase: case of ASCII letters is ignored.
	GitFold
	// Ripgrep is ripgrep 13: like git, but {a,b} is a or b, and a pattern may be an error. Patterns match bytes.
	Ripgrep
	// Ripgrep15 is ripgrep 15: an unclosed "[" is literal, braces may be nested, and a byte order mark is skipped.
	Ripgrep15
	// Ugrep is ugrep 7.8. Patterns match bytes.
	Ugrep
	// GoGit is the Go library go-git; it takes trimmed lines.
	GoGit
	// Glob is a path from the top, as matched by the library picomatch: {a,b} is a or b, and there is no negation.
	Glob
	// Name is fnmatch(3) without flags for a whole name: slashes have no meaning.
	Name
)

// line is a line of an ignore file.
type line struct {
	text     string // without what the other fields say
	negative bool   // "!": it re-includes
	dirOnly  bool   // it matches folders alone
	nameOnly bool   // it matches the last element of a path
}

// pattern is a prepared line. It is small, because there may be very many; it is compiled when it is first matched.
type pattern struct {
	line
	literal bool // text is literal
	// needs is the length of a part of text that occurs in each path that the pattern matches, and from its offset; 0
	// if no such part is known.
	needs uint8
	from  uint32
}

// parse parses a line; ok is false if it is not a pattern. The error says what of it is not understood.
func (d dialect) parse(text string) (p pattern, ok bool, err error) {
	var parsed line
	ok = text != ""
	switch d {
	case NPM:
		parsed, ok = npmLine(text)
	case Git, GitFold:
		parsed, ok = gitLine(text)
	case Ripgrep, Ripgrep15:
		parsed, ok = ripgrepLine(text)
	case Ugrep:
		parsed, ok = ugrepLine(text)
	case GoGit:
		parsed, ok = goGitLine(text)
	case Glob:
		parsed.text = text
	default:
		parsed.text, parsed.negative = strings.CutPrefix(text, "!")
	}

	if !ok {
		return p, false, nil
	}
	p = d.newPattern(parsed)
	if p.literal || !p.mayFail(d) {
		return p, true, nil
	}

	_, err = d.parseNode(&p)
	return p, err == nil, err
}

// mayFail reports whether compiling a pattern may fail. Then it is compiled when it is parsed, so that the error is
// reported in time.
func (p *pattern) mayFail(d dialect) bool {
	switch d {
	case Git, GitFold, Ugrep, GoGit, Name:
		return false
	}
	return strings.ContainsAny(p.text, `\[{}()|$+^`)
}

// newPattern prepares a line. A literal one is compared as text, without a program.
func (d dialect) newPattern(l line) pattern {
	p := pattern{line: l, literal: d != NPM && d != GoGit && !strings.ContainsAny(l.text, `*?[\{}`)}
	switch {
	case !p.literal:
		p.need(d)
	case d == GitFold:
		p.text = mapASCII(p.text, lower)
	}
	return p
}

// parseNode parses a pattern to a tree.
func (d dialect) parseNode(p *pattern) (node, error) {
	switch d {
	case NPM:
		return npmNode(p.text)
	case Git, GitFold:
		return gitNode(d.units(p.text), !p.nameOnly, d == GitFold), nil
	case Ripgrep, Ripgrep15:
		return globsetNode(p.text, globset{bytes: true, lenient: d == Ripgrep15})
	case Ugrep:
		return ugrepNode(d.units(p.text)), nil
	case Glob:
		return globsetNode(p.text, globset{blanks: true})
	default:
		return gitNode(d.units(p.text), false, false), nil
	}
}

// compilePattern compiles a pattern. A malformed one matches nothing.
func (d dialect) compilePattern(p *pattern) *program {
	n, err := d.parseNode(p)
	if err != nil {
		n = node{kind: never}
	}
	ready := compile(n)
	ready.nameOnly = p.nameOnly || d == NPM && !strings.Contains(p.text, "/") && n.beginsThere()
	return ready
}

// units returns the units of a text, which are bytes, code units or characters for different dialects.
func (d dialect) units(text string) (units []rune) {
	switch d {
	case NPM:
		for _, u := range utf16.Encode([]rune(text)) {
			units = append(units, jsUpper(rune(u)))
		}
	case Git, GitFold, Ripgrep, Ripgrep15, Ugrep:
		units = make([]rune, len(text))
		for i := range len(text) {
			units[i] = rune(text[i])
		}
	default:
		units = []rune(text)
	}

	return units
}
