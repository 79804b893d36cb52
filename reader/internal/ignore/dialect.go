package ignore

import (
	"strings"
	"sync"
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

// pattern is a line that is ready to match.
type pattern struct {
	line
	plain bool // text is compared as it is
	// tail ends each path that matches; "": nothing is known to.
	tail    string
	goGit   *goGit
	dialect dialect
	once    sync.Once
	ready   *program
}

// parse reads a line; nil where it is no pattern. The error says what of it is not understood.
func (d dialect) parse(text string) (p *pattern, err error) {
	var parsed line
	ok := text != ""
	switch d {
	case NPM:
		parsed, ok = npmLine(text)
	case Git:
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
		return nil, nil
	}
	if p = d.pattern(parsed); p.plain || p.goGit != nil {
		return p, nil
	}
	if strings.ContainsAny(p.text, `\[{}()|$+^`) { // which may be wrong: said now, and not when it is too late
		_, err = p.node()
	}
	return p, err
}

// pattern is the pattern that a line has.
func (d dialect) pattern(l line) *pattern {
	if d == GoGit {
		return &pattern{line: l, dialect: d, goGit: newGoGit(l)}
	}
	p := &pattern{line: l, dialect: d, plain: d != NPM && !strings.ContainsAny(l.text, `*?[\{}`)}
	if d != NPM && !p.plain {
		p.tail = l.text[strings.LastIndexAny(l.text, `*?[]\{}/`)+1:]
	}
	return p
}

// node is the pattern as a tree.
func (p *pattern) node() (node, error) {
	switch p.dialect {
	case NPM:
		return npmNode(p.text)
	case Git:
		return gitNode(p.dialect.units(p.text), !p.nameOnly), nil
	case Ripgrep, Ripgrep15:
		return globsetNode(p.text, globset{bytes: true, lenient: p.dialect == Ripgrep15})
	case Ugrep:
		return ugrepNode(p.dialect.units(p.text)), nil
	case Glob:
		return globsetNode(p.text, globset{blanks: true})
	default:
		return gitNode(p.dialect.units(p.text), false), nil
	}
}

// program is the pattern as a program, which is made when it is asked for: most are not, since their ends do not fit.
func (p *pattern) program() *program {
	p.once.Do(func() {
		n, err := p.node()
		if err != nil {
			n = node{kind: never}
		}
		p.ready = compile(n)
		p.ready.nameOnly = p.nameOnly || p.dialect == NPM && !strings.Contains(p.text, "/") && n.beginsThere()
	})
	return p.ready
}

// units are the units of a text that a dialect's patterns are of.
func (d dialect) units(text string) (units []rune) {
	switch d {
	case NPM:
		for _, u := range utf16.Encode([]rune(text)) {
			units = append(units, jsUpper(rune(u)))
		}
	case Git, Ripgrep, Ripgrep15, Ugrep:
		units = make([]rune, len(text))
		for i := range len(text) {
			units[i] = rune(text[i])
		}
	default:
		units = []rune(text)
	}
	return units
}
