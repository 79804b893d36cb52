package textfile

import "testing"

func TestDecodeWide(t *testing.T) {
	for _, c := range []struct {
		in     string
		coding Coding
		want   string
		ok     bool
	}{
		{"\xFF\xFEa\x00\x3D\xD8\x42\xDE", UTF16LE, "\uFEFFa🙂", true},
		{"\xFE\xFF\x00a\xFF\xFD", UTF16BE, "\uFEFFa\uFFFD", true},
		{"\xFF\xFEa", UTF16LE, "", false},
		{"\xFF\xFE\x3D\xD8", UTF16LE, "", false},
		{"\xFF\xFE\x42\xDEa\x00", UTF16LE, "", false},
		{"\xFF\xFE\x00\x00\x42\xF6\x01\x00", UTF32LE, "\uFEFF🙂", true},
		{"\xFD\xFF\x00\x00", UTF32LE, "\uFFFD", true},
		{"\x00\x00\xFF\xFD", UTF32BE, "\uFFFD", true},
		{"\x00\x00\x11\x00", UTF32LE, "", false},
		{"\x00\xD8\x00\x00", UTF32LE, "", false},
		{"a\x00\x00", UTF32LE, "", false},
	} {
		if got, ok := DecodeWide([]byte(c.in), c.coding); got != c.want || ok != c.ok {
			t.Errorf("%q: %q, %v", c.in, got, ok)
		}
	}
}
