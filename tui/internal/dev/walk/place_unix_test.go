//go:build unix

package walk

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
)

const (
	// nobody is as whom the program runs that root starts.
	nobody = 65534
	// testdata is the module's; its folder walk has what walks begin with.
	testdata = "../../../../testdata"
)

// screen is something that the program shows: a line of screens.txt, which says what they are.
type screen struct{ name, args, keys, kind string }

func readScreens() (screens []screen, err error) {
	text, err := os.ReadFile(filepath.Join(testdata, "walk/screens.txt"))
	for line := range strings.Lines(string(text)) {
		f := append(strings.Split(line, "|"), "", "", "")
		for i := range f {
			f[i] = strings.TrimSpace(f[i])
		}
		if !strings.HasPrefix(line, "#") {
			screens = append(screens, screen{f[0], f[1], f[2], f[3]})
		}
	}
	return screens, err
}

// place is a folder that walks may do in what they like: what each begins with, its programs, and a folder for each
// walk.
type place struct {
	root    string
	screens []screen
	hostile string // what steers a terminal in the files
}

// newPlace makes a place in an empty folder. The program is copied there, for one who may not read it where it is.
func newPlace(root, program string) (*place, error) {
	pl := &place{root: root}
	data, err := filepath.Abs(testdata)
	if err != nil {
		return nil, err
	}
	begin := filepath.Join(root, "begin")
	script := `cp "$0" eyeline && cp "$1"/walk/shell "$1"/walk/editor . && chmod -R 755 . && mkdir begin && cd begin &&
		exec sh "$1/walk/prepare.sh" "$1"`
	program, err = filepath.Abs(program)
	cmd := exec.Command("/bin/sh", "-c", script, program, data)
	cmd.Dir = root
	if out, failed := cmd.CombinedOutput(); failed != nil {
		return nil, fmt.Errorf("%w\n%s", failed, out)
	}
	text, unread := os.ReadFile(filepath.Join(begin, "work/hostile.txt"))
	pl.hostile = string(text)
	screens, failed := readScreens()
	pl.screens = screens
	return pl, errors.Join(err, unread, failed)
}

func (pl *place) screen(name string) screen {
	for _, s := range pl.screens {
		if s.name == name {
			return s
		}
	}
	return pl.screens[0]
}

// folder makes the folder of a walk: its home, with the work tree in it.
func (pl *place) folder(name string) (string, error) {
	dir := filepath.Join(pl.root, "a/b/c", name)
	if err := os.CopyFS(dir, os.DirFS(filepath.Join(pl.root, "begin"))); err != nil || os.Getuid() != 0 {
		return dir, err
	}
	return dir, filepath.WalkDir(dir, func(path string, _ os.DirEntry, err error) error {
		return errors.Join(err, os.Lchown(path, nobody, nobody))
	})
}

// command is the shell script that runs the program in a folder, on a terminal of its own.
func (pl *place) command(p *plan, dir, script string) (*exec.Cmd, error) {
	of := pl.screen(p.Screen)
	piped, ok := strings.CutPrefix(of.kind, "<")
	how := map[bool]string{false: "typed", true: "piped"}[ok]
	args := append([]string{"-c", script, "sh", how, pl.root + "/eyeline"}, strings.Fields(of.args)...)
	cmd := exec.Command("/bin/sh", args...)
	cmd.Dir = filepath.Join(dir, "work")
	cmd.Env = append([]string{
		"PATH=/usr/bin:/bin", "HOME=" + dir, "TMPDIR=" + dir, "XDG_CONFIG_HOME=" + dir + "/.config", "TERM=xterm-256color",
		"LC_ALL=C.UTF-8", "SHELL=" + pl.root + "/shell", "VISUAL=" + pl.root + "/editor",
		"GORACE=exitcode=0 atexit_sleep_ms=20 log_path=" + dir + "/race",
	}, strings.Fields(p.Env)...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	if os.Getuid() == 0 {
		cmd.SysProcAttr.Credential = &syscall.Credential{Uid: nobody, Gid: nobody}
	}
	if !ok {
		return cmd, nil
	}
	r, w, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	cmd.ExtraFiles = []*os.File{r}
	text, err := os.ReadFile(filepath.Join(cmd.Dir, piped))
	go func() {
		_, _ = w.Write(text) // the program may leave before it has read all
		_ = w.Close()
	}()
	return cmd, err
}
