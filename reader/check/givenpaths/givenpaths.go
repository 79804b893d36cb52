// Package givenpaths, which changes without notice, says for which of some given paths a file is checked, and how it is
// named.
package givenpaths

import (
	"os"
	"path/filepath"
	"strings"
)

// Set is a set of absolute paths, each with a number.
type Set struct {
	numbers map[string]int
	leading map[string]struct{} // the folders above the paths
}

// Of are the paths, which are absolute and clean. The number of one is its index, counted from 0; of paths that are
// alike the first.
func Of(paths []string) *Set {
	s := &Set{numbers: make(map[string]int, len(paths)), leading: map[string]struct{}{}}
	for i, path := range paths {
		if _, known := s.numbers[path]; known {
			continue
		}

		s.numbers[path] = i
		for up := filepath.Dir(path); up != path; path, up = up, filepath.Dir(up) {
			if _, known := s.leading[up]; known {
				break
			}
			s.leading[up] = struct{}{}
		}
	}

	return s
}

// Number is that of the path that a file is checked for, so that it is counted once however many paths have it: the
// path that names it, or else the nearest folder above it; -1 for none.
func (s *Set) Number(name string) int {
	for {
		if i, ok := s.numbers[name]; ok {
			return i
		}

		up := filepath.Dir(name)
		if up == name {
			return -1
		}

		name = up
	}
}

// Reaches reports whether a path is given, or lies below or above one that is.
func (s *Set) Reaches(name string) bool {
	_, leads := s.leading[name]
	return leads || s.Number(name) >= 0
}

// Common is the deepest path that all of some slash-separated paths are or lie below; "." for none.
func Common(paths []string) string {
	if len(paths) == 0 {
		return "."
	}

	common := paths[0]
	for _, one := range paths[1:] {
		for !isBelow(common, one) {
			common = parent(common)
		}
	}

	return common
}

// isBelow reports whether a relative path is a folder or lies below it.
func isBelow(folder, path string) bool {
	if folder == "." || folder == path {
		return true
	}
	return len(path) > len(folder) && path[:len(folder)] == folder && path[len(folder)] == '/'
}

// parent is the folder above a relative path.
func parent(path string) string {
	for i := len(path) - 1; i > 0; i-- {
		if path[i] == '/' {
			return path[:i]
		}
	}
	return "."
}

// NamesFrom says what comes before names relative to a root, and where the working directory is below the root: ""
// where it is not below it.
func NamesFrom(root, given string) (prefix, here string) {
	dir, err := os.Getwd()
	if err == nil {
		dir, err = filepath.EvalSymlinks(dir)
	}
	if err != nil {
		return "", ""
	}
	if below, err := filepath.Rel(root, dir); err == nil && filepath.IsLocal(below) && below != "." {
		here = filepath.ToSlash(below)
	}

	up, err := filepath.Rel(dir, root)
	otherDrive := err != nil
	if otherDrive || here == "" && strings.HasPrefix(up, "..") && !strings.HasPrefix(given, "..") {
		up = root
	}

	return filepath.ToSlash(up), here
}
