package agentsearch

import (
	"path"
	"slices"
	"strings"
)

// Listing is which files a search of an agent's own looks at, or grep: by names alone.
type Listing struct {
	// Folders are those that are not looked into, by name.
	Folders []string
	// List, where it is set, is the list of files that the rest is chosen from.
	List Look
	// Extensions are those of files that are looked at, in lower case, without dot; nil: all.
	Extensions []string
	// NoDotFiles: without extension, a file whose name begins with a dot is not looked at.
	NoDotFiles bool
	// Deepest is how many folders a file may lie below the one that is searched; 0: any number.
	Deepest int
	// NotAtHome: the home folder and the root are not searched at all.
	NotAtHome bool
}

// listingLooker is a Listing in a folder.
type listingLooker struct {
	Listing
	list looker // nil: all files
	r    *run
}

func (l Listing) open(r *run) looker {
	opened := &listingLooker{Listing: l, r: r}
	if l.List != nil {
		opened.list = l.List.open(r)
	}
	return opened
}

func (l *listingLooker) why(e *entry) *Reason {
	if l.NotAtHome && (l.r.top.abs == "/" || l.r.top.abs == l.r.env.HomeDir()) {
		return &Reason{Cause: Failed, Text: "the home folder and the root are not searched"}
	}

	if l.list != nil {
		if why := l.list.why(e); why != nil {
			return why
		}
	}

	switch {
	case e.isDir && slices.Contains(l.Folders, e.name):
		return &Reason{Cause: ByName, Text: "its search leaves out the folder " + e.name, Pattern: e.name}
	case e.isDir && l.Deepest > 0 && e.in.depth >= l.Deepest:
		return &Reason{Cause: ByName, Text: "it lies too deep"}
	case !e.isDir && l.Extensions != nil:
		return l.byExtension(e.name)
	}

	return nil
}

// byExtension says why a file of a name is not looked at.
func (l *listingLooker) byExtension(name string) *Reason {
	extension := strings.ToLower(strings.TrimPrefix(path.Ext(name), "."))
	dot := strings.LastIndexByte(name, '.')
	switch {
	case dot <= 0: // as JavaScript's extname has it, the dot at the beginning is part of the name
		if !l.NoDotFiles || name[0] != '.' {
			return nil
		}
	case slices.Contains(l.Extensions, extension):
		return nil
	}
	return &Reason{Cause: ByName, Text: "its search looks at files of other names only", Pattern: name[max(dot, 0):]}
}
