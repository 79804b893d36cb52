package tui

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"eyeline/reader/access"
	"eyeline/reader/decode"
	"eyeline/reader/source"
	"eyeline/reader/transcript"
	"eyeline/tui/document"
)

// openFile opens a file of the transcript: the file itself where it may be opened, else what was sent of it.
func (r *run) openFile(ctx context.Context, path string, call int, limit int64) (*document.Document, *sentFile, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.session == nil {
		return nil, nil, errRunClosed
	}
	sent := &sentFile{run: r, path: path, call: call, version: r.session.Version, title: strings.TrimSpace(r.session.Agent + " " + r.session.Version)}
	coverage, err := r.replay.Coverage(ctx, r.root)
	if err != nil {
		return nil, nil, err
	}
	if i := slices.IndexFunc(coverage.Files, func(f transcript.FileCoverage) bool { return f.Path == path }); i >= 0 {
		sent.file = coverage.Files[i]
	}
	if sent.lines, err = r.replay.Lines(ctx, r.root, path); err != nil {
		return nil, nil, err
	}
	// Of a file that cannot be compared the ranges are those of the lines as they were sent.
	comparable := sent.file.Lines > 0 || len(sent.file.Sent)+len(sent.file.Cut)+len(sent.file.Written) == 0
	if sent.file.Exists && !sent.file.Outside && comparable {
		doc, err := r.openConfined(ctx, path, limit)
		if err == nil {
			if doc.Form().Compression != decode.None && anySent(&sent.file) {
				// What was sent are lines of the packed bytes: those are shown.
				if unpacked := doc.Show(decode.Form{Binary: true}, nil); unpacked != nil {
					unpacked.Close()
				}
			}
			return doc, sent, nil
		}
		sent.why = err.Error()
	}
	if sent.why == "" {
		switch {
		case sent.file.Outside:
			sent.why = "the file is outside of the working folder"
		case sent.file.Exists:
			sent.why = "the file cannot be compared"
		default:
			sent.why = "the file is gone or may not be opened"
		}
	}
	doc, runs, err := r.rebuild(ctx, path, limit)
	sent.rebuilt, sent.lines = runs, nil
	return doc, sent, err
}

// openConfined opens a file below the working folder. What leads out of it, and what is no regular file, is refused.
func (r *run) openConfined(ctx context.Context, path string, limit int64) (*document.Document, error) {
	folder, rel, inside := r.session.Locate(r.root, path)
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
func (r *run) rebuild(ctx context.Context, path string, limit int64) (*document.Document, []transcript.RebuiltRun, error) {
	var runs []transcript.RebuiltRun
	doc, err := spooled(ctx, path, limit, func(w io.Writer) (err error) {
		runs, err = r.replay.Rebuild(ctx, r.root, path, w)
		return err
	})
	if runs == nil {
		runs = []transcript.RebuiltRun{}
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

// openResult opens the text of a call's result.
func (r *run) openResult(ctx context.Context, number int, limit int64) (*document.Document, *sentFile, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.session == nil {
		return nil, nil, errRunClosed
	}
	c := r.session.Call(number)
	if c == nil {
		return nil, nil, errCallGone
	}
	doc, err := spooled(ctx, fmt.Sprintf("call %d: %s", number, c.Tool), limit, func(w io.Writer) error { return r.session.WriteText(w, c.Result) })
	return doc, &sentFile{run: r, call: number}, err
}
