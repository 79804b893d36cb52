package tools

import (
	"context"

	"eyeline/reader/internal/textfile"
	"eyeline/reader/source"
	"eyeline/reader/window"
)

// The methods here read a file for a tool. The first error ends the read: ReadFile returns it, whatever the tool does
// after it. A method that fails returns what it would for an empty file, so a tool need not check errors between its
// steps.

// Fail ends the read with an error, unless err is nil or the read has failed before.
func (o *File) Fail(err error) {
	if o.failed == nil {
		o.failed = err
	}
}

// Err returns why the read has failed; nil if it has not. A loop over the file must check it.
func (o *File) Err() error { return o.failed }

// Context returns the context of the read.
func (o *File) Context() context.Context { return o.ctx }

// Head is textfile.Head.
func (o *File) Head(n int64) []byte { return o.Piece(0, n) }

// Piece is textfile.Piece.
func (o *File) Piece(off, n int64) []byte {
	o.Fail(o.ctx.Err())
	if o.failed != nil {
		return nil
	}

	p, err := textfile.Piece(o, off, n)
	o.Fail(err)
	if err != nil {
		return nil
	}

	return p
}

// LastByte returns the last byte; 0 for an empty file.
func (o *File) LastByte() byte {
	if p := o.Piece(max(o.Size()-1, 0), 1); len(p) > 0 {
		return p[0]
	}
	return 0
}

// Scan is textfile.Scan with the file's index.
func (o *File) Scan(q textfile.Search) textfile.Scanned {
	q.Index = o.Index
	return o.ScanOf(o, q)
}

// ScanOf is textfile.Scan of a part of the file.
func (o *File) ScanOf(b source.Bytes, q textfile.Search) textfile.Scanned {
	found, err := textfile.Scan(o.ctx, b, q)
	o.Fail(err)
	return found
}

// FileWindow is found.FileWindow.
func (o *File) FileWindow(found textfile.Scanned, form textfile.LineCoding) window.Window {
	w, err := found.FileWindow(o.ctx, o, form)
	o.Fail(err)
	return w
}

// Slice is window.SliceOf with the file's index.
func (o *File) Slice(first, count int64) window.Window {
	w, err := window.SliceOf(o.ctx, o, o.Index, first, count)
	o.Fail(err)
	return w
}

// Walk is textfile.Walk.
func (o *File) Walk(form textfile.LineCoding, start int64, v textfile.LineVisitor) {
	o.Fail(textfile.Walk(o.ctx, o, form, start, v))
}

// OnlySpace is textfile.OnlySpace.
func (o *File) OnlySpace(form textfile.LineCoding, start, end int64) bool {
	blank, err := textfile.OnlySpace(o.ctx, o, form, start, end)
	o.Fail(err)
	return blank
}

// CountLF is textfile.CountLF.
func (o *File) CountLF(start, end int64) int64 {
	n, err := textfile.CountLF(o.ctx, o, start, end)
	o.Fail(err)
	return n
}

// LineEnds is textfile.CountLineEnds.
func (o *File) LineEnds(form textfile.LineCoding) textfile.LineEnds { return o.LineEndsOf(o, form) }

// LineEndsOf is textfile.CountLineEnds of a part of the file.
func (o *File) LineEndsOf(b source.Bytes, form textfile.LineCoding) textfile.LineEnds {
	ends, err := textfile.CountLineEnds(o.ctx, b, form)
	o.Fail(err)
	return ends
}

// FirstFault is textfile.FirstFault from the start of the file.
func (o *File) FirstFault() textfile.Fault {
	fault, _, err := textfile.FirstFault(o.ctx, o, 0)
	o.Fail(err)
	return fault
}
