package contextfiles

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"eyeline/reader/internal/ignore"
	"eyeline/reader/tools"
)

// nested is what a read of a file brings that no earlier one brought.
func (r *run) nested(file string) []Part {
	n := r.p.Nested
	if n != nil && n.Given && !gives(r, file) {
		return nil
	}
	parts := r.brought(file)
	r.follow(parts)
	return parts
}

// brought are the parts of nested as they are where nothing follows.
func (r *run) brought(file string) (parts []Part) {
	n := r.p.Nested
	if n == nil {
		return nil
	}

	r.bounds.root = rootOf(r, n, file)
	if !r.brings(n, file) {
		return nil
	}
	file = followed(r, n, file)
	if file == "" {
		return nil
	}

	r.done = map[string]bool{}
	if n.SkipRead {
		r.wasRead[file] = true
	}

	files := func(from []Place) []found {
		return slices.DeleteFunc(r.places(from, file), func(f found) bool {
			return r.gave(f.path) || f.path == file && !n.SkipRead && !n.Itself ||
				f.files.Match != "" && !r.matches(f, file)
		})
	}

	if !n.Apart {
		if part, ok := r.block(n.Block, Brought, files(n.From)); ok {
			parts = append(parts, part)
		}
		return parts
	}

	for _, it := range r.wrap(n.Block, files(n.From)) {
		parts = append(parts, makePart(Brought, it.pieces))
	}

	if part, ok := r.aside(n.Aside, files); ok {
		parts = append(parts, part)
	}

	return parts
}

// gives reports whether the agent's read tool gives a file.
func gives(r *run, file string) bool {
	env := r.env
	env.Root = rootOf(r, r.p.Nested, file)
	env.Bare = true
	result, err := r.p.Tool.Read(r.ctx, env, tools.BuildArgs(r.p.Tool, file, nil))
	if err != nil {
		return false
	}
	result.Close()
	return true
}

// followed is the path of a file by which its folders are found; "": it leads out of them.
func followed(r *run, n *Nested, file string) string {
	if !n.ByReal && !n.ByRealFolder {
		return file
	}
	real := r.real(file)
	r.bounds.root = rootOf(r, n, real)
	if !inside(r.bounds.root, real) {
		return ""
	}
	if n.ByReal {
		return real
	}
	return filepath.Join(r.real(filepath.Dir(file)), filepath.Base(file))
}

// rootOf is the folder below which a file must lie to bring others: of several the innermost one.
func rootOf(r *run, n *Nested, file string) string {
	root := r.folders(n.Below, "")[0]
	for _, other := range n.Roots {
		if inside(other, file) && (!inside(root, file) || len(other) > len(root)) {
			root = other
		}
	}
	return root
}

// brings reports whether a read of a file may bring others.
func (r *run) brings(n *Nested, file string) bool {
	below := r.bounds.root
	fi, err := r.env.Files().Stat(file)
	switch {
	case err != nil:
		return n.Missing && (n.Anywhere || inside(below, file))
	case fi.IsDir():
		return false
	}
	return n.Anywhere || inside(below, file) && (!n.SkipRead || inside(below, r.real(file)))
}

// aside is the message of another role that follows a read.
func (r *run) aside(b *Block, files func(from []Place) []found) (part Part, ok bool) {
	if b == nil {
		return part, false
	}

	items := r.wrap(*b, files(b.From))
	if len(items) == 0 {
		return part, false
	}
	if r.asides != nil {
		r.asides = append(r.asides, Words("\n\n"))
	}

	r.asides = append(r.asides, Words(b.Open))
	for i, it := range items {
		if i > 0 {
			r.asides = append(r.asides, Words(b.Join))
		}
		r.asides = append(r.asides, it.pieces...)
	}

	part = makePart(Brought, append(slices.Clip(r.asides), Words(b.Close)))
	part.aside = true
	return part, true
}

