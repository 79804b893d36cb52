package contextfiles

import (
	"path/filepath"
	"slices"
)

// SearchedNames are names that an agent looks for in some folders.
type SearchedNames struct {
	// Names are paths relative to each folder, with slashes; * matches within a name, ** also across folders.
	Names []string
	// Folders are absolute paths, in the order in which they are searched.
	Folders []string
}

// LookedFor returns which files were looked for at the start, and where. Folders with the same names are grouped.
func (b *Briefing) LookedFor() (all []SearchedNames) {
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
		i := slices.IndexFunc(all, func(l SearchedNames) bool { return slices.Equal(l.Names, names[dir]) })
		if i < 0 {
			i = len(all)
			all = append(all, SearchedNames{Names: names[dir]})
		}
		all[i].Folders = append(all[i].Folders, dir)
	}

	return all
}
