package lossy

import (
	"bytes"
	"testing"
	"unicode/utf8"
)

func TestDecode(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"", ""},
		{"plain é 漢 😀 \uFFFD", "plain é 漢 😀 \uFFFD"},
		{"\xff", "\uFFFD"},
		{"\x80\x80", "\uFFFD\uFFFD"},
		{"\xc0\xaf", "\uFFFD\uFFFD"},
		{"\xe2\x82", "\uFFFD"},
		{"\xe2\x82a", "\uFFFDa"},
		{"\xed\xa0\x80", "\uFFFD\uFFFD\uFFFD"}, // a surrogate
		{"\xe0\x80\xaf", "\uFFFD\uFFFD\uFFFD"}, // longer than needed
		{"\xf0\x9f\x98", "\uFFFD"},
		{"\xf0\x9f\x98\xf0\x9f\x98\x80", "\uFFFD😀"},
		{"\xf4\x90\x80\x80", "\uFFFD\uFFFD\uFFFD\uFFFD"}, // beyond the last character
		{"\xf0\x9f\xff", "\uFFFD\uFFFD"},
		{"\uFFFD\x80", "\uFFFD\uFFFD"},
	} {
		if got := string(Decode([]byte(c.in))); got != c.want {
			t.Errorf("%q gives %q, want %q", c.in, got, c.want)
		}
	}
}

func FuzzDecode(f *testing.F) {
	f.Add([]byte("a\xe2\x82b\xff"))
	f.Fuzz(func(t *testing.T, p []byte) {
		got := Decode(p)
		if !utf8.Valid(got) {
			t.Fatalf("%q gives %q", p, got)
		}
		// Whole characters stay as they are, in their places.
		if utf8.Valid(p) != bytes.Equal(p, got) {
			t.Fatalf("%q gives %q", p, got)
		}
	})
}
