package ignore

import "strings"

// gitLine reads a line of a .gitignore file as git does, for which a NUL ends it; ok is false where it is no pattern.
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

// gitPath reads a pattern without what a line of a .gitignore file has besides it.
func gitPath(pattern string) (p line) {
	text, dirOnly := strings.CutSuffix(pattern, "/")
	return line{text: strings.TrimPrefix(text, "/"), dirOnly: dirOnly, nameOnly: !strings.Contains(text, "/")}
}

// trimGit takes blanks off the end of a line that no backslash escapes.
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

// gitNode reads a pattern as git's wildmatch does. path: "/" is matched by nothing but itself and "**". fold: it is
// matched with a path in lower case; then letters in upper case match behind a backslash nothing, nor in a bracket
// expression but in a range, as git has it.
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

// gitUnit matches a unit; fold: in lower case.
func gitUnit(u rune, fold bool) node {
	if fold && u >= 'A' && u <= 'Z' {
		u += 'a' - 'A'
	}
	return unitNode(u)
}

// gitLiteral is how many units stand before the first sign. Git compares them as they are, and takes what is behind
// them for the beginning of the pattern, so that "**" stands for folders there.
func gitLiteral(p []rune) (n int) {
	for n < len(p) && !strings.ContainsRune(`*?[\`, p[n]) {
		n++
	}
	return n
}

// gitStars is what the asterisks p[at:end] match; one is what a single one is a run of. deep: several may stand for
// folders. Where that is optional it has the slash behind them.
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
