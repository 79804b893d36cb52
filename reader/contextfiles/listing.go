package contextfiles

import (
	"errors"
	"io/fs"
	"path/filepath"
	"strings"
	"unicode/utf8"
)

// listings are the entries of folders, each read once: a briefing asks for many names in each folder, most of which are
// not there, and a path is the longer to look up the deeper it lies.
type listings struct {
	names map[string]map[string][]string // of a folder, by their lower case; nil: it cannot be listed
	real  map[string]string              // folders without links
	files map[string]bool                // whether a path is a file
}

// mayBe reports whether a path may be there: false is certain. Only names of ASCII are told, since file systems take
// others for the same in ways of their own.
func (r *run) mayBe(p string) bool {
	dir, name := filepath.Split(p)
	dir = filepath.Clean(dir)
	if name == "" || dir == p {
		return true
	}

	names := r.namesIn(dir)
	if names == nil {
		return true
	}

	for _, c := range name {
		if c >= utf8.RuneSelf {
			return true
		}
	}

	return len(names[strings.ToLower(name)]) > 0
}

// spelt is the path of what a name below a folder stands for, as the folders list it: a file system that takes upper
// and lower case for the same, as those of Windows and macOS do, has one file under all the names that an agent tries.
func spelt(r *run, dir, name string) string {
	for part := range strings.SplitSeq(name, "/") {
		if names := r.namesIn(dir)[strings.ToLower(part)]; len(names) == 1 {
			part = names[0]
		}
		dir = filepath.Join(dir, part)
	}
	return dir
}

// namesIn is listed, which is asked once for each folder.
func (r *run) namesIn(dir string) map[string][]string {
	names, known := r.list.names[dir]
	if !known {
		names = listed(r, dir)
		r.list.names[dir] = names
	}
	return names
}

// listed are the names of a folder by their lower case; nil where it cannot be listed.
func listed(r *run, dir string) map[string][]string {
	if !r.mayBe(dir) {
		return map[string][]string{}
	}
	entries, err := r.env.Files().ReadDir(dir, 0)
	if err != nil {
		return nil
	}
	names := make(map[string][]string, len(entries))
	for _, e := range entries {
		lower := strings.ToLower(e.Name())
		names[lower] = append(names[lower], e.Name())
	}
	return names
}

// real is a path without links, as far as it is known.
func (r *run) real(path string) string {
	dir := filepath.Dir(path)
	if dir == path {
		return path
	}

	above, known := r.list.real[dir]
	if !known {
		above = r.real(dir)
		r.list.real[dir] = above
	}

	own := filepath.Join(above, filepath.Base(path))
	switch fi, err := r.env.Files().Lstat(own); {
	case err == nil && fi.Mode()&fs.ModeSymlink == 0:
		return own
	case errors.Is(err, fs.ErrNotExist):
		return path
	}

	if real, err := r.env.Files().RealPath(path); err == nil {
		return real
	}

	return path
}
