//go:build linux || darwin

package tui_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestReadmeCommands runs each command that the README shows with "$ ", and compares what it prints with what is below it.
func TestReadmeCommands(t *testing.T) {
	program, err := program()
	if err != nil {
		t.Fatal(err)
	}
	readme, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	// A folder that looks as the README assumes: the module's files, the program, and what an example makes.
	dir := t.TempDir()
	if err := os.CopyFS(filepath.Join(dir, "testdata", "samples"), os.DirFS(filepath.Join(root, "testdata", "samples"))); err != nil {
		t.Fatal(err)
	}
	run := func(command string) string {
		cmd := exec.Command("/bin/sh", "-c", command)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "PATH="+filepath.Dir(program)+":"+os.Getenv("PATH"), "XDG_CONFIG_HOME="+dir)
		out, err := cmd.CombinedOutput()
		status := "0"
		if err != nil {
			status = "1"
		}
		if writeErr := os.WriteFile(filepath.Join(dir, "status"), []byte(status), 0o644); writeErr != nil {
			t.Fatal(writeErr)
		}
		return string(out)
	}
	commands := 0
	for _, block := range regexp.MustCompile("(?s)\n```\n(.*?)\n```\n").FindAllStringSubmatch(string(readme), -1) {
		for _, part := range strings.Split("\n"+block[1], "\n$ ")[1:] {
			command, want, _ := strings.Cut(part, "\n")
			commands++
			if name, ok := strings.CutPrefix(command, "cat "); ok {
				if err := os.WriteFile(filepath.Join(dir, name), []byte(want+"\n"), 0o644); err != nil {
					t.Fatal(err)
				}
				continue
			}
			if command == "echo $?" {
				command = "cat status"
			}
			if got := run(command); strings.TrimRight(got, "\n") != strings.TrimRight(want, "\n") {
				t.Errorf("$ %s\n%s\nthe README has\n%s", command, got, want)
			}
		}
	}
	if commands < 8 {
		t.Errorf("%d commands found", commands)
	}
	for _, c := range []string{"go run . reader/window/block.go", "go test ./..."} {
		if !strings.Contains(string(readme), "\n```\n"+c+"\n```\n") {
			t.Errorf("the README lacks %q", c)
		}
	}
	cmd := exec.Command("go", "run", ".", "reader/window/block.go")
	cmd.Dir = root
	got, err := cmd.Output()
	want, readErr := os.ReadFile("../reader/window/block.go")
	if err != nil || readErr != nil || string(got) != string(want) {
		t.Errorf("without a terminal it copies the file: %d bytes, %v, %v", len(got), err, readErr)
	}
}

// TestReadmeFlags checks that the options named in the README exist.
func TestReadmeFlags(t *testing.T) {
	path, err := program()
	if err != nil {
		t.Fatal(err)
	}
	readme, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	help := ""
	helps := [][]string{{"--help"}, {"emit", "--help"}, {"tools", "--help"}, {"transcript", "--help"}, {"check", "--help"}}
	list, err := exec.Command(path, "tools").Output()
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(list)) {
		helps = append(helps, []string{"emit", "--tool", strings.Fields(line)[0], "--help"})
	}
	for _, args := range helps {
		out, err := exec.Command(path, args...).Output()
		if err != nil {
			t.Fatal(err)
		}
		help += string(out)
	}
	others := " --prefix --global --bind --preview --mouse "
	for _, flag := range regexp.MustCompile("[` ](--[a-z][a-z-]+)").FindAllStringSubmatch(string(readme), -1) {
		if !strings.Contains(help, flag[1]) && !strings.Contains(others, " "+flag[1]+" ") {
			t.Errorf("the README names %s, which is no option", flag[1])
		}
	}
}

// TestReadmeLinks checks that what the documents link to is there.
func TestReadmeLinks(t *testing.T) {
	for _, name := range []string{"README.md", "CHANGELOG.md", "testdata/README.md"} {
		text, err := os.ReadFile(filepath.Join("..", name))
		if err != nil {
			t.Fatal(err)
		}
		anchors := map[string]bool{}
		for _, h := range regexp.MustCompile(`(?m)^#+ (.*)$`).FindAllStringSubmatch(string(text), -1) {
			slug := strings.ToLower(regexp.MustCompile(`[^\p{L}\p{N} -]`).ReplaceAllString(h[1], ""))
			anchors[strings.ReplaceAll(slug, " ", "-")] = true
		}
		for _, link := range regexp.MustCompile(`\]\(([^)]+)\)|(?:src|srcset)="([^"]+)"`).FindAllStringSubmatch(string(text), -1) {
			to := link[1] + link[2]
			switch {
			case strings.HasPrefix(to, "https://"):
			case strings.HasPrefix(to, "#"):
				if !anchors[to[1:]] {
					t.Errorf("%s links to %s, which is no heading", name, to)
				}
			default:
				if _, err := os.Stat(filepath.Join("..", filepath.Dir(name), to)); err != nil {
					t.Errorf("%s: %v", name, err)
				}
			}
		}
	}
}
