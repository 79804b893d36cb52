package contextfiles

import (
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// lookedFor are the names of files that profiles look for in folders other than the home.
func lookedFor(profiles ...*Profile) (names []string) {
	for _, p := range profiles {
		for place, f := range p.files() {
			if place.In != Home {
				names = append(names, f.Names...)
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// expected notes the files of instructions of the folders above that were not sent: of other agents, in other case, or
// in folders where this one does not look.
func (r *run) expected() {
	own, others := lookedFor(r.p), lookedFor(all...)
	looked := make(map[string]bool, len(r.out.looked))
	for _, path := range r.out.looked {
		looked[path] = true
	}
	for _, dir := range r.upTo("") {
		if !inside(r.topOrCwd(), dir) {
			r.leaveIn(dir, own, r.p.agent()+" does not look above "+r.topOrCwd())
			continue
		}
		for _, name := range own {
			why := r.p.agent() + " does not look for it in this folder"
			if looked[filepath.Join(dir, name)] {
				why = "a file that comes before it stands for it"
			}
			r.leaveIn(dir, []string{name}, why)
		}
		for _, e := range r.entries(dir, false) {
			for _, name := range own {
				if strings.EqualFold(e.Name(), name) && e.Name() != name {
					r.leave(filepath.Join(dir, e.Name()), "the name is looked for as "+name)
				}
			}
		}
		besides(r, dir, own)
		r.leaveIn(dir, others, r.p.agent()+" does not look for files of this name")
	}
}

// besides notes the files of a folder of rules that no pattern of the profile takes, as a text in a folder of which
// only *.md are taken. Hidden ones are left to the programs that made them.
func besides(r *run, dir string, own []string) {
	taken := map[string][]string{} // the patterns of each folder
	for _, name := range own {
		if folder, pattern := path.Split(name); folder != "" && strings.Contains(pattern, "*") {
			taken[path.Clean(folder)] = append(taken[path.Clean(folder)], pattern)
		}
	}
	for _, folder := range slices.Sorted(maps.Keys(taken)) {
		patterns := taken[folder]
		why := r.p.agent() + " takes only files of this folder that are called " + strings.Join(patterns, " or ")
		below, deep := strings.CutSuffix(folder, "/**")
		for _, p := range r.matching(filepath.Join(dir, below), "*", Files{}, deep) {
			name := filepath.Base(p)
			matches := func(pattern string) bool { return matchesName(pattern, name, true) }
			if !strings.HasPrefix(name, ".") && !slices.ContainsFunc(patterns, matches) {
				r.leave(p, why)
			}
		}
	}
}

// leaveIn notes the files of a folder that have one of some names.
func (r *run) leaveIn(dir string, names []string, why string) {
	for _, p := range r.look(dir, Files{Names: names, Each: true, Sorted: true}, false) {
		r.leave(p, why)
	}
}
