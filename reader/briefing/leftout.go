package briefing

import (
	"fmt"
	"path/filepath"
	"strings"
)

// lookedFor are the names of files that profiles look for in folders other than the home, in the order of the list.
func lookedFor(profiles []*Profile) (names []string) {
	seen := map[string]bool{}
	for _, p := range profiles {
		for _, b := range p.Start {
			for _, place := range b.From {
				for _, f := range place.Each {
					for _, name := range f.Names {
						if place.In != Home && !seen[name] {
							seen[name] = true
							names = append(names, name)
						}
					}
				}
			}
		}
	}
	return names
}

// expected notes the files of instructions of the folders above that were not sent: of other agents, in other case, or
// in folders where this one does not look.
func (r *run) expected() {
	own := lookedFor([]*Profile{r.p})
	isOwn := map[string]bool{}
	for _, name := range own {
		isOwn[strings.ToLower(name)] = true
	}
	top := r.topOrCwd()
	looked := map[string]bool{}
	for _, dir := range r.out.Folders {
		looked[dir] = true
	}
	for _, dir := range r.upTo("") {
		if !inside(top, dir) {
			r.above(dir, own)
			continue
		}
		for _, name := range lookedFor(all) {
			reason := fmt.Sprintf("%s does not look for files of this name", r.p.agent())
			if isOwn[strings.ToLower(name)] {
				reason = fmt.Sprintf("%s does not look in this folder", r.p.agent())
				if looked[dir] {
					reason = "a file that comes before it stands for it"
				}
			}
			for _, p := range r.look(dir, Files{Names: []string{name}}) {
				r.leave(p, reason)
			}
		}
		r.otherCase(dir, own)
	}
}

// above notes files in a folder above the top.
func (r *run) above(dir string, own []string) {
	for _, name := range own {
		if p := filepath.Join(dir, name); !strings.Contains(name, "*") && r.isFile(p) {
			r.leave(p, r.p.agent()+" does not look above "+r.out.Folders[0])
		}
	}
}

// otherCase notes the files of a folder whose names differ from those looked for in upper and lower case.
func (r *run) otherCase(dir string, own []string) {
	for _, e := range r.entries(dir, AsListed) {
		for _, name := range own {
			if strings.EqualFold(e.Name(), name) && e.Name() != name {
				r.leave(filepath.Join(dir, e.Name()), "the name is looked for as "+name)
			}
		}
	}
}
