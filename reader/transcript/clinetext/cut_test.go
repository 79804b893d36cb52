package clinetext

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf16"
)

func TestMiddleCutOfPairs(t *testing.T) {
	for _, n := range []int{7999, 8000, 8001, 8002, 9000, 123456} {
		for _, pair := range []bool{false, true} {
			in := strings.Repeat("x", n)
			if pair {
				in = "y" + strings.Repeat("😀", n/2)
			}
			total, cut := len(utf16.Encode([]rune(in))), Middle(in)
			if total <= limit {
				if cut != in {
					t.Errorf("%d units are cut", total)
				}
				continue
			}
			i := strings.Index(cut, "\n\n...[truncated ")
			var left int
			if _, err := fmt.Sscanf(cut[i:], "\n\n...[truncated %d chars]...", &left); err != nil {
				t.Fatal(err)
			}
			kept := total - left
			mark := len(fmt.Sprintf("\n\n...[truncated %d chars]...\n\n", left))
			if kept%2 != 0 || kept+mark > limit || kept+mark < limit-3 {
				t.Errorf("%d units: %d kept, mark of %d", total, kept, mark)
			}
		}
	}
}
