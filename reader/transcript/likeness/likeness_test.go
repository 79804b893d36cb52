package likeness

import "testing"

// TestMayHave: two longer words of a line in one line of a text tell that the text may have it, and without longer words
// any text may.
func TestMayHave(t *testing.T) {
	for _, c := range []struct {
		text, line string
		want       bool
	}{
		{"Return the Result of it\nother", "return result, nil", true},
		{"return of it\nthe result", "return result, nil", false},
		{"an import of it", "import x", true},
		{"nothing of it", "import x", false},
		{"nothing of it", "} // x", true},
		{"", "return result", false},
	} {
		if got := MayHave(c.text, []string{"}", c.line}); got != c.want {
			t.Errorf("%q in %q: %t", c.line, c.text, got)
		}
	}
}
