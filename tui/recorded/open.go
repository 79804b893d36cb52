package recorded

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"eyeline/reader/access"
	"eyeline/reader/decode"
	"eyeline/reader/source"
	sent "eyeline/reader/transcript/coverage"
	"eyeline/tui/coverage"
	"eyeline/tui/document"
)

// OpenFile opens a file of the transcript by its path in the coverage, to be shown with a call: the file itself where
// it may be opened, else what was sent of it. limit bounds what is kept of a text that is spooled, in bytes; 0: no
// limit.
func (r *Run) OpenFile(ctx context.Context, path string, call int, limit int64) (*document.Document, *File, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.session == nil {
		return nil, nil, errClosed
	}
	file := &File{
		Run: r, Path: path, Call: call, Version: r.session.Version,
		Title: strings.TrimSpace(r.session.Agent + " " + r.session.Version),
	}
	all, err := r.replay.Coverage(ctx, r.root)
	if err != nil {
		return nil, nil, err
	}
	if f := all.File(path); f != nil {
		file.Coverage = *f
	}
	if file.Lines, err = r.replay.Lines(ctx, r.root, path); err != nil {
		return nil, nil, err
	}
	// Of a file that cannot be compared the ranges are those of the lines as they were sent.
	comparable := file.Coverage.Lines > 0 ||
		len(file.Coverage.Sent)+len(file.Coverage.Cut)+len(file.Coverage.Written) == 0
	if file.Coverage.Exists && !file.Coverage.Outside && comparable {
		doc, err := r.openConfined(ctx, path, limit)
		if err == nil {
			if doc.Form().Compression != decode.None && coverage.AnySent(&file.Coverage) {
				// What was sent are lines of the packed bytes: those are shown.
				if unpacked := doc.Show(decode.Form{Binary: true}, nil); unpacked != nil {
					unpacked.Close()
				}
			}
			return doc, file, nil
		}
		file.Why = err.Error()
	}
	if file.Why == "" {
		switch {
		case file.Coverage.Outside:
			file.Why = "the file is outside of the working folder"
		case file.Coverage.Exists:
			file.Why = "the file cannot be compared"
		default:
			file.Why = "the file is gone or may not be opened"
		}
	}
	doc, runs, err := r.rebuild(ctx, path, limit)
	file.Rebuilt, file.Lines = runs, nil
	return doc, file, err
}

// openConfined opens a file below the working folder. What leads out of it, and what is no regular file, is refused.
func (r *Run) openConfined(ctx context.Context, path string, limit int64) (*document.Document, error) {
	w := r.session.Workspace(r.root)
	folder := w.Folder
	rel, inside := w.Locate(path)
	if !inside {
		return nil, access.ErrOutside
	}
	checked, err := access.OpenIn(ctx, folder, rel)
	if err != nil {
		return nil, err
	}
	defer func() { _ = checked.Close() }()
	full := filepath.FromSlash(rel)
	if !filepath.IsAbs(full) {
		full = filepath.Join(filepath.FromSlash(folder), full)
	}
	doc, err := document.Open(full, document.Options{Root: folder, Limit: limit})
	if err != nil {
		return nil, err
	}
	if checked.Info() == nil || doc.Info() == nil || !os.SameFile(checked.Info(), doc.Info()) {
		doc.Close()
		return nil, access.ErrOutside // the path was changed meanwhile
	}
	doc.SetName(path)
	return doc, nil
}

// rebuild makes a document of what was sent of a file.
func (r *Run) rebuild(ctx context.Context, path string, limit int64) (*document.Document, []sent.Segment, error) {
	var runs []sent.Segment
	doc, err := spooled(ctx, path, limit, func(w io.Writer) (err error) {
		runs, err = r.replay.Rebuild(ctx, r.root, path, w)
		return err
	})
	if runs == nil {
		runs = []sent.Segment{}
	}
	return doc, runs, err
}

// spooled is a document of what write writes. It is kept in a temporary file when it is large. It ends with ctx.
func spooled(ctx context.Context, name string, limit int64, write func(io.Writer) error) (*document.Document, error) {
	from, to := io.Pipe()
	src, err := source.Spool("-", from, source.SpoolOptions{Limit: limit})
	if err != nil {
		return nil, err
	}
	err = write(writerUntil{ctx, to})
	_ = to.CloseWithError(err) // never fails
	if err != nil {
		_ = src.Close()
		return nil, err
	}
	if err := src.Wait(ctx); err != nil {
		_ = src.Close()
		return nil, err
	}
	return document.FromStream(src, name, document.Options{Limit: limit}), nil
}

// writerUntil takes no more once its context has ended.
type writerUntil struct {
	ctx context.Context
	io.Writer
}

func (w writerUntil) Write(p []byte) (int, error) {
	if err := w.ctx.Err(); err != nil {
		return 0, err
	}
	return w.Writer.Write(p)
}

// OpenResult opens the text of a call's result, which is no file: [File.Path] is "". limit is that of OpenFile.
func (r *Run) OpenResult(ctx context.Context, number int, limit int64) (*document.Document, *File, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	c, err := r.call(number)
	if err != nil {
		return nil, nil, err
	}
	doc, err := spooled(ctx, fmt.Sprintf("call %d: %s", number, c.Tool), limit,
		func(w io.Writer) error { return r.session.WriteText(w, c.Result) })
	return doc, &File{Run: r, Call: number}, err
}
