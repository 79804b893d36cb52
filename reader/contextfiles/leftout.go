package contextfiles

import (
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"eyeline/reader/tools"
)

// lookedFor returns the file names that profiles look for in folders other than the home, sorted.
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

// noteUnsent notes files of instructions that the agent did not read: those of other agents, with other case, or in
// folders where it does not look. It checks the working directory and its parents.
func (r *run) noteUnsent() {
	own := lookedFor(r.profile)
	others := lookedFor(all...)
	looked := make(map[string]bool, len(r.briefing.looked))
	for _, one := range r.briefing.looked {
		looked[filepath.Join(one.dir, one.name)] = true
	}

	for _, dir := range r.upTo("") {
		if !inside(r.topOrCwd(), dir) {
			r.leaveOutIn(dir, own, r.profile.agent()+" does not look above "+r.topOrCwd())
			continue
		}

		for _, name := range own {
			why := r.profile.agent() + " does not look for it in this folder"
			if looked[filepath.Join(dir, name)] {
				why = r.takenBefore(dir) + " comes before it, and is taken in its place"
			}
			r.leaveOutIn(dir, []string{name}, why)
		}

		for _, e := range r.entries(dir, false) {
			for _, name := range own {
				if strings.EqualFold(e.Name(), name) && e.Name() != name {
					r.leaveOut(filepath.Join(dir, e.Name()), "the name is looked for as "+name)
				}
			}
		}

		noteUnmatched(r, dir)
		r.leaveOutIn(dir, others, r.profile.agent()+" does not look for files of this name")
	}
}

// takenBefore is the name of the one file that was taken in a folder; "another file" where that is not known.
func (r *run) takenBefore(dir string) string {
	name := ""
	for _, p := range r.briefing.Parts {
		for _, s := range p.Sources {
			switch {
			case filepath.Dir(s.Path) != dir || s.Path == "":
			case name != "":
				return "another file"
			default:
				name = filepath.Base(s.Path)
			}
		}
	}
	if name == "" {
		return "another file"
	}
	return name
}

// rulePatterns are the patterns by which a profile finds files in one folder.
type rulePatterns struct {
	patterns []string
	fold     bool // ignore case
}

// maxListed is how many unmatched files of a folder are listed one by one.
const maxListed = 20

// noteUnmatched notes the files in a folder of rules that match no pattern of the profile, such as a .txt where only
// *.md is read. Hidden files and folders are passed over: they belong to other programs.
func noteUnmatched(r *run, dir string) {
	taken := map[string]rulePatterns{} // by folder
	for place, f := range r.profile.files() {
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
		taken[folder].noteOthers(r, below, slices.DeleteFunc(all, taken[folder].match))
	}
}

// match reports whether the base name of file matches a pattern.
func (of rulePatterns) match(file string) bool {
	return slices.ContainsFunc(of.patterns, func(pattern string) bool {
		return matchesName(pattern, filepath.Base(file), of.fold)
	})
}

// noteOthers notes that files of a folder are not read; if they are many, only their number.
func (of rulePatterns) noteOthers(r *run, folder string, files []string) {
	why := r.profile.agent() + " takes only files of this folder that are called " + strings.Join(of.patterns, " or ")
	if len(files) > maxListed {
		r.leaveOut(folder, tools.Thousands(int64(len(files)))+" other files: "+why)
		return
	}

	for _, file := range files {
		reason := why
		for _, pattern := range of.patterns {
			if matchesName(pattern, filepath.Base(file), true) {
				reason = "the name is looked for as " + pattern
			}
		}

		r.leaveOut(file, reason)
	}
}

// leaveOutIn notes that the files of a folder with one of the names are not read.
func (r *run) leaveOutIn(dir string, names []string, why string) {
	for _, p := range r.find(dir, Files{Names: names, Each: true, Sorted: true}, false) {
		r.leaveOut(p, why)
	}
}
