//go:build unix

package git

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
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
	was := Patience
	Patience = 200 * time.Millisecond
	defer func() { Patience = was }()
	bin := pretend(t, `sleep 300 & echo $! > "$(dirname "$0")/child"; wait`)
	begun := time.Now()
	_, err := Output(t.Context(), ".", "log")
	if err == nil || err.Error() != "git log said nothing for 200ms and was ended" || time.Since(begun) > 10*time.Second {
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
