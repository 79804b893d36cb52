//go:build unix

package agentsearch

import (
	"fmt"
	"os"
	"strings"
	"syscall"
	"testing"

	"eyeline/reader/longtest"
)

// TestHostileTree: named pipes are not waited for, links in circles are not followed, a large ignore file is read, one
// that is too large is said not to be known, and names may be any bytes.
func TestHostileTree(t *testing.T) {
	t.Parallel()
	longtest.SkipUnlessLong(t)
	dir := made(t, map[string]string{
		"a.txt": "word\n", "x/loop@": "../x", "x/up@": "..", "x/broken@": "nowhere", "bad\xffname": "word\n", "new\nline": "word\n",
		".gitignore": strings.Repeat("no/such/*.file\n", 700_000), "sub/b.txt": "word\n", ".git/HEAD": "ref: x\n",
	})
	if err := syscall.Mkfifo(dir+"/pipe", 0o644); err != nil {
		t.Skip(err)
	}
	if err := syscall.Mkfifo(dir+"/sub/.gitignore", 0o644); err != nil {
		t.Skip(err)
	}
	result, said := find(t, dir, "word")
	for _, file := range []string{"a.txt", "bad\xffname", "new\nline", "sub/b.txt"} {
		if said[0][file] != "comes" {
			t.Errorf("%q: %q", file, said[0][file])
		}
	}
	if len(result.Rows) != 4 {
		t.Errorf("%d files", len(result.Rows))
	}
	if err := os.WriteFile(dir+"/.gitignore", []byte(strings.Repeat("x\n", 9<<20)), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, said = find(t, dir, "word"); !strings.HasPrefix(said[0]["a.txt"], "unknown: it is not known what .gitignore says") {
		t.Errorf("%q", said[0]["a.txt"])
	}
}

// TestTreeThatChanges: a search of a tree in which files, folders and links come and go ends without an error.
func TestTreeThatChanges(t *testing.T) {
	t.Parallel()
	dir := made(t, map[string]string{"stays.txt": "word\n", ".git/HEAD": "ref: x\n"})
	stop, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		for i := 0; ; i++ {
			select {
			case <-stop:
				return
			default:
			}
			sub := fmt.Sprintf("%s/d%d", dir, i%7)
			_ = os.MkdirAll(sub+"/e", 0o755) // each of these fails now and then
			_ = os.WriteFile(sub+"/e/a.txt", []byte(strings.Repeat("word\n", i%50)), 0o644)
			_ = os.WriteFile(sub+"/.gitignore", []byte("a*\n"), 0o644)
			_ = os.Symlink("../d0", sub+"/link")
			_ = os.Truncate(sub+"/e/a.txt", int64(i%9))
			_ = os.RemoveAll(fmt.Sprintf("%s/d%d", dir, (i+3)%7))
		}
	}()
	for range 30 {
		if _, said := find(t, dir, "word"); said[0]["stays.txt"] != "comes" {
			t.Errorf("%q", said[0])
		}
	}
	close(stop)
	<-done
}

// TestNestedFolders: what a search takes grows with the folders and the lengths of their paths, and not with their third
// power: of a folder above without a list of its own no path is made.
func TestNestedFolders(t *testing.T) {
	longtest.SkipMemoryUnderRace(t)
	name := strings.Repeat("d/", 1000) + "a.txt"
	dir := made(t, map[string]string{name: "word\n", ".git/HEAD": "ref: x\n"})
	taken := longtest.Allocated(func() {
		if _, said := find(t, dir, "word"); said[0][name] != "comes" {
			t.Errorf("%q", said[0])
		}
	})
	if taken > 500<<20 {
		t.Errorf("%d MiB are allocated", taken>>20)
	}
}

// TestLongBinaryLine: a file that begins with a NUL is binary, however long its lines are.
func TestLongBinaryLine(t *testing.T) {
	t.Parallel()
	dir := made(t, map[string]string{
		"zeros": strings.Repeat("\x00", maxLine+100) + "word\n", "long": strings.Repeat("-", maxLine+100) + "word\n",
	})
	result, said := find(t, dir, "word")
	if !strings.HasPrefix(said[0]["zeros"], "binary: ") || said[0]["long"] != "comes" {
		t.Errorf("%q", said[0])
	}
	for _, row := range result.Rows {
		if v := result.Agents[0].Verdict(row); (v.Perhaps != "") != (row.Rel == "long") {
			t.Errorf("%s: %q", row.Rel, v.Perhaps)
		}
	}
}

// TestEmitWaitsForNoPipe: a file that was found and is then a named pipe, another file or gone is said to have changed.
func TestEmitWaitsForNoPipe(t *testing.T) {
	t.Parallel()
	for name, replace := range map[string]func(path string) error{
		"a pipe":      func(path string) error { return syscall.Mkfifo(path, 0o644) },
		"longer":      func(path string) error { return os.WriteFile(path, []byte("words words\n"), 0o600) },
		"not there":   func(string) error { return nil },
		"a directory": func(path string) error { return os.Mkdir(path, 0o700) },
	} {
		dir := made(t, map[string]string{"a.txt": "word\n"})
		m := &Method{Selector: Ripgrep{}, Say: listed, NeedsText: true}
		result, _ := find(t, dir, "word", &Profile{Name: "one", Agent: "One", Rg: m})
		if err := os.Remove(dir + "/a.txt"); err != nil {
			t.Fatal(err)
		}
		if err := replace(dir + "/a.txt"); err != nil {
			t.Skip(err)
		}
		_, _, err := result.Emit(t.Context(), result.Agents[0])
		if err == nil || err.Error() != "a.txt changed while it was looked at" {
			t.Errorf("%s: %v", name, err)
		}
	}
}
