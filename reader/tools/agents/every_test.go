package agents

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"syscall"
	"testing"

	"eyeline/reader/access"
	"eyeline/reader/tools"
	"eyeline/reader/tools/toolstest"
)

// Every tool has a text for every reason why a file cannot be read, and says whose it is.
func TestEveryToolHasWordsForEveryReason(t *testing.T) {
	t.Parallel()
	reasons := []error{
		access.ErrNUL, access.ErrDirectory, access.ErrOutside, access.ErrNowhere, access.ErrChanged, fs.ErrNotExist, fs.ErrPermission,
		&access.SpecialError{Mode: fs.ModeNamedPipe}, &access.OpenError{Err: syscall.EACCES, Size: 9},
		&fs.PathError{Op: "open", Path: "/x", Err: syscall.ENOENT}, fmt.Errorf("%w: %w", access.ErrNowhere, syscall.ENOTDIR),
		syscall.ELOOP, syscall.ENOTDIR, syscall.ENAMETOOLONG, syscall.EIO, syscall.EACCES, errors.New("odd"),
	}
	for _, tool := range tools.AllVersions() {
		if tool.Words == nil || tool.Run == nil {
			t.Errorf("%s: no Words or no Run", tool.Name)
			continue
		}
		for _, reason := range reasons {
			if tool.Words(tools.Env{Tool: tool, Root: "/w", Home: "/h"}, "a/b.txt", reason) == "" {
				t.Errorf("%s: no words for %v", tool.Name, reason)
			}
		}
		s := tool.Origin
		if s.Agent == "" || s.Version == "" || len(s.Date) != len("2006-01-02") || s.How == "" || tool.Limits() == "" || tool.Title == "" {
			t.Errorf("%s: %+v, limits %q, title %q", tool.Name, s, tool.Limits(), tool.Title)
		}
	}
}

// What a Place writes into the arguments it reads back, also through their JSON.
func TestPlacesRoundTrip(t *testing.T) {
	t.Parallel()
	for _, tool := range tools.AllVersions() {
		for _, p := range tool.Windows {
			flags := []string{p.At, p.Size, p.Last, p.Block.Siblings, p.Block.Header, p.Block.Cap}
			for _, flag := range flags {
				if _, ok := tool.Param(flag); flag != "" && !ok {
					t.Errorf("%s: no argument has the flag %q of a place", tool.Name, flag)
				}
			}
			for _, start := range []int64{1, 7, 1000000} {
				for _, size := range []int64{1, 20, 3000} {
					v := tools.Values{}
					if p.Movable() {
						p.SetStart(v, start)
					}
					if p.Sizable() {
						p.SetCount(v, size)
					}
					p.Complete(v)
					read, ok := tools.ValuesOf(tool, tools.BuildArgs(tool, "/f", v))
					if !ok {
						t.Fatalf("%s: %v does not come back from JSON", tool.Name, v)
					}
					if got, ok := p.Start(read); p.Movable() && (!ok || got != start) {
						t.Errorf("%s mode %d: start %d comes back as %d, %v", tool.Name, p.Mode, start, got, ok)
					}
					size := max(size, 1+p.Plus)
					if got, ok := p.Count(read); p.Sizable() && (!ok || got != size) {
						t.Errorf("%s mode %d: size %d comes back as %d, %v", tool.Name, p.Mode, size, got, ok)
					}
				}
			}
		}
	}
}

// The call that a file opens with is the file's path and what the tool says of it, nothing that the viewer makes up.
func TestDefaultCallsGiveWhatThePathAloneGives(t *testing.T) {
	t.Parallel()
	dir := toolstest.Tree(t, map[string]string{"f.txt": "one\ntwo\n"})
	for _, tool := range tools.AllVersions() {
		if !readsHere(tool) {
			continue
		}
		args := tools.BuildArgs(tool, dir+"/f.txt", nil)
		r, err := tool.Read(t.Context(), tools.Env{Root: dir, Home: dir}, args)
		if err != nil {
			t.Errorf("%s %s: %v", tool.Name, args, err)
			continue
		}
		if r.Window.Start != 0 || r.Window.End != 8 {
			t.Errorf("%s %s: the window of a small file is %+v", tool.Name, args, r.Window)
		}
		_ = r.Close()
	}
}

// With Env.Confine no tool gives anything of what is outside the root, by whatever way a path leads there.
func TestConfineKeepsEveryToolInside(t *testing.T) {
	t.Parallel()
	dir := toolstest.Tree(t, map[string]string{
		"ws/in.txt": "inside\n", "out/secret.txt": "the secret\n", "ws/link.txt": "-> ../out/secret.txt", "ws/dir": "-> ../out",
		"home/secret.txt": "the secret\n", "out/secret.md": "the secret\n",
	})
	for _, tool := range tools.AllVersions() {
		for _, path := range []string{
			dir + "/out/secret.txt", "../out/secret.txt", dir + "/ws/link.txt", "link.txt", "dir/secret.txt", dir + "/ws/dir/secret.txt",
			"~/secret.txt", dir + "/ws/../out/secret.txt", dir + "/out/secret", dir + "/out", "dir", "/proc/cpuinfo",
		} {
			args := tools.BuildArgs(tool, path, nil)
			r, err := tool.Read(t.Context(), tools.Env{Root: dir + "/ws", Home: dir + "/home", Confine: true}, args)
			if err != nil {
				if strings.Contains(err.Error(), "secret.md") || strings.Contains(err.Error(), "the secret") {
					t.Errorf("%s %s tells of what is outside: %v", tool.Name, args, err)
				}
				continue
			}
			var b bytes.Buffer
			_, err = r.Render(t.Context(), &b)
			_ = r.Close()
			if err == nil && (strings.Contains(b.String(), "secret.txt\n") || strings.Contains(b.String(), "the secret") || path == "/proc/cpuinfo" && strings.Contains(b.String(), "processor")) {
				t.Errorf("%s %s gives %.200q", tool.Name, args, b.String())
			}
		}
		if !readsHere(tool) {
			continue
		}
		args := tools.BuildArgs(tool, dir+"/ws/in.txt", nil)
		r, err := tool.Read(t.Context(), tools.Env{Root: dir + "/ws", Home: dir + "/home", Confine: true}, args)
		if err != nil {
			t.Errorf("%s %s: %v", tool.Name, args, err)
			continue
		}
		_ = r.Close()
	}
}
