package vt

import "testing"

func TestAllowed(t *testing.T) {
	for _, bad := range []string{
		"\x1b]0;x\x07", "\x1b[6n", "\x1bc", "\x07", "\u202e", "\x9b", "\u009b1m", "\x1b[?1005h", "\x1bP\x1b\\", "a\u200db", "\x1b[2",
		"\x1b[S", "\x1b[3X", "\x1bD", "\t", "\x18", "\x1b]52;c;eA==\x07", "\x1b",
	} {
		if Allowed(bad) == nil {
			t.Errorf("%q is allowed", bad)
		}
	}
	if err := Allowed("\x1b[?1049h\x1b[5n\x1b]11;?\x07\x1b[1;2H\x1b[38;2;1;2;3mtext 日本 👩\u200d👧\x1b[m\x1b[K\r\n\x1bM\x18\x1b[?1000l"); err != nil {
		t.Error(err)
	}
}
