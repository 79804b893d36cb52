package launch

import (
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"eyeline/tui/launch/cmdkit"
)

// inRepository makes a git repository with a commit of sub/a.go, which the work tree has changed since, and goes there.
func inRepository(t *testing.T) {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	t.Setenv("GIT_CONFIG_GLOBAL", os.DevNull)
	t.Setenv("GIT_CONFIG_NOSYSTEM", "1")
	t.Chdir(t.TempDir())
	for _, script := range []string{"init -q -b main", "add .", "-c user.name=n -c user.email=e commit -qm first"} {
		if script == "add ." {
			if err := errors.Join(os.Mkdir("sub", 0o755), os.WriteFile("sub/a.go", []byte("package a\n\nvar old = 1\n"), 0o644)); err != nil {
				t.Fatal(err)
			}
		}
		if out, err := exec.Command("git", strings.Fields(script)...).CombinedOutput(); err != nil {
			t.Fatalf("git %s: %v\n%s", script, err, out)
		}
	}
	if err := os.WriteFile("sub/a.go", []byte("package a\n\nvar now = 1\n"), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestEmitRevision: what a tool gives of a file of a revision is what it gives of a file with those bytes at that path.
func TestEmitRevision(t *testing.T) {
	withSettings(t, "")
	inRepository(t)
	for args, want := range map[string]string{
		"HEAD:sub/a.go --tool codex":                              "L1: package a\nL2: \nL3: var old = 1",
		":sub/a.go --tool codex +3":                               "L3: var old = 1",
		"sub/a.go --tool codex +3":                                "L3: var now = 1",
		"HEAD:sub/a.go --tool sage --limit 1 +3":                  "     3→var old = 1",
		`--tool codex --args {"file_path":"/x.go"} HEAD:sub/a.go`: "L1: package a\nL2: \nL3: var old = 1",
	} {
		if r := run(t, append([]string{"emit"}, strings.Fields(args)...)...); r.err != nil || !strings.HasPrefix(r.out, want) {
			t.Errorf("%s: %v\n%q", args, r.err, r.out)
		}
	}
	for args, want := range map[string]string{
		"HEAD:none.go": `HEAD has no "none.go"`,
		"v7:sub/a.go":  `no such file, and no revision is called "v7"`,
		"HEAD:sub":     "a folder, not a file",
	} {
		if r := run(t, "emit", args); r.status != cmdkit.ExitFailed || !strings.Contains(r.err.Error(), want) {
			t.Errorf("%s: %v", args, r.err)
		}
	}
	if err := os.WriteFile("HEAD:sub", []byte("a file\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if r := run(t, "emit", "--tool", "codex", "HEAD:sub"); r.out != "L1: a file" {
		t.Errorf("a file of that name: %q %v", r.out, r.err)
	}
}

// withInput puts a text into standard input.
func withInput(t *testing.T, text string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "input")
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	was := os.Stdin
	os.Stdin = f
	t.Cleanup(func() {
		os.Stdin = was
		_ = f.Close()
	})
}

// TestEmitInput: what a tool gives of standard input is what it gives of a file with those bytes, in every form.
func TestEmitInput(t *testing.T) {
	withSettings(t, "")
	text := strings.Repeat("a line of text with \xff and \t in it\r\n", 3000) + "no end"
	t.Chdir(t.TempDir())
	file := "f.txt"
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, args := range []string{"--tool codex --limit 5000", "--tool claude_code +2900", "--tool codex --json +2990", "--tool byte_window --start-byte 70", "--tool codex --anchor-line 9"} {
		want := run(t, append(append([]string{"emit"}, strings.Fields(args)...), file)...)
		for _, given := range []string{"--name " + file, "- --name " + file} {
			withInput(t, text)
			r := run(t, append(append([]string{"emit"}, strings.Fields(args)...), strings.Fields(given)...)...)
			if r.err != nil || r.out != want.out || len(r.out) < 100 {
				t.Errorf("%s %s: %v, %d bytes, not %d", args, given, r.err, len(r.out), len(want.out))
			}
		}
	}
	withInput(t, "one\ntwo\n")
	if r := run(t, "emit", "--tool", "codex", "--args", `{"file_path":"/x","offset":2}`, "-"); r.out != "L2: two" {
		t.Errorf("--args with -: %q %v", r.out, r.err)
	}
	for args, want := range map[string]string{
		"emit --name x " + file:   "--name is for standard input",
		"emit --name x --args {}": "--name is for standard input",
		"--name x " + file:        "--name is for standard input",
		"--name x - " + file:      "--name is for standard input",
		"emit --batch --name x":   "--batch takes",
	} {
		if r := run(t, strings.Fields(args)...); r.status != cmdkit.ExitUsage || !strings.Contains(r.err.Error(), want) {
			t.Errorf("%s: %v", args, r.err)
		}
	}
}

// TestIsPiped: a null device is no input.
func TestIsPiped(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	null, err := os.Open(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	dir, err := os.Open(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		in   io.Reader
		want bool
	}{{r, true}, {null, false}, {dir, false}, {strings.NewReader(""), true}} {
		if got := isPiped(c.in); got != c.want {
			t.Errorf("%v: %v", c.in, got)
		}
	}
	_ = errors.Join(r.Close(), w.Close(), null.Close(), dir.Close())
}
