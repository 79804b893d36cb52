package tui

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/source"
	"eyeline/reader/source/revision"
	"eyeline/tui/document"
	"eyeline/tui/jobs"
	"eyeline/tui/list"
)

// showFolder opens the list of what is in a folder of a revision. Without a file on the screen, leaving it leaves the viewer.
func (m *Model) showFolder(f *document.FolderError) {
	l := &listPanel{leave: m.leaveEmpty, List: list.List{Noun: "file", Title: plain(f.Name.Text), Hint: "a part of its name"}}
	open := func(n revision.Name) list.Do {
		return func() (tea.Cmd, error) { return m.openIn(f.Repository, n.Text), nil }
	}
	if above, ok := f.Name.Above(); ok {
		l.Items = append(l.Items, list.Item{Name: "../", Take: open(above)})
	}
	for _, e := range f.Entries {
		i := list.Item{Name: e.Base, Text: group(e.Size) + " bytes", Take: open(e.Name)}
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
	m.choose(l, "")
	if above := len(l.Items) - len(f.Entries); len(f.Entries) > 0 {
		l.Select(above) // the first entry
	}
	m.folder = f
}

// showFolderAgain opens the list of the folder again where there is neither a file on the screen nor anything to choose from, such as
// when the opening of the first file was stopped.
func (m *Model) showFolderAgain() {
	if m.doc == nil && m.folder != nil && len(m.overlays) == 0 {
		m.showFolder(m.folder)
	}
}

// leaveEmpty leaves the viewer where it has no file to show.
func (m *Model) leaveEmpty() tea.Cmd {
	if m.doc == nil && !m.jobs.Runs(jobs.Open) {
		return m.quit()
	}
	return nil
}

// printFolder writes the names in a folder of a revision, one a line.
func printFolder(f *document.FolderError, w io.Writer) error {
	var b strings.Builder
	for _, e := range f.Entries {
		b.WriteString(plain(e.String()) + "\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// copyRevision copies a file of a revision, or the names in a folder of one, to out.
func copyRevision(ctx context.Context, name string, limit int64, out io.Writer) error {
	d, err := document.Open(name, document.Options{Limit: limit})
	var folder *document.FolderError
	if errors.As(err, &folder) {
		return printFolder(folder, out)
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
