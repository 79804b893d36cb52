package agents

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"eyeline/reader/tools"
)

// What a tool says of its silence is what its answers do: one that its own limit ends, and one that ends as it was
// asked to.
func TestSilenceIsThatOfTheAnswers(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, tool := range all {
		if !readsHere(tool) {
			continue
		}
		path := filepath.Join(dir, tool.Name)
		if err := os.WriteFile(path, []byte(strings.Repeat("a line of text, as long as lines are in most files\n", 4000)), 0o644); err != nil {
			t.Fatal(err)
		}
		file := tool.Name
		if tool.Paths == tools.PathAbsolute {
			file = path
		}
		var refusal *tools.Error
		silent := func(v tools.Values) bool {
			r, err := tool.Read(t.Context(), tools.Env{Root: dir}, tools.BuildArgs(tool, file, v))
			if errors.As(err, &refusal) {
				return false
			}
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = r.Close() }()
			if _, err := r.Render(t.Context(), io.Discard); err != nil {
				t.Fatal(err)
			}
			return r.Silent
		}
		want := tools.AlwaysTells
		for _, p := range tool.Windows {
			v := tools.Values{}
			p.SetStart(v, 5)
			p.SetCount(v, 50)
			p.Complete(v)
			if silent(v) {
				want = tools.SilentAsAsked
			}
		}
		if silent(nil) {
			want = tools.SilentAtLimit
		}
		if tool.Silence != want {
			t.Errorf("%s is %q, its answers are %q", tool.Name, tool.Silence, want)
		}
	}
}
