//go:build linux || darwin

package tui_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"eyeline/reader/longtest"
)

// TestAnyModuleName builds a small program with Bubble Tea and with package noquery in a module of another name. It
// starts at once on a terminal that answers nothing, and main sees the real TERM. It fails when Bubble Tea asks the
// terminal for its background before main, which noquery prevents by the order in which packages are initialised.
//
// Of the packages that are ready Go initialises the one with the least path. The order of two packages depends on
// what they import, not on the rest of the program. So the small program stands for the whole, as long as noquery
// imports nothing of this module; and where noquery is in time under this name, it is under a lesser one such as
// github.com/someone/eyeline.
func TestAnyModuleName(t *testing.T) {
	longtest.SkipUnlessLong(t)
	program := elsewhere(t, "sr.ht/~someone/eyeline")
	began := time.Now()
	s := startCommand(t, exec.Command(program), nil, nil)
	s.sees("TERM is xterm-256color")
	if d := time.Since(began); d > 3*time.Second { // the library waits for five
		t.Errorf("the program took %v to start", d)
	}
	if code := s.end(); code != 0 {
		t.Errorf("exit status %d", code)
	}
}

const smallMain = `package main

import (
	"fmt"
	"os"

	tea "github.com/charmbracelet/bubbletea"

	"MODULE/noquery"
)

func main() {
	noquery.Restore()
	fmt.Printf("TERM is %s, %T\n", os.Getenv("TERM"), tea.Quit())
}
`

// elsewhere builds the small program in a module of that name.
func elsewhere(t *testing.T, name string) (program string) {
	t.Helper()
	dir := t.TempDir()
	run := func(from string, args ...string) string {
		t.Helper()
		cmd := exec.Command("go", args...)
		cmd.Dir = from
		cmd.Env = append(os.Environ(), "GOPROXY=off", "GOWORK=off", "CGO_ENABLED=0")
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, out)
		}
		return strings.TrimSpace(string(out))
	}
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	const pkg = "tui/terminal/noquery"
	module, root, _ := strings.Cut(run("..", "list", "-m", "-f", "{{.Path}} {{.Dir}}"), " ")
	deps := run("..", "list", "-deps", "-f", "{{if not .Standard}}{{.ImportPath}}{{end}}", "./"+pkg)
	if deps != module+"/"+pkg {
		t.Fatalf("%s needs other packages, whose names count as well:\n%s", pkg, deps)
	}
	if err := os.CopyFS(filepath.Join(dir, "noquery"), os.DirFS(filepath.Join(root, pkg))); err != nil {
		t.Fatal(err)
	}
	mod, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	sum, err := os.ReadFile(filepath.Join(root, "go.sum"))
	if err != nil {
		t.Fatal(err)
	}
	write("go.mod", strings.Replace(string(mod), "module "+module+"\n", "module "+name+"\n", 1))
	write("go.sum", string(sum))
	write("main.go", strings.Replace(smallMain, "MODULE", name, 1))
	program = filepath.Join(dir, "program")
	run(dir, "build", "-trimpath", "-o", program, ".")
	return program
}
