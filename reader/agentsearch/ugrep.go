package agentsearch

import (
	"slices"

	"eyeline/reader/internal/ignore"
)

// Ugrep is which files "ugrep -r --ignore-files --hidden" looks at: the .gitignore files from the folder that is
// searched down count, with or without git.
type Ugrep struct {
	// Folders are those that are left out, by name; a file of the first one's name, too.
	Folders []string
}

// ugrepLooker is a Ugrep in a folder.
type ugrepLooker struct {
	Ugrep
	r *run
}

func (u Ugrep) open(r *run) looker { return &ugrepLooker{u, r} }

func (l *ugrepLooker) why(e *entry) *Reason {
	if slices.Contains(l.Folders, e.name) && (e.isDir || e.name == l.Folders[0]) {
		return &Reason{Cause: ByName, Text: "its search leaves out " + e.name, Pattern: e.name}
	}
	for f := e.in; ; f = f.up {
		read := func(text string) *ignore.Listed { return ignore.List(ignore.Ugrep, text) }
		list := f.list(l.r, ".gitignore", byUgrep, read)
		if says, why := l.r.saidIn(f, ".gitignore", list, e); says != 0 {
			return why
		}
		if f == l.r.top {
			return nil
		}
	}
}
