package textfile

import (
	"testing"

	"eyeline/reader/source"
)

// Only a part of plain lines, of a file in memory that is read as UTF-8, needs no look.
func TestPlainPart(t *testing.T) {
	var m source.Memory
	m.Reset([]byte("one\ntwo\nthrée\nfour\nfive"))
	for _, c := range []struct {
		start, end int64
		plain      bool
	}{
		{0, 8, true},
		{0, 9, false},
		{4, 7, true},
		{8, 14, false},
		{13, 16, false},
		{15, 20, true},
		{15, 24, true},
		{20, 24, true},
		{0, 24, false},
		{24, 24, false},
	} {
		if got := PlainPart(&m, Form{}, c.start, c.end) != nil; got != c.plain {
			t.Errorf("[%d, %d): plain %v", c.start, c.end, got)
		}
	}
	if PlainPart(&m, Form{Coding: UTF16LE}, 0, 8) != nil || PlainPart(source.View(&m, 8), Form{}, 0, 8) != &m {
		t.Error("it does not depend on the coding and the memory behind a view")
	}
}
