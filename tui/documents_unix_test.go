//go:build linux || darwin

package tui_test

import (
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"eyeline/reader/longtest"
	"eyeline/reader/transcript/transcripttest"
)

// documents are the README and all topics.
func documents(t *testing.T) map[string]string {
	t.Helper()
	paths, err := filepath.Glob("help/*.md")
	if err != nil || len(paths) < 10 {
		t.Fatal(paths, err)
	}
	texts := map[string]string{}
	for _, path := range append(paths, "../README.md") {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		texts[path] = strings.ReplaceAll(string(text), "\r\n", "\n")
	}
	return texts
}

// codeBlock finds the code between fences.
var codeBlock = regexp.MustCompile("(?s)\n```\n(.*?)\n```\n")

// TestExamples runs each command that the documents show with "$ ", and compares what it prints with what is below it;
// -update writes that.
func TestExamples(t *testing.T) {
	t.Parallel()
	program, err := program()
	if err != nil {
		t.Fatal(err)
	}
	dir := exampleFolder(t)
	f := flag.Lookup("update")
	update := f != nil && f.Value.String() == "true"
	commands := 0
	for path, text := range documents(t) {
		now := codeBlock.ReplaceAllStringFunc(text, func(block string) string {
			parts := strings.Split("\n"+codeBlock.FindStringSubmatch(block)[1], "\n$ ")
			for i, part := range parts[1:] {
				command, _, _ := strings.Cut(part, "\n")
				commands++
				parts[i+1] = strings.TrimRight(command+"\n"+runExample(t, dir, program, part), "\n")
			}
			if len(parts) == 1 {
				return block
			}
			return "\n```" + strings.Join(parts, "\n$ ") + "\n```\n"
		})
		switch {
		case now == text:
		case update:
			if err := os.WriteFile(path, []byte(now), 0o644); err != nil {
				t.Fatal(err)
			}
		default:
			t.Errorf("%s has not what its commands print, which is\n%s\ngo test ./tui -run Examples -update writes it",
				path, strings.Join(codeBlock.FindAllString(now, -1), ""))
		}
	}
	if commands < 15 {
		t.Errorf("%d commands found", commands)
	}
}

// exampleFolder is a folder that looks as the documents assume: samples, and a recorded run with the folder it was
// about.
func exampleFolder(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for _, folder := range []string{"samples", "schemas"} {
		if err := os.CopyFS(filepath.Join(dir, "testdata", folder), os.DirFS("../testdata/"+folder)); err != nil {
			t.Fatal(err)
		}
	}
	run, err := os.ReadFile(transcripttest.Sample(t, transcripttest.Claude))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "session.jsonl"), run, 0o644); err != nil {
		t.Fatal(err)
	}
	project := os.DirFS(transcripttest.Workspace(t, "workspace-after"))
	if err := os.CopyFS(filepath.Join(dir, "project"), project); err != nil {
		t.Fatal(err)
	}
	return dir
}

// runExample is what an example prints: a command, and what the document has below it. "cat FILE" makes the file.
func runExample(t *testing.T, dir, program, example string) string {
	t.Helper()
	command, shown, _ := strings.Cut(example, "\n")
	if name, ok := strings.CutPrefix(command, "cat "); ok {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(shown+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		return shown
	}
	if command == "echo $?" {
		command = "cat status"
	}
	cmd := exec.Command("/bin/sh", "-c", command)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "PATH="+filepath.Dir(program)+":"+os.Getenv("PATH"), "XDG_CONFIG_HOME="+dir, "TZ=UTC")
	out, err := cmd.CombinedOutput()
	status := "0"
	if err != nil {
		status = "1"
	}
	if err := os.WriteFile(filepath.Join(dir, "status"), []byte(status), 0o644); err != nil {
		t.Fatal(err)
	}
	return string(out)
}

