package awk

import (
	"slices"
	"unicode/utf8"

	"eyeline/reader/internal/posix"
)

// dialect is how patterns are written.
var dialect = posix.Dialect{Extended: true, Program: posix.Awk}

// badPattern is what of the patterns in the rules is not imitated, in words; "" for nothing.
func (s *Script) badPattern() (bad string) {
	var patterns []string
	for _, t := range s.rules {
		walk(t.from, &patterns)
		walk(t.to, &patterns)
		statements(t.action, &patterns)
	}
	for _, p := range patterns {
		if _, bad := dialect.Compile(p, false); bad != "" {
			return bad
		}
	}
	return ""
}

func statements(list []statement, all *[]string) {
	for _, st := range list {
		for _, x := range st.list {
			walk(x, all)
		}
		statements(st.then, all)
		statements(st.otherwise, all)
	}
}

func walk(x expr, all *[]string) {
	switch x := x.(type) {
	case patternExpr:
		*all = append(*all, string(x))
	case fieldExpr:
		walk(x.of, all)
	case notExpr:
		walk(x.x, all)
	case minusExpr:
		walk(x.x, all)
	case lengthExpr:
		walk(x.of, all)
	case binaryExpr:
		walk(x.x, all)
		walk(x.y, all)
	case chooseExpr:
		walk(x.if_, all)
		walk(x.then, all)
		walk(x.otherwise, all)
	}
}

// mostPatterns is how many compiled patterns are kept.
const mostPatterns = 256

// pattern is a pattern, which is compiled once; nil for one that is not imitated.
func (r *Run) pattern(text string) *posix.Expression {
	if e := r.made[text]; e != nil {
		return e
	}

	const perByte = 64 // compiling a byte takes about as long as looking at 64 bytes
	r.out.Looks(perByte * int64(len(text)))
	e, bad := dialect.Compile(text, false)
	if bad != "" {
		r.unknown(bad)
		return nil
	}

	if len(r.made) >= mostPatterns {
		clear(r.made)
	}

	r.made[text] = e
	return e
}

// knows reports whether it is known what a pattern finds in a text; the run ends where it is not.
func (r *Run) knows(e *posix.Expression, text []byte) bool {
	if r.ended {
		return false
	}
	r.out.Looks(e.Cost(text))
	isBeyond := func(b byte) bool { return b >= utf8.RuneSelf }
	if e.Unsure(text) || e.Counts() && slices.ContainsFunc(text, isBeyond) { // some awks know bytes alone
		r.unknown("such a pattern in a text beyond ASCII")
	}
	return !r.ended
}

// finds reports whether a pattern matches in a text.
func (r *Run) finds(pattern string, text []byte) bool {
	e := r.pattern(pattern)
	return e != nil && r.knows(e, text) && e.Match(text)
}

// splitBy is what stands between the matches of a pattern in the line.
func (r *Run) splitBy(pattern string) (parts []string) {
	e := r.pattern(pattern)
	if e == nil || !r.knows(e, r.line) {
		return nil
	}

	const mostWork = 64 << 20 // of one line, in bytes that are looked at
	left := int64(mostWork)
	matches, ok := e.All(r.line, -1, &left)
	r.out.Looks(mostWork - left)

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
