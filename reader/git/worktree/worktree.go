// Package worktree, which changes without notice, finds the git work trees that folders lie in.
package worktree

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"eyeline/reader/git"
)

// Tree is the work tree that a folder lies in.
type Tree struct {
	Top     string // top of the work tree, an absolute path without symbolic links; "" outside of one
	Problem error  // why git fails although there is a .git
}

// Finder finds work trees, and runs git once for all folders of one. One goroutine may use it.
type Finder struct{ known map[string]Tree } // by the folder that has a .git

// Of returns the work tree of a folder, which must be an absolute path without symbolic links.
func (f *Finder) Of(ctx context.Context, dir string) Tree {
	above := git.Above(dir)
	if above == "" {
		return Tree{}
	}

	for own := dir; own != above && own != filepath.Dir(own); own = filepath.Dir(own) {
		if _, err := os.Lstat(filepath.Join(own, "HEAD")); err == nil {
			return ask(ctx, dir) // git may treat it as a repository of its own
		}
	}

	tree, known := f.known[above]
	if !known {
		tree = ask(ctx, dir)
		if f.known == nil {
			f.known = map[string]Tree{}
		}
		f.known[above] = tree
	}

	return tree
}

// ask runs git to find the work tree that dir is in. Outside of one the Tree has a Problem.
func ask(ctx context.Context, dir string) Tree {
	out, err := git.Output(ctx, dir, "rev-parse", "--show-toplevel")
	if err != nil {
		return Tree{Problem: fmt.Errorf("git: %w", err)}
	}

	top, err := filepath.EvalSymlinks(strings.TrimSuffix(out, "\n"))
	if err != nil {
		return Tree{Problem: err}
	}

	rel, err := filepath.Rel(top, dir)
	if err != nil || !filepath.IsLocal(rel) { // core.worktree may be any folder
		return Tree{Problem: fmt.Errorf("git: the work tree is elsewhere: %s", top)}
	}

	return Tree{Top: top}
}
