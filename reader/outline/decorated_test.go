package outline

import (
	"bytes"
	"testing"
)

// TestDecorated: comments above a declaration are no decorators.
func TestDecorated(t *testing.T) {
	for text, want := range map[string]bool{
		"import a\n\n# why\n@cache\ndef f():\n    return 1\n": true,
		"import a\n\n# why\n# and\ndef f():\n    return 1\n":  false,
		"import a\n\n\n\ndef f():\n    return 1\n":            false,
	} {
		b := bytes.NewReader([]byte(text))
		d, _, err := Around(t.Context(), "f.py", b, 6)
		if err != nil || d == nil {
			t.Fatal(d, err)
		}
		got, err := d.Decorated(t.Context(), b, nil)
		if err != nil || got != want {
			t.Errorf("%q: %v, %v", text, got, err)
		}
	}
}
