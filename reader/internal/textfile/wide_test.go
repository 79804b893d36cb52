package textfile

import (
	"bytes"
	"testing"

	"eyeline/reader/source"
)

// TestWideFaults: what of UTF-16 and UTF-32 cannot be decoded is found, and a U+FFFD that the file itself has is none.
func TestWideFaults(t *testing.T) {
	for _, c := range []struct {
		in     string
		coding Coding
		ok     bool
	}{
		{"\xFF\xFEa\x00\x3D\xD8\x42\xDE", UTF16LE, true},
		{"\xFE\xFF\x00a\xFF\xFD", UTF16BE, true},
		{"\xFF\xFE\x3D\xD8", UTF16LE, false},
		{"\xFF\xFE\x42\xDEa\x00", UTF16LE, false},
		{"\xFF\xFE\x00\x00\x42\xF6\x01\x00", UTF32LE, true},
		{"\xFD\xFF\x00\x00", UTF32LE, true},
		{"\x00\x00\xFF\xFD", UTF32BE, true},
		{"\x00\x00\x11\x00", UTF32LE, false},
		{"\x00\x00\x00\xF0", UTF32LE, false},
		{"\x00\xD8\x00\x00", UTF32LE, false},
	} {
		b := source.View(bytes.NewReader([]byte(c.in)), int64(len(c.in)))
		found, err := Scan(t.Context(), b, Search{Form: Form{Coding: c.coding}, Total: true})
		if err != nil || found.Invalid == c.ok {
			t.Errorf("%q: invalid %v, %v", c.in, found.Invalid, err)
		}
	}
}
