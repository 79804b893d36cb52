package revision

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"eyeline/reader/git"
)

// Commit is a commit that changed a file.
type Commit struct {
	ID, Short     string // full id, and git's abbreviation
	Date          string // author date, YYYY-MM-DD
	Author, Title string
	// Path is the file's path at that time, relative to the top of the work tree, with "/"; "" if the commit removed
	// it.
	Path string
}

// Log returns at most most commits that changed a file of a work tree, newest first: ancestors of HEAD and, unless it
// is "", of rev. It follows renames. path is absolute; the file need not exist. The error is git's, in one line, or
// ctx's.
func Log(ctx context.Context, path, rev string, most int) ([]Commit, error) {
	dir, name := Existing(path)
	args := []string{
		"log", "--no-relative", "--follow", "--name-status", "-z", "--format=%x00%x00%H%x00%h%x00%as%x00=%an%x00=%s",
		"--max-count", strconv.Itoa(most),
	}
	from := []string{"--end-of-options", "HEAD"}
	if rev != "" {
		commit, err := git.Resolve(ctx, dir, rev, "commit")
		if err != nil {
			return nil, err
		}
		args = append(args, "--topo-order") // renames are followed from the newest commit on
		from = append(from, commit)
	}

	out, err := git.Output(ctx, dir, slices.Concat(args, from, []string{"--", name})...)
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		return nil, err
	}

	var all []Commit

	// Fields end with NUL and, with "=", are never empty, so that two NULs only precede a commit.
	for entry := range strings.SplitSeq(out, "\x00\x00") {
		fields := strings.Split(strings.Trim(entry, "\x00"), "\x00")
		if len(fields) < 5 {
			continue
		}

		c := Commit{ID: fields[0], Short: fields[1], Date: fields[2], Author: fields[3][1:], Title: fields[4][1:]}
		changed := fields[5:]
		if len(changed) >= 2 && !strings.HasPrefix(strings.TrimSpace(changed[0]), "D") {
			c.Path = changed[len(changed)-1]
		}

		all = append(all, c)
	}

	return all, nil
}

// Existing returns the innermost existing folder of a path, where git can run, and the rest of the path.
func Existing(path string) (dir, rest string) {
	dir, rest = filepath.Split(filepath.Clean(path))
	for {
		if info, err := os.Stat(dir); err == nil && info.IsDir() {
			return dir, rest
		}

		parent, base := filepath.Split(filepath.Clean(dir))
		if parent == dir || parent == "" {
			return dir, rest
		}

		dir = parent
		rest = filepath.Join(base, rest)
	}
}

// State returns a text that changes when the base of a comparison may have changed. files are those of StateFiles.
func State(files []string) string {
	var b strings.Builder
	for _, f := range files {
		if info, err := os.Stat(f); err == nil {
			fmt.Fprint(&b, info.ModTime(), " ", info.Size())
		}
		b.WriteString("\n")
	}
	return b.String()
}

// StateFiles returns the files of a repository that change with its index, HEAD and a base; path is a file of its work
// tree.
func StateFiles(ctx context.Context, path, base string) ([]string, error) {
	dir, _ := Existing(path)
	head, err := git.Output(ctx, dir, "rev-parse", "--symbolic-full-name", "HEAD")
	if err != nil {
		return nil, err
	}

	names := []string{"HEAD", "index", "packed-refs", strings.TrimSpace(head)}
	if base != "" && base != "HEAD" && !strings.HasPrefix(base, "-") {
		names = append(names, "refs/heads/"+base, "refs/tags/"+base, "refs/remotes/"+base)
	}

	args := []string{"rev-parse"}
	for _, name := range names {
		args = append(args, "--git-path", name)
	}

	out, err := git.Output(ctx, dir, args...)
	if err != nil {
		return nil, err
	}

	files := strings.Split(strings.TrimSuffix(out, "\n"), "\n")
	if len(files) != len(names) {
		return nil, errors.New("git does not say where its files are")
	}

	for i, f := range files {
		if !filepath.IsAbs(f) {
			files[i] = filepath.Join(dir, f)
		}
	}

	return files, nil
}
