package transcript

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// WorkingFolder is a folder with all names that a record may have for it. A shell keeps the name that was typed, with
// symbolic links and in any letter case; most agents record the one that the system returns.
type WorkingFolder struct {
	names []string    // absolute: as given, and with links resolved
	info  fs.FileInfo // nil if there is no such folder
}

// FolderAt returns the WorkingFolder at an absolute path.
func FolderAt(path string) WorkingFolder {
	w := WorkingFolder{names: []string{path}}
	if real, err := filepath.EvalSymlinks(path); err == nil && real != path {
		w.names = append(w.names, real)
	}
	w.info, _ = os.Stat(path) // a folder that does not exist is known by its name alone
	return w
}

// Is reports whether a recorded path names the folder. If the names differ, it asks the file system, unless the path is
// one of another operating system.
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

// isLike reports whether an agent may have derived the name of a folder from the path: some write C:\w as c--w.
func (w WorkingFolder) isLike(name string) bool {
	return slices.ContainsFunc(w.names, func(path string) bool { return strings.EqualFold(dashed(name), dashed(path)) })
}
