package briefing

import (
	"path/filepath"
	"slices"

	"eyeline/reader/tools/ignore"
)

// nested is what a read of a file brings that no earlier one brought.
func (r *run) nested(file string) (parts []Part) {
	n := r.p.Nested
	if n == nil || !inside(r.cwd, file) || !r.isFile(file) {
		return nil
	}
	from := len(r.out.Parts)
	files := slices.DeleteFunc(r.places(n.From, file), func(f found) bool { return r.sent[f.path] || f.path == file })
	if !n.Apart {
		if part, ok := r.blockOf(n.Block, Brought, files); ok {
			parts = append(parts, part)
		}
		return parts
	}
	add := func(b Block, files []found) {
		for _, it := range r.wrap(b, Brought, files) {
			parts = append(parts, makePart(Brought, it.pieces))
		}
	}
	add(n.Block, files)
	rules := n.Block
	rules.Form.Unless = ""
	add(rules, slices.DeleteFunc(r.places(n.Matching, file), func(f found) bool { return !r.matches(f.path, file) }))
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
		if r.sent[p] || !r.isFile(p) {
			continue
		}
		b := Block{Item: n.ElseItem, Form: n.ElseForm}
		for _, it := range r.wrap(b, Brought, []found{{path: p}}) {
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
