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
	names map[string]map[string]bool // of a folder, in lower case; nil: it cannot be listed
	real  map[string]string          // folders without links
	files map[string]bool            // whether a path is a file
}

// mayBe reports whether a path may be there: false is certain. Only names of ASCII are told, since file systems take
// others for the same in ways of their own.
func (r *run) mayBe(p string) bool {
	dir, name := filepath.Split(p)
	dir = filepath.Clean(dir)
	if name == "" || dir == p {
		return true
	}
	names, known := r.list.names[dir]
	if !known {
		names = r.listed(dir)
		r.list.names[dir] = names
	}
	if names == nil {
		return true
	}
	for _, c := range name {
		if c >= utf8.RuneSelf {
			return true
		}
	}
	return names[strings.ToLower(name)]
}

// listed are the names of a folder in lower case; nil where it cannot be listed, or lists names that are folded in ways
// of the file system's own.
func (r *run) listed(dir string) map[string]bool {
	if !r.mayBe(dir) {
		return map[string]bool{}
	}
	entries, err := r.env.Files().ReadDir(dir, 0)
	if err != nil {
		return nil
	}
	names := make(map[string]bool, len(entries))
	for _, e := range entries {
		names[strings.ToLower(e.Name())] = true
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
