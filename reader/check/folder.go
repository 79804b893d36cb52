package check

import (
	"context"
	"os"
	"path"
	"path/filepath"
)

// folderInTree is the working folder below the top of its git work tree, slash-separated; "" at the top, and where the
// folder lies in no work tree or git does not tell.
//
// A report names files from the working folder. With this the same file is known again in a report that was made in
// another folder of the work tree.
func folderInTree(ctx context.Context) string {
	dir, err := os.Getwd()
	if err == nil {
		dir, err = filepath.EvalSymlinks(dir)
	}
	if err != nil {
		return "" // names are not shown from it either
	}
	top, inTree, err := workTree(ctx, dir)
	if err != nil || !inTree {
		return ""
	}
	below, err := filepath.Rel(top, dir)
	if err != nil || below == "." {
		return ""
	}
	return filepath.ToSlash(below)
}

// nameInTree is how a file is called from the top of the work tree that is called shown from a folder of it. An
// absolute path, which names a file outside of the tree, stays as it is.
func nameInTree(folder, shown string) string {
	if path.IsAbs(shown) || filepath.IsAbs(shown) {
		return shown
	}
	return path.Join(folder, shown)
}
