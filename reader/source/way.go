package source

import (
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

// way is what leads from a path to a file: where a change can make the path name another file.
type way struct {
	name  string          // the file's own, folded, without links; there may be no such file
	links map[string]bool // the symbolic links passed, folded
	dirs  []watchedDir    // the directories that hold them
}

type watchedDir struct {
	path string
	info fs.FileInfo
}

// mostLinks is how many symbolic links a path may pass, as the system's own limit.
const mostLinks = 40

var errLinks = errors.New("too many symbolic links")

// findWay follows an absolute path. The error is that of a directory that is not there or cannot be looked into; that the
// file is not there is none.
func findWay(path string) (*way, error) {
	w := &way{links: map[string]bool{}}
	root := filepath.VolumeName(path) + string(filepath.Separator)
	at, rest, passed := root, steps(path), 0
	for len(rest) > 0 {
		step := rest[0]
		rest = rest[1:]
		if step == ".." {
			at = filepath.Dir(at) // at passes no link
			continue
		}
		next := filepath.Join(at, step)
		info, err := os.Lstat(next)
		switch {
		case err != nil && (len(rest) > 0 || !errors.Is(err, fs.ErrNotExist)):
			return nil, err
		case err == nil && info.Mode()&fs.ModeSymlink != 0:
			if passed++; passed > mostLinks {
				return nil, errLinks
			}
			target, err := os.Readlink(next)
			if err != nil {
				return nil, err
			}
			// Links in the root belong to the system, and to watch the root is costly on some.
			if at != root || len(rest) == 0 {
				w.links[fold(next)] = true
				if err := w.watch(at); err != nil {
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
	w.name = fold(at)
	return w, w.watch(filepath.Dir(at))
}

// steps are the names in a path, in order.
func steps(path string) (names []string) {
	for _, name := range strings.FieldsFunc(path[len(filepath.VolumeName(path)):], func(r rune) bool { return r < 0x80 && os.IsPathSeparator(uint8(r)) }) {
		if name != "." {
			names = append(names, name)
		}
	}
	return names
}

// watch adds a directory.
func (w *way) watch(dir string) error {
	for _, d := range w.dirs {
		if d.path == dir {
			return nil
		}
	}
	info, err := os.Lstat(dir)
	if err == nil {
		w.dirs = append(w.dirs, watchedDir{dir, info})
	}
	return err
}

// same says whether two ways are one: the same names in the same directories.
func (w *way) same(v *way) bool {
	if w.name != v.name || !maps.Equal(w.links, v.links) || len(w.dirs) != len(v.dirs) {
		return false
	}
	for i, d := range w.dirs {
		if d.path != v.dirs[i].path || !os.SameFile(d.info, v.dirs[i].info) {
			return false
		}
	}
	return true
}

// fold makes names equal that the system usually takes for one.
func fold(name string) string {
	name = filepath.Clean(name)
	if runtime.GOOS == "windows" || runtime.GOOS == "darwin" {
		return strings.ToLower(name)
	}
	return name
}
