package launch

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"time"

	"eyeline/reader/git"
)

// reportHead says of what a report is, of when and by which command: one that is kept is of no use without. A folder
// or a file outside of a git work tree has no name there, and of it inRepository is false.
func reportHead(ctx context.Context, path, command string, now time.Time) (lines []string, inRepository bool) {
	when := now.Format("2006-01-02 15:04 MST")
	top, commit := checkedOut(ctx, path)
	if commit != "" {
		when = filepath.Base(top) + ", work tree at " + commit + " · " + when
	}
	return []string{when, command}, commit != ""
}

// checkedOut is the top of the work tree that a path is in, and the commit that is checked out there, shortened; both
// are "" where git knows neither.
func checkedOut(ctx context.Context, path string) (top, commit string) {
	dir := path
	if info, err := os.Stat(path); err == nil && !info.IsDir() {
		dir = filepath.Dir(path)
	}
	out, err := git.Output(ctx, dir, "rev-parse", "--show-toplevel")
	if err != nil {
		return "", ""
	}
	top = strings.TrimSpace(out)
	if out, err = git.Output(ctx, top, "rev-parse", "--short=10", "HEAD"); err != nil {
		return "", ""
	}
	return top, strings.TrimSpace(out)
}