// Brings is what a read of a file adds (tools.Tool.Brings), in a session each file once.
func (p *Profile) Brings(ctx context.Context, env tools.Env, file string) (all []tools.Brought) {
	r, err := p.begin(ctx, env, "")
	if err != nil {
		return nil
	}

	rel, _ := filepath.Rel(env.Dir(), file) // "" on another drive
	file = filepath.Join(r.cwd, rel)
	r.earlier = func(path string) bool {
		_, given := env.Session.Get("instructions " + path)
		return given
	}

	parts := r.brought(file)
	r.follow(parts)
	for _, part := range parts {
		b := tools.Brought{Text: part.Text, Apart: !p.Nested.InAnswer}
		for _, s := range part.Sources {
			b.Files = append(b.Files, s.Path)
			env.Session.Put("instructions "+s.Path, true)
		}
		all = append(all, b)
	}

	return all
}

// matches reports whether the front matter of a rule has a pattern for a file.
func (r *run) matches(rule found, file string) bool {
	f, err := r.read(rule.path, math.MaxInt64)
	if err != nil {
		return false
	}

	_, keys := cmp.Or(rule.files.Form, &Form{}).front(bytes.TrimPrefix(f.data, bom))
	values := keys[rule.files.Match]
	if len(values) == 0 && rule.files.OrNone {
		return true
	}
	if rule.files.Patterns != nil {
		values = rule.files.Patterns(values)
	}

	matched := false
	if rule.files.Globs {
		matched, err = r.matchesGlob(values, file)
		if real := r.real(file); !matched && err == nil && real != file {
			matched, err = r.matchesGlob(values, real)
		}
	} else {
		matched, err = r.matchesPatterns(rule, values, file)
	}

	if err != nil {
		r.leave(rule.path, "whether its "+rule.files.Match+" are for "+file+" is not known: "+err.Error())
		return false
	}

	if !matched && len(values) > 0 {
		r.left[rule.path] = false // this reason says more than the one before it
		r.out.LeftOut = slices.DeleteFunc(r.out.LeftOut, func(l LeftOut) bool { return l.Path == rule.path })
		r.leave(rule.path, fmt.Sprintf("its %s (%s), looked for from %s, do not match %s",
			rule.files.Match, strings.Join(values, ", "), r.base(rule), file))
	}

	return matched
}

// base is the folder from which the patterns of a rule are looked for.
func (r *run) base(rule found) string {
	switch {
	case rule.files.Globs:
		return r.topOrCwd()
	case rule.In.In == Home:
		return r.cwd
	}
	return rule.dir
}

// matchesPatterns reports whether patterns in the form of a .gitignore are for a file.
func (r *run) matchesPatterns(rule found, values []string, file string) (bool, error) {
	rel, err := filepath.Rel(r.base(rule), file)
	if err != nil {
		return false, nil
	}
	patterns := ignore.New(ignore.NPM)
	if err := patterns.Add(values...); err != nil {
		return false, err
	}
	return patterns.Match(r.ctx, filepath.ToSlash(rel), false)
}

// matchesGlob reports whether one of some globs is for a file.
func (r *run) matchesGlob(globs []string, file string) (bool, error) {
	if !inside(r.topOrCwd(), file) {
		return false, nil
	}

	rel, _ := filepath.Rel(r.topOrCwd(), file)
	for _, glob := range globs {
		glob, not := strings.CutPrefix(glob, "!")
		pattern := ignore.New(ignore.Glob)
		if err := pattern.Add(strings.TrimPrefix(glob, "./")); err != nil {
			return false, err
		}

		v, err := pattern.Last(r.ctx, filepath.ToSlash(rel), false)
		if err != nil || (v == ignore.Ignored) != not {
			return err == nil, err
		}
	}

	return false, nil
}

// follow ends each part that another follows directly.
func (r *run) follow(parts []Part) {
	for i := range max(len(parts)-1, 0) {
		if !parts[i].aside && !parts[i].picture && !parts[i+1].aside {
			parts[i].Text += r.p.Follow
		}
	}
}
