package ignore

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
)

// Rules are the patterns of one or several ignore files; later ones win.
type Rules struct {
	dialect  dialect
	patterns []pattern
	bytes    int // total length of the patterns
	checked  int // length of those that were compiled when they were parsed
	ready    programs
}

// programs are compiled patterns by index.
type programs struct {
	mu    sync.Mutex
	of    map[int]*program
	insts int // total number of instructions
}

// programOf returns the compiled pattern i, or nil if the meter allows no more steps. Not all programs are cached,
// since they take more memory than their patterns.
func (r *Rules) programOf(i int, m *meter) *program {
	const most = 1 << 18
	r.ready.mu.Lock()
	defer r.ready.mu.Unlock()
	if made := r.ready.of[i]; made != nil {
		return made
	}
	if !m.step(byteSteps * (len(r.patterns[i].text) + 2)) {
		return nil
	}

	made := r.dialect.compilePattern(&r.patterns[i])
	if r.ready.insts+len(made.insts) <= most {
		if r.ready.of == nil {
			r.ready.of = map[int]*program{}
		}
		r.ready.of[i] = made
		r.ready.insts += len(made.insts)
	}

	return made
}

// verdict is what patterns say of a path.
type verdict uint8

const (
	// Silent: no pattern matches.
	Silent verdict = iota
	// Ignored: the last matching pattern ignores it.
	Ignored
	// Kept: the last matching pattern re-includes it with "!".
	Kept
)

// New returns an empty list.
func New(d dialect) *Rules { return &Rules{dialect: d} }

const (
	// maxPattern is the length in bytes of the longest pattern that is accepted.
	maxPattern = 64 << 10
	// maxBytes is the greatest total length of patterns, in bytes.
	maxBytes = 2 * maxRead
	// maxChecked is the greatest total length of patterns that are compiled when they are parsed, in bytes.
	maxChecked = 64 << 10
)

// Add parses lines and adds the patterns; other lines are skipped. The error says what is not understood; the verdicts
// of the rules are then not known.
func (r *Rules) Add(lines ...string) error {
	var failed error
	r.patterns = slices.Grow(r.patterns, len(lines))
	for _, line := range lines {
		p, ok, err := r.parse(line)
		if err != nil && !ok && errors.Is(err, errTooLarge) {
			return err
		}
		if err != nil && failed == nil {
			failed = fmt.Errorf("the pattern %.100q: %w", line, err)
		}
		if ok {
			r.patterns = append(r.patterns, p)
		}
	}

	return failed
}

// errTooLarge is the error of patterns over the limits of size.
var errTooLarge = errors.New("more than is read")

// parse parses a line within the limits; ok is false if it is not a pattern.
func (r *Rules) parse(line string) (p pattern, ok bool, err error) {
	if len(line) > maxPattern {
		return p, false, fmt.Errorf("a pattern of %d bytes, %w", len(line), errTooLarge)
	}
	r.bytes += len(line)
	if r.bytes > maxBytes {
		return p, false, fmt.Errorf("patterns of more than %d MiB, %w", maxBytes>>20, errTooLarge)
	}
	if r.checked > maxChecked {
		return p, false, fmt.Errorf("patterns with signs of more than %d KiB, %w", maxChecked>>10, errTooLarge)
	}

	p, ok, err = r.dialect.parse(line)
	if !p.literal && p.mayFail(r.dialect) {
		r.checked += len(line)
	}

	return p, ok, err
}

// Match reports whether a path, relative to the folder of the patterns, is ignored: it, or a parent, which a later
// pattern cannot re-include. isDir: it is a folder. The error is ctx's, or errTooMuch.
func (r *Rules) Match(ctx context.Context, rel string, isDir bool) (bool, error) {
	if len(r.patterns) == 0 || rel == "" || rel == "." || rel == ".." || strings.HasPrefix(rel, "../") {
		return false, nil
	}
	return matchAny(ctx, rel, isDir, r)
}

// matchAny is Match for the patterns of several files; later files win. rel is inside their folder.
func matchAny(ctx context.Context, rel string, isDir bool, files ...*Rules) (bool, error) {
	m := newMeter(ctx, nil)
	defer m.end()
	for n := range len(rel) + 1 {
		if n == len(rel) || rel[n] == '/' {
			v, err := lastOf(m, rel[:n], isDir || n < len(rel), files...)
			if v == Ignored || err != nil {
				return err == nil, err
			}
		}
	}

	return false, nil
}

// Last returns the verdict of the last pattern that matches a path, regardless of the folders above.
func (r *Rules) Last(ctx context.Context, rel string, isDir bool) (verdict, error) {
	m := newMeter(ctx, nil)
	defer m.end()
	return lastOf(m, rel, isDir, r)
}

// lastOf is Rules.Last for the patterns of several files.
func lastOf(m *meter, rel string, isDir bool, files ...*Rules) (says verdict, err error) {
	for _, r := range slices.Backward(files) {
		err = r.matching(m, rel, isDir, func(i int) bool {
			says = r.patterns[i].says()
			return false
		})
		if says != Silent || err != nil {
			break
		}
	}

	return says, err
}

// matching passes the indexes of the patterns that match a path to take, the last one first, until that returns false.
func (r *Rules) matching(m *meter, rel string, isDir bool, take func(i int) bool) error {
	if m.err != nil || len(r.patterns) == 0 {
		return m.err
	}

	at := newSubject(r.dialect, rel, isDir)
	for i := len(r.patterns) - 1; i >= 0; i-- {
		const looks = 4 // patterns ruled out for the work of a step
		if i%looks == 0 && !m.step(1+len(rel)/64) {
			return m.err
		}

		p := &r.patterns[i]
		if p.dirOnly && !isDir && r.dialect != GoGit || p.cannot(r.dialect, &at) {
			continue
		}

		matches := r.matches(i, &at, m)
		if m.err != nil {
			return m.err
		}
		if matches && !take(i) {
			return nil
		}
	}

	return nil
}

// subject is a path to match, relative to the patterns' folder, in the units of the dialect.
type subject struct {
	rel, name        string
	upperRel         string // for NPM and GitFold
	isDir            bool
	units, nameUnits []rune
}

func newSubject(d dialect, rel string, isDir bool) subject {
	above := strings.LastIndexByte(rel, '/') + 1
	if d == GitFold {
		rel = mapASCII(rel, lower)
	}

	at := subject{rel: rel, name: rel[above:], isDir: isDir}
	if d == NPM && isDir {
		at.rel += "/"
	}
	if d == NPM || d == GitFold {
		at.upperRel = mapASCII(at.rel, upper)
	}

	at.units = d.units(at.rel)
	at.nameUnits = at.units[len(at.units)-len(d.units(at.rel[above:])):]
	return at
}

// matches reports whether pattern i matches a path; false if the meter allows no more steps.
func (r *Rules) matches(i int, at *subject, m *meter) bool {
	p := &r.patterns[i]
	switch {
	case r.dialect == GoGit:
		return m.step(len(at.rel)*(1+len(p.text))) && newGoGit(p.line).matches(at.rel, at.isDir)
	case p.literal && p.nameOnly:
		return p.text == at.name
	case p.literal:
		return p.text == at.rel
	}

	ready := r.programOf(i, m)
	if ready == nil {
		return false
	}
	if ready.nameOnly {
		return ready.match(at.nameUnits, m)
	}

	return ready.match(at.units, m)
}

// says returns the verdict on what the pattern matches.
func (p *pattern) says() verdict {
	if p.negative {
		return Kept
	}
	return Ignored
}
