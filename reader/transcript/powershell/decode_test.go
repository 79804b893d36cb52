package powershell

import (
	"slices"
	"testing"
)

// TestDecode: lines whose letters are the bytes of other ones get these, and lines that were printed as they are keep
// theirs.
func TestDecode(t *testing.T) {
	const output = "# \u00e2\u201d\u20ac Main\nplain\nan em dash \u2014 as it is\n\u00c3\u0081\r\n\u00e9"
	const want = "# \u2500 Main\nplain\nan em dash \u2014 as it is\n\u00c1\r\n\u00e9"
	if got, lines := Decode(output); got != want || !slices.Equal(lines, []int{0, 3}) {
		t.Errorf("%q, %v", got, lines)
	}
}
