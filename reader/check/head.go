package check

import (
	"context"
	"path/filepath"
	"strings"
	"time"

	"eyeline/reader/git"
)

// Head says what was checked, when and by which command: a report that is kept is of no use without.
type Head struct {
	// Repository is the name of the folder of the git work tree, and Revision the commit that is checked out in it,
	// shortened; both are "" outside of one.
	Repository, Revision string
	Date                 time.Time
	Command              string
}

// HeadOf is the head of a report of a folder or a file that is made by a command. Without git nothing
// is known of the repository.
func HeadOf(ctx context.Context, path, command string, now time.Time) Head {
	h := Head{Date: now, Command: command}
	dir, err := filepath.Abs(path)
	if err != nil {
		return h
	}
	top, ok, err := workTree(ctx, dir)
	if err != nil || !ok {
		dir = filepath.Dir(dir) // of a file
		if top, ok, err = workTree(ctx, dir); err != nil || !ok {
			return h
		}
	}
	if id, err := git.Output(ctx, top, "rev-parse", "--short=10", "HEAD"); err == nil {
		h.Repository, h.Revision = filepath.Base(top), strings.TrimSpace(id)
	}
	return h
}

// lines are the lines of the head; nil where there is nothing to say.
func (h Head) lines() (said []string) {
	var of []string
	if h.Repository != "" {
		of = append(of, h.Repository+", work tree at "+h.Revision)
	}
	if !h.Date.IsZero() {
		of = append(of, h.Date.Format("2006-01-02 15:04 MST"))
	}
	for _, line := range []string{strings.Join(of, " · "), h.Command} {
		if line != "" {
			said = append(said, line)
		}
	}
	return said
}
