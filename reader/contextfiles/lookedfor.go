package contextfiles

import (
	"path/filepath"
	"slices"
)

// Looked are the files that an agent looks for in some folders.
type Looked struct {
	// Names are paths below each of the folders, with slashes; * stands for any name, ** for folders, too.
	Names []string
	// Folders are absolute, in the order in which they are looked in.
	Folders []string
}

// LookedFor says which files were looked for at the start, and where: each folder once, and those together in which the
// same was looked for.
func (b *Briefing) LookedFor() (all []Looked) {
	names := map[string][]string{}
	var folders []string
	for _, one := range b.looked {
		if names[one.dir] == nil {
			folders = append(folders, one.dir)
		}
		if name := filepath.ToSlash(one.name); !slices.Contains(names[one.dir], name) {
			names[one.dir] = append(names[one.dir], name)
		}
	}

	for _, dir := range folders {
		i := slices.IndexFunc(all, func(l Looked) bool { return slices.Equal(l.Names, names[dir]) })
		if i < 0 {
			i = len(all)
			all = append(all, Looked{Names: names[dir]})
		}
		all[i].Folders = append(all[i].Folders, dir)
	}

	return all
}
