package source

import (
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// resolution is how a path leads to a file: where a change can make the path name another file.
type resolution struct {
	name  string          // the file's own, folded, without links; there may be no such file
	links map[string]bool // the symbolic links followed, folded
	dirs  []watchedDir    // the directories that contain them
}

type watchedDir struct {
	path string
	info fs.FileInfo
}

// mostLinks is how many symbolic links are followed at most, as by the system.
const mostLinks = 40

var errLinks = errors.New("too many symbolic links")

// resolve follows an absolute path. The error is that of a directory that does not exist or cannot be searched; a file
// that does not exist is no error.
func resolve(path string) (*resolution, error) {
	r := &resolution{links: map[string]bool{}}
	root := filepath.VolumeName(path) + string(filepath.Separator)
	at, rest, followed := root, steps(path), 0
	for len(rest) > 0 {
		step := rest[0]
		rest = rest[1:]
		if step == ".." {
			at = filepath.Dir(at) // no link is left in at
			continue
		}
		next := filepath.Join(at, step)
		info, err := os.Lstat(next)
		switch {
		case err != nil && (len(rest) > 0 || !errors.Is(err, fs.ErrNotExist)):
			return nil, err
		case err == nil && info.Mode()&fs.ModeSymlink != 0:
			if followed++; followed > mostLinks {
				return nil, errLinks
			}
			target, err := os.Readlink(next)
			if err != nil {
				return nil, err
			}
			// Links in the root belong to the system, and to watch the root is costly on some.
			if at != root || len(rest) == 0 {
				r.links[fold(next)] = true
				if err := r.watch(at); err != nil {
					return nil, err
				}
			}
			if filepath.IsAbs(target) {
				root = filepath.VolumeName(target) + string(filepath.Separator)
				at = root
			}
			rest = append(steps(target), rest...)
		default:
			at = next
		}
	}
	r.name = fold(at)
	return r, r.watch(filepath.Dir(at))
}

// steps are the names in a path, in order.
func steps(path string) (names []string) {
	isSeparator := func(r rune) bool { return r < 0x80 && os.IsPathSeparator(uint8(r)) }
	for _, name := range strings.FieldsFunc(path[len(filepath.VolumeName(path)):], isSeparator) {
		if name != "." {
			names = append(names, name)
		}
	}
	return names
}

// watch adds a directory.
func (r *resolution) watch(dir string) error {
	if slices.ContainsFunc(r.dirs, func(d watchedDir) bool { return d.path == dir }) {
		return nil
	}
	info, err := os.Lstat(dir)
	if err == nil {
		r.dirs = append(r.dirs, watchedDir{dir, info})
	}
	return err
}

// same reports whether two resolutions are equal: the same names in the same directories.
func (r *resolution) same(v *resolution) bool {
	same := func(a, b watchedDir) bool { return a.path == b.path && os.SameFile(a.info, b.info) }
	return r.name == v.name && maps.Equal(r.links, v.links) && slices.EqualFunc(r.dirs, v.dirs, same)
}

// fold makes names equal that usually name the same file on the system.
func fold(name string) string {
	name = filepath.Clean(name)
	if runtime.GOOS == "windows" || runtime.GOOS == "darwin" {
		return strings.ToLower(name)
	}
	return name
}
