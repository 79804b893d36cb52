package agentsearch

import (
	"path"
	"slices"
	"strings"
)

// Listing selects files by names alone, as GNU grep and agents' own searches do.
type Listing struct {
	// Folders are the names of folders that are skipped.
	Folders []string
	// List, if not nil, selects the files that the other fields filter.
	List FileSelector
	// Extensions are those of the searched files, in lower case, without dot; nil for all files.
	Extensions []string
	// NoDotFiles: with Extensions, a file without extension is skipped if its name begins with a dot.
	NoDotFiles bool
	// Deepest is how many folders a file may lie below the searched one; 0 for no limit.
	Deepest int
	// NotAtHome: the call fails in the home folder and the root.
	NotAtHome bool
}

// listingSelector is a Listing in a searched folder.
type listingSelector struct {
	Listing
	list selector // nil: all files
	r    *run
}

func (l Listing) newSelector(r *run) selector {
	opened := &listingSelector{Listing: l, r: r}
	if l.List != nil {
		opened.list = l.List.newSelector(r)
	}
	return opened
}

func (l *listingSelector) excludes(e *entry) *Reason {
	if l.NotAtHome && (l.r.top.abs == "/" || l.r.top.abs == l.r.env.HomeDir()) {
		return &Reason{Cause: Failed, Text: "the home folder and the root are not searched"}
	}

	if l.list != nil {
		if why := l.list.excludes(e); why != nil {
			return why
		}
	}

	switch {
	case e.isDir && slices.Contains(l.Folders, e.name):
		return &Reason{Cause: ByName, Text: "it searches no folder " + e.name, Pattern: e.name}
	case e.isDir && l.Deepest > 0 && e.parent.depth >= l.Deepest:
		return &Reason{Cause: ByName, Text: "it lies too deep"}
	case !e.isDir && l.Extensions != nil:
		return l.byExtension(e.name)
	}

	return nil
}

// byExtension returns why a file of that name is skipped.
func (l *listingSelector) byExtension(name string) *Reason {
	extension := strings.ToLower(strings.TrimPrefix(path.Ext(name), "."))
	dot := strings.LastIndexByte(name, '.')
	switch {
	case dot <= 0: // as for JavaScript's extname, a leading dot is part of the name
		if !l.NoDotFiles || name[0] != '.' {
			return nil
		}
	case slices.Contains(l.Extensions, extension):
		return nil
	}

	return &Reason{Cause: ByName, Text: "its search looks at files of other names only", Pattern: name[max(dot, 0):]}
}
