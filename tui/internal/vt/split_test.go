package vt

import (
	"strings"
	"testing"
)

// TestAnySplit: what a program writes may be read in two parts that end anywhere.
func TestAnySplit(t *testing.T) {
	text := "\x1b[2;3Ha\x1b[38;2;86;211;100m██\u65e5e\u0301   \x1b[;1m100%  \x1b[mé\x1b[3Hx\tb\r\n\x1b]8;;x\x1b\\link\x1b]8;;\x1b\\"
	whole := New(30, 5, Kind{})
	whole.Write(text)
	for i := range len(text) {
		parts := New(30, 5, Kind{})
		parts.Write(text[:i])
		parts.Write(text[i:])
		if got, want := parts.Cells(), whole.Cells(); got != want {
			t.Errorf("in parts %q and %q:\n%s\nwant\n%s", text[:i], text[i:], strings.ReplaceAll(got, "|", ""), strings.ReplaceAll(want, "|", ""))
		}
	}
}
