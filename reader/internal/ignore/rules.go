package ignore

import (
	"context"
	"fmt"
	"slices"
	"strings"
)

// Rules are the patterns of an ignore file, or of several that are put together; later ones win.
type Rules struct {
	dialect  dialect
	patterns []*pattern
}

// verdict is what patterns say of a path.
type verdict uint8

const (
	// Silent: no pattern matches.
	Silent verdict = iota
	// Ignored: the last pattern that matches names what is ignored.
	Ignored
	// Kept: the last pattern that matches takes back, with "!".
	Kept
)

// New is no patterns yet.
func New(d dialect) *Rules { return &Rules{dialect: d} }

// longest is the length in bytes of the longest pattern that is taken.
const longest = 1 << 20

// Add adds patterns, one for each line. What is no pattern is left out. The error says what is not understood; then
// what the rules say of a path is not known.
func (r *Rules) Add(lines ...string) error {
	var failed error
	for _, line := range lines {
		if len(line) > longest {
			return fmt.Errorf("a pattern of %d bytes, more than 1 MiB", len(line))
		}
		p, err := r.dialect.parse(line)
		if err != nil && failed == nil {
			failed = fmt.Errorf("the pattern %.100q: %w", line, err)
		}
		if err == nil && p != nil {
			r.patterns = append(r.patterns, p)
		}
	}
	return failed
}

// join is these patterns and then others of the same dialect.
func (r *Rules) join(others *Rules) *Rules {
	return &Rules{dialect: r.dialect, patterns: slices.Concat(r.patterns, others.patterns)}
}

// Match reports whether a path relative to the patterns' folder is ignored: it, or a folder that it lies in, which no
// later pattern takes back. isDir: it is a folder. The error is the context's, or errTooMuch.
func (r *Rules) Match(ctx context.Context, rel string, isDir bool) (bool, error) {
	if len(r.patterns) == 0 || rel == "" || rel == "." || rel == ".." || strings.HasPrefix(rel, "../") {
		return false, nil
	}
	m := &meter{ctx: ctx}
	for n := range len(rel) + 1 {
		if n == len(rel) || rel[n] == '/' {
			v, err := r.last(m, rel[:n], isDir || n < len(rel))
			if v == Ignored || err != nil {
				return err == nil, err
			}
		}
	}
	return false, nil
}

// Last is what the last pattern that matches a path says, whatever is said of the folders above.
func (r *Rules) Last(ctx context.Context, rel string, isDir bool) (verdict, error) {
	return r.last(&meter{ctx: ctx}, rel, isDir)
}

func (r *Rules) last(m *meter, rel string, isDir bool) (says verdict, err error) {
	err = r.matching(m, rel, isDir, func(i int) bool {
		says = r.patterns[i].says()
		return false
	})
	return says, err
}

// matching hands the patterns that match a path to take, by their indexes, the last one first, until that returns
// false.
func (r *Rules) matching(m *meter, rel string, isDir bool, take func(i int) bool) error {
	above := strings.LastIndexByte(rel, '/') + 1
	at := subject{rel: rel, name: rel[above:], isDir: isDir}
	if r.dialect == NPM && isDir {
		at.rel += "/"
	}
	at.units = r.dialect.units(at.rel)
	at.nameUnits = at.units[len(at.units)-len(r.dialect.units(at.rel[above:])):]
	for i, p := range slices.Backward(r.patterns) {
		if p.dirOnly && !isDir && p.goGit == nil || !strings.HasSuffix(at.rel, p.tail) {
			if m.step(1); m.err != nil {
				return m.err
			}
			continue
		}
		matches := p.matches(&at, m)
		if m.step(1); m.err != nil {
			return m.err
		}
		if matches && !take(i) {
			return nil
		}
	}
	return nil
}

// subject is a path that patterns are tried on, relative to their folder; units are those of the dialect.
type subject struct {
	rel, name        string
	isDir            bool
	units, nameUnits []rune
}

// matches reports whether a pattern matches a path; false where the meter allows no more steps.
func (p *pattern) matches(at *subject, m *meter) bool {
	switch {
	case p.goGit != nil:
		return m.step(len(at.rel)*(1+len(p.text))) && p.goGit.matches(at.rel, at.isDir)
	case p.plain && p.nameOnly:
		return p.text == at.name
	case p.plain:
		return p.text == at.rel
	case p.program().nameOnly:
		return p.program().match(at.nameUnits, m)
	}
	return p.program().match(at.units, m)
}

// says is what a pattern says of what it matches.
func (p *pattern) says() verdict {
	if p.negative {
		return Kept
	}
	return Ignored
}
