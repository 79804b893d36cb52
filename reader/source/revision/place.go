package revision

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"eyeline/reader/git"
)

// Place is the position of a directory in a repository.
type Place struct {
	Top    string // absolute path of the top of the work tree, or of a bare repository
	Prefix string // path from there to the directory, with a final "/"; "" at the top
	Bare   bool   // there is no work tree
}

// Find returns the place of a directory. The error is git's, in one line.
func Find(ctx context.Context, dir string) (Place, error) {
	out, err := git.Output(ctx, dir, "rev-parse",
		"--is-inside-work-tree", "--absolute-git-dir", "--show-prefix", "--show-toplevel")
	lines := strings.SplitN(strings.TrimSuffix(out, "\n"), "\n", 4)
	switch {
	case len(lines) == 4 && err == nil:
		p := Place{Top: filepath.FromSlash(lines[3]), Prefix: lines[2]}
		own, err := git.Output(ctx, p.Top, "rev-parse", "--absolute-git-dir")
		if err != nil || strings.TrimSuffix(own, "\n") != lines[1] || lines[0] != "true" || !p.is(dir) {
			return Place{}, fmt.Errorf("the work tree of the repository is elsewhere, in %s", p.Top)
		}
		return p, nil
	case len(lines) >= 2 && lines[0] == "false":
		return Place{Top: filepath.FromSlash(lines[1]), Bare: true}, nil
	case err == nil:
		err = errors.New("git does not say where its work tree is")
	}

	return Place{}, err
}

// is reports whether dir is the directory that the place is of.
func (p Place) is(dir string) bool {
	given, err := os.Stat(cmp.Or(dir, "."))
	found, err2 := os.Stat(filepath.Join(p.Top, filepath.FromSlash(p.Prefix)))
	return err == nil && err2 == nil && os.SameFile(given, found)
}
