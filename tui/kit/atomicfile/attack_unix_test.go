//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package atomicfile

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"eyeline/reader/longtest"
)

// TestMain is also the program that the tests kill: it writes files until then, or one.
func TestMain(m *testing.M) {
	switch path := os.Getenv("ATOMICFILE_PATH"); os.Getenv("ATOMICFILE_DO") {
	case "over and over":
		for n := 0; ; n++ {
			if _, err := Write(path, Options{Mode: 0o644, Replace: true}, whole(byte('a'+n%26))); err != nil {
				fmt.Println(err)
				os.Exit(1)
			}
		}
	case "limited":
		signal.Ignore(syscall.SIGXFSZ)
		limit := syscall.Rlimit{Cur: 1000, Max: 1000}
		if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
			panic(err)
		}
		_, err := Write(path, Options{Mode: 0o644, Replace: true}, whole('x'))
		if errors.Is(err, syscall.EFBIG) {
			os.Exit(7)
		}
	case "once":
		_, err := Write(path, Options{Mode: 0o644}, whole(os.Getenv("ATOMICFILE_LETTER")[0]))
		if errors.Is(err, fs.ErrExist) {
			os.Exit(9)
		}
		if err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
	default:
		os.Exit(m.Run())
	}
}

const wholeSize = 200_000

// whole is a content that is written in several pieces.
func whole(letter byte) func(io.Writer) error {
	return func(w io.Writer) error {
		for range 4 {
			if _, err := w.Write(bytes.Repeat([]byte{letter}, wholeSize/4)); err != nil {
				return err
			}
		}
		return nil
	}
}

// isWhole checks that a file is of one letter, and returns that.
func isWhole(t *testing.T, path string) byte {
	t.Helper()
	got := read(t, path)
	if len(got) != wholeSize || strings.Trim(got, got[:1]) != "" {
		t.Errorf("%s is half: %d bytes", path, len(got))
	}
	return got[0]
}

func another(path, do string, env ...string) *exec.Cmd {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(append(os.Environ(), "ATOMICFILE_PATH="+path, "ATOMICFILE_DO="+do), env...)
	return cmd
}

// TestKilledWriters: a writer that is killed leaves a whole file, and what else it leaves the next one takes away.
func TestKilledWriters(t *testing.T) {
	longtest.SkipUnlessLong(t)
	dir, left := t.TempDir(), 0
	path := filepath.Join(dir, "a")
	for range 30 {
		cmd := another(path, "over and over")
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(20*time.Millisecond + rand.N(40*time.Millisecond))
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		if _, err := os.Lstat(path); err == nil {
			isWhole(t, path)
		}
		names, _ := os.ReadDir(dir)
		if len(names) > 2 {
			t.Fatalf("left behind: %v", names)
		}
		left += max(len(names)-1, 0)
	}
	if _, err := Write(path, Options{Replace: true}, text("new")); err != nil {
		t.Fatal(err)
	}
	alone(t, dir, "a")
	t.Logf("%d of 30 left a temporary file", left)
}

