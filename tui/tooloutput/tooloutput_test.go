package tooloutput

import "testing"

// A capture says what it did not keep, and why.
func TestCut(t *testing.T) {
	for want, c := range map[string]*Capture{
		"": {kept: limit, total: limit},
		"cut after 256 MiB of 512 MiB: no more than 256 MiB is kept": {kept: limit, total: 2 * limit},
	} {
		if got := c.Cut(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
