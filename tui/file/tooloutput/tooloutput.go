// Package tooloutput, which changes without notice, keeps what a tool wrote, so that the model's view, the clipboard
// and a file all get the same bytes.
//
// Up to 1 MiB bytes stay in memory; more go to an unlinked temporary file, up to a limit after which the rest is
// counted and not kept.
package tooloutput

import (
	"bytes"
	"context"
	"errors"
	"io"

	"eyeline/reader/lineindex"
	"eyeline/reader/source"
	"eyeline/tui/kit/atomicfile"
	"eyeline/tui/kit/cells"
	"eyeline/tui/kit/humanize"
)

const (
	// inMemory is how much of an output stays in memory, in bytes.
	inMemory = 1 << 20
	// limit is how much of an output is kept at all, in bytes.
	limit = 256 << 20
)

// Capture is an io.Writer that keeps what is written to it, and afterwards a source.Bytes over what it kept. It is
// written by one goroutine; once that is done, any number may read.
type Capture struct {
	mem   []byte
	file  *source.Temp
	kept  int64
	total int64
	err   error
}

// New returns an empty capture.
func New() *Capture { return &Capture{} }

// Write keeps p as far as the limit goes. It never fails: where the disk is full, no more is kept, and Cut says so.
func (c *Capture) Write(p []byte) (int, error) {
	n := len(p)
	c.total += int64(n)
	p = p[:min(int64(n), limit-c.kept)]
	if c.err == nil && c.file == nil && c.kept+int64(len(p)) > inMemory {
		c.err = c.spill()
	}

	switch {
	case c.err != nil:
		return n, nil
	case c.file != nil:
		_, c.err = c.file.WriteAt(p, c.kept)
		if c.err != nil {
			return n, nil
		}
	default:
		c.mem = append(c.mem, p...)
	}

	c.kept += int64(len(p))
	return n, nil
}

func (c *Capture) spill() error {
	f, err := source.NewTemp("")
	if err != nil {
		return err
	}
	if _, err := f.WriteAt(c.mem, 0); err != nil {
		return errors.Join(err, f.Close())
	}

	c.file = f
	c.mem = nil
	return nil
}

// Total is the number of bytes written, kept or not.
func (c *Capture) Total() int64 { return c.total }

// Size is the number of bytes kept.
func (c *Capture) Size() int64 { return c.kept }

// Complete says that everything written was kept.
func (c *Capture) Complete() bool { return c.kept == c.total }

// Cut says how much was kept of how much, and why not all; "" when all was.
func (c *Capture) Cut() string {
	if c.Complete() {
		return ""
	}
	why := "no more than " + humanize.Size(limit) + " is kept"
	if c.err != nil {
		why = "the temporary folder takes no more: " + cells.Sanitize(atomicfile.Reason(c.err))
	}
	return "cut after " + humanize.Size(c.kept) + " of " + humanize.Size(c.total) + ": " + why
}

// ReadAt reads what was kept.
func (c *Capture) ReadAt(p []byte, off int64) (int, error) {
	if c.file != nil {
		return io.NewSectionReader(c.file, 0, c.kept).ReadAt(p, off)
	}
	return bytes.NewReader(c.mem).ReadAt(p, off)
}

// LineStart returns the offset of a line, 0-based, clamped to the last line. It may read the temporary file.
func (c *Capture) LineStart(ctx context.Context, line int64) (int64, error) {
	off, lines, found, err := lineindex.FindLine(ctx, c, nil, line+1)
	if !found && lines > 0 && err == nil {
		off, _, _, err = lineindex.FindLine(ctx, c, nil, lines)
	}
	return off, err
}

// LineOf returns the number of the line with the byte at off, both 0-based. It may read the temporary file.
func (c *Capture) LineOf(ctx context.Context, off int64) (int64, error) {
	return lineindex.EndsBefore(ctx, c, off)
}

// Close frees the temporary file, if there is one.
func (c *Capture) Close() error {
	if c.file == nil {
		return nil
	}
	return c.file.Close()
}