// TestOrphans: only what nobody writes any more, and what has such a name, is taken away.
func TestOrphans(t *testing.T) {
	dir := t.TempDir()
	put(t, filepath.Join(dir, ".eyeline-0123456789ab"), "half", 0o644)
	put(t, filepath.Join(dir, ".eyeline-0123456789cd"), "half", 0o400)
	put(t, filepath.Join(dir, ".eyeline-notes"), "mine", 0o644)
	if err := syscall.Mkfifo(filepath.Join(dir, ".eyeline-0123456789ef"), 0o600); err != nil {
		t.Skip(err)
	}
	_, err := Write(filepath.Join(dir, "a"), Options{Mode: 0o600}, func(w io.Writer) error {
		_, err := Write(filepath.Join(dir, "b"), Options{Mode: 0o600}, text("b")) // which leaves that of a alone
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	alone(t, dir, ".eyeline-0123456789ef", ".eyeline-notes", "a", "b")
}

// TestManyWriters: of many that must not replace each other one writes the file, and the others are told.
func TestManyWriters(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a")
	var wait sync.WaitGroup
	var mu sync.Mutex
	wrote := []byte{}
	for n := range 40 {
		letter := byte('A' + n)
		wait.Go(func() {
			out, err := another(path, "once", "ATOMICFILE_LETTER="+string(letter)).CombinedOutput()
			mu.Lock()
			defer mu.Unlock()
			var exit *exec.ExitError
			switch {
			case err == nil:
				wrote = append(wrote, letter)
			case !errors.As(err, &exit) || exit.ExitCode() != 9:
				t.Errorf("%v: %s", err, out)
			}
		})
	}
	wait.Wait()
	if len(wrote) != 1 || isWhole(t, path) != wrote[0] {
		t.Errorf("%q say that they wrote it", wrote)
	}
	alone(t, dir, "a")
}

// TestFullDisk: past the limit on a file's size, as on a full disk, the old file stays.
func TestFullDisk(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a")
	put(t, path, "old", 0o644)
	var exit *exec.ExitError
	if out, err := another(path, "limited").CombinedOutput(); !errors.As(err, &exit) || exit.ExitCode() != 7 {
		t.Errorf("%v: %s", err, out)
	}
	if got := read(t, path); got != "old" {
		t.Errorf("it holds %q", got)
	}
	alone(t, dir, "a")
}

// TestANameThatAppears: a file that is made while another of its name is written is not replaced.
func TestANameThatAppears(t *testing.T) {
	for _, rename := range []func(in *folder, from, to string) error{renameNew, linkNew} {
		dir := t.TempDir()
		in, err := openFolder(dir)
		if err != nil {
			t.Fatal(err)
		}
		defer in.close()
		path := filepath.Join(dir, "a")
		put(t, filepath.Join(dir, "from"), "new", 0o600)
		put(t, path, "theirs", 0o600)
		if err := rename(in, "from", "a"); !errors.Is(err, fs.ErrExist) || read(t, path) != "theirs" {
			t.Errorf("%v, and it holds %q", err, read(t, path))
		}
	}
	dir := t.TempDir()
	path := filepath.Join(dir, "a")
	late := func(w io.Writer) error {
		put(t, path, "theirs", 0o600)
		put(t, path+".1", "theirs too", 0o600)
		return text("mine")(w)
	}
	if _, err := Write(path, Options{Mode: 0o600}, late); !errors.Is(err, fs.ErrExist) || read(t, path) != "theirs" {
		t.Errorf("%v, and it holds %q", err, read(t, path))
	}
	alone(t, dir, "a", "a.1")
	_ = os.Remove(path)
	name, err := Write(path, Options{Mode: 0o600, Beside: func() bool { return true }}, late)
	if err != nil || name != path+".2" || read(t, name) != "mine" || read(t, path) != "theirs" {
		t.Errorf("written to %s, %v", strconv.Quote(name), err)
	}
	alone(t, dir, "a", "a.1", "a.2")
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(filepath.Join(dir, "b"), link); err != nil {
		t.Fatal(err)
	}
	name, err = Write(link, Options{Mode: 0o600, Beside: func() bool { return true }}, func(w io.Writer) error {
		put(t, filepath.Join(dir, "b"), "theirs", 0o600)
		return text("mine")(w)
	})
	if err != nil || read(t, name) != "mine" || filepath.Dir(name) == filepath.Dir(link) {
		t.Errorf("through a link written to %s, %v", strconv.Quote(name), err)
	}
}

// TestAbandon: what a process writes that must end has its name at once, as far as it is worth that; anything else is
// gone, and writing it fails.
func TestAbandon(t *testing.T) {
	for _, c := range []struct {
		what         string
		o            Options
		old          bool
		fails, holds string
	}{
		{what: "a new file", o: Options{Mode: 0o600}, holds: "half"},
		{what: "a new file of which a half is worth nothing", o: Options{Mode: 0o600, Replace: true}, fails: "given up"},
		{what: "over a file", o: Options{Replace: true}, old: true, fails: "given up", holds: "old"},
	} {
		dir := t.TempDir()
		path := filepath.Join(dir, "a")
		if c.old {
			put(t, path, "old", 0o600)
		}
		_, err := Write(path, c.o, func(w io.Writer) error {
			_ = text("half")(w)
			if kept := Abandon(); (kept[path] == path) != (c.fails == "") {
				t.Errorf("%s: kept %v", c.what, kept)
			}
			return nil
		})
		if (err == nil) != (c.fails == "") || err != nil && !strings.Contains(err.Error(), c.fails) {
			t.Errorf("%s: %v", c.what, err)
		}
		if c.holds == "" {
			alone(t, dir)
			continue
		}
		alone(t, dir, "a")
		if got := read(t, path); got != c.holds {
			t.Errorf("%s: it holds %q", c.what, got)
		}
	}
	dir := t.TempDir()
	if _, err := Write(filepath.Join(dir, "a"), Options{}, func(io.Writer) error { return ErrEnough }); err != nil {
		t.Error(err)
	}
	alone(t, dir, "a")
}

// TestAFolderThatMoves: a file is written into the folder that had the name at first, and the caller is told.
func TestAFolderThatMoves(t *testing.T) {
	for _, link := range []bool{false, true} {
		dir := t.TempDir()
		d, moved, other := filepath.Join(dir, "d"), filepath.Join(dir, "moved"), t.TempDir()
		if err := os.Mkdir(d, 0o700); err != nil {
			t.Fatal(err)
		}
		name, err := Write(filepath.Join(d, "a"), Options{Mode: 0o600}, func(w io.Writer) error {
			err := os.Rename(d, moved)
			if link {
				err = errors.Join(err, os.Symlink(other, d))
			} else {
				err = errors.Join(err, os.Mkdir(d, 0o700))
			}
			return errors.Join(err, text("all")(w))
		})
		if !errors.Is(err, errMoved) && (err != nil || read(t, name) != "all") {
			t.Errorf("%q, %v", name, err)
		}
		alone(t, moved, "a")
		alone(t, d)
		alone(t, other)
	}
}

// TestWhatTakesTheTemporaryName: what another program puts in the place of the temporary file is not published, and
// stays.
func TestWhatTakesTheTemporaryName(t *testing.T) {
	dir := t.TempDir()
	_, err := Write(filepath.Join(dir, "a"), Options{Mode: 0o600}, func(io.Writer) error {
		names, _ := filepath.Glob(filepath.Join(dir, prefix+"*"))
		if len(names) != 1 {
			t.Fatal(names)
		}
		if err := os.Rename(names[0], filepath.Join(dir, "away")); err != nil {
			t.Fatal(err)
		}
		put(t, names[0], "theirs", 0o600)
		return nil
	})
	if !errors.Is(err, errTaken) {
		t.Error(err)
	}
	if _, err := os.Lstat(filepath.Join(dir, "a")); !errors.Is(err, fs.ErrNotExist) {
		t.Error("it is published")
	}
}

// TestAPipeDoesNotBlock: a file in whose place a named pipe comes is refused.
func TestAPipeDoesNotBlock(t *testing.T) {
	dir := t.TempDir()
	if err := syscall.Mkfifo(filepath.Join(dir, "a"), 0o600); err != nil {
		t.Skip(err)
	}
	in, err := openFolder(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer in.close()
	if _, err := in.rightsOf("a"); err == nil {
		t.Error("it may be replaced")
	}
}

// oldFile is a file of another group, as far as giveTo sees.
type oldFile struct {
	fs.FileInfo
	uid, gid uint32
	mode     fs.FileMode
}

func (o oldFile) Mode() fs.FileMode { return o.mode }
func (o oldFile) Sys() any          { return &syscall.Stat_t{Uid: o.uid, Gid: o.gid} }

// TestRightsDoNotGrow: where the group of a replaced file cannot be kept, nobody has rights that only it gave.
func TestRightsDoNotGrow(t *testing.T) {
	defer func() { chown = (*os.File).Chown }()
	for _, c := range []struct{ mode, want fs.FileMode }{
		{0o660, 0o600}, {0o644, 0o604}, {0o604, 0o600}, {0o755, 0o705},
	} {
		f, err := os.CreateTemp(t.TempDir(), "")
		if err != nil {
			t.Fatal(err)
		}
		info, err := f.Stat()
		if err != nil {
			t.Fatal(err)
		}
		mine, _ := info.Sys().(*syscall.Stat_t)
		var tried []int
		chown = func(_ *os.File, uid, gid int) error {
			tried = append(tried, uid, gid)
			return fs.ErrPermission
		}
		old := &rights{info: oldFile{uid: mine.Uid + 1, gid: mine.Gid + 1, mode: c.mode}}
		if err := old.giveTo(f); err != nil {
			t.Error(err)
		}
		if want := []int{int(mine.Uid) + 1, int(mine.Gid) + 1, -1, int(mine.Gid) + 1}; !slices.Equal(tried, want) {
			t.Errorf("owners %v were tried, want %v", tried, want)
		}
		if info, err = f.Stat(); err != nil || info.Mode().Perm() != c.want {
			t.Errorf("%o becomes %o, %v", c.mode, info.Mode(), err)
		}
		_ = f.Close()
	}
}
