package moreutils

import (
	"bytes"
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"eyeline/reader/internal/coreutils"
	"eyeline/reader/tools"
)

// folder is a system of the files of a folder. It notes what a program of a recorded run would have done besides.
type folder struct {
	env           tools.Env
	patched, lost []string
}

func (*folder) Stat(path string) (fs.FileInfo, error)  { return os.Stat(path) }
func (*folder) Lstat(path string) (fs.FileInfo, error) { return os.Lstat(path) }

func (*folder) ReadDir(path string, most int) ([]fs.DirEntry, error) {
	all, err := os.ReadDir(path)
	if most > 0 {
		all = all[:min(most, len(all))]
	}
	return all, err
}

func (f *folder) Open(ctx context.Context, path string) (*tools.File, error) {
	return tools.Open(ctx, f.env, tools.PathAny, path)
}

func (f *folder) OpenToChange(ctx context.Context, path string) (*tools.File, error) {
	return f.Open(ctx, path)
}

func (f *folder) Revision(ctx context.Context, dir, rev, path string) (*tools.File, error) {
	return f.Open(ctx, filepath.Join(dir, rev, path))
}

func (f *folder) Replace(path, old, put string) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	return f.Write(path, bytes.ReplaceAll(text, []byte(old), []byte(put)))
}

func (f *folder) Patch(dir, text string, strip int) error {
	f.patched = append(f.patched, text)
	return nil
}

func (f *folder) Rewrite(path string, content []byte) error { return f.Write(path, content) }
func (*folder) Write(path string, content []byte) error     { return os.WriteFile(path, content, 0o600) }

func (f *folder) Append(path string, content []byte) error {
	before, err := os.ReadFile(path)
	if err != nil && !os.IsNotExist(err) {
		return err
	}
	return f.Write(path, append(before, content...))
}

func (f *folder) Move(from, to string, copies bool) error {
	if !copies {
		return os.Rename(from, to)
	}
	text, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return f.Write(to, text)
}

func (*folder) Remove(path string) error                  { return os.RemoveAll(path) }
func (*folder) MakeDir(path string) error                 { return os.MkdirAll(path, 0o700) }
func (f *folder) Lost(path string)                        { f.lost = append(f.lost, filepath.Base(path)) }
func (*folder) Refused(what string, _ []string, _ string) {}
func (*folder) Unsure(int)                                {}
func (*folder) Searches(string) bool                      { return true }

// ran is what a program has done.
type ran struct {
	out, err string
	status   int
	refused  string // what of it is not imitated; "" for nothing
	system   *folder
}

// runIn runs a program in a folder with an input.
func runIn(t *testing.T, dir, input string, args ...string) (done ran) {
	t.Helper()
	env := tools.Env{Root: dir}
	r := coreutils.NewRunner(t.Context(), env)
	defer r.Close()
	done.system = &folder{env: env}
	r.System, r.Programs = done.system, Programs()
	text := func(p coreutils.Piece) string {
		if p.File == nil {
			return string(p.Text)
		}
		all, err := p.Bytes(0, p.Size())
		if err != nil {
			t.Fatal(err)
		}
		return string(all)
	}
	in := &coreutils.Input{Pieces: func(emit func(coreutils.Piece) bool) { emit(coreutils.Literal(input)) }}
	c := &coreutils.Call{
		Runner: r, Args: args, Dir: dir, In: in,
		Out: func(p coreutils.Piece) bool { done.out += text(p); return true },
		Err: func(p coreutils.Piece) bool { done.err += text(p); return true },
	}
	done.status = c.Run()
	if err := r.Err(); err != nil {
		done.refused = err.Error()
	}
	return done
}

// filled makes a folder of files with texts; a name that ends in a slash is a folder.
func filled(t *testing.T, files map[string]string) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if strings.HasSuffix(name, "/") {
			err = os.MkdirAll(path, 0o700)
		} else {
			err = os.WriteFile(path, []byte(text), 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return dir
}
