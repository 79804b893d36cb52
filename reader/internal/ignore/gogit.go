package ignore

import (
	"path"
	"strings"
)

// goGitLine parses a trimmed line of an ignore file like go-git; ok is false if it is not a pattern.
func goGitLine(given string) (p line, ok bool) {
	given = strings.TrimSpace(given)
	if given == "" || given[0] == '#' {
		return p, false
	}

	p.text, p.negative = strings.CutPrefix(given, "!")
	if !strings.HasSuffix(p.text, `\ `) {
		p.text = strings.TrimRight(p.text, " ")
	}

	p.text, p.dirOnly = strings.CutSuffix(p.text, "/")
	return p, true
}

// goGit is a pattern of go-git: each element is a pattern of path.Match.
type goGit struct {
	parts   []string
	dirOnly bool
}

func newGoGit(l line) *goGit { return &goGit{strings.Split(l.text, "/"), l.dirOnly} }

// matches reports whether the pattern matches a path or one of its parents.
func (g *goGit) matches(rel string, isDir bool) bool {
	names := strings.Split(rel, "/")
	if len(g.parts) == 1 {
		for i, name := range names {
			if is, err := path.Match(g.parts[0], name); err == nil && is {
				return !g.dirOnly || isDir || i < len(names)-1
			}
		}

		return false
	}

	rest, matched := g.along(names)
	return matched && (!g.dirOnly || isDir || len(rest) > 0)
}

// along matches the elements of the pattern with the first names of a path; rest are the others.
func (g *goGit) along(names []string) (rest []string, matched bool) {
	anywhere := false // "**" precedes the element
	for i, part := range g.parts {
		switch {
		case part == "":
			anywhere = false
			continue
		case part == "**" && i == len(g.parts)-1:
			return names, matched
		case part == "**":
			anywhere = true
			continue
		case strings.Contains(part, "**") || len(names) == 0:
			return nil, false
		}

		taken := 1
		is := matchesName(part, names[0])
		for anywhere && !is && taken < len(names) {
			is = matchesName(part, names[taken])
			taken++
		}

		if !is && !anywhere {
			return nil, false
		}

		matched = is
		anywhere = false
		names = names[taken:]
	}

	return names, matched
}

func matchesName(part, name string) bool {
	is, err := path.Match(part, name)
	return err == nil && is
}
