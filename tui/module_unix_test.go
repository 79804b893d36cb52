//go:build linux || darwin

package tui_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"eyeline/reader/longtest"
)

// TestAnyModuleName builds the program with package noquery in a module of another name and checks that it shows its
// first screen at once on a terminal that answers nothing, and that its children get the real TERM. It fails when
// Bubble Tea asks the terminal for its background before main, which noquery prevents by the order in which packages
// are initialised.
//
// Of the packages that are ready Go initialises the one with the least path. Of this module only the path of noquery
// counts, as long as noquery imports nothing of it; so the rest keeps its name, and most of it comes from the build
// cache. And where noquery is in time under this name, it is under a lesser one such as github.com/someone/eyeline.
func TestAnyModuleName(t *testing.T) {
	longtest.Only(t)
	dir := t.TempDir()
	path := elsewhere(t, dir, "sr.ht/~someone/eyeline")
	editor, said := filepath.Join(dir, "editor"), filepath.Join(dir, "said")
	if err := os.WriteFile(editor, []byte("#!/bin/sh\necho \"TERM is $TERM\" > '"+said+"'\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("VISUAL", editor)
	began := time.Now()
	s := startCommand(t, exec.Command(path, samplePath), nil, nil)
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
}

// elsewhere builds the program in a folder, with package noquery in a module of another name.
func elsewhere(t *testing.T, dir, name string) (program string) {
	t.Helper()
	run := func(args ...string) string {
		t.Helper()
		cmd := exec.Command("go", args...)
		cmd.Dir = ".."
		cmd.Env = append(os.Environ(), "GOPROXY=off", "GOWORK=off", "CGO_ENABLED=0")
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, out)
		}
		return strings.TrimSpace(string(out))
	}
	const pkg = "tui/terminal/noquery"
	module, root, _ := strings.Cut(run("list", "-m", "-f", "{{.Path}} {{.Dir}}"), " ")
	if deps := run("list", "-deps", "-f", "{{if not .Standard}}{{.ImportPath}}{{end}}", "./"+pkg); deps != module+"/"+pkg {
		t.Fatalf("%s needs other packages, whose names count as well:\n%s", pkg, deps)
	}

	other := filepath.Join(dir, "other")
	if err := os.CopyFS(filepath.Join(other, pkg), os.DirFS(filepath.Join(root, pkg))); err != nil {
		t.Fatal(err)
	}
	write := func(path, text string) {
		t.Helper()
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	read := func(path string) string {
		t.Helper()
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	write(filepath.Join(other, "go.mod"), "module "+name+"\n")
	mod := filepath.Join(dir, "go.mod")
	write(mod, read(filepath.Join(root, "go.mod"))+"\nrequire "+name+" v0.0.0\nreplace "+name+" => "+strconv.Quote(other)+"\n")
	write(filepath.Join(dir, "go.sum"), read(filepath.Join(root, "go.sum")))

	// What is compiled for the file that imports noquery names it by the other module.
	importer, changed := filepath.Join(root, "tui", "terminal", "terminal.go"), filepath.Join(dir, "terminal.go")
	text := read(importer)
	if !strings.Contains(text, `"`+module+"/"+pkg+`"`) {
		t.Fatalf("%s does not import %s", importer, pkg)
	}
	write(changed, strings.Replace(text, `"`+module+"/"+pkg+`"`, `"`+name+"/"+pkg+`"`, 1))
	overlay, err := json.Marshal(map[string]map[string]string{"Replace": {importer: changed}})
	if err != nil {
		t.Fatal(err)
	}
	write(filepath.Join(dir, "overlay.json"), string(overlay))

	program = filepath.Join(dir, "program")
	build := []string{"-mod=mod", "-modfile=" + mod, "-overlay=" + filepath.Join(dir, "overlay.json")}
	run(append(append([]string{"build", "-trimpath", "-o", program}, build...), ".")...)
	if list := run(append(append([]string{"list", "-deps"}, build...), ".")...); strings.Contains("\n"+list+"\n", "\n"+module+"/"+pkg+"\n") {
		t.Fatalf("the program still has %s/%s", module, pkg)
	}
	return program
}
