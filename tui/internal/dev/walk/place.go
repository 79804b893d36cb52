//go:build unix

package main

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
)

// nobody is as whom the program runs that root starts.
const nobody = 65534

// screen is something that the program shows.
type screen struct {
	name string
	args string // with blanks between
	keys string // lead to it
	// piped is a file that comes through a pipe.
	piped string
	// list says that it is a list, which Escape leaves.
	list bool
}

var screens = []screen{
	{name: "source with a tool", args: "server.go"},
	{name: "block", args: "--mode block +57 server.go"},
	{name: "both panes", args: "--panes both --wrap server.go"},
	{name: "bytes", args: "--mode bytes -t byte_window server.go"},
	{name: "no tool", args: "-t none server.go wide.txt hostile.txt"},
	{name: "pager", piped: "log.txt"},
	{name: "colours in a pager", args: "--ansi always", piped: "colours.txt"},
	{name: "large log", args: "big.txt"},
	{name: "tail", args: "--follow -t none log.txt"},
	{name: "hex", args: "--hex binary.bin"},
	{name: "binary", args: "binary.bin"},
	{name: "wide characters", args: "wide.txt"},
	{name: "wide characters, wrapped", args: "-w -i -p both wide.txt"},
	{name: "ASCII", args: "--ascii wide.txt"},
	{name: "hostile", args: "hostile.txt"},
	{name: "hostile, without a tool", args: "-t none -i hostile.txt"},
	{name: "one long line", args: "long.txt"},
	{name: "empty", args: "empty.txt"},
	{name: "changes against git", args: "-t none changed.go"},
	{name: "revision", args: "HEAD~1:sub/old.go"},
	{name: "folder of a revision", args: "HEAD:", list: true},
	{name: "packed", args: "packed.txt.gz"},
	{name: "comparison", args: "server.go", keys: "C\r"},
	{name: "transcripts", args: "transcript --all", list: true},
	{name: "transcript", args: "transcript --root workspace session.jsonl", list: true},
	{name: "transcript's file", args: "transcript --root workspace session.jsonl", keys: "\r", list: true},
	{name: "transcript's calls", args: "transcript --root workspace session.jsonl", keys: "\x14", list: true},
	{name: "secure", args: "--secure server.go wide.txt"},
	{name: "without a mouse", args: "--mouse=false --theme monokai server.go"},
}

func screenNamed(name string) screen {
	return screens[max(slices.IndexFunc(screens, func(s screen) bool { return s.name == name }), 0)]
}

// hostile is what of the screen's file must not come through.
func (s screen) hostile() []byte {
	if strings.Contains(s.args, "hostile") {
		return []byte(hostileText)
	}
	return nil
}

// hostileText would steer a terminal.
const hostileText = "\x1b]52;c;eA==\x07\x1b]0;title\x07\x1b[2J\x9b1m\u009b5n\u202e\u2066\ufeff\U000E0041\x00\x7f\x08\x0b\x1bc\x1bP1$r\x1b\\\n" +
	"\x1b[?1049l\x1b[?25h\x1b[6n\x1b[31mred\x1b[m\x1b(0\x0e\r\n\xff\xfe\xc3(\x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\\a\n"

// place is a folder that walks may do in what they like: what each begins with, its programs, and a folder for each walk.
type place struct{ root, program string }

// newPlace makes a place in an empty folder. The program is copied there, for one who may not read it where it is.
func newPlace(root, program string) (*place, error) {
	pl := &place{root, filepath.Join(root, "eyeline")}
	text, err := os.ReadFile(program)
	if err != nil {
		return nil, err
	}
	files := map[string]string{"../../bin/shell": shell, "../../bin/editor": editor, "../../eyeline": string(text)}
	for name, of := range workFiles() {
		files[name] = of
	}
	work := filepath.Join(root, "begin", "work")
	for name, text := range files {
		path := filepath.Join(work, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), 0o755)); err != nil {
			return nil, err
		}
	}
	session, err := unpacked("testdata/transcripts/claude_code/session-default.jsonl.gz")
	project := filepath.Join(root, "begin/.claude/projects/-work/session-default.jsonl")
	err = errors.Join(err, os.Chmod(root, 0o755), os.MkdirAll(filepath.Dir(project), 0o755), os.WriteFile(project, session, 0o644),
		os.WriteFile(filepath.Join(work, "session.jsonl"), session, 0o644),
		os.CopyFS(filepath.Join(work, "workspace"), os.DirFS("testdata/transcripts/workspace-after")))
	if err != nil {
		return nil, err
	}
	for _, args := range []string{"init -q --template=", "add .", "commit -qm one", "mv sub/old.go changed.go", "commit -qm two"} {
		git := exec.Command("git", append([]string{"-C", work, "-c", "user.name=n", "-c", "user.email=e"}, strings.Fields(args)...)...)
		git.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_NOSYSTEM=1")
		if out, err := git.CombinedOutput(); err != nil {
			return nil, fmt.Errorf("git %s: %w\n%s", args, err, out)
		}
	}
	changed := strings.Replace(workFiles()["sub/old.go"], "line 40 ", "another line\n// line 40", 1)
	return pl, os.WriteFile(filepath.Join(work, "changed.go"), []byte(changed), 0o644)
}

