package shellreads

import (
	"strings"
	"testing"

	"eyeline/reader/internal/shell"
)

// TestNestsTooDeep: brackets that lie deep within one another are not looked at; deep ones one after the other are.
func TestNestsTooDeep(t *testing.T) {
	for text, want := range map[string]bool{
		strings.Repeat("(", 200+1) + "cat a" + strings.Repeat(")", 200+1): false,
		strings.Repeat("((!", 10_000):                                     false,
		strings.Repeat("(cat a); ", 1000):                                 true,
		"python3 <<'E'\n" + strings.Repeat("f([{}])\n", 1000) + "E\n":     true,
	} {
		if file, _ := shell.Parse(text); (file != nil) != want {
			t.Errorf("%.20q…: not %v", text, want)
		}
	}
}
