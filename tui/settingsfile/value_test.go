package settingsfile

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	"eyeline/reader/systemtest"
)

func TestWithValue(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", "favourites = \"a b\"\n"},
		{"# mine\n[keys]\nquit = \"x\"\n", "favourites = \"a b\"\n# mine\n[keys]\nquit = \"x\"\n"},
		{"favourites = \"c\" # those\nwrap = true\n", "favourites = \"a b\" # those\nwrap = true\n"},
		{"wrap = true # long\n# keys\n[keys]\nfavourites = \"f\"\n", "wrap = true # long\nfavourites = \"a b\"\n# keys\n[keys]\nfavourites = \"f\"\n"},
		{"wrap = true", "wrap = true\nfavourites = \"a b\"\n"},
		{"wrap = true\r\n\r\n[keys]\r\n", "wrap = true\r\nfavourites = \"a b\"\r\n\r\n[keys]\r\n"},
		{"'favourites'   =   'x'\n", "'favourites'   =   \"a b\"\n"},
		{"[presets.p]\ntool = \"codex\"\n", "favourites = \"a b\"\n[presets.p]\ntool = \"codex\"\n"},
	} {
		got, err := edited(c.text, nil, map[string]any{"favourites": "a b"})
		if err != nil || got != c.want {
			t.Errorf("%q becomes %q, %v; want %q", c.text, got, err, c.want)
		}
	}
}

// The file stays a link to where it is, with its mode; a file that cannot be read as settings is left alone.
func TestSavingKeepsLinksModesAndBrokenFiles(t *testing.T) {
	systemtest.SkipOnWindows(t, "files have no modes, and making links takes a privilege")
	dir := t.TempDir()
	real, link := filepath.Join(dir, "real.toml"), filepath.Join(dir, "config.toml")
	if err := os.WriteFile(real, []byte("# mine\nwrap = true\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(real, link); err != nil {
		t.Skip(err)
	}
	if err := saveText(link, "favourites", "codex"); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(real)
	info, infoErr := os.Stat(real)
	if err != nil || infoErr != nil || string(text) != "# mine\nwrap = true\nfavourites = \"codex\"\n" || info.Mode().Perm() != 0o600 {
		t.Errorf("%q, %v, %v, %v", text, err, info.Mode(), infoErr)
	}
	if to, err := os.Readlink(link); err != nil || to != real {
		t.Errorf("the link leads to %q, %v", to, err)
	}
	if err := os.WriteFile(real, []byte("wrap = \n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := saveText(link, "favourites", "codex"); err == nil {
		t.Error("a broken file is written to")
	}
	if text, err := os.ReadFile(real); err != nil || string(text) != "wrap = \n" {
		t.Errorf("a broken file is now %q, %v", text, err)
	}
	if err := saveText(filepath.Join(dir, "new", "config.toml"), "favourites", ""); err != nil {
		t.Error(err)
	}
}

// saveText writes a setting, whatever it was.
func saveText(path, name, value string) error {
	return ChangeText(path, name, func(string) string { return value })
}

// inAnotherProcess is the variable that makes TestSavesOfOtherProcesses one of the other processes.
const inAnotherProcess = "EYELINE_TEST_SETTINGS"

// What several processes add to one setting at the same time is all in it.
func TestSavesOfOtherProcesses(t *testing.T) {
	const processes, each = 3, 10
	if to := os.Getenv(inAnotherProcess); to != "" {
		for i := range each {
			if err := ChangeText(to, "favourites", func(now string) string { return fmt.Sprintf("%s %d-%d", now, os.Getpid(), i) }); err != nil {
				t.Fatal(err)
			}
		}
		return
	}
	path := filepath.Join(t.TempDir(), "config.toml")
	var all sync.WaitGroup
	for range processes {
		cmd := exec.Command(os.Args[0], "-test.run=^TestSavesOfOtherProcesses$")
		cmd.Env = append(os.Environ(), inAnotherProcess+"="+path)
		all.Go(func() {
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Errorf("%v: %s", err, out)
			}
		})
	}
	all.Wait()
	f, err := Load(path)
	text, _ := f.Values["favourites"].(string)
	if got := len(strings.Fields(text)); err != nil || got != processes*each && runtime.GOOS != "windows" {
		t.Errorf("%d of %d are there: %v", got, processes*each, err)
	}
}

// Changes that are saved at the same time are all in the file.
func TestSavesAtTheSameTime(t *testing.T) {
	path := filepath.Join(t.TempDir(), "config.toml")
	var all sync.WaitGroup
	for i := range 12 {
		all.Go(func() {
			if err := SavePreset(path, fmt.Sprintf("p%d", i), map[string]any{"tool": "codex"}); err != nil {
				t.Error(err)
			}
		})
	}
	all.Go(func() {
		if err := saveText(path, "favourites", "codex"); err != nil {
			t.Error(err)
		}
	})
	all.Wait()
	f, err := Load(path)
	if err != nil || len(f.Presets) != 12 || f.Values["favourites"] != "codex" {
		t.Errorf("%d presets and %v: %v", len(f.Presets), f.Values, err)
	}
}
