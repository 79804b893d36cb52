package revision

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"

	"eyeline/reader/git"
	"eyeline/reader/git/attributes"
	"eyeline/reader/internal/lazy"
)

// ChangeKind is how lines differ from a revision.
type ChangeKind uint8

const (
	Added   ChangeKind = iota + 1
	Changed            // other lines were there before
	Deleted            // lines were deleted
)

// Change is a run of lines of a file in the work tree that differ from a revision. First and Last are 1-based,
// inclusive. A deletion has no lines: it is the line before it, or line 1 at the start of the file.
type Change struct {
	Kind        ChangeKind
	First, Last int64
}

// ErrFiltered is the error of comparing a file for which git would run a program that the repository configures.
var ErrFiltered = errors.New("the repository filters the file through a program")

// Changes returns how a file of a work tree differs from base, a revision, or "" for the index. An untracked file has
// no changes. The error is git's, in one line, ErrFiltered, or ctx's.
func Changes(ctx context.Context, path, base string) ([]Change, error) {
	dir, name := filepath.Split(path)
	if err := mayCompare(ctx, dir, name); err != nil {
		return nil, err
	}

	args := []string{"diff", "-U0", "--inter-hunk-context=0", "--no-renames"}
	switch base {
	case "": // git diff compares with the index
	case "HEAD":
		args = append(args, base)
	default:
		tree, err := git.Resolve(ctx, dir, base, "tree")
		if err != nil {
			return nil, err
		}
		args = append(args, tree)
	}

	p, err := git.Start(ctx, dir, nil, append(args, "--", name)...)
	if err != nil {
		return nil, err
	}

	all, bad := parseHunks(bufio.NewReader(p))
	if bad != nil {
		p.Kill()
	}
	if err := p.Wait(); err != nil && bad == nil {
		return nil, err
	}

	return all, bad
}

// mayCompare returns why git must not compare a file of a folder: ErrFiltered, or an error of its attributes.
func mayCompare(ctx context.Context, dir, name string) error {
	place, err := Find(ctx, dir)
	if err != nil || place.Bare {
		return err
	}

	rel := place.Prefix + name
	tree, err := OpenAttributes(ctx, place.Top, false, rel)
	if err != nil {
		return err
	}

	defer tree.Close()
	values, err := tree.Of(ctx, rel, "filter")
	if err == nil && !slices.Contains([]string{attributes.Unspecified, attributes.Unset, attributes.Set}, values[0]) {
		err = ErrFiltered
	}

	return cmp.Or(err, tree.ForGit(rel))
}

// parseHunks parses the headers of a diff's hunks, and skips everything else, however long its lines are.
func parseHunks(r *bufio.Reader) ([]Change, error) {
	var all []Change
	begins := true // at the beginning of a line
	for {
		part, err := r.ReadSlice('\n')
		if begins && bytes.HasPrefix(part, []byte("@@ ")) {
			h, bad := ParseHunk(string(part))
			if bad != nil {
				return nil, fmt.Errorf("git answers with a diff: %w", bad)
			}
			all = append(all, changeOf(h))
		}

		begins = !errors.Is(err, bufio.ErrBufferFull)
		switch {
		case err == io.EOF:
			return all, nil
		case err != nil && begins:
			return all, err
		}
	}
}

// changeOf returns the change of a hunk without context.
func changeOf(h Hunk) Change {
	c := Change{Kind: Changed, First: h.NewFirst, Last: h.NewFirst + h.NewLines - 1}
	switch {
	case h.NewLines == 0:
		c = Change{Deleted, max(h.NewFirst, 1), max(h.NewFirst, 1)}
	case h.OldLines == 0:
		c.Kind = Added
	}
	return c
}

// hunkForm matches the header of a hunk, with numbers of at most 12 digits.
var hunkForm = lazy.Regexp(`^@@ -([0-9]{1,12})(?:,([0-9]{1,12}))? \+([0-9]{1,12})(?:,([0-9]{1,12}))? @@`)

// Hunk is the header of a hunk: its first line on either side, 1-based, or the line before it if it has no lines there,
// and how many lines it has.
type Hunk struct{ OldFirst, OldLines, NewFirst, NewLines int64 }

// ParseHunk parses "@@ -OLD,N +NEW,N @@".
func ParseHunk(line string) (h Hunk, err error) {
	m := hunkForm().FindStringSubmatch(line)
	if m == nil {
		return h, fmt.Errorf("%.60q is no hunk header", line)
	}
	for i, to := range []*int64{&h.OldFirst, &h.OldLines, &h.NewFirst, &h.NewLines} {
		*to, _ = strconv.ParseInt(cmp.Or(m[i+1], "1"), 10, 64) // only digits
	}
	return h, nil
}
