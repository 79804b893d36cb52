package contextfiles

import (
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"eyeline/reader/tools"
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
	own := lookedFor(r.p)
	others := lookedFor(all...)
	looked := make(map[string]bool, len(r.out.looked))
	for _, one := range r.out.looked {
		looked[filepath.Join(one.dir, one.name)] = true
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

		besides(r, dir)
		r.leaveIn(dir, others, r.p.agent()+" does not look for files of this name")
	}
}

// rules are the patterns whose files a profile takes of one folder.
type rules struct {
	patterns []string
	fold     bool // upper and lower case are the same
}

// mostBesides is how many files are named one by one that a folder of rules has besides.
const mostBesides = 20

// besides notes the files of a folder of rules that no pattern of the profile takes, as a text in a folder of which
// only *.md are taken; of very many only how many they are. Hidden files, and those in hidden folders, are left to the
// programs that made them.
func besides(r *run, dir string) {
	taken := map[string]rules{} // of each folder
	for place, f := range r.p.files() {
		for _, name := range f.Names {
			folder, pattern := path.Split(name)
			if place.In == Home || folder == "" || !strings.Contains(pattern, "*") {
				continue
			}

			of := taken[path.Clean(folder)]
			if !slices.Contains(of.patterns, pattern) {
				of.patterns = append(of.patterns, pattern)
				slices.Sort(of.patterns)
			}

			of.fold = of.fold || f.Fold
			taken[path.Clean(folder)] = of
		}
	}

	for _, folder := range slices.Sorted(maps.Keys(taken)) {
		below, deep := strings.CutSuffix(folder, "/**")
		below = filepath.Join(dir, below)
		all := r.matching(below, "*", Files{Sorted: true, noHidden: true}, deep)
		taken[folder].leave(r, below, slices.DeleteFunc(all, taken[folder].match))
	}
}

// match reports whether one of the patterns matches the name of file.
func (of rules) match(file string) bool {
	return slices.ContainsFunc(of.patterns, func(pattern string) bool {
		return matchesName(pattern, filepath.Base(file), of.fold)
	})
}

// leave notes the files of a folder that are not taken.
func (of rules) leave(r *run, folder string, files []string) {
	why := r.p.agent() + " takes only files of this folder that are called " + strings.Join(of.patterns, " or ")
	if len(files) > mostBesides {
		r.leave(folder, tools.Thousands(int64(len(files)))+" other files: "+why)
		return
	}

	for _, file := range files {
		reason := why
		for _, pattern := range of.patterns {
			if matchesName(pattern, filepath.Base(file), true) {
				reason = "the name is looked for as " + pattern
			}
		}

		r.leave(file, reason)
	}
}

// leaveIn notes the files of a folder that have one of some names.
func (r *run) leaveIn(dir string, names []string, why string) {
	for _, p := range r.look(dir, Files{Names: names, Each: true, Sorted: true}, false) {
		r.leave(p, why)
	}
}
