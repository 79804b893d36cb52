package settingsfile

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"
)

// savesByLink is the variable that makes TestManySavers one of the savers.
const savesByLink = "EYELINE_TEST_SAVES"

// TestManySavers: what 40 processes save at once, half of them by a link from another folder, is all in the file.
func TestManySavers(t *testing.T) {
	if to := os.Getenv(savesByLink); to != "" {
		err := ChangeText(to, "favourites", func(now string) string { return fmt.Sprintf("%s %d", now, os.Getpid()) })
		if err != nil {
			t.Fatal(err)
		}
		return
	}
	dir := t.TempDir()
	path, link := filepath.Join(dir, "real", "config.toml"), filepath.Join(dir, "linked", "config.toml")
	if err := saveText(path, "favourites", ""); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Dir(link), 0o755); err != nil {
		t.Fatal(err)
	}
	many, left := 40, 1
	if runtime.GOOS == "windows" { // where a link takes a privilege, and the lock is a file
		link, left = path, 2
		many = 8 // to start a program takes long
	} else if err := os.Symlink(path, link); err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	for i := range many {
		cmd := exec.Command(os.Args[0], "-test.run=^TestManySavers$")
		cmd.Env = append(os.Environ(), savesByLink+"="+[]string{path, link}[i%2])
		all.Go(func() {
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Errorf("%v: %s", err, out)
			}
		})
	}
	all.Wait()
	f, err := Load(path)
	if err != nil {
		t.Fatal(err)
	}
	text, _ := f.Values["favourites"].(string)
	if got := len(strings.Fields(text)); got != many {
		t.Errorf("%d of %d are there", got, many)
	}
	if names, _ := os.ReadDir(filepath.Dir(path)); len(names) != left {
		t.Errorf("left behind: %v", names)
	}
}

// TestAFolderThatStaysLocked: waiting for it ends, and nothing is saved.
func TestAFolderThatStaysLocked(t *testing.T) {
	defer func(was time.Duration) { lockPatience = was }(lockPatience)
	lockPatience = 20 * time.Millisecond
	path := filepath.Join(t.TempDir(), "config.toml")
	unlock, err := lockFolder(filepath.Dir(path))
	if err != nil {
		t.Fatal(err)
	}
	if err := saveText(path, "favourites", "codex"); !errors.Is(err, errLocked) {
		t.Errorf("saved: %v", err)
	}
	if _, err := os.Stat(path); err == nil {
		t.Error("there is a file")
	}
	unlock()
	if err := saveText(path, "favourites", "codex"); err != nil {
		t.Error(err)
	}
}

// TestNoSaveOverTheLimit: a save never makes a file that is refused when it is read.
func TestNoSaveOverTheLimit(t *testing.T) {
	path := filepath.Join(t.TempDir(), "config.toml")
	if err := saveText(path, "a", strings.Repeat("x", maxBytes-100)); err != nil {
		t.Fatal(err)
	}
	if err := saveText(path, "b", strings.Repeat("x", 200)); err == nil {
		t.Error("saved")
	}
	if f, err := Load(path); err != nil || f.Values["b"] != nil {
		t.Error(err)
	}
}

// TestWithoutAHome: there is no settings file, neither to read nor to write.
func TestWithoutAHome(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the system has a folder for settings all the same")
	}
	t.Setenv("HOME", "")
	t.Setenv("XDG_CONFIG_HOME", "")
	if got := Path(); got != "" {
		t.Errorf("the settings are in %s", got)
	}
	if f, err := Load(Path()); err != nil || len(f.Values) > 0 {
		t.Error(err)
	}
	if err := saveText(Path(), "favourites", "codex"); !errors.Is(err, errNoFolder) {
		t.Errorf("saved: %v", err)
	}
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	if Path() == "" {
		t.Error("the folder for settings is not taken")
	}
}
