package search

import (
	"regexp/syntax"
	"unicode"

	"eyeline/reader/each"
)

// withoutAnchors is a regular expression for pieces of a line: where the piece is cut on its left, what matches a
// line's start matches nothing, and likewise for the right and the line's end.
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
	c.Sub = each.Of(re.Sub, func(sub *syntax.Regexp) *syntax.Regexp { return withoutAnchors(sub, left, right) })
	return &c
}

// programSize estimates the instructions of a compiled expression, no further than just past maxProgram.
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

// letter is one character of text to look for.
type letter struct {
	r    rune
	fold bool // in any of its cases
}

// cases are all characters that the letter stands for.
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
	// maxHints is how many texts are looked for at once when every match must hold one of them.
	maxHints = 8
	// maxClass is the largest character class that counts as a choice of texts.
	maxClass = 3
)

// requirement is what is known about the text in a part of an expression.
type requirement struct {
	// exact is set when the part matches text and nothing else (at some places only, if it has an anchor).
	exact bool
	text  []letter
	// pure is set when the part is exact without any anchor.
	pure bool
	// oneOf are texts of which every match of the part contains at least one; nil when nothing is known.
	oneOf [][]letter
}

// choice is r as a choice of texts.
func (r requirement) choice() [][]letter {
	if r.exact && len(r.text) > 0 {
		return [][]letter{r.text}
	}
	return r.oneOf
}

// requiredText finds out which text a match must hold.
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
		return inAny(each.Of(re.Sub, requiredText))
	}

	return requirement{}
}

// requiredLiteral leaves out U+FFFD, which an expression also finds in place of an invalid byte.
func requiredLiteral(re *syntax.Regexp) requirement {
	parts := make([]requirement, len(re.Rune))
	for i, r := range re.Rune {
		if r != unicode.ReplacementChar {
			// '\n' and '\r' are not purely text: the one is never in a line, the other not always.
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

// requiredInEach joins what the branches of an alternation require.
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

// inAny takes the best of what the parts of a concatenation require; neighbours that are exact are one text.
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

// better is the choice of texts that costs less to look for, the verification of what is found included.
func better(a, b [][]letter) [][]letter {
	if a == nil || b != nil && searchCost(b) < searchCost(a) {
		return b
	}
	return a
}
