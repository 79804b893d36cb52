package worktree

import (
	"os"
	"path"
	"path/filepath"

	"eyeline/reader/git"
)

// Folder returns the path of the working directory relative to the top of its git work tree, slash-separated; "" at the
// top and outside of a work tree.
//
// Reports name files relative to the working directory. With this a file is recognized in a report that was made in
// another folder. It does not run git, which may be missing or refuse somebody else's folder.
func Folder() string {
	dir, err := os.Getwd()
	if err == nil {
		dir, err = filepath.EvalSymlinks(dir)
	}
	if err != nil {
		return "" // names are not relative to it either
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

// RelativeToTop returns the path relative to the top of the work tree for a path relative to a folder of it. An
// absolute path, which is outside of the tree, is unchanged.
func RelativeToTop(folder, shown string) string {
	if path.IsAbs(shown) || filepath.IsAbs(shown) {
		return shown
	}
	return path.Join(folder, shown)
}
