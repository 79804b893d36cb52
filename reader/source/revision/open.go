package revision

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"sync"

	"eyeline/reader/git"
	"eyeline/reader/program"
	"eyeline/reader/source"
)

// Error is why a file of a revision cannot be read, in one sentence that begins with the name.
type Error struct{ Name, Text string }

func (e *Error) Error() string { return e.Name + ": " + e.Text }

// TreeError is the error of opening a folder, which List lists.
type TreeError struct {
	Name   Name
	Object string // object id
}

func (e *TreeError) Error() string { return e.Name.Text + ": a folder, not a file" }

// File is a file of a revision, whose bytes arrive in the background, as in a source.Stream.
type File struct {
	*source.Stream
	Path string // absolute path that the file has, or would have, in the work tree
	Size int64  // size in bytes
}

// Open opens a file of a revision; dir is the directory in which git runs. A file longer than opt.Limit is refused
// before it is read. The errors are an *Error, a *TreeError, ctx's, or that of creating the temporary file.
func Open(ctx context.Context, dir string, n Name, opt source.SpoolOptions) (*File, error) {
	var place Place
	var noPlace error
	var found sync.WaitGroup
	found.Go(func() { place, noPlace = Find(ctx, dir) })
	r, err := open(ctx, dir, n)
	found.Wait()

	if ctx.Err() != nil {
		if r != nil {
			_ = r.Close()
		}
		return nil, ctx.Err()
	}

	if err != nil {
		return nil, why(ctx, dir, n, place, noPlace, err)
	}

	if opt.Limit > 0 && r.rest > opt.Limit {
		_ = r.Close()
		text := "it has %d bytes, and no more than %d may be kept in a temporary file (--spool-limit)"
		return nil, &Error{n.Text, fmt.Sprintf(text, r.rest, opt.Limit)}
	}

	f := &File{Path: place.path(n), Size: r.rest}
	if f.Stream, err = source.Spool(n.Text, r, opt); err != nil {
		_ = r.Close()
		return nil, err
	}

	return f, nil
}

// path returns the path of a file of a revision in the work tree.
func (p Place) path(n Name) string {
	if n.fromHere() {
		return filepath.Join(p.Top, filepath.FromSlash(path.Join(p.Prefix, n.Path)))
	}
	return filepath.Join(p.Top, filepath.FromSlash(n.Path))
}

// errMissing is the error of a name that is no object.
var errMissing = errors.New("missing")

// open opens an object. The errors are errMissing, a *TreeError, or that of running git.
func open(ctx context.Context, dir string, n Name) (*blob, error) {
	// The content is read after this returns.
	p, err := git.Start(context.WithoutCancel(ctx), dir, strings.NewReader(n.Text+"\n"), "cat-file", "--batch")
	if err != nil {
		return nil, err
	}

	defer context.AfterFunc(ctx, p.Kill)()
	b := &blob{git: p, in: bufio.NewReader(p)}
	kind, object, err := b.header(n)
	switch {
	case err != nil: // returned below
	case kind == "blob":
		return b, nil
	case kind == "tree":
		err = &TreeError{n, object}
	default:
		err = &Error{n.Text, "it is a " + kind + ", not a file"}
	}

	_ = b.Close()
	return nil, err
}

// blob reads one object from the output of git cat-file --batch.
type blob struct {
	git  *program.Process
	in   *bufio.Reader
	rest int64 // bytes that are still to come
}

