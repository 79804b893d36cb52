package ignore

import (
	"context"
	"strings"
)

// Paths are patterns of git's attribute files (2.39), in which negation, comments and trimming do not exist.
type Paths struct{ rules Rules }

// NewPaths returns an empty list. fold is core.ignorecase: case of ASCII letters is ignored.
func NewPaths(fold bool) *Paths {
	if fold {
		return &Paths{rules: Rules{dialect: GitFold}}
	}
	return &Paths{rules: Rules{dialect: Git}}
}

// Add adds a pattern.
func (p *Paths) Add(pattern string) {
	p.rules.patterns = append(p.rules.patterns, p.rules.dialect.newPattern(gitPath(pattern)))
}

// Matching passes the indexes, from 0 in order of Add, of the patterns that match a file to take, the last one first,
// until that returns false. rel is relative to the folder of the patterns. The work done is added to work. The errors
// are those of [Rules.Match], and that work exceeds its limit.
func (p *Paths) Matching(ctx context.Context, work *Work, rel string, take func(i int) bool) error {
	m := newMeter(ctx, work)
	defer m.end()
	return p.rules.matching(m, rel, false, take)
}

// Backtracking estimates how many steps git takes to match a file with the patterns: at each "**/" it tries both to
// skip a folder and not to, for all ways tried before.
func (p *Paths) Backtracking(rel string) (steps float64) {
	folders := strings.Count(rel, "/") + 1
	for _, p := range p.rules.patterns {
		if p.nameOnly {
			continue
		}

		ways := 1.0
		for i := range strings.Count(p.text, "**/") {
			ways *= max(1, float64(folders-i)/float64(i+1))
		}

		steps += ways
	}

	return steps
}
