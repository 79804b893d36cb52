package tui

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"eyeline/reader/source"
	"eyeline/tui/file/document"
	"eyeline/tui/kit/cells"
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
	if folder, ok := errors.AsType[*document.FolderError](err); ok {
		return printFolder(folder, out)
	}
	if err != nil {
		return err
	}

	defer d.Close()
	if err := copySource(ctx, d.Raw().Source(), out); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}

	return nil
}

// copySource copies all of a source to out, of a stream when all has come. A stream that breaks is copied as far as it
// goes.
func copySource(ctx context.Context, src source.Source, out io.Writer) error {
	s, stream := src.(*source.Stream)
	if stream {
		if err := s.Wait(ctx); err != nil {
			return err
		}
	}

	snap := src.Snapshot()
	_, err := io.Copy(out, io.NewSectionReader(src, 0, snap.Size))
	if err == nil && stream {
		err = snap.Err
	}

	return err
}
