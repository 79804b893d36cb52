package decode

import (
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

// TestMarked: the byte order mark goes and says the encoding; everything else stays, also what only begins like a mark.
func TestMarked(t *testing.T) {
	for in, want := range map[string]string{
		"":                                  "",
		"\n":                                "\n",
		"a\xff\n":                           "a\xff\n",
		"\xef\xbb\xbfa.txt\n":               "a.txt\n",
		"\xef\xbb\xbf\xef\xbb\xbfa":         "\ufeffa",
		"\xef\xbb":                          "\xef\xbb",
		"\xffa":                             "\xffa",
		"\xff\xfea\x00\r\x00\n\x00\xe9\x00": "a\r\né",
		"\xfe\xff\x00a\x00\n":               "a\n",
		"\xff\xfe\x3d\xd8\x00\xde":          "\U0001f600",
	} {
		for name, r := range map[string]io.Reader{
			"whole":        strings.NewReader(in),
			"byte by byte": iotest.OneByteReader(strings.NewReader(in)),
		} {
			if got, err := io.ReadAll(Marked(r)); string(got) != want || err != nil {
				t.Errorf("%q %s: %q, %v; want %q", in, name, got, err, want)
			}
		}
	}

	want := iotest.ErrTimeout
	if _, err := io.ReadAll(Marked(iotest.ErrReader(want))); err != want {
		t.Errorf("the error is %v", err)
	}
}

// TestMarkedWaitsForNothing: a line that has arrived is read before the next one is there, however short it is.
func TestMarkedWaitsForNothing(t *testing.T) {
	in, to := io.Pipe()
	defer to.Close()
	go func() { _, _ = to.Write([]byte("\n")) }()
	p := make([]byte, 8)
	if n, err := Marked(in).Read(p); n != 1 || err != nil {
		t.Errorf("%q, %v", p[:n], err)
	}
}
