package sourcetest

import (
	"strings"
	"testing"
)

func TestRepeat(t *testing.T) {
	for _, text := range []string{"a", "ab\n", "0123456789abcdef"} {
		all := strings.Repeat(text, 50)
		for off := range 2*len(text) + 1 {
			for size := range 5*len(text) + 2 {
				p := make([]byte, size)
				if Repeat(p, int64(off), text); string(p) != all[off:off+size] {
					t.Fatalf("%d bytes from %d: %q", size, off, p)
				}
			}
		}
	}
}
