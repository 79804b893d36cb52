package coreutils

import (
	"bytes"
	"encoding/binary"
	"strings"

	"eyeline/reader/internal/textfile"
)

// decoded returns the file as rg reads it: without the byte order mark of UTF-8, and decoded line by line if it has one
// of UTF-16. If it is not known what rg does, it ends the evaluation.
func (s *search) decoded(read stream, name string) stream {
	return func(emit func(Piece) bool) {
		begun := false
		read(func(p Piece) bool {
			if begun || p.Size() == 0 {
				return emit(p)
			}

			begun = true
			const maxMark = 3 // bytes
			mark, err := p.Bytes(0, min(maxMark, p.Size()))
			switch {
			case err != nil:
				return s.call.Fail(err)
			case string(mark) == "\uFEFF":
				line := p.Line
				p = p.From(maxMark)
				p.Line = line
			case strings.HasPrefix(string(mark), "\xff\xfe"):
				return s.fromUTF16(p, binary.LittleEndian, name, emit)
			case strings.HasPrefix(string(mark), "\xfe\xff"):
				return s.fromUTF16(p, binary.BigEndian, name, emit)
			}

			return emit(p)
		})
	}
}

// fromUTF16 passes the lines of a UTF-16 file, which begins with a mark, to emit, with their text in UTF-8.
func (s *search) fromUTF16(p Piece, order binary.ByteOrder, name string, emit func(Piece) bool) bool {
	if p.File == nil || p.Start != 0 || p.End != p.File.Size() || p.Size() > maxLine || p.Size()%2 != 0 {
		s.call.Unknown("UTF-16 that is piped, long or cut off, in " + name)
		return false
	}

	data, err := p.Bytes(0, p.Size())
	if err != nil {
		return s.call.Fail(err)
	}

	s.call.CountWork(p.Size())
	for at, line := 2, int64(1); at < len(data); line++ {
		from := at
		var text []byte
		text, at = textfile.FromUTF16(data, at, order)
		if bytes.IndexByte(text, 0) >= 0 {
			s.call.Unknown("a NUL in UTF-16, in " + name)
			return false
		}

		if !emit(Piece{File: p.File, Start: p.Start + int64(from), End: p.Start + int64(at), Text: text, Line: line}) {
			return false
		}
	}

	return true
}
