package coreutils

import (
	"bytes"
	"context"
	"io"

	"eyeline/reader/internal/textfile"
	"eyeline/reader/lineindex"
	"eyeline/reader/source"
	"eyeline/reader/tools"
)

// Piece is a run of output: the bytes [Start, End) of a file, or Text if that is not nil. A Text with a File replaces
// those bytes of the file.
type Piece struct {
	File       *tools.File
	Start, End int64
	Text       []byte
	Found      bool  // it is a search result
	Line       int64 // number of the file's line at which it begins, from 1; 0 if not known
}

// Literal returns a text that is in no file.
func Literal(text string) Piece { return Piece{Text: []byte(text)} }

// Whole returns all of a file.
func Whole(f *tools.File) Piece { return Piece{File: f, End: f.Size(), Line: 1} }

// Size returns the length of the output in bytes.
func (p Piece) Size() int64 {
	if p.Text != nil {
		return int64(len(p.Text))
	}
	return p.End - p.Start
}

// From returns the piece from offset n on, 0-based.
func (p Piece) From(n int64) Piece {
	if n == 0 {
		return p
	}

	p.Line = 0
	if p.Text != nil {
		p.Text = p.Text[n:]
		return p
	}

	p.Start += n
	return p
}

// UpTo returns the first n bytes of the piece.
func (p Piece) UpTo(n int64) Piece {
	if p.Text != nil {
		p.Text = p.Text[:n]
		return p
	}
	p.End = p.Start + n
	return p
}

// Append appends a piece to a list, or extends the last one if it continues that.
func Append(list []Piece, p Piece) []Piece {
	if n := len(list) - 1; n >= 0 && p.Text == nil && list[n].Text == nil {
		if last := &list[n]; last.File == p.File && last.End == p.Start {
			last.End = p.End
			return list
		}
	}
	return append(list, p)
}

// Bytes returns at most n bytes from offset off on, 0-based. The caller must not change them.
func (p Piece) Bytes(off, n int64) ([]byte, error) {
	n = min(n, p.Size()-off)
	if p.Text != nil {
		return p.Text[off : off+n], nil
	}
	return textfile.Piece(p.File, p.Start+off, n)
}

// last returns the last byte of a piece that is not empty.
func (p Piece) last() (byte, error) {
	b, err := p.Bytes(p.Size()-1, 1)
	if err != nil {
		return 0, err
	}
	return b[0], nil
}

// afterLines returns the offset after the piece's first n line ends; found is how many there are, at most n.
func (p Piece) afterLines(ctx context.Context, n int64) (off, found int64, err error) {
	if n <= 0 || p.Size() == 0 {
		return 0, 0, nil
	}

	var text io.ReaderAt = bytes.NewReader(p.Text)
	var index lineindex.LineSeeker
	if p.Text == nil {
		text = io.NewSectionReader(p.File, p.Start, p.Size())
		if p.Start == 0 && p.File.Index != nil {
			index = p.File.Index
		}
	}

	off, lines, ok, err := lineindex.FindLine(ctx, source.View(text, p.Size()), index, tools.AddClamped(n, 1))
	if err != nil || ok {
		return off, n, err
	}

	// The piece has fewer lines; a last line without line end does not count.
	if last, err := p.last(); err != nil || last != '\n' {
		return p.Size(), min(lines-1, n), err
	}

	return p.Size(), min(lines, n), nil
}

// beforeLines returns the offset after the (n+1)th line end from the back. more is how many line ends are missing; off
// is then 0.
func (p Piece) beforeLines(ctx context.Context, n int64) (off, more int64, err error) {
	return textfile.SeekBack(p.Size(), n, func(off, n int64) ([]byte, error) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		return p.Bytes(off, n)
	})
}
