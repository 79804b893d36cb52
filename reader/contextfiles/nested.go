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

// readParts returns the parts that a read of a file brings, each file once in a session.
func (r *run) readParts(file string) []Part {
	n := r.profile.Nested
	if n != nil && n.Given && !toolReads(r, file) {
		return nil
	}
	parts := r.nestedParts(file)
	r.addFollow(parts)
	return parts
}

// nestedParts is readParts without Profile.Follow.
func (r *run) nestedParts(file string) (parts []Part) {
	n := r.profile.Nested
	if n == nil {
		return nil
	}

	r.bounds.root = nestedRoot(r, n, file)
	if !r.mayBring(n, file) {
		return nil
	}
	file = lookupPath(r, n, file)
	if file == "" {
		return nil
	}

	r.sent.beginRead()
	if n.SkipRead {
		r.sent.wasRead[file] = true
	}

	files := func(from []Place) []foundFile {
		return slices.DeleteFunc(r.places(from, file), func(f foundFile) bool {
			return r.sent.has(f.path) || f.path == file && !n.SkipRead && !n.Itself ||
				f.files.Match != "" && !r.matches(f, file)
		})
	}

	if !n.Apart {
		if part, ok := r.block(n.Block, Brought, files(n.From)); ok {
			parts = append(parts, part)
		}
		return parts
	}

	for _, it := range wrapFiles(r, n.Block, files(n.From)) {
		parts = append(parts, makePart(Brought, it.pieces))
	}

	if part, ok := r.aside(n.Aside, files); ok {
		parts = append(parts, part)
	}

	return parts
}

// toolReads reports whether the agent's read tool accepts a file.
func toolReads(r *run, file string) bool {
	env := r.env
	env.Root = nestedRoot(r, r.profile.Nested, file)
	env.Bare = true
	result, err := r.profile.Tool.Read(r.ctx, env, tools.BuildArgs(r.profile.Tool, file, nil))
	if err != nil {
		return false
	}
	result.Close()
	return true
}

// lookupPath returns the path of a file from which its folders are derived; "" if it leads out of them.
func lookupPath(r *run, n *Nested, file string) string {
	if !n.ByReal && !n.ByRealFolder {
		return file
	}

	real := r.real(file)
	r.bounds.root = nestedRoot(r, n, real)
	if !inside(r.bounds.root, real) {
		return ""
	}
	if n.ByReal {
		return real
	}

	return filepath.Join(r.real(filepath.Dir(file)), filepath.Base(file))
}

// nestedRoot returns the folder below which a file must lie to bring others, the innermost one of several.
func nestedRoot(r *run, n *Nested, file string) string {
	root := r.folders(n.Below, "")[0]
	for _, other := range n.Roots {
		if inside(other, file) && (!inside(root, file) || len(other) > len(root)) {
			root = other
		}
	}
	return root
}

// mayBring reports whether a read of a file may bring others.
func (r *run) mayBring(n *Nested, file string) bool {
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

// aside returns the message of another role that follows a read.
func (r *run) aside(b *Block, files func(from []Place) []foundFile) (part Part, ok bool) {
	if b == nil {
		return part, false
	}

	items := wrapFiles(r, *b, files(b.From))
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
	part.otherRole = true
	return part, true
}

// AddedTexts returns what a read of a file adds, as tools.Tool.AddedTexts: each file once in a session.
func (p *Profile) AddedTexts(ctx context.Context, env tools.Env, file string) (all []tools.AddedText) {
	r, err := p.newRun(ctx, env, "")
	if err != nil {
		return nil
	}

	rel, _ := filepath.Rel(env.Dir(), file) // "" if it is on another drive
	file = filepath.Join(r.cwd, rel)
	r.sent.earlier = func(path string) bool {
		_, given := env.Session.Get("instructions " + path)
		return given
	}

	parts := r.nestedParts(file)
	r.addFollow(parts)
	for _, part := range parts {
		b := tools.AddedText{Text: part.Text, Apart: !p.Nested.InAnswer}
		for _, s := range part.Sources {
			b.Files = append(b.Files, s.Path)
			env.Session.Put("instructions "+s.Path, true)
		}
		all = append(all, b)
	}

	return all
}

// matches reports whether the front matter of a rule has a pattern that matches a file.
func (r *run) matches(rule foundFile, file string) bool {
	f, err := r.read(rule.path, math.MaxInt64)
	if err != nil {
		return false
	}

	_, keys := cmp.Or(rule.files.Form, &TextRules{}).frontMatterOf(bytes.TrimPrefix(f.data, bom))
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
		r.leaveOut(rule.path, "whether its "+rule.files.Match+" are for "+file+" is not known: "+err.Error())
		return false
	}

	if !matched && len(values) > 0 {
		r.leftOut[rule.path] = false // this reason replaces the one before
		r.briefing.LeftOut = slices.DeleteFunc(r.briefing.LeftOut, func(l LeftOut) bool { return l.Path == rule.path })
		r.leaveOut(rule.path, fmt.Sprintf("its %s (%s), looked for from %s, do not match %s",
			rule.files.Match, strings.Join(values, ", "), r.base(rule), file))
	}

	return matched
}

// base returns the folder that the patterns of a rule are relative to.
func (r *run) base(rule foundFile) string {
	switch {
	case rule.files.Globs:
		return r.topOrCwd()
	case rule.place.In == Home:
		return r.cwd
	}
	return rule.dir
}

// matchesPatterns reports whether patterns of .gitignore's syntax match a file.
func (r *run) matchesPatterns(rule foundFile, values []string, file string) (bool, error) {
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

// matchesGlob reports whether one of the globs matches a file.
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

// addFollow appends Profile.Follow to each part that another follows directly.
func (r *run) addFollow(parts []Part) {
	for i := range max(len(parts)-1, 0) {
		if !parts[i].otherRole && !parts[i].beforePicture && !parts[i+1].otherRole {
			parts[i].Text += r.profile.Follow
		}
	}
}
