package shell_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf16"
)

// inUTF16 is a text in UTF-16 with a mark, little or big endian.
func inUTF16(text string, big bool) string {
	var out strings.Builder
	for _, unit := range utf16.Encode([]rune("\uFEFF" + text)) {
		low, high := byte(unit), byte(unit>>8)
		if big {
			low, high = high, low
		}
		out.Write([]byte{low, high})
	}
	return out.String()
}

// TestMarksAsRgReadsThem compares with rg what it writes of files that begin with a mark of UTF-8 or UTF-16, named or
// below a folder.
func TestMarksAsRgReadsThem(t *testing.T) {
	if _, err := exec.LookPath("rg"); err != nil {
		t.Skip("there is no rg")
	}
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"little.txt": inUTF16("needle one\nx\nä needle 😀\r\n\nneedle", false), "big.txt": inUTF16("x\nneedle\n", true),
		"plain.txt": "needle\n", "marked.txt": "\uFEFFneedle\nx\n", "mark.txt": "\uFEFF", "mark16.txt": "\xff\xfe",
		"sub/half.txt": "\xff\xfe\x3d\xd8\n\x00n\x00e\x00e\x00d\x00l\x00e\x00", "sub/none.txt": inUTF16("x\n", false),
		"without.txt": inUTF16("needle\n", false)[2:], "twice.txt": "\uFEFF\uFEFFneedle\n",
	} {
		path := filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	for _, line := range []string{
		"rg --sort path needle", "rg -n --sort path needle .", "rg -n '^needle' marked.txt", "rg -n needle little.txt",
		"rg -c needle little.txt", "rg -n -C1 needle big.txt", "rg -o -n needle little.txt", "rg -l --sort path needle",
		"rg -n needle mark.txt mark16.txt", "rg -n needle sub", "rg -v -n needle little.txt", "rg -n needle without.txt",
		"rg -n needle twice.txt", "rg needle < marked.txt", "rg -n '' mark.txt", "rg -n 'ä' little.txt",
	} {
		cmd := exec.Command("bash", "-c", line)
		cmd.Dir = dir
		cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "LC_ALL=C.UTF-8", "HOME=/home/nobody"}
		want, err := cmd.Output()
		if _, ok := errors.AsType[*exec.ExitError](err); err != nil && !ok {
			t.Fatal(err)
		}
		got, status, err := evaluate(t, dir, line)
		if err != nil {
			t.Errorf("%s: %v", line, err)
			continue
		}
		if got != string(want) || status != cmd.ProcessState.ExitCode() {
			t.Errorf("%s: %q %d, and rg %q %d", line, got, status, want, cmd.ProcessState.ExitCode())
		}
	}
}
