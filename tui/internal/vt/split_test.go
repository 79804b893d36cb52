package vt

import (
	"strings"
	"testing"
)

// TestAnySplit: what a program writes may be read in two parts that end anywhere.
func TestAnySplit(t *testing.T) {
	text := "\x1b[2;3Ha\x1b[38;2;86;211;100m██\u65e5e\u0301   \x1b[;1m100%  \x1b[mé\x1b[3Hx\tb\r\n\x1b]8;;x\x1b\\link\x1b]8;;\x1b\\"
	whole := Screen{}.Sized(30, 5)
	whole.Write(text)
	for i := range len(text) {
		parts := Screen{}.Sized(30, 5)
		parts.Write(text[:i])
		parts.Write(text[i:])
		if got, want := parts.Cells(), whole.Cells(); got != want {
			t.Errorf("in parts %q and %q:\n%s\nwant\n%s", text[:i], text[i:], strings.ReplaceAll(got, "|", ""), strings.ReplaceAll(want, "|", ""))
		}
	}
}

// TestBrokenOff: an Escape ends a sequence that has not ended, and only that.
func TestBrokenOff(t *testing.T) {
	for _, part := range []string{"\x1b", "\x1b[", "\x1b[3", "\x1b[38;2;1", "\x1b[?20"} {
		s := Screen{}.Sized(10, 2)
		s.Write(part)
		s.Write("\x1b[2;3Ha")
		if got := s.Text(); !strings.Contains(got, "\n  a") || len(s.Unknown) > 0 {
			t.Errorf("%q: %q, unknown %q", part, got, s.Unknown)
		}
	}
}
