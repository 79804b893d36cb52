package conformance

import (
	"os"
	"path/filepath"
	"testing"

	"eyeline/reader/systemtest"
)

func TestLoadContracts(t *testing.T) {
	systemtest.SkipOnWindows(t, "files are left out that cannot be there")
	s := Load(t, contracts, t.TempDir())
	dir := s.Dir
	for path, size := range map[string]int64{
		"big/over_100mb.txt":            104857601,
		"big/longline.txt":              160000,
		"big/lines1000005.txt":          2000010,
		"win/long_emoji_no_newline.txt": 361049,
		"win/short.txt":                 638 * 16,
	} {
		fi, err := os.Stat(filepath.Join(dir, path))
		if err != nil {
			t.Error(err)
		} else if fi.Size() != size {
			t.Errorf("%s has %d bytes, want %d", path, fi.Size(), size)
		}
	}
	if target, err := os.Readlink(filepath.Join(dir, "ws", "link_out.txt")); err != nil || target != "../outside/secret.txt" {
		t.Errorf("ws/link_out.txt leads to %q, %v", target, err)
	}
	perTool := map[string]int{}
	for _, c := range s.Cases {
		perTool[c.Tool]++
		if c.OK && c.Error != "" || !c.OK && c.Error == "" {
			t.Errorf("%s %s has neither a content nor an error", c.Tool, c.Name)
		}
	}
	want := map[string]int{"codex": 1075, "sage": 411, "open_file": 383, "byte_window": 437}
	for tool, n := range want {
		if perTool[tool] != n {
			t.Errorf("%d cases of %s, want %d", perTool[tool], tool, n)
		}
	}
}

func TestCheckContentSeesDifferences(t *testing.T) {
	// The digest is that of "abc".
	c := Case{OK: true, Digest: "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"}
	if err := c.CheckContent([]byte("abc")); err != nil {
		t.Error(err)
	}
	if c.CheckContent([]byte("abd")) == nil || (Case{Content: "a"}).CheckContent([]byte("b")) == nil {
		t.Error("a wrong content passed")
	}
	m := Case{Metadata: []byte(`{"a":1,"b":2}`)}
	if err := m.CheckMetadata([]byte(`{ "b":2, "a":1 }`)); err != nil {
		t.Error(err)
	}
	if m.CheckMetadata([]byte(`{"a":1}`)) == nil || m.CheckMetadata(nil) == nil {
		t.Error("wrong metadata passed")
	}
}

// TestErrorsOfWindows: what a case says of an error is what Windows says of the same, in its own words, and of no other.
func TestErrorsOfWindows(t *testing.T) {
	const failed = "failed to read file: "
	for _, c := range []struct {
		got, want string
		is        bool
	}{
		{"The system cannot find the path specified. (os error 3)", "No such file or directory (os error 2)", true},
		{"Access is denied. (os error 5)", "Is a directory (os error 21)", true},
		{"Access is denied. (os error 5)", "No such file or directory (os error 2)", false},
		{"a.txt", "No such file or directory (os error 2)", false},
		{"ENOENT: no such file or directory, open 'a/b'", "ENOTDIR: not a directory, open 'a/b'", true},
		{"ENOENT: no such file or directory, open 'a'", "ENOTDIR: not a directory, open 'a/b'", false},
	} {
		if is := sameOnWindows(failed+c.got, failed+c.want); is != c.is {
			t.Errorf("%q for %q: %t", c.got, c.want, is)
		}
	}
	if sameOnWindows("other: Access is denied. (os error 5)", failed+"Is a directory (os error 21)") {
		t.Error("what is before the system's words is not compared")
	}
}
