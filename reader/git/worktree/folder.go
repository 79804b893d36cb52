package worktree

import (
	"os"
	"path"
	"path/filepath"

	"eyeline/reader/git"
)

// Folder is the working folder below the top of its git work tree, slash-separated; "" at the top, and where the
// folder lies in no work tree.
//
// A report names files from the working folder. With this the same file is known again in a report that was made in
// another folder of the work tree. git is not asked: it may not be there, or refuse a folder of somebody else's.
func Folder() string {
	dir, err := os.Getwd()
	if err == nil {
		dir, err = filepath.EvalSymlinks(dir)
	}
	if err != nil {
		return "" // names are not shown from it either
	}

	top := git.Above(dir)
	if top == "" {
		return ""
	}

	below, err := filepath.Rel(top, dir)
	if err != nil || below == "." {
		return ""
	}

	return filepath.ToSlash(below)
}

// Name is how a file is called from the top of the work tree that is called shown from a folder of it. An
// absolute path, which names a file outside of the tree, stays as it is.
func Name(folder, shown string) string {
	if path.IsAbs(shown) || filepath.IsAbs(shown) {
		return shown
	}
	return path.Join(folder, shown)
}
