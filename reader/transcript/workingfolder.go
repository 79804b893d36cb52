package transcript

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// WorkingFolder is a folder by each of the names that a record may have of it. A shell keeps the name that was typed,
// with links and in any case, and most agents record the one that the system gives.
type WorkingFolder struct {
	names []string    // absolute: as it was given, and without links
	info  fs.FileInfo // nil where there is no such folder
}

// FolderAt is the folder at an absolute path.
func FolderAt(path string) WorkingFolder {
	w := WorkingFolder{names: []string{path}}
	if real, err := filepath.EvalSymlinks(path); err == nil && real != path {
		w.names = append(w.names, real)
	}
	w.info, _ = os.Stat(path) // what is not there is known by its name alone
	return w
}

// Is reports whether a recorded path is that of the folder: the file system is asked where the names differ. A path of
// another machine is not asked for.
func (w WorkingFolder) Is(recorded string) bool {
	if recorded == "" || slices.Contains(w.names, recorded) {
		return recorded != ""
	}
	remote := strings.HasPrefix(recorded, "//") || strings.HasPrefix(recorded, `\\`)
	if w.info == nil || remote || !filepath.IsAbs(recorded) {
		return false
	}
	info, err := os.Stat(recorded)
	return err == nil && os.SameFile(info, w.info)
}

// isLike reports whether an agent may have made the name of a folder of the path: some write C:\w as c--w.
func (w WorkingFolder) isLike(name string) bool {
	return slices.ContainsFunc(w.names, func(path string) bool { return strings.EqualFold(dashed(name), dashed(path)) })
}
