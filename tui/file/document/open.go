package document

import (
	"cmp"
	"context"
	"errors"
	"os"
	"path/filepath"

	"eyeline/reader/decode"
	"eyeline/reader/source"
	"eyeline/reader/source/revision"
	"eyeline/reader/tools"
)

// Open opens a path or a file of a git revision, "HEAD:main.go", and looks for the form of what has arrived of it. A
// folder is a [*FolderError]; other errors are those of [source.OpenFile] and of [revision.Open].
func Open(path string, o Options) (*Document, error) {
	if n, ok := revision.Named(path); ok {
		return openRevision(n, o)
	}

	src, err := source.OpenFile(path)
	if err != nil {
		if folder := folderAt(path); folder != nil {
			return nil, folder
		}
		return nil, err
	}

	d, err := New(src, path, o)
	if err != nil {
		_ = src.Close()
		return nil, err
	}

	d.DetectNow()
	return d, nil
}

// New is a document over the bytes of the file at a path, which is its name too. Their form has not been looked for.
// The error is that of [filepath.Abs]; the source is then still the caller's.
func New(src source.Source, path string, o Options) (*Document, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	d := newDocument(src, path, o)
	d.path = abs
	d.root = tools.RootOf(o.Root, abs)
	d.Refresh()
	return d, nil
}

// FromInput is a document over standard input as it is spooled. What is needed of it is asked for with
// [Content.Demand]: at first, as much as says what form it has.
func FromInput(src *source.Stream, o Options) *Document {
	d := newDocument(src.WithoutDemand(), "standard input", o)
	src.Demand(decode.HeadSize)
	d.stream = true
	if wd, err := os.Getwd(); err == nil {
		d.root = wd
	}
	return d
}

// FromStream is a document over a text that is made, such as a tool's result. It has a name, but no path, and is shown
// as it is.
func FromStream(src *source.Stream, name string, o Options) *Document {
	d := newDocument(src, name, o)
	d.stream = true
	d.Refresh()
	return d
}

// openRevision opens a file of a revision. Its bytes arrive as those of a stream do; to a tool it has the path that it
// has in the work tree.
func openRevision(n revision.Name, o Options) (*Document, error) {
	ctx := context.Background()
	dir := cmp.Or(o.Repository, ".")
	f, err := revision.Open(ctx, dir, n, source.SpoolOptions{Limit: o.Limit})
	if _, ok := errors.AsType[*revision.TreeError](err); ok {
		entries, err := revision.List(ctx, dir, n)
		if err != nil {
			return nil, err
		}
		return nil, &FolderError{Repository: o.Repository, Name: n, Entries: entries}
	}

	if err != nil {
		return nil, err
	}

	d := newDocument(f.Stream, n.Text, o)
	d.stream = true
	d.revision = n.Text
	d.repository = o.Repository
	d.path = f.Path
	d.root = tools.RootOf(o.Root, f.Path)
	d.Refresh()
	d.DetectNow()
	return d, nil
}

// FolderError says that a name is that of a folder, of a revision or on the disk, whose entries a person may choose
// from.
type FolderError struct {
	Repository string // a directory in it; "" is the working directory
	Name       revision.Name
	Entries    []revision.Entry
	OnDisk     bool // the names have a path alone, as text
}

func (f *FolderError) Error() string { return f.Name.Text + ": a folder, not a file" }

// Above names the folder that the folder is in; false at the top of a revision.
func (f *FolderError) Above() (revision.Name, bool) {
	if f.OnDisk {
		return revision.Name{Text: filepath.Join(f.Name.Text, "..")}, true
	}
	return f.Name.Above()
}

// folderAt is the folder at a path, without what git has there of its own; nil without one that can be listed.
func folderAt(path string) *FolderError {
	all, err := os.ReadDir(path)
	if err != nil {
		return nil
	}

	f := &FolderError{Name: revision.Name{Text: path}, OnDisk: true}
	for _, e := range all {
		one := revision.Entry{Name: revision.Name{Text: filepath.Join(path, e.Name())}, Base: e.Name(), Size: -1}
		switch info, err := e.Info(); {
		case e.Name() == ".git":
			continue
		case e.IsDir():
			one.Kind = revision.KindFolder
		case e.Type()&os.ModeSymlink != 0:
			one.Kind = revision.KindLink
		case err == nil:
			one.Size = info.Size()
		}

		f.Entries = append(f.Entries, one)
	}

	return f
}

// SetPath gives a stream the path that tools are told, and puts it before its name. It does nothing for a file, or with
// "". root is as in [Options].
func (d *Document) SetPath(path, root string) {
	if path == "" || !d.stream {
		return
	}
	if abs, err := filepath.Abs(path); err == nil {
		d.path = abs
		d.root = tools.RootOf(root, abs)
	}
	d.name = path + " (" + d.name + ")"
}
