package launch

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"time"

	"eyeline/reader/git"
)

// reportHead says what a report is about, when it was made and by which command, so that it can be used later. If what
// was checked is outside of any git work tree, or in several, it has no name, and inRepository is false.
func reportHead(
	ctx context.Context, paths []string, staged bool, command string, now time.Time,
) (lines []string, inRepository bool) {
	when := now.Format("2006-01-02 15:04 MST")
	top, inOne := sameWorkTree(paths)
	if inOne {
		if name, commit := checkedOut(ctx, paths[0]); commit != "" {
			of := "work tree at "
			if staged {
				of = "staged on "
			}
			when = filepath.Base(name) + ", " + of + commit + " · " + when
			return []string{when, command}, true
		}
	}

	return []string{when, command}, !inOne || top != ""
}

// sameWorkTree reports whether all paths are in the same git work tree; top is the root of it, "" if they are in none.
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

// topOf returns the nearest folder, dir itself or one above it, that contains .git; "" without one.
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

// folderOf returns a path if it is a folder, else the folder that it is in.
func folderOf(path string) string {
	if info, err := os.Stat(path); err == nil && !info.IsDir() {
		return filepath.Dir(path)
	}
	return path
}

// checkedOut returns the root of the work tree that a path is in, and the abbreviated commit that is checked out there;
// both are "" if git knows neither.
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
