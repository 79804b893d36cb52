package textfile

import (
	"bytes"
	"strings"
	"testing"

	"eyeline/reader/internal/runtime/charset"
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
		found, err := Scan(t.Context(), b, Search{Form: LineCoding{Coding: c.coding}, Total: true})
		if err != nil || found.Invalid == c.ok {
			t.Errorf("%q: invalid %v, %v", c.in, found.Invalid, err)
		}
	}
}

// TestLegacyAcrossBuffers: characters of several bytes are whole wherever a buffer ends.
func TestLegacyAcrossBuffers(t *testing.T) {
	const char = "\x90\x30\x81\x30" // U+10000 in GB18030
	for pad := range 4 {
		in := strings.Repeat("a", pad) + strings.Repeat(char, bufferSize/4+1) + "\xff"
		v := &texts{}
		form := LineCoding{Coding: Legacy, Set: charset.Of("GB18030")}
		if err := Walk(t.Context(), source.View(strings.NewReader(in), int64(len(in))), form, 0, v); err != nil {
			t.Fatal(err)
		}
		want := strings.Repeat("a", pad) + strings.Repeat("\U00010000", bufferSize/4+1) + "\uFFFD"
		if v.text.String() != want || v.end != int64(len(in)) {
			t.Errorf("%d bytes before: %d bytes of text up to %d of %d", pad, v.text.Len(), v.end, len(in))
		}
	}
}

// texts is a LineVisitor that keeps all text, and where the last piece of it ends.
type texts struct {
	text strings.Builder
	end  int64
}

func (v *texts) Text(p []byte, span Span, _ bool) Continuation {
	v.text.Write(p)
	v.end = span.End
	return More
}

func (v *texts) End(_, _ int64, _ string) bool { return true }
