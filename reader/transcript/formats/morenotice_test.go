package formats

import "testing"

// TestNoticesOfMore: the words of older versions of pi about what they left out are no lines of the file.
func TestNoticesOfMore(t *testing.T) {
	for text, want := range map[string]int{
		"one\ntwo\n\n... (257 more lines not shown. Use offset=180 to continue reading)": 2,
		"one\ntwo\n\n[12 more lines in file. Use offset=3 to continue]":                  2,
		"one\n\n(12 more lines are here)":                                                3,
		"one\n... (257 more lines not shown. Use offset=180 to continue reading)":        2,
	} {
		b := pi.Reads.Body(text)
		if got := len(b.Plain(text, 1)); got != want {
			t.Errorf("%q: %d lines, want %d", text, got, want)
		}
	}
}
