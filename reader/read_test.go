package reader_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"eyeline/reader"
	"eyeline/reader/emit"
	"eyeline/reader/systemtest"
	"eyeline/reader/tools"
)

// TestReadIsEmit: each tool's first call, and all calls after it, give what emit prints.
func TestReadIsEmit(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.txt")
	if err := os.WriteFile(path, []byte(strings.Repeat("a line of the file\n", 4000)), 0o600); err != nil {
		t.Fatal(err)
	}
	for i, name := range reader.Tools() {
		if i%systemtest.Many(1, 5) != 0 {
			continue // some of them, on Windows
		}
		tool, _ := tools.Lookup(name)
		args := tools.BuildArgs(tool, path, nil)
		var want bytes.Buffer
		failed := emit.Run(t.Context(), &want, tools.Env{Root: dir}, emit.Request{Tool: name, Arguments: args})
		o := reader.Options{Root: dir, Session: &tools.Session{}}
		got, err := reader.Read(t.Context(), name, path, o)
		if got.Text != want.String() || (err == nil) != (failed == nil) || err != nil && err.Error() != failed.Error() {
			t.Errorf("%s: %.80q, %v; emit has %.80q, %v", name, got.Text, err, want.String(), failed)
		}
		calls := 0
		for a, err := range reader.Walk(t.Context(), name, path, reader.Options{Root: dir}) {
			if calls++; err != nil && calls > 1 {
				t.Errorf("%s: call %d: %v", name, calls, err)
			}
			if calls == 2 {
				o.JSON = got.Next
				if second, err := reader.Read(t.Context(), name, "", o); err != nil || second.Text != a.Text {
					t.Errorf("%s: the next call gives %.80q, %v; a walk %.80q", name, second.Text, err, a.Text)
				}
			}
		}
		if calls == 0 {
			t.Errorf("%s: a walk without a call", name)
		}
	}
}

// TestErrorsUnwrap: the cause of each tool's refusal can be asked for.
func TestErrorsUnwrap(t *testing.T) {
	systemtest.SkipOnWindows(t, "shells are not imitated")
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a.txt"), []byte("a\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, name := range reader.Tools() {
		var refusal *tools.Error
		missing := filepath.Join(dir, "none.txt")
		a, err := reader.Read(t.Context(), name, missing, reader.Options{Root: dir})
		shell := strings.Contains(a.Text+fmt.Sprint(err), "cat: ") // its answer is a text
		if !shell && (!errors.Is(err, fs.ErrNotExist) || !errors.As(err, &refusal)) {
			t.Errorf("%s of a file that is not there: %v", name, err)
		}
		outside := reader.Options{Root: filepath.Join(dir, "below"), Confine: true}
		if err := os.MkdirAll(outside.Root, 0o700); err != nil {
			t.Fatal(err)
		}
		if _, err := reader.Read(t.Context(), name, filepath.Join(dir, "a.txt"), outside); !errors.Is(err, tools.ErrConfined) {
			t.Errorf("%s of a file outside the root: %v", name, err)
		}
	}
}

func TestBadReads(t *testing.T) {
	for _, c := range []struct {
		tool string
		opt  reader.Options
		says string
	}{
		{"no_tool", reader.Options{}, `no tool is called "no_tool"`},
		{"codex", reader.Options{Arguments: map[string]any{"max-level": 1}}, `codex takes no argument "max-level"; did you mean max-levels?`},
		{"codex", reader.Options{Arguments: map[string]any{"limit": math.NaN()}}, `the argument "limit"`},
		{"codex", reader.Options{Arguments: map[string]any{"limit": "many"}}, `string "many"`},
		{"codex", reader.Options{FS: fstest.MapFS{}}, "file does not exist"},
	} {
		if a, err := reader.Read(t.Context(), c.tool, "/a.txt", c.opt); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s, %v: %+v, %v", c.tool, c.opt, a, err)
		}
	}
	done, cancel := context.WithCancel(t.Context())
	cancel()
	files := fstest.MapFS{"a.txt": {Data: []byte("a\n")}}
	for _, o := range []reader.Options{{FS: files}, {}} {
		if _, err := reader.Read(done, "codex", "a.txt", o); err == nil {
			t.Error("a read that nobody waits for succeeds")
		}
	}
}

