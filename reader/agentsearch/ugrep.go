package agentsearch

import (
	"slices"

	"eyeline/reader/internal/ignore"
)

// Ugrep selects the files of "ugrep -r --ignore-files --hidden": .gitignore files of the searched folder and below
// count, with or without git.
type Ugrep struct {
	// Folders are the names of folders that are skipped. Files with the first of these names are skipped, too.
	Folders []string
}

// ugrepSelector is a Ugrep in a searched folder.
type ugrepSelector struct {
	Ugrep
	r *run
}

func (u Ugrep) newSelector(r *run) selector { return &ugrepSelector{u, r} }

func (l *ugrepSelector) excludes(e *entry) *Reason {
	if slices.Contains(l.Folders, e.name) && (e.isDir || e.name == l.Folders[0]) {
		return &Reason{Cause: ByName, Text: "it searches no " + e.name, Pattern: e.name}
	}

	for f := e.parent; ; f = f.parent {
		read := func(text string) *ignore.Listed { return ignore.List(ignore.Ugrep, text) }
		list := f.list(l.r, ".gitignore", byUgrep, read)
		if says, why := l.r.matchIn(f, ".gitignore", list, e); says != 0 {
			return why
		}
		if f == l.r.top {
			return nil
		}
	}
}
