package agents

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"eyeline/reader/tools"
	"eyeline/reader/tools/agents/openfile"
	"eyeline/reader/tools/toolstest"
)

// call reads a file through a tool and returns what the model gets; ok is false for a refusal.
func call(t testing.TB, tool string, env tools.Env, args string) (text string, ok bool) {
	t.Helper()
	found, known := tools.Lookup(tool)
	if !known {
		t.Fatalf("no tool %s", tool)
	}
	r, err := found.Read(context.Background(), env, []byte(args))
	if err == nil {
		defer r.Close()
		var b bytes.Buffer
		if _, err = r.Render(context.Background(), &b); err == nil {
			return b.String(), true
		}
	}
	var refusal *tools.Error
	if !errors.As(err, &refusal) {
		t.Fatalf("%s %s: %v", tool, args, err)
	}
	return refusal.Text, false
}

func TestConfinement(t *testing.T) {
	dir := toolstest.Tree(t, map[string]string{
		"ws/a.txt":            "inside\n",
		"ws/sub/b.txt":        "below\n",
		"out/secret.txt":      "secret\n",
		"alias":               "-> ws",
		"ws/abs_in":           "-> DIR/ws/sub/b.txt",
		"ws/abs_in_dir":       "-> DIR/ws/sub",
		"ws/abs_alias":        "-> DIR/alias/a.txt",
		"ws/abs_out":          "-> DIR/out/secret.txt",
		"ws/abs_out_missing":  "-> DIR/out/missing",
		"ws/rel_out":          "-> ../out",
		"ws/leave_and_return": "-> ../ws/a.txt",
		"ws/to_root":          "-> /",
		"ws/loop_a":           "-> loop_b",
		"ws/loop_b":           "-> loop_a",
		"ws/through_file":     "-> a.txt/../a.txt",
	})
	for _, c := range []struct{ root, path, want string }{
		{"ws", "a.txt", "inside\n"},
		{"ws", "DIR/ws/a.txt", "inside\n"},
		{"ws", "DIR/alias/a.txt", "permission denied: DIR/alias/a.txt"}, // a link outside the root is not looked at
		{"ws", "DIR/alias/../ws/a.txt", "inside\n"},
		{"ws", "../other/../ws/a.txt", "inside\n"}, // whether or not there is such a folder
		{"alias", "DIR/alias/a.txt", "inside\n"},
		{"alias", "DIR/ws/a.txt", "inside\n"},
		{"alias", "../ws/a.txt", "inside\n"},
		{"ws", "abs_in", "below\n"},
		{"ws", "abs_in_dir/b.txt", "below\n"},
		{"ws", "abs_in_dir/../a.txt", "inside\n"},
		{"ws", "abs_alias", "permission denied: abs_alias"},
		{"ws", "leave_and_return", "inside\n"},
		{"ws", "sub/../../ws/./sub//b.txt", "below\n"},
		{"ws", "abs_out", "permission denied: abs_out"},
		{"ws", "abs_out_missing", "permission denied: abs_out_missing"},
		{"ws", "rel_out/secret.txt", "permission denied: rel_out/secret.txt"},
		{"ws", "rel_out/../ws/a.txt", "inside\n"},
		{"ws", "to_root", "permission denied: to_root"},
		{"ws", "to_root/etc", "permission denied: to_root/etc"},
		{"ws", "sub/../../out/secret.txt", "permission denied: sub/../../out/secret.txt"},
		{"ws", "loop_a", "file not found: loop_a"},
		{"ws", "through_file", "file not found: through_file"},
		{"ws", "a\x00b", "file not found: a\x00b"},
		{"ws", "../a\x00b", "permission denied: ../a\x00b"},
		{"ws", strings.Repeat("./", 3000) + "a.txt", "file not found: " + strings.Repeat("./", 3000) + "a.txt"},
		{"ws", strings.Repeat("../", 3000), "permission denied: " + strings.Repeat("../", 3000)},
		{"ws", "sub", "file not found: sub is a directory, not a file"},
		{"ws", "sub/..", "file not found: sub/.. is a directory, not a file"},
		{"missing", "a.txt", "file not found: a.txt"},
		{"missing", "../out/secret.txt", "permission denied: ../out/secret.txt"},
		{"ws/a.txt", "x", "file not found: x"},
		{"ws/a.txt", "../a.txt", "file not found: ../a.txt"},
	} {
		path := strings.ReplaceAll(c.path, "DIR", dir)
		args := tools.BuildArgs(openfile.Tool, path, nil)
		if got, _ := call(t, "open_file", tools.Env{Root: filepath.Join(dir, c.root)}, string(args)); got != strings.ReplaceAll(c.want, "DIR", dir) {
			t.Errorf("root %s, path %q: %q, want %q", c.root, c.path, got, c.want)
		}
	}
}