// TestReadOfAFileSystem: every tool reads the bytes of an fs.FS as it reads those of a file.
func TestReadOfAFileSystem(t *testing.T) {
	text := strings.Repeat("some text\n", 30)
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a.txt"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	files := fstest.MapFS{"a.txt": {Data: []byte(text)}}
	for _, name := range reader.Tools() {
		want, err := reader.Read(t.Context(), name, "a.txt", reader.Options{Root: dir})
		if refusal, ok := errors.AsType[*tools.Error](err); ok && refusal.Own && runtime.GOOS == "windows" {
			continue // what this agent gives of a file there is not known
		}
		got, failed := reader.Read(t.Context(), name, "a.txt", reader.Options{Root: dir, FS: files})
		of := strings.ReplaceAll(want.Text, dir+string(filepath.Separator), "") // the name that messages have
		if text := strings.ReplaceAll(got.Text, dir+string(filepath.Separator), ""); (err == nil) != (failed == nil) || text != of {
			t.Errorf("%s: %q, %v; of a file %q, %v", name, text, failed, of, err)
		}
	}
}

// TestManyReads: reads of all tools at the same time do not mix.
func TestManyReads(t *testing.T) {
	files := fstest.MapFS{"a.txt": {Data: []byte("one\n")}, "b.txt": {Data: []byte("two\n")}}
	var running sync.WaitGroup
	for _, name := range reader.Tools() {
		for file, text := range map[string]string{"a.txt": "one", "b.txt": "two"} {
			running.Go(func() {
				a, err := reader.Read(t.Context(), name, file, reader.Options{FS: files})
				if err == nil && a.Kind == "" && !strings.Contains(a.Text, text) {
					t.Errorf("%s of %s: %q", name, file, a.Text)
				}
			})
		}
	}
	running.Wait()
}

func TestZeroValuesMeanNone(t *testing.T) {
	text := "a\n\tb\n\tc\n"
	w, err := reader.Block(t.Context(), strings.NewReader(text), int64(len(text)), reader.BlockOptions{IncludeSiblings: true})
	if err != nil || w.First != 1 || w.Last != 3 {
		t.Errorf("%+v, %v", w, err)
	}
	if !slices.Contains(reader.Tools(), "codex") {
		t.Error(reader.Tools())
	}
}

// TestSettings: what the agent's host sets counts, and a setting that the tool does not have is refused.
func TestSettings(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.txt")
	if err := os.WriteFile(path, []byte(strings.Repeat("a line of text\n", 500)), 0o644); err != nil {
		t.Fatal(err)
	}
	all, err := reader.Read(t.Context(), "claude_code", path, reader.Options{Settings: map[string]int64{"max-output-tokens": 0}})
	if err != nil || all.Window.Last < 500 {
		t.Fatalf("L%d, %v", all.Window.Last, err)
	}
	few, err := reader.Read(t.Context(), "claude_code", path, reader.Options{Settings: map[string]int64{"max-output-tokens": 500}})
	if err != nil || few.Window.Last >= all.Window.Last {
		t.Errorf("at most 500 tokens: L%d, %v", few.Window.Last, err)
	}
	_, err = reader.Read(t.Context(), "codex_exec", path, reader.Options{Settings: map[string]int64{"max-output-tokens": 500}})
	if err == nil || err.Error() != `reader: codex_exec has no setting "max-output-tokens"; there is none` {
		t.Errorf("a setting of another tool: %v", err)
	}
}

// TestTranscriptsAreThoseOfTheUser: the newest comes first, and each is one that Calls reads.
func TestTranscriptsAreThoseOfTheUser(t *testing.T) {
	home := t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("USERPROFILE", home)
	for i, name := range []string{"s1", "s2"} {
		path := filepath.Join(home, ".copilot/session-state", name, "events.jsonl")
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		record := `{"type":"session.start","data":{"sessionId":"` + name + `"},"timestamp":"2026-11-21T10:00:00Z"}` + "\n"
		at := time.Date(2026, 11, 21, 10, i, 0, 0, time.UTC)
		if err := errors.Join(os.WriteFile(path, []byte(record), 0o644), os.Chtimes(path, at, at)); err != nil {
			t.Fatal(err)
		}
	}
	found, err := reader.Transcripts(t.Context())
	if err != nil || len(found) != 2 || filepath.Base(filepath.Dir(found[0])) != "s2" {
		t.Fatalf("%v, %v", found, err)
	}
	for _, path := range found {
		for _, err := range reader.Calls(t.Context(), path) {
			t.Errorf("%s: %v", path, err)
		}
	}
}
