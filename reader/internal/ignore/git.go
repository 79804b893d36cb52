package ignore

import "strings"

// gitLine parses a line of a .gitignore file like git, for which a NUL ends it; ok is false if it is not a pattern.
func gitLine(given string) (p line, ok bool) {
	given, _, _ = strings.Cut(given, "\x00")
	given = trimGit(given)
	if given == "" || given[0] == '#' {
		return p, false
	}
	text, negative := strings.CutPrefix(given, "!")
	p = gitPath(text)
	p.negative = negative
	return p, text != "" && text != "/"
}

// gitPath parses a pattern without the syntax of comments, negation and escaping.
func gitPath(pattern string) (p line) {
	text, dirOnly := strings.CutSuffix(pattern, "/")
	return line{text: strings.TrimPrefix(text, "/"), dirOnly: dirOnly, nameOnly: !strings.Contains(text, "/")}
}

// trimGit removes blanks at the end of a line that are not escaped.
func trimGit(line string) string {
	end := 0
	for i := 0; i < len(line); i++ {
		switch line[i] {
		case ' ':
			continue
		case '\\':
			i++
		}

		end = i + 1
	}

	return line[:min(end, len(line))]
}

// gitNode parses a pattern like git's wildmatch. path: only "/" itself and "**" match "/". fold: it is matched with a
// path in lower case. Then, as in git, an upper case letter after a backslash matches nothing, nor does one in a
// bracket expression except in a range.
func gitNode(p []rune, path, fold bool) node {
	var kids []node
	begin := gitLiteral(p)
	one := anyUnit
	if path {
		one = notSlash
	}

	for i := 0; i < len(p); {
		switch p[i] {
		case '*':
			end := i
			for end < len(p) && p[end] == '*' {
				end++
			}

			kids = append(kids, gitStars(p, i, end, path && (i == begin || p[i-1] == '/'), one))
			i = end
			if kids[len(kids)-1].kind == optional {
				i++ // the slash
			}
		case '?':
			kids = append(kids, one)
			i++
		case '[':
			s, end, ok := gitBracket(p, i, fold)
			if !ok {
				return node{kind: never}
			}

			s.noSlash = path
			kids = append(kids, setNode(s))
			i = end
		case '\\':
			i++
			if i == len(p) {
				return node{kind: never}
			}
			kids = append(kids, unitNode(p[i]))
			i++
		default:
			kids = append(kids, gitUnit(p[i], fold))
			i++
		}
	}

	return seq(append(kids, node{kind: atEnd})...)
}

// gitUnit returns the node of a unit; fold: in lower case.
func gitUnit(u rune, fold bool) node {
	if fold && u >= 'A' && u <= 'Z' {
		u += 'a' - 'A'
	}
	return unitNode(u)
}

// gitLiteral returns how many units precede the first special character. Git compares them literally, and treats the
// rest as the beginning of the pattern, where "**" stands for folders.
func gitLiteral(p []rune) (n int) {
	for n < len(p) && !strings.ContainsRune(`*?[\`, p[n]) {
		n++
	}
	return n
}

// gitStars returns the node of the asterisks p[at:end]; one is what a single one repeats. deep: several may stand for
// folders; where these are optional, the node includes the slash after them.
func gitStars(p []rune, at, end int, deep bool, one node) node {
	switch {
	case !deep || end-at == 1:
		return starOf(one)
	case end < len(p) && p[end] == '/':
		return optionally(starOf(anyUnit), slash)
	case end == len(p) || p[end] == '\\' && end+1 < len(p) && p[end+1] == '/':
		return starOf(anyUnit)
	}
	return starOf(one)
}
