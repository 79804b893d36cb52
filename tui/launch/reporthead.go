package launch

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"time"

	"eyeline/reader/git"
	"eyeline/tui/kit/humanize"
)

// reportHead says of what a report is, of when and by which command: one that is kept is of no use without. What is
// outside of a git work tree has no name there, and of it inRepository is false; nor has what is in more than one.
func reportHead(
	ctx context.Context, paths []string, staged bool, command string, now time.Time,
) (lines []string, inRepository bool) {
	when := now.Format("2006-01-02 15:04 MST")
	top, inOne := sameWorkTree(paths)
	if inOne {
		if name, commit := checkedOut(ctx, paths[0]); commit != "" {
			of := humanize.Either(staged, "staged on ", "work tree at ")
			when = filepath.Base(name) + ", " + of + commit + " · " + when
			return []string{when, command}, true
		}
	}
	return []string{when, command}, !inOne || top != ""
}

// sameWorkTree reports whether paths are all in the same git work tree, whose top is "" where they are in none.
func sameWorkTree(paths []string) (top string, same bool) {
	tops := map[string]string{} // by folder
	for i, path := range paths {
		dir := folderOf(path)
		of, known := tops[dir]
		if !known {
			of = topOf(dir)
			tops[dir] = of
		}

		if i > 0 && of != top {
			return "", false
		}

		top = of
	}

	return top, true
}

// topOf is the nearest folder above a folder, or the folder itself, that git has files in; "" without one.
func topOf(dir string) string {
	dir, err := filepath.EvalSymlinks(dir)
	if err == nil {
		dir, err = filepath.Abs(dir)
	}

	for err == nil {
		if _, gone := os.Lstat(filepath.Join(dir, ".git")); gone == nil {
			return dir
		}

		above := filepath.Dir(dir)
		if above == dir {
			break
		}

		dir = above
	}

	return ""
}

// folderOf is the folder that a path is, or is in.
func folderOf(path string) string {
	if info, err := os.Stat(path); err == nil && !info.IsDir() {
		return filepath.Dir(path)
	}
	return path
}

// checkedOut is the top of the work tree that a path is in, and the commit that is checked out there, shortened; both
// are "" where git knows neither.
func checkedOut(ctx context.Context, path string) (top, commit string) {
	out, err := git.Output(ctx, folderOf(path), "rev-parse", "--show-toplevel")
	if err != nil {
		return "", ""
	}
	top = strings.TrimSpace(out)
	if out, err = git.Output(ctx, top, "rev-parse", "--short=10", "HEAD"); err != nil {
		return "", ""
	}
	return top, strings.TrimSpace(out)
}
