package ignore

import "strings"

// ugrepLine parses a line of an ignore file like ugrep 7.8; ok is false if it is not a pattern.
func ugrepLine(given string) (p line, ok bool) {
	given = strings.Trim(given, " \t")
	if given == "" || given[0] == '#' {
		return p, false
	}
	text, negative := strings.CutPrefix(given, "!")
	p = gitPath(text)
	p.negative = negative
	return p, text != "" && text != "/"
}

// ugrepNode parses a pattern like ugrep's globs: "**" stands for folders before a slash, for everything at the end, and
// elsewhere matches nothing; an unclosed "[" is literal.
func ugrepNode(p []rune) node {
	var kids []node
	lastClosing := len(p) - 1
	for lastClosing >= 0 && p[lastClosing] != ']' {
		lastClosing--
	}

	for i := 0; i < len(p); {
		switch p[i] {
		case '*':
			if i+1 == len(p) || p[i+1] != '*' {
				kids = append(kids, starOf(notSlash))
				i++
				continue
			}

			i += 2
			switch {
			case i == len(p):
				kids = append(kids, starOf(anyUnit))
			case p[i] != '/':
				return node{kind: never}
			default:
				kids = append(kids, optionally(starOf(anyUnit), slash))
				i++
			}
		case '?':
			kids = append(kids, notSlash)
			i++
		case '[':
			// No "[" is closed if there is no later "]".
			var s *set
			end := 0
			ok := false
			if i < lastClosing {
				s, end, ok = ugrepBracket(p, i)
			}

			if ok {
				kids = append(kids, setNode(s))
			} else {
				kids = append(kids, unitNode('['))
				end = i + 1
			}

			i = end
		case '\\':
			if i+1 < len(p) {
				i++
			}
			fallthrough
		default:
			kids = append(kids, unitNode(p[i]))
			i++
		}
	}

	return seq(append(kids, node{kind: atEnd})...)
}

// ugrepBracket parses "[…]" with its "[" at p[at]: characters and ranges. end is the index after it; ok is false if it
// is not closed.
func ugrepBracket(p []rune, at int) (s *set, end int, ok bool) {
	s = &set{noSlash: true}
	at++
	s.not = at < len(p) && (p[at] == '!' || p[at] == '^')
	if s.not {
		at++
	}

	for first := true; at < len(p); first = false {
		if p[at] == ']' && !first {
			return s.tidy(), at + 1, true
		}

		from := p[at]
		if beginsRange(p, at+1) {
			if p[at+2] >= from {
				s.add(from, p[at+2])
			}
			at += 3
			continue
		}

		s.add(from, from)
		at++
	}

	return nil, 0, false
}
