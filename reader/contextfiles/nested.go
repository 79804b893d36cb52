package contextfiles

import (
	"bytes"
	"context"
	"path/filepath"
	"slices"
	"strings"

	"eyeline/reader/internal/ignore"
	"eyeline/reader/tools"
)

// nested is what a read of a file brings that no earlier one brought.
func (r *run) nested(file string) (parts []Part) {
	n := r.p.Nested
	if n == nil || !inside(r.folders(n.Below, "")[0], file) || !n.Missing && !r.isFile(file) {
		return nil
	}
	files := slices.DeleteFunc(r.places(n.From, file), func(f found) bool {
		return r.gave(f.path) || f.path == file || f.files.Match != "" && !r.matches(f, file)
	})
	if !n.Apart {
		if part, ok := r.block(n.Block, Brought, files); ok {
			parts = append(parts, part)
		}
		return parts
	}
	for _, it := range r.wrap(n.Block, files) {
		part := makePart(Brought, it.pieces)
		part.aside = it.files.Aside
		parts = append(parts, part)
	}
	r.follow(parts)
	return parts
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
	for _, part := range r.nested(file) {
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
	f, err := r.read(rule.path, mostRead)
	if err != nil {
		return false
	}
	_, keys := frontMatter(bytes.TrimPrefix(f.data, bom))
	values := keys[rule.files.Match]
	matched := false
	if rule.files.Globs {
		matched, err = r.matchesGlob(values, file)
		if real := r.real(file); !matched && err == nil && real != file {
			matched, err = r.matchesGlob(values, real)
		}
	} else {
		matched, err = r.matchesPatterns(values, file)
	}
	if err != nil {
		r.leave(rule.path, "whether its "+rule.files.Match+" are for "+file+" is not known: "+err.Error())
		return false
	}
	return matched
}

// matchesPatterns reports whether patterns in the form of a .gitignore are for a file.
func (r *run) matchesPatterns(values []string, file string) (bool, error) {
	rel, err := filepath.Rel(r.topOrCwd(), file)
	if err != nil {
		return false, nil
	}
	patterns := ignore.New(ignore.NPM)
	if err := patterns.Add(ByComma(values)...); err != nil {
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