// header parses the line before the content: the object's id, kind and size, or the name and an error.
func (b *blob) header(n Name) (kind, object string, err error) {
	line, err := b.in.ReadString('\n')
	if err != nil {
		return "", "", cmp.Or(b.git.Wait(), err)
	}

	line = strings.TrimSuffix(line, "\n")
	if word, ok := strings.CutPrefix(line, n.Text+" "); ok {
		switch word {
		case "missing":
			if err := b.git.Wait(); err != nil {
				return "", "", err
			}
			if said := b.git.ErrorLines(); len(said) > 0 { // the object exists, but is damaged
				return "", "", errors.New(strings.TrimPrefix(said[0], "error: "))
			}

			return "", "", errMissing
		case "ambiguous":
			return "", "", &Error{n.Text, "git knows several objects by that name"}
		}
	}

	fields := strings.Fields(line)
	if len(fields) != 3 {
		return "", "", &Error{n.Text, "git answers " + strconv.Quote(line)}
	}
	if fields[1] == "missing" || fields[2] == "missing" {
		return "", "", &Error{n.Text, "its object is missing from the repository"}
	}

	b.rest, err = strconv.ParseInt(fields[2], 10, 64)
	if err != nil {
		return "", "", &Error{n.Text, "git answers " + strconv.Quote(line)}
	}

	return fields[1], fields[0], nil
}

// Read reads the content. The error is io.ErrUnexpectedEOF, with git's message, if git exits before its end.
func (b *blob) Read(p []byte) (int, error) {
	if b.rest == 0 {
		_ = b.git.Wait() // the content is complete
		return 0, io.EOF
	}

	n, err := b.in.Read(p[:min(int64(len(p)), b.rest)])
	b.rest -= int64(n)
	if n > 0 || err == nil {
		return n, nil
	}

	return 0, fmt.Errorf("git ended before the last %d bytes of the file (%w): %w",
		b.rest, io.ErrUnexpectedEOF, cmp.Or(b.git.Wait(), err))
}

// Close ends git, whatever it is doing.
func (b *blob) Close() error { return b.git.Close() }

// why returns the error for a file of a revision that cannot be opened.
func why(ctx context.Context, dir string, n Name, place Place, noPlace, err error) error {
	var tree *TreeError
	var own *Error
	switch {
	case program.IsMissing(err) || program.IsMissing(noPlace):
		return &Error{n.Text, "no such file, and git, which reads the files of revisions, is not installed"}
	case errors.As(err, &tree) || errors.As(err, &own):
		return err
	case noPlace != nil && strings.Contains(noPlace.Error(), "not a git repository"):
		here, _ := filepath.Abs(dir) // "" if it is not known any more
		here = cmp.Or(here, "the working directory")
		return &Error{n.Text, "no such file, and " + here + " is in no git repository"}
	case noPlace != nil:
		return &Error{n.Text, "git cannot read the repository: " + noPlace.Error()}
	case place.Bare && (n.isIndex() || n.fromHere()):
		text := "the repository has no work tree here, and so no index and no working directory; REV:PATH works"
		return &Error{n.Text, text}
	case !errors.Is(err, errMissing):
		return &Error{n.Text, "git cannot read it: " + err.Error()}
	}

	if n.isIndex() {
		return &Error{n.Text, fmt.Sprintf("%q is not in %s%s", n.Path, n.where(), otherwise(ctx, dir, n, place))}
	}
	if _, err := git.Resolve(ctx, dir, n.Rev, "tree"); err != nil {
		return &Error{n.Text, fmt.Sprintf("no such file, and no revision is called %q", n.Rev)}
	}

	return &Error{n.Text, fmt.Sprintf("%s has no %q%s", n.where(), n.Path, otherwise(ctx, dir, n, place))}
}

// otherwise suggests what may have been meant by a path that does not exist: the same path relative to the working
// directory, or a side of a merge.
func otherwise(ctx context.Context, dir string, n Name, place Place) string {
	try := []Name{}
	if place.Prefix != "" && !n.fromHere() {
		try = append(try, n.Of("./"+n.Path))
	}
	if n.isIndex() && n.Stage == "" {
		try = append(try, Name{Stage: "2"}.Of(n.Path), Name{Stage: "3"}.Of(n.Path))
	}
	for _, t := range try {
		if _, err := git.Output(ctx, dir, "cat-file", "-e", t.Text); err == nil {
			return "; there is " + t.Text
		}
	}

	return ""
}
