package file

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"eyeline/reader/source"
	"eyeline/reader/source/revision"
	"eyeline/tui/cells"
	"eyeline/tui/document"
	"eyeline/tui/jobs"
	"eyeline/tui/list"
	"eyeline/tui/overlay"
	"eyeline/tui/words"

	tea "github.com/charmbracelet/bubbletea"
)

// ShowFolder opens the list of what is in a folder of a revision. Without a file on the screen, leaving it leaves the viewer.
func (files *Files) ShowFolder(f *document.FolderError) {
	l := &overlay.ListPanel{Leave: files.leaveEmpty, List: list.List{Noun: "file", Title: cells.Sanitize(f.Name.Text), Hint: "a part of its name"}}
	open := func(n revision.Name) list.Do {
		return func() (tea.Cmd, error) { return files.openIn(f.Repository, n.Text), nil }
	}
	if above, ok := f.Name.Above(); ok {
		l.Items = append(l.Items, list.Item{Name: "../", Take: open(above)})
	}
	for _, e := range f.Entries {
		i := list.Item{Name: e.Base, Text: words.Group(e.Size) + " bytes", Take: open(e.Name)}
		switch e.Kind {
		case revision.KindFolder:
			i.Name, i.Text = e.Base+"/", ""
		case revision.KindLink:
			i.Text = "symbolic link"
		case revision.KindModule:
			i.Text, i.Off = "submodule", "its files are in another repository"
		}
		l.Items = append(l.Items, i)
	}
	files.screen.overlays.Choose(l, "")
	if above := len(l.Items) - len(f.Entries); len(f.Entries) > 0 {
		l.Select(above) // the first entry
	}
	files.folder = f
}

// showFolderAgain opens the list of the folder again where there is neither a file on the screen nor anything to choose from, such as
// when the opening of the first file was stopped.
func (f *Files) showFolderAgain() {
	if f.screen.text.Doc() == nil && f.folder != nil && !f.screen.overlays.Any() {
		f.ShowFolder(f.folder)
	}
}

// leaveEmpty leaves the viewer where it has no file to show.
func (f *Files) leaveEmpty() tea.Cmd {
	if f.screen.text.Doc() == nil && !f.screen.jobs.Runs(jobs.Open) {
		return f.screen.host.Quit()
	}
	return nil
}

// PrintFolder writes the names in a folder of a revision, one a line.
func PrintFolder(f *document.FolderError, w io.Writer) error {
	var b strings.Builder
	for _, e := range f.Entries {
		b.WriteString(cells.Sanitize(e.String()) + "\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// CopyRevision copies a file of a revision, or the names in a folder of one, to out.
func CopyRevision(ctx context.Context, name string, limit int64, out io.Writer) error {
	d, err := document.Open(name, document.Options{Limit: limit})
	var folder *document.FolderError
	if errors.As(err, &folder) {
		return PrintFolder(folder, out)
	}
	if err != nil {
		return err
	}
	defer d.Close()
	if s, ok := d.Raw().Source().(*source.Stream); ok {
		if err := s.Wait(ctx); err != nil {
			return err
		}
	}
	snap := d.Raw().Source().Snapshot()
	if snap.Err != nil {
		return fmt.Errorf("%s: %w", name, snap.Err)
	}
	_, err = io.Copy(out, io.NewSectionReader(d.Raw().Source(), 0, snap.Size))
	return err
}
