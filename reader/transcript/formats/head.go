package formats

import (
	"bytes"
	"path/filepath"
	"slices"

	"eyeline/reader/internal/skim"
)

// HeadSize is how many bytes of a file are looked at to tell its format.
const HeadSize = 64 << 10

// headLines is how many of the first lines are looked at.
const headLines = 16

// head is the beginning of a file.
type head struct {
	path  string
	whole skim.Value   // what begins at the start of the file; its end may be missing
	lines []skim.Value // the first lines that are JSON
}

func newHead(path string, p []byte) *head {
	p = bytes.TrimPrefix(p, []byte("\ufeff"))
	s := skim.FromBytes(p)
	h := &head{path: filepath.ToSlash(path), whole: s.First(0, int64(len(p)))}
	for off := int64(0); off < s.Size() && len(h.lines) < headLines; {
		end, _ := s.Line(off)
		if v, err := s.Value(off, end); err == nil {
			h.lines = append(h.lines, v)
		}
		off = end + 1
	}
	if len(h.lines) == 0 {
		h.lines = append(h.lines, h.whole)
	}
	return h
}

// any reports whether one of the first lines is as f expects it.
func (h *head) any(f func(v skim.Value) bool) bool { return slices.ContainsFunc(h.lines, f) }

// Detect tells the format of a file by its first bytes and its path, nil when it is none that is known.
func Detect(first []byte, path string) *Format {
	h := newHead(path, first)
	for _, f := range All() {
		if f.detect(h) {
			return f
		}
	}
	return nil
}
