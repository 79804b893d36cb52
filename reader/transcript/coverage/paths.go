package coverage

import (
	"cmp"
	"maps"
	"path/filepath"
	"slices"

	"eyeline/reader/internal/onefile"
	"eyeline/reader/transcript"
	"eyeline/reader/transcript/argplaces"
	"eyeline/reader/transcript/record"
)

// paths tells which paths are of one file.
type paths struct {
	s *transcript.Session
	// alias are the paths of files that links lead to, by the paths of the links; "" for a path that is no link.
	alias map[string]string
	// spelt are the paths of files on Windows as they were named first, by their keys.
	spelt map[string]string
	// follow finds the alias of a path that is not among them yet; nil: nothing is looked up.
	follow func(path string) string
}

// key is the key of a file or folder, see [argplaces.Key].
func (p *paths) key(path string) string { return argplaces.Key(&p.s.Header, path) }

// real is the path that a path leads to by a link.
func (p *paths) real(path string) string {
	path = p.asSpelt(path)
	to, known := p.alias[path]
	if !known && p.follow != nil && path != "" {
		to = p.follow(path)
		p.alias[path] = to
	}
	return cmp.Or(to, path)
}

// asSpelt is a path as it was named first, where systems do not tell upper case from lower case.
func (p *paths) asSpelt(path string) string {
	if !record.IsWindows(p.s.Dir) || path == "" {
		return path
	}
	key := p.key(path)
	if p.spelt[key] == "" {
		p.spelt[key] = path
	}
	return p.spelt[key]
}

// follower finds the file that a path below the folder leads to by links, or that was asked for in other letters; ""
// for the path itself.
func follower(w transcript.Workspace) func(path string) string {
	base, err := filepath.EvalSymlinks(filepath.FromSlash(w.Folder))
	if err != nil || w.Folder == "" {
		return nil
	}

	var names onefile.Names
	return func(path string) string {
		rel, isInside := w.Locate(path)
		if !isInside {
			return ""
		}
		if to := names.Of(base, followed(base, rel)); to != filepath.ToSlash(filepath.Clean(rel)) {
			return record.ResolvePath(w.Recorded, to)
		}

		return ""
	}
}

// links are the paths of files below the folder that lead to others there by links.
func links(w transcript.Workspace, files fileStates) map[string]string {
	alias := map[string]string{}
	follow := follower(w)
	if follow == nil {
		return nil
	}
	for _, path := range slices.Sorted(maps.Keys(files)) {
		if to := follow(path); to != "" {
			alias[path] = to
		}
	}

	return alias
}

// followed is a path below a folder without the links in it; the path itself where it leads nowhere, or out of the
// folder.
func followed(base, rel string) string {
	real, err := filepath.EvalSymlinks(filepath.Join(base, filepath.FromSlash(rel)))
	if err == nil {
		if to, err := filepath.Rel(base, real); err == nil && filepath.IsLocal(to) {
			return filepath.ToSlash(to)
		}
	}
	return filepath.ToSlash(filepath.Clean(rel))
}
