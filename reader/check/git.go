package check

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"strings"

	"eyeline/reader/git"
	"eyeline/reader/source/revision"
)

// workTree is the top of the git work tree that dir lies in, as an absolute path. ok is false when there is none; the
// error says why git does not answer although there is one.
func workTree(ctx context.Context, dir string) (top string, ok bool, err error) {
	if !git.IsBelow(dir) {
		return "", false, nil
	}
	out, err := git.Output(ctx, dir, "rev-parse", "--show-toplevel")
	if err != nil {
		return "", false, gitError(err)
	}
	top, err = filepath.EvalSymlinks(strings.TrimSuffix(out, "\n"))
	if err == nil && !below(top, dir) { // core.worktree names any folder
		err = fmt.Errorf("git: the work tree is elsewhere: %s", top)
	}
	return top, err == nil && top != "", err
}

// below reports whether a path is a folder or lies below it.
func below(folder, path string) bool {
	rel, err := filepath.Rel(folder, path)
	return err == nil && filepath.IsLocal(rel)
}

// gitError says that an error is git's.
func gitError(err error) error { return fmt.Errorf("git: %w", err) }

// marked is the attributes that .gitattributes gives to files that nobody writes by hand.
var marked = []string{"linguist-generated", "linguist-vendored"}

// gitFiles lists the files of a work tree below the slash-separated path under, relative to top: those that git
// tracks, and the others that it does not ignore; with a commit, only those that differ from it. Memory does not
// grow with their number, but with a commit. attribute is the one of marked that a file has. What git could not look
// into goes to skip.
func gitFiles(
	ctx context.Context, top, under, commit string, take func(rel, attribute string) error, skip func(rel, why string),
) error {
	list := []string{"ls-files", "-z", "--cached", "--others", "--exclude-standard", "--deduplicate", "--", under}
	if commit == "" {
		return gitList(ctx, top, list, take, skip)
	}
	changed, err := revision.Compare(ctx, top, commit)
	if err != nil {
		return gitError(err)
	}
	var names strings.Builder
	tracked := map[string]bool{} // or was in the revision: git takes it for another file if it is not in the index
	for _, d := range changed {
		if !d.Gone && !d.Converted && (under == "." || below(under, d.Name)) {
			names.WriteString(d.Name + "\x00")
			tracked[d.Name] = true
		}
	}
	if err := withAttributes(ctx, top, strings.NewReader(names.String()), take); err != nil {
		return err
	}
	list = []string{"ls-files", "-z", "--others", "--exclude-standard", "--", under}
	return gitList(ctx, top, list, func(rel, attribute string) error {
		if tracked[rel] {
			return nil
		}
		return take(rel, attribute)
	}, skip)
}

// gitList hands the files that a command of git lists to take.
func gitList(
	ctx context.Context, top string, args []string, take func(rel, attribute string) error, skip func(rel, why string),
) error {
	asked, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	watch := newSilence(silent, func() { stop(errSilent) })
	defer watch.timer.Stop()
	list, err := git.Start(asked, top, nil, args...)
	if err != nil {
		return gitError(err)
	}
	defer list.Close()
	err = withAttributes(asked, top, watch.reads(list), watch.takes(take))
	if err == nil {
		if err = list.Wait(); err != nil {
			err = gitError(err)
		}
	}
	if context.Cause(asked) == errSilent {
		return gitError(errSilent)
	}
	if err != nil && ctx.Err() == nil {
		return err
	}
	for _, line := range list.Said() {
		path, why := warned(line)
		skip(path, why)
	}
	return ctx.Err()
}

// withAttributes hands files, whose names end with NUL, to take. options are git check-attr's.
func withAttributes(
	ctx context.Context, top string, names io.Reader, take func(rel, attribute string) error, options ...string,
) error {
	var taken error
	err := git.Attributes(ctx, top, names, marked, func(rel string, values []string) error {
		found := ""
		for i, value := range values {
			if value == "set" || value == "true" {
				found = marked[i]
			}
		}
		taken = take(rel, found)
		return taken
	}, options...)
	if err == nil || taken != nil || ctx.Err() != nil {
		return cmp.Or(taken, ctx.Err())
	}
	return gitError(err)
}

// warned is the path that a line of git's warnings is about, and what it says.
func warned(line string) (path, why string) {
	// Git could not look into a folder, and says often of which: a long line is cut.
	m := regexp.MustCompile(`^warning: ([^']*) '(.*?)(?:'(?:: (.*))?)?$`).FindStringSubmatch(line)
	if m == nil {
		return "", "git: " + line
	}
	return strings.TrimSuffix(m[2], "/"), strings.TrimSuffix("git: "+m[1]+": "+m[3], ": ")
}