// TestTopicInViewer: on a terminal a topic is paged in the viewer, with headings and tables as rows.
func TestTopicInViewer(t *testing.T) {
	t.Parallel()
	program, err := program()
	if err != nil {
		t.Fatal(err)
	}
	s := startSized(t, exec.Command(program, "help", "keys"), nil, nil, 90, 24)
	s.sees("Every key, what it does")
	s.seesIn("\x1b[1m", "Alt-t")
	s.sees("the next tool or agent")
	s.sees("eyeline help keys")
	s.keys("q")
	if code := s.end(); code != 0 {
		t.Errorf("exit status %d", code)
	}
}

// TestTryIt runs the command that the README begins with.
func TestTryIt(t *testing.T) {
	t.Parallel()
	readme := documents(t)["../README.md"]
	for _, c := range []string{"go run . reader/window/block.go", "go test ./..."} {
		if !strings.Contains(readme, "\n```\n"+c+"\n```\n") {
			t.Errorf("the README lacks %q", c)
		}
	}
	if most := 16 << 10; len(readme) > most {
		t.Errorf("the README has %d bytes, %d more than people read: a topic is the place for it", len(readme), len(readme)-most)
	}
	if !longtest.IsRequested() {
		return // the program would be compiled once more, with C
	}
	cmd := exec.Command("go", "run", ".", "reader/window/block.go")
	cmd.Dir = ".."
	got, err := cmd.Output()
	want, readErr := os.ReadFile("../reader/window/block.go")
	if err != nil || readErr != nil || string(got) != string(want) {
		t.Errorf("without a terminal it copies the file: %d bytes, %v, %v", len(got), err, readErr)
	}
}

// TestDocumentedFlags checks that the options named in the documents exist.
func TestDocumentedFlags(t *testing.T) {
	t.Parallel()
	path, err := program()
	if err != nil {
		t.Fatal(err)
	}
	manual, err := exec.Command(path, "man").Output()
	if err != nil {
		t.Fatal(err)
	}
	// The manual has the options of the viewer and of tools, the generated tables those of commands.
	help := strings.ReplaceAll(string(manual), `\-`, "-")
	texts := documents(t)
	for _, text := range texts {
		help += strings.Join(regexp.MustCompile(`(?s)<!-- made: flags .*?<!-- end`).FindAllString(text, -1), "")
	}
	others := " --help --prefix --global --bind --preview --mouse --output --edit --require --replace --name-only --exclude-dir "
	for name, text := range texts {
		for _, flag := range regexp.MustCompile("[` ](--[a-z][a-z-]*[a-z])").FindAllStringSubmatch(text, -1) {
			if !strings.Contains(help, flag[1]) && !strings.Contains(others, " "+flag[1]+" ") {
				t.Errorf("%s names %s, which is no option", name, flag[1])
			}
		}
	}
}

// TestLinks checks that what the documents link to is there.
func TestLinks(t *testing.T) {
	t.Parallel()
	texts := documents(t)
	for _, name := range []string{"../CHANGELOG.md", "../testdata/README.md", "../reader/ARCHITECTURE.md", "../reader/VISION.md"} {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		texts[name] = string(text)
	}
	for name, text := range texts {
		anchors := map[string]bool{}
		for _, h := range regexp.MustCompile(`(?m)^#+ (.*)$`).FindAllStringSubmatch(text, -1) {
			slug := strings.ToLower(regexp.MustCompile(`[^\p{L}\p{N} -]`).ReplaceAllString(h[1], ""))
			anchors[strings.ReplaceAll(slug, " ", "-")] = true
		}
		for _, link := range regexp.MustCompile(`\]\(([^)]+)\)|(?:src|srcset)="([^"]+)"`).FindAllStringSubmatch(text, -1) {
			to := link[1] + link[2]
			switch {
			case strings.HasPrefix(to, "https://"):
			case strings.HasPrefix(to, "#"):
				if !anchors[to[1:]] {
					t.Errorf("%s links to %s, which is no heading", name, to)
				}
			default:
				if _, err := os.Stat(filepath.Join(filepath.Dir(name), to)); err != nil {
					t.Errorf("%s: %v", name, err)
				}
			}
		}
	}
}
