package contextfiles

import (
	"errors"
	"io/fs"
	"path/filepath"
	"strings"
	"unicode/utf8"
)

// dirCache caches folder entries, since a briefing looks up many names in each folder, most of which do not exist.
type dirCache struct {
	// by folder: the names of its entries, by their lower case; nil if it cannot be listed
	names     map[string]map[string][]string
	realPaths map[string]string // real paths, by folder
	files     map[string]bool   // whether a path is a file and no folder
}

// mayExist reports whether a path may exist; false is certain. For a name outside ASCII it is true, since file systems
// differ in which such names they take for the same.
func (r *run) mayExist(p string) bool {
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

// listedPath returns the path for a name below a folder as the folders spell it. On a file system that ignores case, an
// agent finds one file under several names.
func listedPath(r *run, dir, name string) string {
	for part := range strings.SplitSeq(name, "/") {
		if names := r.namesIn(dir)[strings.ToLower(part)]; len(names) == 1 {
			part = names[0]
		}
		dir = filepath.Join(dir, part)
	}
	return dir
}

// namesIn is readNames, cached.
func (r *run) namesIn(dir string) map[string][]string {
	names, known := r.cache.names[dir]
	if !known {
		names = readNames(r, dir)
		r.cache.names[dir] = names
	}
	return names
}

// readNames returns the names of a folder's entries by their lower case; nil if it cannot be listed.
func readNames(r *run, dir string) map[string][]string {
	if !r.mayExist(dir) {
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

// real returns the path without symbolic links; the path itself if it cannot be resolved.
func (r *run) real(path string) string {
	dir := filepath.Dir(path)
	if dir == path {
		return path
	}

	above, known := r.cache.realPaths[dir]
	if !known {
		above = r.real(dir)
		r.cache.realPaths[dir] = above
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
