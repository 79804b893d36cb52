package document_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"eyeline/reader/source"
	"eyeline/reader/source/revision"
	"eyeline/tui/file/document"
)

// inRepository makes a git repository with a commit of sub/a.go and goes there. It returns the directory.
func inRepository(t *testing.T, text string) string {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	t.Setenv("GIT_CONFIG_GLOBAL", os.DevNull)
	t.Setenv("GIT_CONFIG_NOSYSTEM", "1")
	t.Chdir(t.TempDir())
	if err := errors.Join(os.Mkdir("sub", 0o755), os.WriteFile("sub/a.go", []byte(text), 0o644)); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"init", "-q", "-b", "main"}, {"add", "."}, {"commit", "-qm", "first"}} {
		cmd := exec.Command("git", append([]string{"-c", "user.name=n", "-c", "user.email=e"}, args...)...)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
	}
	wd, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	return wd
}

// TestRevision: a file of a revision has its own bytes, and the path that it has in the work tree.
func TestRevision(t *testing.T) {
	wd := inRepository(t, "package a\n")
	if err := os.WriteFile("sub/a.go", []byte("package other\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	check := func(o document.Options) {
		t.Helper()
		d := opened(t, "HEAD:sub/a.go", o)
		until(t, d, "complete", d.Raw().Complete)
		if text(t, d.Raw()) != "package a\n" || d.Path() != filepath.Join(wd, "sub", "a.go") ||
			d.Name() != "HEAD:sub/a.go" {
			t.Errorf("%q at %s, called %s", text(t, d.Raw()), d.Path(), d.Name())
		}
		if !d.IsStream() || d.Revision() != "HEAD:sub/a.go" || d.Repository() != o.Repository {
			t.Errorf("stream %v, revision %q in %q", d.IsStream(), d.Revision(), d.Repository())
		}
	}
	check(document.Options{})
	t.Chdir(t.TempDir())
	check(document.Options{Repository: wd})
}

// TestFolderOfRevision: a folder of a revision is an error that says what is in it.
func TestFolderOfRevision(t *testing.T) {
	inRepository(t, "package a\n")
	_, err := document.Open("HEAD:", document.Options{})
	var folder *document.FolderError
	if !errors.As(err, &folder) || len(folder.Entries) != 1 || folder.Entries[0].Kind != revision.KindFolder ||
		folder.Name.Text != "HEAD:" {
		t.Errorf("%v: %+v", err, folder)
	}
	if _, err = document.Open("HEAD:none", document.Options{}); err == nil || errors.As(err, &folder) {
		t.Errorf("what is not in the revision: %v", err)
	}
}

// TestSetPath: a stream may have the path that tools see for it.
func TestSetPath(t *testing.T) {
	t.Chdir(t.TempDir())
	src, err := source.Spool("-", strings.NewReader("x\n"), source.SpoolOptions{})
	if err != nil {
		t.Fatal(err)
	}
	d := document.FromInput(src, document.Options{})
	defer d.Close()
	d.SetPath("", "")
	if d.Path() != "" || d.Name() != "standard input" {
		t.Errorf("without a path: %q, %q", d.Path(), d.Name())
	}
	d.SetPath("sub/a.go", "")
	wd, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	if d.Path() != filepath.Join(wd, "sub", "a.go") || d.Root() != wd || d.Name() != "sub/a.go (standard input)" {
		t.Errorf("%s in %s, %s", d.Path(), d.Root(), d.Name())
	}
	path := written(t, "f", "")
	file := opened(t, path, document.Options{})
	if file.SetPath("other", ""); file.Path() != path || file.Name() != path {
		t.Errorf("a file is given another path: %q, %q", file.Path(), file.Name())
	}
}
