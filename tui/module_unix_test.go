//go:build linux || darwin

package tui_test

import (
	"bytes"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestAnyModuleName builds copies of the module under other names and checks that each shows its first screen at once on
// a terminal that answers nothing, and that its children get the real TERM. It fails when Bubble Tea asks the terminal
// for its background before main, which package quiet prevents by the order in which packages are initialised.
func TestAnyModuleName(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the program again for each name")
	}
	for _, name := range []string{"github.com/someone/eyeline", "sr.ht/~someone/eyeline"} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			renamed(t, "..", dir, name)
			// Trimmed of its folder, what is compiled is found again in the build cache by the next run of this test.
			build := exec.Command("go", "build", "-trimpath", "-ldflags=-s -w", "-o", "program", ".")
			build.Dir = dir
			build.Env = append(os.Environ(), "GOPROXY=off", "GOFLAGS=-mod=mod", "GOWORK=off")
			if out, err := build.CombinedOutput(); err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			editor, said := filepath.Join(dir, "editor"), filepath.Join(dir, "said")
			if err := os.WriteFile(editor, []byte("#!/bin/sh\necho \"TERM is $TERM\" > '"+said+"'\n"), 0o755); err != nil {
				t.Fatal(err)
			}
			t.Setenv("VISUAL", editor)
			began := time.Now()
			s := startCommand(t, exec.Command(filepath.Join(dir, "program"), samplePath), nil, nil)
			s.sees("package server")
			if d := time.Since(began); d > 3*time.Second { // the library waits for five
				t.Errorf("the first screen took %v", d)
			}
			s.keys("v")
			s.sees("read again")
			s.keys("q")
			if code := s.end(); code != 0 {
				t.Errorf("exit status %d", code)
			}
			if got, err := os.ReadFile(said); err != nil || string(got) != "TERM is xterm-256color\n" {
				t.Errorf("the editor's %q, %v", got, err)
			}
		})
	}
}

// renamed copies a module from a folder to another under a new name; tests and test data stay behind.
func renamed(t *testing.T, from, to, name string) {
	t.Helper()
	mod, err := os.ReadFile(filepath.Join(from, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	first, _, _ := strings.Cut(string(mod), "\n")
	old := strings.TrimPrefix(first, "module ")
	err = filepath.WalkDir(from, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		if d.IsDir() {
			if d.Name() == "testdata" || strings.HasPrefix(d.Name(), ".") && rel != "." {
				return fs.SkipDir
			}
			return os.MkdirAll(filepath.Join(to, rel), 0o755)
		}
		if !d.Type().IsRegular() || strings.HasSuffix(rel, "_test.go") {
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		switch {
		case rel == "go.mod":
			text = bytes.Replace(text, []byte(first), []byte("module "+name), 1)
		case filepath.Ext(rel) == ".go":
			text = bytes.ReplaceAll(text, []byte(`"`+old+`/`), []byte(`"`+name+`/`))
		}
		return os.WriteFile(filepath.Join(to, rel), text, 0o644)
	})
	if err != nil {
		t.Fatal(err)
	}
}
