package noquery

import (
	"os"
	"testing"
)

func TestRestore(t *testing.T) {
	t.Setenv("TERM", "dumb") // put back at the end, whatever Restore does
	for _, c := range []struct {
		was   string
		given bool
	}{{"xterm-256color", true}, {"", true}, {"", false}} {
		term, hadTerm = c.was, c.given
		if err := os.Setenv("TERM", "dumb"); err != nil {
			t.Fatal(err)
		}
		Restore()
		if got, given := os.LookupEnv("TERM"); got != c.was || given != c.given {
			t.Errorf("TERM is %q (set: %v), want %q (set: %v)", got, given, c.was, c.given)
		}
	}
}
