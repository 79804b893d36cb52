package agents

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"eyeline/reader/access"
	"eyeline/reader/longtest"
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

// linksOrLong finds the cases of TestConfinement about links, which are not for everybody on Windows, and about a path's
// length and a NUL in it, which are refused there before it is known where the path leads.
var linksOrLong = regexp.MustCompile(`alias|abs_|leave_|rel_|to_root|loop_|through_|(\./){1000}|\x00`)

func TestConfinement(t *testing.T) {
	t.Parallel()
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
		if runtime.GOOS == "windows" && linksOrLong.MatchString(c.root+" "+c.path) {
			continue
		}
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
		if runtime.GOOS == "windows" { // which takes the dots out of a path
			want = "Error: Access denied to path: " + filepath.Join(dir, "secret.txt")
		}
		if got, _ := call(t, "sage", tools.Env{Root: root}, `{"file_path":"../secret.txt"}`); filepath.ToSlash(got) != filepath.ToSlash(want) {
			t.Errorf("root %q: %q, want %q", root, got, want)
		}
	}
}

// Links are swapped between inside and outside while calls run. No call may ever see what is outside.
func TestNoLeakWhileLinksAreSwapped(t *testing.T) {
	t.Parallel()
	longtest.SkipUnlessLong(t)
	swapped := toolstest.Swap(t)
	ws := swapped.Root
	only := access.NewSingleFile(filepath.Join(ws, "in/f.txt"), stat(t, filepath.Join(ws, "in/f.txt")), ws)
	envs := []tools.Env{{Root: ws, Home: ws}, {Root: ws, Home: ws, Confine: true}, {Root: ws, Home: ws, Only: only}}
	seen, refused := 0, 0
	paths := swapped.Paths
	every := tools.AllVersions()
	for i, answers := 0, toolstest.Answers(t, 8000); seen+refused < answers; i++ {
		env, tool, path := envs[i%3], every[i/3%len(every)], paths[i/3/len(every)%len(paths)]
		if !env.Confine && env.Only == nil && (tool.Paths != tools.PathConfined || tool.Name == "zed") {
			continue // it may read whatever there is; Zed follows links out of the project when the user lets it
		}
		args := swappedArgs(tool, ws, path, i/3/len(every)/len(paths))
		got, err := given(t.Context(), tool, env, args)
		if strings.Contains(got, "secret") {
			t.Fatalf("answer %d, of %s for %s in %+v, leaked %q", i, tool.Name, args, env, got)
		}
		if err == nil {
			seen++
		} else {
			refused++
		}
	}
	if seen == 0 || refused == 0 {
		t.Errorf("%d calls saw the inside and %d were refused: the swap was not under way", seen, refused)
	}
}

// swappedArgs are arguments that ask for a path below ws: the path alone in each first round, or with one of the tool's
// other arguments, which is a command that asks for it where the argument takes a text.
func swappedArgs(tool *tools.Tool, ws, path string, round int) string {
	command := []string{"cat ", "open ", "sed -n 1,9p ", "cat < "}[round/2%4] + path
	if tool.Paths == tools.PathAbsolute {
		path = filepath.Join(ws, path)
	}
	values := tools.Values{}
	if n := len(tool.Params); round%2 == 1 && n > 0 {
		switch p := tool.Params[round/2%n]; p.Type {
		case tools.TypeInteger:
			values[p.Flag] = 1
		case tools.TypeBoolean:
			values[p.Flag] = true
		default:
			values[p.Flag] = command
		}
	}
	return string(tools.BuildArgs(tool, path, values))
}

func stat(t *testing.T, path string) os.FileInfo {
	t.Helper()
	fi, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	return fi
}
