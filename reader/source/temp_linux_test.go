package source

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// A temporary file never has a name, so that no process that is killed leaves it behind.
func TestATemporaryFileHasNoName(t *testing.T) {
	dir := t.TempDir()
	f, err := nameless(dir)
	if err != nil {
		t.Skip(err)
	}
	_ = f.Close()
	temp, err := NewTemp(dir)
	if err != nil {
		t.Fatal(err)
	}
	had, err := os.Readlink(fmt.Sprintf("/proc/self/fd/%d", temp.Fd()))
	if err != nil || !strings.HasPrefix(had, dir+"/#") {
		t.Errorf("it was made as %q, %v", had, err)
	}
	if err := temp.Close(); err != nil {
		t.Error(err)
	}
}
