package ignore

import (
	"context"
	"strings"
)

// Paths are patterns of paths as git 2.39 has them in its files of attributes: each is a pattern as a whole, of which
// nothing is negative, a comment or trimmed.
type Paths struct{ rules Rules }

// NewPaths are no patterns yet. fold: letters of ASCII are the same in either case, as with core.ignorecase.
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

// Matching hands the patterns that match a file to take, the last one first, by their indexes, from 0 in the order in
// which they were added, until take returns false. rel is the file's path from the folder that the patterns are for.
// What is done is added to work. The errors are those of [Rules.Match], and that all work was too much.
func (p *Paths) Matching(ctx context.Context, work *Work, rel string, take func(i int) bool) error {
	m := newMeter(ctx, work)
	defer m.end()
	return p.rules.matching(m, rel, false, take)
}

// Backtracking is about how many steps git takes to match a file with the patterns: at each "**/" it tries both to skip
// folders and not to, for each way in which it has done so before.
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
