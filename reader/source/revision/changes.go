package revision

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"path/filepath"
	"strconv"
	"strings"

	"eyeline/reader/git"
)

// ChangeKind says what has become of lines.
type ChangeKind uint8

const (
	Added   ChangeKind = iota + 1
	Changed            // other lines were there
	Deleted            // lines are gone
)

// Change is a run of lines of a file in the work tree that differ from a revision. First and Last are 1-based and both
// included. A deletion has no lines of its own: it is given as the line before it, or line 1 at the start of the file.
type Change struct {
	Kind        ChangeKind
	First, Last int64
}

// ErrFiltered says that git would run a program that the repository configures to compare a file, which is not done.
var ErrFiltered = errors.New("the repository filters the file through a program")

// Changes lists how a file of a work tree differs from a base: a revision, or the index where base is "". A file that
// git does not track has none. The error is git's, in one line, ErrFiltered, or ctx's.
func Changes(ctx context.Context, path, base string) ([]Change, error) {
	dir, name := filepath.Split(path)
	attr, err := git.Output(ctx, dir, "check-attr", "-z", "filter", "--", name)
	if err != nil {
		return nil, err
	}
	if fields := strings.Split(attr, "\x00"); len(fields) < 3 || fields[2] != "unspecified" && fields[2] != "unset" && fields[2] != "set" {
		return nil, ErrFiltered
	}
	args := []string{"diff", "-U0", "--inter-hunk-context=0", "--no-renames"}
	switch base {
	case "":
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

// parseHunks reads the headers of the hunks of a diff, and skips everything else however long its lines are.
func parseHunks(r *bufio.Reader) ([]Change, error) {
	var all []Change
	begins := true // of a line
	for {
		part, err := r.ReadSlice('\n')
		if begins && bytes.HasPrefix(part, []byte("@@ ")) {
			c, ok := parseHunk(string(part))
			if !ok {
				return nil, errors.New("git answers " + strconv.Quote(strings.TrimSpace(string(part))))
			}
			all = append(all, c)
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

// parseHunk reads "@@ -10,2 +9,0 @@".
func parseHunk(line string) (Change, bool) {
	fields := strings.Fields(line)
	if len(fields) < 3 {
		return Change{}, false
	}
	_, gone, ok1 := parseRange(fields[1], "-")
	first, here, ok2 := parseRange(fields[2], "+")
	c := Change{Kind: Changed, First: first, Last: first + here - 1}
	switch {
	case here == 0:
		c = Change{Deleted, max(first, 1), max(first, 1)}
	case gone == 0:
		c.Kind = Added
	}
	return c, ok1 && ok2
}

// parseRange reads "+9,2", or "+9" for one line.
func parseRange(s, sign string) (first, count int64, ok bool) {
	s, ok = strings.CutPrefix(s, sign)
	from, n, several := strings.Cut(s, ",")
	first, err := strconv.ParseInt(from, 10, 64)
	count = 1
	if several {
		var bad error
		count, bad = strconv.ParseInt(n, 10, 64)
		err = errors.Join(err, bad)
	}
	return first, count, ok && err == nil && first >= 0 && count >= 0
}
