package search

import (
	"regexp/syntax"
	"unicode"

	"eyeline/reader/lists"
)

// withoutAnchors returns an expression for a piece of a line: at a cut end, '^' or '$' does not match.
func withoutAnchors(re *syntax.Regexp, left, right bool) *syntax.Regexp {
	switch re.Op {
	case syntax.OpBeginText, syntax.OpBeginLine:
		if left {
			return &syntax.Regexp{Op: syntax.OpNoMatch}
		}
	case syntax.OpEndText, syntax.OpEndLine:
		if right {
			return &syntax.Regexp{Op: syntax.OpNoMatch}
		}
	}

	if len(re.Sub) == 0 {
		return re
	}

	c := *re
	c.Sub = lists.Map(re.Sub, func(sub *syntax.Regexp) *syntax.Regexp { return withoutAnchors(sub, left, right) })
	return &c
}

// programSize estimates the number of instructions of a compiled expression, up to just above maxProgram.
func programSize(re *syntax.Regexp) int {
	n := 1
	switch re.Op {
	case syntax.OpLiteral:
		n = len(re.Rune)
	case syntax.OpAlternate:
		n = len(re.Sub)
	}

	for _, sub := range re.Sub {
		n += programSize(sub)
		if n > maxProgram {
			return maxProgram + 1
		}
	}

	if re.Op == syntax.OpRepeat {
		n *= max(re.Min, re.Max, 1)
	}

	return min(n, maxProgram+1)
}

// letter is a character of literal text.
type letter struct {
	r    rune
	fold bool // case is ignored
}

// cases returns all characters that the letter matches.
func (l letter) cases() []rune {
	all := []rune{l.r}
	if l.fold {
		for r := unicode.SimpleFold(l.r); r != l.r; r = unicode.SimpleFold(r) {
			all = append(all, r)
		}
	}
	return all
}

const (
	// maxHints is how many texts are searched at once.
	maxHints = 8
	// maxClass is the size of the largest character class that counts as a choice of texts.
	maxClass = 3
)

// requirement is what is known about the text of a part of an expression.
type requirement struct {
	// exact: the part matches text and nothing else, possibly with an anchor.
	exact bool
	text  []letter
	// pure: it is exact and without anchor.
	pure bool
	// oneOf are texts such that every match of the part contains at least one of them; nil if they are not known.
	oneOf [][]letter
}

// choice returns r as a choice of texts.
func (r requirement) choice() [][]letter {
	if r.exact && len(r.text) > 0 {
		return [][]letter{r.text}
	}
	return r.oneOf
}

// requiredText returns which text a match must contain.
func requiredText(re *syntax.Regexp) requirement {
	switch re.Op {
	case syntax.OpEmptyMatch:
		return requirement{exact: true, pure: true}
	case syntax.OpBeginLine, syntax.OpEndLine, syntax.OpBeginText, syntax.OpEndText, syntax.OpWordBoundary,
		syntax.OpNoWordBoundary:
		return requirement{exact: true}
	case syntax.OpLiteral:
		return requiredLiteral(re)
	case syntax.OpCharClass:
		return requirement{oneOf: smallClass(re.Rune)}
	case syntax.OpCapture:
		return requiredText(re.Sub[0])
	case syntax.OpPlus, syntax.OpRepeat:
		if re.Op == syntax.OpPlus || re.Min > 0 {
			return requirement{oneOf: requiredText(re.Sub[0]).choice()}
		}
	case syntax.OpAlternate:
		return requirement{oneOf: requiredInEach(re.Sub)}
	case syntax.OpConcat:
		return inAny(lists.Map(re.Sub, requiredText))
	}

	return requirement{}
}

// requiredLiteral excludes U+FFFD, which an expression also matches for an invalid byte.
func requiredLiteral(re *syntax.Regexp) requirement {
	parts := make([]requirement, len(re.Rune))
	for i, r := range re.Rune {
		if r != unicode.ReplacementChar {
			// '\n' never occurs in a line, and '\r' not always.
			pure := r != '\n' && r != '\r'
			parts[i] = requirement{exact: true, pure: pure, text: []letter{{r, re.Flags&syntax.FoldCase != 0}}}
		}
	}
	return inAny(parts)
}

func smallClass(ranges []rune) [][]letter {
	var texts [][]letter
	for i := 0; i+1 < len(ranges); i += 2 {
		if int(ranges[i+1]-ranges[i])+len(texts) >= maxClass {
			return nil
		}

		for r := ranges[i]; r <= ranges[i+1]; r++ {
			if r == unicode.ReplacementChar {
				return nil
			}

			texts = append(texts, []letter{{r: r}})
		}
	}

	return texts
}

// requiredInEach joins the requirements of the branches of an alternation.
func requiredInEach(subs []*syntax.Regexp) [][]letter {
	var all [][]letter
	for _, sub := range subs {
		texts := requiredText(sub).choice()
		if texts == nil || len(all)+len(texts) > maxHints {
			return nil
		}
		all = append(all, texts...)
	}
	return all
}

// inAny returns the best requirement of the parts of a concatenation; adjacent exact parts are joined.
func inAny(parts []requirement) requirement {
	out := requirement{exact: true, pure: true}
	var run []letter
	flush := func() {
		if len(run) > 0 {
			out.oneOf = better(out.oneOf, [][]letter{run})
		}
		run = nil
	}

	for _, part := range parts {
		out.pure = out.pure && part.pure
		if part.exact {
			run = append(run, part.text...)
			continue
		}

		flush()
		out.exact = false
		out.oneOf = better(out.oneOf, part.oneOf)
	}

	if out.exact {
		out.text = run
		return out
	}

	flush()
	return out
}

// better returns the choice of texts with the lower searchCost.
func better(a, b [][]letter) [][]letter {
	if a == nil || b != nil && searchCost(b) < searchCost(a) {
		return b
	}
	return a
}
