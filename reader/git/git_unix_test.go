//go:build unix

package git

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"eyeline/reader/program"
)

// pretend puts a script in the place of git.
func pretend(t *testing.T, script string) string {
	t.Helper()
	bin := t.TempDir()
	if err := os.WriteFile(filepath.Join(bin, "git"), []byte("#!/bin/sh\n"+script+"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	return bin
}

// A git that says nothing is ended, and all that it has started.
func TestSilenceEndsGitAndItsChildren(t *testing.T) {
	was := program.Patience
	program.Patience = time.Second
	defer func() { program.Patience = was }()
	bin := pretend(t, `sleep 300 & echo $! > "$(dirname "$0")/child"; wait`)
	begun := time.Now()
	_, err := Output(t.Context(), ".", "log")
	if err == nil || err.Error() != "git log said nothing for 1s and was ended" || time.Since(begun) > 10*time.Second {
		t.Fatalf("%v after %v", err, time.Since(begun))
	}
	text, err := os.ReadFile(filepath.Join(bin, "child"))
	if err != nil {
		t.Fatal(err)
	}
	child, err := strconv.Atoi(strings.TrimSpace(string(text)))
	if err != nil {
		t.Fatal(err)
	}
	for range 100 {
		state, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(child), "stat"))
		if err != nil && syscall.Kill(child, 0) != nil || strings.Contains(string(state), ") Z ") {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Errorf("the child %d goes on", child)
}

// Output has a limit, and only commands that are known are run.
func TestLimits(t *testing.T) {
	pretend(t, `exec cat /dev/zero`)
	if out, err := Output(t.Context(), ".", "log"); err == nil || err.Error() != "git log wrote more than 64 MiB" || out != "" {
		t.Errorf("%d bytes, %v", len(out), err)
	}
	if _, err := Output(t.Context(), ".", "fetch"); err == nil || err.Error() != "git fetch is not run here" {
		t.Error(err)
	}
}

// What git says on standard error is its error, in one line.
func TestErrors(t *testing.T) {
	pretend(t, `echo "fatal: one" >&2; echo "two" >&2; exit 3`)
	if _, err := Output(t.Context(), ".", "log"); err == nil || err.Error() != "one" {
		t.Error(err)
	}
	pretend(t, `printf 'filter.a=b.clean\0'`)
	if _, err := Output(t.Context(), ".", "diff"); err == nil || !strings.Contains(err.Error(), `a filter called "filter.a=b"`) {
		t.Error(err)
	}
}

// Variables that name programs are dropped; those that say where the repository is are the caller's, as whole paths.
func TestVariables(t *testing.T) {
	for name, value := range map[string]string{
		"GIT_EXTERNAL_DIFF": "x", "GIT_TRACE": "1", "GIT_TRACE2_EVENT": "/x", "GIT_SSH_COMMAND": "x", "GIT_ICASE_PATHSPECS": "1",
		"GIT_CONFIG": "c", "GIT_CONFIG_GLOBAL": "mine", "GIT_CONFIG_SYSTEM": "", "GIT_ALTERNATE_OBJECT_DIRECTORIES": "a:/b:../c",
		"GIT_DIR": "repo", "GIT_INDEX_FILE": "/abs", "GIT_CONFIG_COUNT": "0", "GIT_OPTIONAL_LOCKS": "1",
	} {
		t.Setenv(name, value)
	}
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	all := variables()
	for _, want := range []string{
		"GIT_GRAFT_FILE=" + os.DevNull,
		"GIT_DIR=" + filepath.Join(here, "repo"), "GIT_INDEX_FILE=/abs", "GIT_CONFIG_COUNT=0", "GIT_CONFIG_SYSTEM=",
		"GIT_CONFIG_GLOBAL=" + filepath.Join(here, "mine"),
		"GIT_ALTERNATE_OBJECT_DIRECTORIES=" + filepath.Join(here, "a") + ":/b:" + filepath.Join(filepath.Dir(here), "c"),
	} {
		if !slices.Contains(all, want) {
			t.Errorf("without %s", want)
		}
	}
	for _, v := range all {
		for _, name := range []string{"GIT_EXTERNAL_DIFF=", "GIT_TRACE", "GIT_SSH", "GIT_ICASE", "GIT_CONFIG="} {
			if strings.HasPrefix(v, name) {
				t.Errorf("%s is kept", v)
			}
		}
	}
	if last := slices.IndexFunc(all, func(v string) bool { return v == "GIT_OPTIONAL_LOCKS=0" }); last < slices.Index(all, "GIT_OPTIONAL_LOCKS=1") {
		t.Error("the caller's value wins")
	}
}

// repository makes a repository with a commit.
func repository(t *testing.T) string {
	t.Helper()
	t.Setenv("GIT_CONFIG_GLOBAL", os.DevNull)
	t.Setenv("GIT_CONFIG_NOSYSTEM", "1")
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a.txt"), []byte("one\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, args := range []string{"init -q -b main", "add .", "-c user.name=n -c user.email=e commit -q -m x"} {
		cmd := exec.Command("git", strings.Fields(args)...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Skipf("git %s: %v %s", args, err, out)
		}
	}
	return dir
}

// Devices that a repository names as its files take neither time nor memory, and it is said what happened. A folder
// that looks like a bare repository within a work tree is none.
func TestRepositoriesThatNameDevices(t *testing.T) {
	was := program.Memory
	program.Memory = 100 << 20
	defer func() { program.Memory = was }()
	dir := repository(t)
	ask := func() error { return diffIn(t, dir) }
	for _, setting := range []string{"core.attributesFile", "diff.orderFile"} {
		if _, err := exec.Command("git", "-C", dir, "config", setting, "/dev/zero").Output(); err != nil {
			t.Fatal(err)
		}
	}
	if err := ask(); err != nil {
		t.Error(err)
	}
	for _, name := range []string{"info/grafts", "objects/info/alternates"} {
		path := filepath.Join(dir, ".git", name)
		if err := os.Symlink("/dev/zero", path); err != nil {
			t.Fatal(err)
		}
		err := ask()
		_ = os.Remove(path)
		if limited := runtime.GOOS == "linux" && name != "info/grafts"; limited && (err == nil || !strings.Contains(err.Error(), " may have 100 MiB of memory, and wants more: ")) || !limited && name == "info/grafts" && err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if runtime.GOOS != "linux" {
			break
		}
	}
	inner := filepath.Join(dir, "inner")
	if err := os.CopyFS(inner, os.DirFS(filepath.Join(dir, ".git"))); err != nil {
		t.Fatal(err)
	}
	if _, err := Output(t.Context(), inner, "rev-parse", "HEAD"); err == nil || !strings.Contains(err.Error(), "cannot use bare repository") {
		t.Error(err)
	}
	outer := filepath.Join(t.TempDir(), "outer")
	if err := os.Rename(inner, outer); err != nil {
		t.Fatal(err)
	}
	if _, err := Output(t.Context(), outer, "rev-parse", "HEAD"); err != nil && !strings.Contains(err.Error(), "work tree") {
		t.Error(err)
	}
}

func diffIn(t *testing.T, dir string) error {
	_, err := Output(t.Context(), dir, "diff", "HEAD")
	return err
}

// A name of a branch and of a tag is none, whatever the repository says of warnings.
func TestAmbiguousNames(t *testing.T) {
	dir := repository(t)
	if err := exec.Command("git", "-C", dir, "tag", "main").Run(); err != nil {
		t.Fatal(err)
	}
	for _, kind := range []string{"commit", "tree"} {
		if _, err := Resolve(t.Context(), dir, "main", kind); err == nil || !strings.Contains(err.Error(), "it is ambiguous") {
			t.Error(err)
		}
		if id, err := Resolve(t.Context(), dir, "refs/heads/main", kind); err != nil || len(id) != 40 {
			t.Error(id, err)
		}
		if _, err := Resolve(t.Context(), dir, "nowhere", kind); err == nil || err.Error() != "git knows no "+kind+` "nowhere" here` {
			t.Error(err)
		}
	}
}

// On Linux git ends with the program that has started it, also when that is killed.
func TestGitEndsWithItsParent(t *testing.T) {
	const of = "EYELINE_TEST_PARENT"
	if os.Getenv(of) != "" {
		_, _ = Output(t.Context(), ".", "log")
		return
	}
	if runtime.GOOS != "linux" {
		t.Skip("no other system does that")
	}
	bin := pretend(t, `echo $$ >"$0.new"; mv "$0.new" "$0.pid"; exec sleep 300`)
	parent := exec.Command(os.Args[0], "-test.run=^TestGitEndsWithItsParent$")
	parent.Env = append(os.Environ(), of+"=1")
	if err := parent.Start(); err != nil {
		t.Fatal(err)
	}
	var pid string
	for range 500 {
		if text, err := os.ReadFile(filepath.Join(bin, "git.pid")); err == nil {
			pid = strings.TrimSpace(string(text))
			break
		}
		time.Sleep(20 * time.Millisecond)
	}
	if err := parent.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = parent.Wait() // it was killed
	for range 500 {
		if state, err := os.ReadFile(filepath.Join("/proc", pid, "stat")); err != nil || strings.Contains(string(state), ") Z ") {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Errorf("git, %s, goes on", pid)
}

// TestAFolderThatIsMissing is named, not git.
func TestAFolderThatIsMissing(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "gone")
	if _, err := Resolve(t.Context(), dir, "HEAD", "commit"); err == nil || !strings.Contains(err.Error(), "gone") {
		t.Errorf("%v", err)
	}
}
