package briefing

import (
	"context"
	"path/filepath"
	"slices"

	"eyeline/reader/internal/ignore"
	"eyeline/reader/tools"
)

// nested is what a read of a file brings that no earlier one brought.
func (r *run) nested(file string) (parts []Part) {
	n := r.p.Nested
	if n == nil || !inside(r.cwd, file) || !n.Missing && !r.isFile(file) {
		return nil
	}
	from := len(r.out.Parts)
	files := slices.DeleteFunc(r.places(n.From, file), func(f found) bool { return r.gave(f.path) || f.path == file })
	if !n.Apart {
		if part, ok := r.blockOf(n.Block, Brought, files); ok {
			parts = append(parts, part)
		}
		return parts
	}
	add := func(b Block, files []found) {
		for _, it := range r.wrap(b, files) {
			parts = append(parts, makePart(Brought, it.pieces))
		}
	}
	add(n.Block, files)
	rules := n.Block
	rules.Form.Unless = ""
	add(rules, slices.DeleteFunc(r.places(n.Matching, file), func(f found) bool { return r.gave(f.path) || !r.matches(f.path, file) }))
	r.out.Parts = append(r.out.Parts, parts...)
	r.follow(from)
	parts = slices.Clone(r.out.Parts[from:])
	r.out.Parts = r.out.Parts[:from]
	for _, dir := range r.folders(BelowCwd, file) {
		if !r.anyThere([]string{dir}, n.Names()) {
			r.elseIn(dir, &parts)
		}
	}
	return parts
}

// Brings is what a read of a file adds (tools.Tool.Brings), in a session each file once.
func (p *Profile) Brings(ctx context.Context, env tools.Env, file string) (all []tools.Brought) {
	if !inside(env.Dir(), file) {
		return nil
	}
	r, err := p.begin(ctx, env, "")
	if err != nil {
		return nil
	}
	if rel, err := filepath.Rel(env.Dir(), file); err == nil {
		file = filepath.Join(r.cwd, rel)
	}
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

// Names are the names that are looked for in each folder, without patterns.
func (n *Nested) Names() (names []string) {
	for _, place := range n.From {
		for _, f := range place.Each {
			if f.Form == nil || f.Form.Unless == "" {
				names = append(names, f.Names...)
			}
		}
	}
	return names
}

// elseIn adds the files of a folder that has none of the names.
func (r *run) elseIn(dir string, parts *[]Part) {
	n := r.p.Nested
	for _, name := range n.Else {
		p := filepath.Join(dir, name)
		if r.gave(p) || !r.isFile(p) {
			continue
		}
		b := Block{Item: n.ElseItem, Form: n.ElseForm}
		for _, it := range r.wrap(b, []found{{path: p}}) {
			part := makePart(Brought, it.pieces)
			part.aside = true
			*parts = append(*parts, part)
		}
	}
}

// matches reports whether the front matter of a rule has a pattern for a file.
func (r *run) matches(rule, file string) bool {
	f, err := r.read(rule, mostRead)
	if err != nil {
		return false
	}
	_, keys := frontMatter(f.data)
	var patterns ignore.Rules
	patterns.Add(keys[r.p.Nested.MatchKey]...)
	top := r.topOrCwd()
	rel, err := filepath.Rel(top, file)
	return err == nil && patterns.Match(rel, false)
}

// follow ends each part that another follows directly, from a part on.
func (r *run) follow(from int) {
	for i := from; i+1 < len(r.out.Parts); i++ {
		if p := &r.out.Parts[i]; !p.aside && !r.out.Parts[i+1].aside {
			p.Text += r.p.Follow
		}
	}
}
