package httpsniff

import (
	"net/http"
	"strings"
	"testing"
)

// FuzzIsText compares with Go's library.
func FuzzIsText(f *testing.F) {
	for _, head := range []string{
		"", "plain\n", "a\x00", "\x01", "\x1b[31m", "\xff\xfea\x00", "\uFEFF\x00", "%PDF-1.4\n", "BMW\n", "GIF89a", "<html>\x00",
		" <!-- a", "<!doctype html>", "<a\n", "PK\x03\x04", "RIFF1234WAVEfm", "RIFF1234WAVE", "RIFF1234WEBPVP", "FORM1234AIFF",
		"ID3", "\x0b", "\x7f", "\xff\xd8\xff", "<?xml", "wOF2", "gr\xfcn", "{\"a\":1}", "RIFF1234AVI 1",
	} {
		f.Add([]byte(head))
	}
	f.Fuzz(func(t *testing.T, head []byte) {
		head = head[:min(len(head), Limit)]
		kind := http.DetectContentType(head)
		if got, want := IsText(head), strings.HasPrefix(kind, "text/"); got != want {
			t.Errorf("%q: %t, and Go's library says %s", head, got, kind)
		}
	})
}
