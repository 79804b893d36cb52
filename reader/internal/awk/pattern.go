package awk

import (
	"slices"
	"unicode/utf8"

	"eyeline/reader/internal/posix"
)

// dialect is the syntax of patterns.
var dialect = posix.Dialect{Extended: true, Program: posix.Awk}

// badPattern returns the first thing in the patterns that is not imitated; "" if all is.
func (s *Script) badPattern() (bad string) {
	var patterns []string
	for _, t := range s.rules {
		collectPatterns(t.from, &patterns)
		collectPatterns(t.to, &patterns)
		collectStatements(t.action, &patterns)
	}
	for _, p := range patterns {
		if _, bad := dialect.Compile(p, false); bad != "" {
			return bad
		}
	}

	return ""
}

func collectStatements(list []statement, all *[]string) {
	for _, st := range list {
		for _, x := range st.list {
			collectPatterns(x, all)
		}
		collectStatements(st.then, all)
		collectStatements(st.otherwise, all)
	}
}

func collectPatterns(x expr, all *[]string) {
	switch x := x.(type) {
	case patternExpr:
		*all = append(*all, string(x))
	case fieldExpr:
		collectPatterns(x.of, all)
	case notExpr:
		collectPatterns(x.x, all)
	case minusExpr:
		collectPatterns(x.x, all)
	case lengthExpr:
		collectPatterns(x.of, all)
	case binaryExpr:
		collectPatterns(x.x, all)
		collectPatterns(x.y, all)
	case chooseExpr:
		collectPatterns(x.if_, all)
		collectPatterns(x.then, all)
		collectPatterns(x.otherwise, all)
	}
}

// maxPatterns is how many compiled patterns are cached.
const maxPatterns = 256

// pattern returns a compiled pattern, which is cached; nil if it is not imitated.
func (r *Run) pattern(text string) *posix.Expression {
	if e := r.compiled[text]; e != nil {
		return e
	}

	const perByte = 64 // compiling a byte takes about as long as reading 64
	r.out.Looks(perByte * int64(len(text)))
	e, bad := dialect.Compile(text, false)
	if bad != "" {
		r.unknown(bad)
		return nil
	}

	if len(r.compiled) >= maxPatterns {
		clear(r.compiled)
	}

	r.compiled[text] = e
	return e
}

// isKnown reports whether it is known what a pattern matches in a text; if not, it ends the run.
func (r *Run) isKnown(e *posix.Expression, text []byte) bool {
	if r.ended {
		return false
	}
	r.out.Looks(e.Cost(text))
	isBeyond := func(b byte) bool { return b >= utf8.RuneSelf }
	if e.Unsure(text) || e.Counts() && slices.ContainsFunc(text, isBeyond) { // some awks match bytes, not characters
		r.unknown("such a pattern in a text beyond ASCII")
	}
	return !r.ended
}

// finds reports whether a pattern matches in a text.
func (r *Run) finds(pattern string, text []byte) bool {
	e := r.pattern(pattern)
	return e != nil && r.isKnown(e, text) && e.Match(text)
}

// splitBy splits the line at the matches of a pattern.
func (r *Run) splitBy(pattern string) (parts []string) {
	e := r.pattern(pattern)
	if e == nil || !r.isKnown(e, r.line) {
		return nil
	}

	const maxWork = 64 << 20 // work for one line, in bytes read
	left := int64(maxWork)
	matches, ok := e.All(r.line, -1, &left)
	r.out.Looks(maxWork - left)

	if e.MatchesEmpty() || !ok {
		r.unknown("FS that may be empty, or that a line has too often")
		return nil
	}

	at := 0
	for _, m := range matches {
		parts = append(parts, string(r.line[at:m[0]]))
		at = m[1]
	}

	return append(parts, string(r.line[at:]))
}
