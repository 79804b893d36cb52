package launch

import (
	"fmt"
	"strings"
	"testing"
)

// TestManyNamesThatAreGone: of a list of names that are not there, a few are said, and how many more there are.
func TestManyNamesThatAreGone(t *testing.T) {
	withSettings(t, "")
	t.Chdir(t.TempDir())
	list := ""
	for i := range 1111 {
		list += fmt.Sprintf("gone%d\n", i)
	}

	withInput(t, list)
	said := onStandardError(t, func() { run(t, "check", "--files-from", "-") })
	lines := strings.Split(strings.TrimSpace(said), "\n")
	if len(lines) != 11 || lines[10] != "eyeline: 1,101 names more not there, and left out" {
		t.Errorf("%d lines: %s", len(lines), said)
	}
}
