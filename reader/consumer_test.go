package reader_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"eyeline/reader/longtest"
)

// TestConsumer builds a program of another module, which imports every package that can be imported and uses libraries
// of its own, and runs it: nothing here may change what another package does in the same process.
func TestConsumer(t *testing.T) {
	longtest.SkipUnlessLong(t)
	if runtime.GOOS != "linux" {
		t.Skip("elsewhere it would write to the clipboard")
	}
	dir := t.TempDir()
	write := func(name, text string, mode os.FileMode) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), mode); err != nil {
			t.Fatal(err)
		}
	}
	read := func(name string) string {
		t.Helper()
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	run := func(cmd *exec.Cmd) string {
		t.Helper()
		out, err := cmd.Output()
		if err != nil {
			if exit, ok := err.(*exec.ExitError); ok {
				t.Logf("%s", exit.Stderr)
			}
			t.Fatalf("%s: %v\n%s", cmd, err, out)
		}
		return string(out)
	}

	module, root, _ := strings.Cut(strings.TrimSpace(run(exec.Command("go", "list", "-m", "-f", "{{.Path}} {{.Dir}}"))), " ")
	requires, _, _ := strings.Cut(read("../go.mod"), "\ntool ")
	_, requires, _ = strings.Cut(requires, "\n")
	write("go.mod", "module example.com/consumer\n"+requires, 0o600)
	// In one workspace with the module nothing of it is compiled again.
	version, _, _ := strings.Cut(strings.TrimSpace(requires), "\n")
	write("go.work", version+"\nuse (\n\t.\n\t"+strconv.Quote(root)+"\n)\n", 0o600)
	write("go.sum", read("../go.sum"), 0o600)
	write("main.go", read("testdata/consumer/main.go"), 0o600)
	imports := "package main\n\nimport (\n\t\"context\"\n\t\"io/fs\"\n\n\treader " + strconv.Quote(module+"/reader") + "\n"
	list := exec.Command("go", "list", "-f", `{{if ne .Name "main"}}{{.ImportPath}}{{end}}`, module+"/...")
	for path := range strings.FieldsSeq(run(list)) {
		// Package tui is the program itself, which has its lexers initialised later by lazylexers; nothing else imports the
		// two.
		isProgram := path == module+"/tui" || path == module+"/tui/kit/highlight/lazylexers"
		if !strings.Contains(path+"/", "/internal/") && !isProgram {
			imports += "\t_ " + strconv.Quote(path) + "\n"
		}
	}
	write("imports.go", imports+`)

func read(files fs.FS, name string) (string, error) {
	a, err := reader.Read(context.Background(), "codex", name, reader.Options{FS: files})
	return a.Text, err
}
`, 0o600)
	build := exec.Command("go", "build", "-o", "consumer", ".")
	build.Dir = dir
	build.Env = append(os.Environ(), "GOPROXY=off", "GOWORK="+filepath.Join(dir, "go.work"), "CGO_ENABLED=0")
	run(build)

	write("xclip", "#!/bin/sh\ncase $1 in -in) cat >\"$0.text\" ;; *) cat \"$0.text\" ;; esac\n", 0o700)
	consumer := exec.Command("./consumer")
	consumer.Dir = dir
	consumer.Env = append(os.Environ(), "PATH="+dir+string(filepath.ListSeparator)+os.Getenv("PATH"), "WAYLAND_DISPLAY=")
	if said := run(consumer); said != "all used\n" {
		t.Error(said)
	}
}
