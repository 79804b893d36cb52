package sweagent

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"eyeline/reader/tools"
	"eyeline/reader/tools/toolstest"
)

// renderSWE makes a call and gives its output, of a refusal too.
func renderSWE(t *testing.T, env tools.Env, args string) string {
	t.Helper()
	r, err := Tool.Read(t.Context(), env, []byte(args))
	if err != nil {
		return err.Error()
	}
	defer r.Close()
	var b bytes.Buffer
	if _, err := r.Render(t.Context(), &b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// Calls of one session go on where the last one ended, as the commands of one call do.
func TestSWEAgentSession(t *testing.T) {
	dir := toolstest.Tree(t, map[string]string{"f.txt": strings.Repeat("x\n", 500)})
	commands := []string{`open \"f.txt\" 200`, "scroll_down", "goto 90", "scroll_up", "open nope", "open", "goto 501", "scroll_down"}
	session := tools.Env{Root: dir, Session: &tools.Session{}}
	for i, command := range commands {
		one := renderSWE(t, session, `{"commands":["`+command+`"]}`)
		all := renderSWE(t, tools.Env{Root: dir}, `{"commands":["`+strings.Join(commands[:i+1], `","`)+`"]}`)
		if one != all {
			t.Errorf("after %q: %.80q in a session, %.80q in one call", command, one, all)
		}
	}
}

// The viewer's place is the first line shown, for every size of a window.
func TestSWEAgentPlace(t *testing.T) {
	dir := toolstest.Tree(t, map[string]string{"a 'b' \"c\".txt": strings.Repeat("x\n", 5000)})
	for window := int64(1); window < 140; window++ {
		for _, line := range []int64{1, 2, 3, 17, 18, 1000, 4800} {
			args := tools.BuildArgs(Tool, `a 'b' "c".txt`, tools.Values{"line": line, "window": window})
			r, err := Tool.Read(t.Context(), tools.Env{Root: dir}, args)
			if err != nil {
				t.Fatal(err)
			}
			if w := r.Window; w.First != line || w.Last != line+window-1 {
				t.Errorf("%s shows lines %d to %d, not %d and %d more", args, w.First, w.Last, line, window-1)
			}
			values, _ := tools.ValuesOf(Tool, r.NextArgs)
			if next := fmt.Sprint(values["line"]); window > 2 && next != fmt.Sprint(line+window-2) {
				t.Errorf("%s goes on with line %s", r.NextArgs, next)
			}
			_ = r.Close()
		}
	}
}

// TestLinesAreThoseOfTheOpenFile: what is counted for one command is not taken for another file of the same size.
func TestLinesAreThoseOfTheOpenFile(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"long": strings.Repeat("\n", 600), "wide": strings.Repeat("x", 599) + "\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}

	args := `{"commands":["open wide","scroll_down","open long 300","scroll_down","scroll_down"]}`
	r, err := Tool.Read(t.Context(), tools.Env{Root: dir}, []byte(args))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if r.Window.First != 479 {
		t.Errorf("the window begins at line %d", r.Window.First)
	}
}
