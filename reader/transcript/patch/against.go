package patch

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"io"
	"os"
	"path"
	"path/filepath"
	"strings"

	"eyeline/reader/git"
	"eyeline/reader/source/revision"
)

// Against is the diff of a git work tree against a revision. Names are relative to dir. What git does not compare is in
// Unread. The error is git's, in one line.
func Against(ctx context.Context, dir, rev string) (Diff, error) {
	tree, err := git.Resolve(ctx, dir, rev, "tree")
	if err != nil {
		return Diff{}, err
	}
	place, err := revision.Find(ctx, dir)
	if err != nil {
		return Diff{}, err
	}
	if place.Bare {
		return Diff{}, errors.New("there is no work tree here")
	}
	p, err := git.Start(ctx, place.Top, nil, "diff", "--text", "-U0", "--inter-hunk-context=0", "--find-renames",
		"--no-relative", "--src-prefix=a/", "--dst-prefix=b/", tree, "--")
	if err != nil {
		return Diff{}, err
	}
	diff, err := Parse(p)
	if err != nil {
		p.Kill()
	}
	if ended := p.Wait(); ended != nil || err != nil {
		return Diff{}, cmp.Or(err, ended)
	}
	diff.Said = p.Said()
	hidden, err := notCompared(ctx, place.Top)
	if err != nil {
		return Diff{}, err
	}
	diff.Unread = append(diff.Unread, hidden...)
	for i := range diff.Files {
		diff.Files[i].Path = from(place.Prefix, diff.Files[i].Path)
	}
	for i := range diff.Unread {
		diff.Unread[i].Path = from(place.Prefix, diff.Unread[i].Path)
	}
	return diff, nil
}

// from is a name relative to a folder; both are given from the top of the work tree, the folder with a "/" at its end.
func from(folder, name string) string {
	if name == "" || folder == "" {
		return name
	}
	up := ""
	for !strings.HasPrefix(name, folder) {
		folder = strings.TrimPrefix(path.Dir(strings.TrimSuffix(folder, "/"))+"/", "./")
		up += "../"
	}
	return up + name[len(folder):]
}

// notCompared names the files of an index that git takes for unchanged without a look at them, or of which it changes
// what it compares.
func notCompared(ctx context.Context, top string) ([]Unread, error) {
	p, err := git.Start(ctx, top, nil, "ls-files", "-v", "--stage", "-z")
	if err != nil {
		return nil, err
	}
	defer p.Close()
	var found []Unread
	var names strings.Builder
	in := bufio.NewReader(p)
	for {
		entry, err := in.ReadString(0)
		if err == io.EOF {
			if err := p.Wait(); err != nil {
				return nil, err
			}
			rewritten, err := rewritten(ctx, top, names.String())
			return append(found, rewritten...), err
		}
		if err != nil {
			return nil, err
		}
		// "TAG MODE ID STAGE\tNAME", where a small letter is the assume-unchanged bit.
		facts, name, _ := strings.Cut(strings.TrimSuffix(entry, "\x00"), "\t")
		tag, mode, _ := strings.Cut(facts, " ")
		names.WriteString(name + "\x00")
		if why := hides(filepath.Join(top, filepath.FromSlash(name)), tag, mode); why != "" {
			found = append(found, Unread{Path: name, Why: why})
		}
	}
}

// rewritten names the files of which git puts another text in place of some before it compares. names end with NUL.
func rewritten(ctx context.Context, top, names string) (found []Unread, err error) {
	p, err := git.Start(ctx, top, strings.NewReader(names), "check-attr", "-z", "--stdin", "ident", "working-tree-encoding")
	if err != nil {
		return nil, err
	}
	defer p.Close()
	for in := bufio.NewReader(p); ; {
		var fields [3]string // name, attribute, value
		for i := range fields {
			if fields[i], err = in.ReadString(0); err == io.EOF {
				return found, p.Wait()
			} else if err != nil {
				return nil, err
			}
			fields[i] = strings.TrimSuffix(fields[i], "\x00")
		}
		if v := fields[2]; v != "unspecified" && v != "unset" {
			found = append(found, Unread{Path: fields[0], Why: "its attribute " + fields[1] + " hides changes from git"})
		}
	}
}

// hides says why git does not look at a file; "" where it does, or where nothing is there.
func hides(file, tag, mode string) string {
	why := ""
	switch {
	case tag != strings.ToUpper(tag):
		why = "its assume-unchanged bit hides changes from git"
	case tag == "S":
		why = "its skip-worktree bit hides changes from git"
	case strings.HasPrefix(mode, "160000 "):
		file = filepath.Join(file, ".git")
		why = "a submodule, of which git compares the commit alone"
	default:
		return ""
	}
	if _, err := os.Lstat(file); os.IsNotExist(err) {
		return ""
	}
	return why
}
