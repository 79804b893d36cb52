package agents

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"eyeline/reader/tools"
)

// A tool with line numbers that counts lines otherwise than by '\n' says so in its window, and no other tool does.
func TestAWindowSaysThatTheToolNumbersOtherwise(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"nothing": "a\nb\nc\nlast\n", "lone CR": "a\rb\nc\nlast\n", "form feed": "a\fb\nc\nlast\n", "VT": "a\vb\nc\nlast\n",
		"U+2028": "a\u2028b\nc\nlast\n", "NEL": "a\u0085b\nc\nlast\n", "CRLF": "a\r\nb\r\nc\r\nlast\r\n", "far": strings.Repeat("x\n", 50) + "a\rb\flast\n",
	} {
		dir := t.TempDir()
		path := filepath.Join(dir, "f.txt")
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		inFile := int64(strings.Count(text[:strings.Index(text, "last")], "\n")) + 1
		for _, tool := range all {
			if tool.Lines == nil || tool.Lines.Prefix == nil {
				continue
			}
			file := "f.txt"
			if tool.Paths == tools.PathAbsolute {
				file = path
			}
			r, err := tool.Read(t.Context(), tools.Env{Root: dir}, tools.BuildArgs(tool, file, nil))
			var refusal *tools.Error
			if errors.As(err, &refusal) {
				continue
			}
			if err != nil {
				t.Fatal(err)
			}
			var content bytes.Buffer
			stats, err := r.Render(t.Context(), &content)
			_ = r.Close() // read only
			if err != nil {
				t.Fatal(err)
			}
			before, _, found := strings.Cut(content.String(), "last")
			shown, ok := stats.Line(int64(strings.Count(before, "\n")))
			if len(stats.Runs) == 0 || r.Window.Renumbered == 0 && r.Window.Last < inFile {
				continue // the lines are in JSON, on one line, or the answer ends before that one
			}
			if !found || !ok {
				t.Fatalf("%s, %s: the last line is not shown in %q", tool.Name, name, content.String())
			}
			if got, want := r.Window.Renumbered > 0, shown.Number != inFile; got != want {
				t.Errorf("%s, %s: the window says %v (from line %d on); the line %d has the number %d", tool.Name, name, got, r.Window.Renumbered, inFile, shown.Number)
			}
			if err := r.Close(); err != nil {
				t.Fatal(err)
			}
		}
	}
}
