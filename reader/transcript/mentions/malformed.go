package mentions

import (
	"bytes"
	"errors"
	"io"

	"eyeline/reader/internal/jsonskim"
)

// IsMalformed reports whether a line that was read to its end is no record: what it had may be what is looked for.
func (s *Scan) IsMalformed() bool { return s.isMalformed }

// unchecked is the line that goes on in the next piece, as long as it is not longer than a record that is kept.
type unchecked struct {
	line []byte
	at   int64 // where it begins
}

// take takes a piece whose inner lines were checked, and reports whether the line that ends in it first is malformed.
func (u *unchecked) take(f found, off int64) (is bool) {
	if len(f.ends) == 0 {
		u.line = append(u.line, f.piece...)
		return len(u.line) > limit
	}

	u.line = append(u.line, f.piece[:f.ends[0]]...)
	if u.at == 0 {
		u.line = bytes.TrimPrefix(u.line, []byte("\ufeff"))
	}

	is = isMalformed(u.line)
	last := f.ends[len(f.ends)-1] + 1
	u.line = append(u.line[:0], f.piece[last:]...)
	u.at = off + int64(last)
	return is
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
