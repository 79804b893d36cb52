package nextcalls

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"eyeline/reader/tools"
	_ "eyeline/reader/tools/agents"
	"eyeline/reader/window"
)

func write(t *testing.T, text string) (dir, path string) {
	t.Helper()
	dir = t.TempDir()
	path = filepath.Join(dir, "f.txt")
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return dir, path
}

func fileOf(tool *tools.Tool, path string) string {
	if tool.Paths == tools.PathAbsolute {
		return path
	}
	return filepath.Base(path)
}

// Left says of every tool how many calls Follow makes after the first, and near it where it may not make them all.
func TestLeftIsHowManyCallsFollow(t *testing.T) {
	dir, path := write(t, strings.Repeat("a line of text, as long as lines are in most files\n", 4000))
	long := 0
	for i, tool := range tools.Every() {
		if testing.Short() && i%3 != 0 {
			continue
		}
		env := tools.Env{Root: dir}
		args := tools.BuildArgs(tool, fileOf(tool, path), tool.Default)
		var calls int64
		var first At
		var seen window.Set
		err := Follow(t.Context(), tool, env, args, &seen, func(_ json.RawMessage, r *tools.Result) (bool, error) {
			if calls++; calls == 1 {
				first = At{r.Window, r.FileBytes, r.NextArgs}
			}
			return true, nil
		})
		if err != nil || calls == 0 {
			continue // it refuses so long a file
		}
		n, estimated, err := Left(t.Context(), tool, env, first, Budget{Bytes: 1 << 30})
		if err != nil || estimated || n != calls-1 {
			t.Errorf("%s: %d left (%v, %v) of %d", tool.Name, n, estimated, err, calls)
		}
		if calls < 4 {
			continue
		}
		long++
		for _, b := range []Budget{{Bytes: 1 << 30, Calls: 2}, {Bytes: 1}} {
			if n, estimated, err := Left(t.Context(), tool, env, first, b); err != nil || !estimated || n < calls/4 || n > calls*3 {
				t.Errorf("%s, %+v: %d left (%v, %v) of %d", tool.Name, b, n, estimated, err, calls)
			}
		}
	}
	if long < 5 && !testing.Short() || long == 0 {
		t.Errorf("only %d tools make several calls", long)
	}
}

// Where the default call is refused, First finds one that is not; there is none for a file that is not there.
func TestFirstFindsACallThatIsNotRefused(t *testing.T) {
	dir, path := write(t, strings.Repeat(strings.Repeat("long line ", 400)+"\n", 500)) // 2 MB
	refused := 0
	for _, tool := range tools.Every() {
		env := tools.Env{Root: dir}
		file := fileOf(tool, path)
		r, err := tool.Read(t.Context(), env, tools.BuildArgs(tool, file, tool.Default))
		var refusal *tools.Error
		if !errors.As(err, &refusal) {
			_ = r.Close()
			continue
		}
		mode, values, ok, err := First(t.Context(), tool, env, file)
		if limit := tool.Caps.File.Most; limit > 0 && limit < 2e6 {
			if ok || err != nil {
				t.Errorf("%s reads the file with %v, %v", tool.Name, values, err)
			}
			continue
		}
		if err != nil || !ok {
			t.Errorf("%s: %v, %v after %s", tool.Name, ok, err, refusal.Text)
			continue
		}
		refused++
		place, _ := tool.Place(mode)
		r, err = tool.Read(t.Context(), env, tool.Call(place, file, values))
		if err != nil || r.Window.Start != 0 || r.Window.End == 0 {
			t.Errorf("%s: %v gives %v, %v", tool.Name, values, r, err)
		}
		_ = r.Close()
		if _, _, ok, err := First(t.Context(), tool, env, file+".not"); ok || err != nil {
			t.Errorf("%s: a file that is not there can be read: %v, %v", tool.Name, ok, err)
		}
	}
	if refused < 2 {
		t.Errorf("only %d tools refuse the file", refused)
	}
}
