//go:build unix

package atomicfile

import (
	"errors"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"syscall"
	"testing"
)

// TestJournalOfAPipe: a pipe is not waited for.
func TestJournalOfAPipe(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Skip(err)
	}
	if _, _, err := OpenJournal(path, begins); !errors.Is(err, errNotRegular) {
		t.Error(err)
	}
}

// TestOneJournal: a second writer is refused as long as the first has the file open.
func TestOneJournal(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a")
	j, _, err := OpenJournal(path, begins)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := OpenJournal(path, begins); !errors.Is(err, errInUse) {
		t.Errorf("a second one: %v", err)
	}
	if err := j.Close(); err != nil {
		t.Error(err)
	}
	j, _, err = OpenJournal(path, begins)
	if err != nil {
		t.Fatal(err)
	}
	_ = j.Close()
}

// TestJournalOfAnotherUser: what another user may read or change is refused.
func TestJournalOfAnotherUser(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a")
	put(t, path, aLine, 0o600)
	if err := os.Chown(path, os.Getuid()+1, -1); err != nil {
		t.Skip(err)
	}
	if _, _, err := OpenJournal(path, begins); !errors.Is(err, errOtherOwner) {
		t.Error(err)
	}
}

// TestFullJournal: a line for which there is no room leaves none of it, and is an error.
func TestFullJournal(t *testing.T) {
	if path := os.Getenv("EYELINE_TEST_JOURNAL"); path != "" {
		signal.Ignore(syscall.SIGXFSZ)
		fillJournal(t, path)
		return
	}
	path := filepath.Join(t.TempDir(), "a")
	child := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestFullJournal$")
	child.Env = append(os.Environ(), "EYELINE_TEST_JOURNAL="+path)
	if out, err := child.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if got := read(t, path); got != aLine+aLine {
		t.Errorf("it holds %q", got)
	}
}

// fillJournal writes until a limit on the size of files is reached in the middle of a line.
func fillJournal(t *testing.T, path string) {
	j, _, err := OpenJournal(path, begins)
	if err != nil {
		t.Fatal(err)
	}
	var usual syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &usual); err != nil {
		t.Fatal(err)
	}
	limited := syscall.Rlimit{Cur: uint64(2*len(aLine) + 5), Max: usual.Max}
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limited); err != nil {
		t.Fatal(err)
	}
	// A program that was built to count its coverage writes that to a file when it ends.
	defer syscall.Setrlimit(syscall.RLIMIT_FSIZE, &usual)
	for n := range 3 {
		if _, err := j.Write([]byte(aLine)); (err != nil) != (n == 2) {
			t.Errorf("line %d: %v", n, err)
		}
	}
	if err := j.Close(); err != nil {
		t.Error(err)
	}
}
