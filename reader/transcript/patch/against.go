package patch

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"eyeline/reader/access"
	"eyeline/reader/git"
	"eyeline/reader/source/revision"
)

// maxCompared is the size of the largest file that git compares here, in bytes: it takes many times that in memory.
const maxCompared = 64 << 20

// Against is the diff of a git work tree against a revision. Names are relative to dir. A file whose bytes are not
// those of the revision with the lines of git's diff is in Unread. The error is git's, in one line.
func Against(ctx context.Context, dir, rev string) (Diff, error) {
	id, err := git.Resolve(ctx, dir, rev, "commit")
	if _, ok := errors.AsType[*git.RevisionError](err); ok {
		id, err = git.Resolve(ctx, dir, rev, "tree")
	}
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

	differing, err := revision.Compare(ctx, place.Top, id)
	if err != nil {
		return Diff{}, err
	}

	diff := Diff{Unread: []Unread{}}
	if large := tooLarge(differing); len(large) > 0 {
		diff.Unread = large
	} else if diff, err = byGit(ctx, place.Top, id, differing); err == nil {
		err = diff.confirm(ctx, place.Top, id, differing)
	}

	if err != nil {
		return Diff{}, err
	}

	diff.ID = id
	diff.Folder = filepath.Join(place.Top, filepath.FromSlash(place.Prefix))
	for i := range diff.Files {
		diff.Files[i].Path = from(place.Prefix, diff.Files[i].Path)
	}

	for i := range diff.Unread {
		diff.Unread[i].Path = from(place.Prefix, diff.Unread[i].Path)
	}

	return diff, nil
}

// byGit is the diff that git makes, with names from the top of the work tree.
func byGit(ctx context.Context, top, id string, differing []revision.Difference) (Diff, error) {
	tree, err := revision.OpenAttributes(ctx, top, false)
	if err != nil {
		return Diff{}, err
	}

	defer tree.Close()
	for _, d := range differing {
		if err := tree.ForGit(d.Name); err != nil {
			return Diff{}, err
		}
	}

	p, err := git.Start(ctx, top, nil, "diff", "--text", "-U0", "--inter-hunk-context=0", "--find-renames",
		"--no-relative", "--src-prefix=a/", "--dst-prefix=b/", id, "--")
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

	diff.Said = p.ErrorLines()
	return diff, nil
}

// from is a name relative to a folder; both are given from the top of the work tree, the folder with a "/" at its end.
func from(folder, name string) string {
	rel, err := filepath.Rel(filepath.FromSlash(folder), filepath.FromSlash(name))
	if name == "" || folder == "" || err != nil {
		return name
	}
	return filepath.ToSlash(rel)
}

// tooLarge names the files that are too large to be compared.
func tooLarge(differing []revision.Difference) (found []Unread) {
	for _, d := range differing {
		if size := max(d.Before, d.Now); size > maxCompared {
			const why = "%d bytes, more than the %d that git is asked to compare, so nothing is judged"
			found = append(found, Unread{Path: d.Name, Why: fmt.Sprintf(why, size, maxCompared)})
		}
	}
	return found
}

// confirm puts a file into Unread if it differs from a revision and the diff does not have all the lines that do.
func (d *Diff) confirm(ctx context.Context, top, id string, differing []revision.Difference) error {
	files := map[string]*File{}
	named := map[string]bool{}
	for i := range d.Files {
		files[d.Files[i].Path] = &d.Files[i]
	}

	for _, u := range d.Unread {
		named[u.Path] = true
	}

	unread := func(name, why string) {
		if why != "" && !named[name] {
			d.Unread = append(d.Unread, Unread{Path: name, Why: why})
		}
	}

	var old []revision.Difference // that can be compared with what they were
	var names []string            // of that
	converted := 0
	for _, x := range differing {
		name := id + ":" + x.Name
		if was, moved := d.moved[x.Name]; moved {
			name = id + ":" + was
		} else if x.Before < 0 {
			name = "" // there was none
		}

		switch {
		case x.Gone: // there is no file to compare
		case x.Converted:
			converted++
		case x.Why != "":
			unread(x.Name, x.Why)
		case strings.Contains(name, "\n"):
			unread(x.Name, "git cannot be asked for a name with a line end")
		default:
			old = append(old, x)
			names = append(names, name)
		}
	}

	if converted > 0 {
		said := fmt.Sprintf("files of which only the line ends differ, CR LF, as git is told: %d", converted)
		d.Said = append(d.Said, said)
	}

	return revision.Each(ctx, top, names, func(i int, before io.Reader) error {
		f := cmp.Or(files[old[i].Name], &File{})
		why := "the repository does not have what it was"
		if before != nil {
			why = f.against(ctx, top, old[i], before)
		}

		unread(old[i].Name, why)
		return ctx.Err()
	})
}

// against is compare for a file below the top of a work tree.
func (f *File) against(ctx context.Context, top string, x revision.Difference, before io.Reader) (why string) {
	now, err := access.OpenIn(ctx, top, x.Name)
	if err != nil {
		return cannot(err)
	}
	defer now.Close()
	return f.compare(ctx, bufio.NewReader(before), io.NewSectionReader(now, 0, now.Size()), x.CRLF)
}
