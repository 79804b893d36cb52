package cmdkit

import (
	"errors"
	"testing"
)

// An error that names the program already names it once.
func TestAProblemNamesTheProgramOnce(t *testing.T) {
	for text, want := range map[string]string{
		"cannot read":          "eyeline: cannot read",
		"eyeline: cannot read": "eyeline: cannot read",
	} {
		if got := Problem(errors.New(text)).Error(); got != want {
			t.Errorf("%q is said as %q", text, got)
		}
	}
}
