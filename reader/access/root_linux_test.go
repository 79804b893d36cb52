package access

import (
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// asNobody runs f on a thread without the rights of the superuser, who passes everywhere.
func asNobody(t *testing.T, f func()) {
	t.Helper()
	if os.Geteuid() != 0 {
		f()
		return
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		runtime.LockOSThread() // never unlocked: the thread ends with the goroutine
		if _, _, errno := unix.RawSyscall(unix.SYS_SETFSUID, 65534, 0, 0); errno != 0 {
			t.Error(errno)
			return
		}
		f()
	}()
	<-done
}

// In a folder with search permission alone a file is opened by its name, as cat opens it.
func TestFoldersThatCanOnlyBeSearched(t *testing.T) {
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, "ws", "in"), 0o755); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "ws", "in", "f.txt")
	if err := os.WriteFile(file, []byte("text\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for d := dir; len(d) > len(os.TempDir()); d = filepath.Dir(d) {
		if err := os.Chmod(d, 0o755); err != nil {
			t.Skip(err)
		}
	}
	for _, d := range []string{"ws/in", "ws"} {
		if err := os.Chmod(filepath.Join(dir, d), 0o711); err != nil {
			t.Fatal(err)
		}
	}
	asNobody(t, func() {
		if _, err := os.ReadFile(file); err != nil {
			t.Skipf("not even the system opens it: %v", err)
		}
		f, err := OpenIn(t.Context(), filepath.Join(dir, "ws"), "in/f.txt")
		if err != nil {
			t.Errorf("refused: %v", err)
			return
		}
		_ = f.Close()
	})
}

// A root that is a named pipe is no directory; nothing waits for its other end.
func TestRootsThatAreNamedPipesAreNotWaitedFor(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(pipe, 0o644); err != nil {
		t.Skip(err)
	}
	done := make(chan error, 1)
	go func() {
		_, err := OpenIn(t.Context(), pipe, "f")
		done <- err
	}()
	select {
	case err := <-done:
		if err == nil {
			t.Error("a file in a named pipe was opened")
		}
	case <-time.After(5 * time.Second):
		t.Fatal("waits for the named pipe")
	}
}

// Both kinds of root answer alike.
func TestRootKindsAgree(t *testing.T) {
	dir := t.TempDir()
	for name, make := range map[string]func(string) error{
		"d": func(p string) error { return os.Mkdir(p, 0o755) }, "f": func(p string) error { return os.WriteFile(p, []byte("x"), 0o644) },
		"l": func(p string) error { return os.Symlink("f", p) },
	} {
		if err := make(filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	byFD, ok := openByDescriptor(dir)
	if !ok {
		t.Skip("no openat2 here")
	}
	defer byFD.close()
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	portable := portableRoot{root}
	defer portable.close()
	for _, name := range []string{".", "d", "f", "l", "none", "f/x", "d/x"} {
		a, errA := byFD.lstat(name)
		b, errB := portable.lstat(name)
		if (errA == nil) != (errB == nil) || errA == nil && (a.Mode() != b.Mode() || a.Size() != b.Size()) {
			t.Errorf("%s: %v, %v and %v, %v", name, a, errA, b, errB)
		}
	}
	if target, err := byFD.readlink("l"); err != nil || target != "f" {
		t.Errorf("the link leads to %q, %v", target, err)
	}
	if _, err := byFD.open("l"); err != errRaced {
		t.Errorf("a link in place of a file was opened: %v", err)
	}
}

// A name that always exists is found while what it is keeps changing.
func TestNamesThatAlwaysExistAreFoundWhileTheyChange(t *testing.T) {
	dir := t.TempDir()
	ws := filepath.Join(dir, "ws")
	if err := os.Mkdir(ws, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"ws/real", "ws/name"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("text\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	stop := make(chan struct{})
	var swapping sync.WaitGroup
	swapping.Add(1)
	go func() {
		defer swapping.Done()
		for i := 0; ; i++ {
			select {
			case <-stop:
				return
			default:
			}
			tmp := filepath.Join(dir, "tmp")
			if i%2 == 0 {
				_ = os.Symlink("real", tmp)
			} else {
				_ = os.WriteFile(tmp, []byte("text\n"), 0o644)
			}
			_ = os.Rename(tmp, filepath.Join(ws, "name"))
		}
	}()
	for range 3000 {
		f, err := OpenIn(t.Context(), ws, "name")
		if err != nil {
			if _, missing := err.(*fs.PathError); missing || err == ErrOutside {
				t.Errorf("%v", err)
			} else {
				t.Errorf("refused: %v", err)
			}
			break
		}
		_ = f.Close()
	}
	close(stop)
	swapping.Wait()
}
