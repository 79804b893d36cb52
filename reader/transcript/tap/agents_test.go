package tap

import (
	"runtime"
	"strings"
	"testing"
)

// TestDirect: what the person has a program ask without a proxy stays so, whichever of the two variables names it.
func TestDirect(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("there the two are one variable")
	}
	for _, c := range [][4]string{
		{"", "", "127.0.0.1", "127.0.0.1"},
		{"corp.local", "", "corp.local,127.0.0.1", "corp.local,127.0.0.1"},
		{"", "corp.local", "corp.local,127.0.0.1", "corp.local,127.0.0.1"},
		{"a.local", "b.local,c", "a.local,127.0.0.1", "b.local,c,127.0.0.1"},
		{"*", "", "*", "*"},
		{"a.local", " * ", "a.local,127.0.0.1", " * "},
	} {
		t.Setenv("NO_PROXY", c[0])
		t.Setenv("no_proxy", c[1])
		_, env := Agent{}.Started("http://127.0.0.1:1/x", nil)
		if want := "NO_PROXY=" + c[2] + "\nno_proxy=" + c[3]; strings.Join(env, "\n") != want {
			t.Errorf("%q: %q", c, env)
		}
	}
}
