package tui

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/source"
	"eyeline/reader/source/revision"
)

// A file as of a git revision is a document whose bytes arrive as those of a stream do. To a tool it has the path that it
// has in the work tree.

// openRevision opens a file of a revision in the repository of a directory; "" is the working directory. A folder is a
// *folderError.
func openRevision(repository string, n revision.Name, root string, limit int64) (*document, error) {
	ctx, dir := context.Background(), cmp.Or(repository, ".")
	f, err := revision.Open(ctx, dir, n, source.SpoolOptions{Limit: limit})
	var tree *revision.TreeError
	if errors.As(err, &tree) {
		entries, err := revision.List(ctx, dir, n)
		if err != nil {
			return nil, err
		}
		return nil, &folderError{repository, n, entries}
	}
	if err != nil {
		return nil, err
	}
	d := newDocument(f.Stream)
	d.limit, d.stream, d.revision, d.repository = limit, true, n.Text, repository
	d.name = n.Text
	d.locate(f.Path, root)
	d.refresh()
	d.detect()
	return d, nil
}

// called gives a document of a stream the path that is given to tools.
func (d *document) called(name, root string) {
	if name == "" || !d.stream {
		return
	}
	if abs, err := filepath.Abs(name); err == nil {
		d.locate(abs, root)
	}
	d.name = name + " (" + d.name + ")"
}

// folderError says that a name is a folder's, whose entries a person may choose from.
type folderError struct {
	repository string // a directory in it; "" is the working directory
	name       revision.Name
	entries    []revision.Entry
}

func (f *folderError) Error() string { return f.name.Text + ": a folder, not a file" }

// show opens the list of what is in the folder. Without a file on the screen, leaving it leaves the viewer.
func (f *folderError) show(m *Model) {
	l := &list{noun: "file", title: plain(f.name.Text), hint: "a part of its name", leave: (*Model).leaveEmpty}
	open := func(n revision.Name) func(m *Model) (tea.Cmd, error) {
		return func(m *Model) (tea.Cmd, error) { return m.openIn(f.repository, n.Text), nil }
	}
	if above, ok := f.name.Above(); ok {
		l.items = append(l.items, item{name: "../", take: open(above)})
	}
	for _, e := range f.entries {
		i := item{name: e.Base, text: group(e.Size) + " bytes", take: open(e.Name)}
		switch e.Kind {
		case revision.KindFolder:
			i.name, i.text = e.Base+"/", ""
		case revision.KindLink:
			i.text = "symbolic link"
		case revision.KindModule:
			i.text, i.off = "submodule", "its files are in another repository"
		}
		l.items = append(l.items, i)
	}
	m.choose(l, "")
	if above := len(l.items) - len(f.entries); len(f.entries) > 0 {
		l.at = above // the first entry
	}
	m.folder = f
}

// showFolderAgain opens the list of the folder again where there is neither a file on the screen nor anything to choose from, such as
// when the opening of the first file was stopped.
func (m *Model) showFolderAgain() {
	if m.doc == nil && m.folder != nil && len(m.overlays) == 0 {
		m.folder.show(m)
	}
}

// leaveEmpty leaves the viewer where it has no file to show.
func (m *Model) leaveEmpty() tea.Cmd {
	if m.doc == nil && !m.jobs.runs(jobOpen) {
		return m.quit()
	}
	return nil
}

// print writes the names in the folder, one a line.
func (f *folderError) print(w io.Writer) error {
	var b strings.Builder
	for _, e := range f.entries {
		b.WriteString(plain(e.String()) + "\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// copyRevision copies a file of a revision, or the names in a folder of one, to out.
func copyRevision(ctx context.Context, n revision.Name, limit int64, out io.Writer) error {
	d, err := openRevision("", n, "", limit)
	var folder *folderError
	if errors.As(err, &folder) {
		return folder.print(out)
	}
	if err != nil {
		return err
	}
	defer d.close()
	if s, ok := d.raw.src.(*source.Stream); ok {
		if err := s.Wait(ctx); err != nil {
			return err
		}
	}
	snap := d.raw.src.Snapshot()
	if snap.Err != nil {
		return fmt.Errorf("%s: %w", n.Text, snap.Err)
	}
	_, err = io.Copy(out, io.NewSectionReader(d.raw.src, 0, snap.Size))
	return err
}

// locate sets the path of a document and the root, which is the working directory if the file is in it, else the file's
// own; root, the --root flag, goes before both.
func (d *document) locate(path, root string) {
	d.path, d.root = path, filepath.Dir(path)
	if root != "" {
		if r, err := filepath.Abs(root); err == nil {
			d.root = r
		}
	} else if wd, err := os.Getwd(); err == nil && within(wd, path) {
		d.root = wd
	}
}