func TestRelativeRoots(t *testing.T) {
	dir := toolstest.Tree(t, map[string]string{"ws/a.txt": "inside\n", "secret.txt": "secret\n"})
	t.Chdir(filepath.Join(dir, "ws"))
	for _, root := range []string{"", ".", "../ws"} {
		if got, ok := call(t, "open_file", tools.Env{Root: root}, `{"file_path":"a.txt"}`); !ok || got != "inside\n" {
			t.Errorf("root %q: %q", root, got)
		}
		want := "Error: Access denied to path: " + dir + "/ws/../secret.txt"
		if got, _ := call(t, "sage", tools.Env{Root: root}, `{"file_path":"../secret.txt"}`); filepath.ToSlash(got) != filepath.ToSlash(want) {
			t.Errorf("root %q: %q, want %q", root, got, want)
		}
	}
}

// Links are swapped between inside and outside while calls run. No call may ever see what is outside.
func TestNoLeakWhileLinksAreSwapped(t *testing.T) {
	dir := toolstest.Tree(t, map[string]string{
		"ws/in/f.txt":     "inside\n",
		"out/f.txt":       "secret\n",
		"ws/file":         "-> in/f.txt",
		"ws/dir":          "-> in",
		"ws/abs":          "-> DIR/ws/in",
		"ws/turned/f.txt": "inside\n",
	})
	ws := filepath.Join(dir, "ws")
	stop := make(chan struct{})
	var swapping sync.WaitGroup
	swap := func(name string, targets ...string) {
		swapping.Add(1)
		go func() {
			defer swapping.Done()
			for i := 0; ; i++ {
				select {
				case <-stop:
					return
				default:
				}
				tmp := filepath.Join(dir, "tmp-"+name)
				if os.Symlink(targets[i%len(targets)], tmp) == nil {
					_ = os.Rename(tmp, filepath.Join(ws, name))
				}
			}
		}()
	}
	swap("file", "in/f.txt", "../out/f.txt")
	swap("dir", "in", "../out")
	swap("abs", filepath.Join(ws, "in"), filepath.Join(dir, "out"))
	// A directory that turns into a link out of the root and back.
	swapping.Add(1)
	go func() {
		defer swapping.Done()
		turned, aside := filepath.Join(ws, "turned"), filepath.Join(dir, "aside")
		for {
			select {
			case <-stop:
				return
			default:
			}
			if os.Rename(turned, aside) == nil {
				_ = os.Symlink(filepath.Join(dir, "out"), turned)
				_ = os.Remove(turned)
				_ = os.Rename(aside, turned)
			}
		}
	}()

	seen, refused := 0, 0
	paths := []string{"file", "dir/f.txt", "abs/f.txt", "turned/f.txt", "dir/../dir/f.txt"}
	for i := range 8000 {
		path := paths[i%len(paths)]
		var got string
		var ok bool
		switch i % 3 {
		case 0:
			got, ok = call(t, "open_file", tools.Env{Root: ws}, `{"file_path":"`+path+`"}`)
		case 1:
			got, ok = call(t, "sage", tools.Env{Root: ws}, `{"file_path":"`+path+`"}`)
		default:
			got, ok = call(t, "byte_window", tools.Env{Root: ws}, `{"path":"`+path+`"}`)
		}
		if strings.Contains(got, "secret") {
			t.Fatalf("call %d of %s leaked %q", i, path, got)
		}
		if ok {
			seen++
		} else {
			refused++
		}
	}
	close(stop)
	swapping.Wait()
	if seen == 0 || refused == 0 {
		t.Errorf("%d calls saw the inside and %d were refused: the swap was not under way", seen, refused)
	}
}