// workFiles are the files of the work tree.
func workFiles() map[string]string {
	var lines, source, binary strings.Builder
	for i := range 3000 {
		fmt.Fprintf(&lines, "%d a line of the log with a needle in it, func %x\n", i, i*i)
		fmt.Fprintf(&source, "// line %d of a file\nvar v%d = \"日本語 %d\"\n", i, i, i)
		binary.WriteByte(byte(i * i))
	}
	server, _ := os.ReadFile("testdata/samples/server.go")
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	_, _ = io.WriteString(w, lines.String())
	_ = w.Close()
	wide := "日本語の文 e\u0301\u0302 \U0001F469\u200D\U0001F469\u200D\U0001F467 \u202eabc \u0627\u0644\u0639 \tTab\t\u200b| Z\u0351\u0352\u0353algo ｆｕｌｌ \U0001F1E9\U0001F1EA \ufe0f1\ufe0f\u20e3\n"
	return map[string]string{
		"server.go": string(server), "log.txt": lines.String(), "big.txt": strings.Repeat(lines.String(), 12), "binary.bin": binary.String(),
		"colours.txt": "\x1b[1mbold\x1b[m\n\x1b[32m+added\x1b[m \x1b[7mreverse 日本\x1b[0;4munder\x1b[m\n" + strings.Repeat("\x1b[48;5;52m a \x1b[m b\n", 100),
		"wide.txt":    strings.Repeat(wide+strings.Repeat("界", 70)+"\n\n"+strings.Repeat("a\u0300", 90)+"\n", 20), "empty.txt": "",
		"hostile.txt": strings.Repeat(hostileText, 30), "long.txt": strings.Repeat("0123456789 needle 日", 20000), "sub/a.go.gz": packed.String(),
		"packed.txt.gz": packed.String(), "sub/old.go": source.String(), "there": "there\n",
	}
}

func unpacked(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	r, err := gzip.NewReader(f)
	if err != nil {
		return nil, err
	}
	return io.ReadAll(r)
}

// The shell of a walk does what it has a name for, and runs nothing that it is given. The editor adds a line.
const (
	shell = `#!/bin/sh
case "$2" in
say*) echo said ;;
false) exit 3 ;;
read) read -r _; echo read ;;
slow) sleep 0.2 ;;
stty) stty -echo -icanon ;;
many) i=0; while [ $i -lt 200 ]; do echo "line $i"; i=$((i+1)); done ;;
'') [ -n "$2" ] || { [ $# -gt 0 ] || read -r _; } ;;
esac
`
	editor = `#!/bin/sh
for last in "$@"; do :; done
echo 'a line of the editor' >>"$last"
`
)

// folder makes the folder of a walk: its home, with the work tree in it.
func (pl *place) folder(name string) (string, error) {
	dir := filepath.Join(pl.root, "a/b/c", name)
	if err := os.CopyFS(dir, os.DirFS(filepath.Join(pl.root, "begin"))); err != nil {
		return "", err
	}
	if os.Getuid() != 0 {
		return dir, nil
	}
	return dir, filepath.WalkDir(dir, func(path string, _ os.DirEntry, err error) error {
		return errors.Join(err, os.Lchown(path, nobody, nobody))
	})
}

// command is the shell script that runs the program in a folder, on a terminal of its own.
func (pl *place) command(p *plan, dir, script string) (*exec.Cmd, error) {
	of := screenNamed(p.screen)
	how := "typed"
	if of.piped != "" {
		how = "piped"
	}
	cmd := exec.Command("/bin/sh", append([]string{"-c", script, "sh", how, pl.program}, strings.Fields(of.args)...)...)
	cmd.Dir = filepath.Join(dir, "work")
	cmd.Env = append([]string{
		"PATH=/usr/bin:/bin", "HOME=" + dir, "TMPDIR=" + dir, "XDG_CONFIG_HOME=" + dir + "/.config", "TERM=xterm-256color", "LC_ALL=C.UTF-8",
		"SHELL=" + pl.root + "/bin/shell", "VISUAL=" + pl.root + "/bin/editor", "GORACE=log_path=" + dir + "/race",
	}, strings.Fields(p.env)...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	if os.Getuid() == 0 {
		cmd.SysProcAttr.Credential = &syscall.Credential{Uid: nobody, Gid: nobody}
	}
	if of.piped == "" {
		return cmd, nil
	}
	r, w, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	cmd.ExtraFiles = []*os.File{r}
	text, err := os.ReadFile(filepath.Join(cmd.Dir, of.piped))
	go func() {
		_, _ = w.Write(text) // the program may leave before it has read all
		_ = w.Close()
	}()
	return cmd, err
}
