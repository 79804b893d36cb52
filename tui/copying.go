package tui

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"eyeline/reader/source"
	"eyeline/tui/cells"
	"eyeline/tui/document"
)

// printFolder writes the names in a folder of a revision, one a line.
func printFolder(f *document.FolderError, w io.Writer) error {
	var b strings.Builder
	for _, e := range f.Entries {
		b.WriteString(cells.Sanitize(e.String()) + "\n")
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
