package ignore

import (
	"strings"
	"unicode/utf16"
)

// dialect is who reads patterns.
type dialect uint8

const (
	// NPM is the package "ignore" of JavaScript, versions 5 to 7.0.5: upper and lower case are the same, "[!a]" and
	// "[^a]" are classes with these characters.
	NPM dialect = iota
	// Git is git 2.39. Its patterns are of bytes.
	Git
	// GitFold is git with core.ignorecase: letters of ASCII are the same in either case.
	GitFold
	// Ripgrep is ripgrep 13: as git, but {a,b} is a or b, and a pattern may be malformed. Its patterns are of bytes.
	Ripgrep
	// Ripgrep15 is ripgrep 15: it takes an unclosed "[" for itself, braces in braces, and strips a byte order mark.
	Ripgrep15
	// Ugrep is ugrep 7.8. Its patterns are of bytes.
	Ugrep
	// GoGit is the Go library go-git, of lines that are trimmed.
	GoGit
	// Glob is a path from the top, as the library picomatch matches it: {a,b} is a or b, and nothing takes back.
	Glob
	// Name is fnmatch(3) without flags, from the beginning to the end of a name: a slash means nothing.
	Name
)

// line is what a line of an ignore file says.
type line struct {
	text     string // without the signs that are told here
	negative bool   // "!": it takes back what an earlier one said
	dirOnly  bool   // it is for folders
	nameOnly bool   // it is matched with the last part of a path
}

// pattern is a line that was read. There may be very many, so that it is small, and its program is made when it is run.
type pattern struct {
	line
	plain bool // text is compared as it is
	// needs is the length of a part of text that stands in each path that matches, from is where it begins; 0: nothing
	// is known to.
	needs uint8
	from  uint32
}

// parse reads a line; ok is false where it is no pattern. The error says what of it is not understood.
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
	if p.plain || !p.mayFail(d) {
		return p, true, nil
	}

	_, err = d.parseNode(&p)
	return p, err == nil, err
}

// mayFail reports whether a pattern may be one that is not understood: that is said when it is read, and not when it is
// too late.
func (p *pattern) mayFail(d dialect) bool {
	switch d {
	case Git, GitFold, Ugrep, GoGit, Name:
		return false
	}
	return strings.ContainsAny(p.text, `\[{}()|$+^`)
}

// newPattern prepares the pattern of a line. A plain one is compared as text, without a program.
func (d dialect) newPattern(l line) pattern {
	p := pattern{line: l, plain: d != NPM && d != GoGit && !strings.ContainsAny(l.text, `*?[\{}`)}
	switch {
	case !p.plain:
		p.need(d)
	case d == GitFold:
		p.text = mapASCII(p.text, lower)
	}
	return p
}

// parseNode parses a pattern into a tree by the rules of the dialect.
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

// compilePattern compiles a pattern. One that is malformed matches nothing.
func (d dialect) compilePattern(p *pattern) *program {
	n, err := d.parseNode(p)
	if err != nil {
		n = node{kind: never}
	}
	ready := compile(n)
	ready.nameOnly = p.nameOnly || d == NPM && !strings.Contains(p.text, "/") && n.beginsThere()
	return ready
}

// units are the units of a text that a dialect's patterns are of.
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
