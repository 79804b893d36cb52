package mentions

import (
	"bytes"
	"errors"
	"io"

	"eyeline/reader/internal/jsonskim"
)

// IsMalformed reports whether a line that was read to its end is no record: what it had may be what is looked for.
func (s *Scan) IsMalformed() bool { return s.isMalformed }

// isRestMalformed reports whether the record that ends in a piece first, and was put together, is malformed.
func (s *Scan) isRestMalformed() bool {
	line := s.rest
	if s.restAt == 0 {
		line = bytes.TrimPrefix(line, []byte("\ufeff"))
	}
	return isMalformed(line)
}

// hasMalformed reports whether a line that begins and ends within a piece, by its line ends, is malformed.
func hasMalformed(piece []byte, ends []int, shapes *jsonskim.Shapes) bool {
	hasNUL := bytes.IndexByte(piece, 0) >= 0
	shapes.Renew()
	for i := 1; i < len(ends); i++ {
		line := piece[ends[i-1]+1 : ends[i]]
		looksWhole := !hasNUL && shapes.LookWhole(bytes.TrimSuffix(line, []byte("\r")))
		if !looksWhole && isMalformed(line) {
			return true
		}
	}

	return false
}

// isMalformed reports whether a line is neither an object nor empty. Only one that does not look whole is parsed.
func isMalformed(line []byte) bool {
	hasNUL := bytes.IndexByte(line, 0) >= 0
	if !hasNUL && jsonskim.LooksWhole(bytes.TrimSuffix(line, []byte("\r"))) {
		return false
	}
	v, err := jsonskim.FromBytes(line).Value(0, int64(len(line)))
	isEmpty := errors.Is(err, io.EOF)
	return !isEmpty && (err != nil || v.Kind != jsonskim.Object)
}
