package agents

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"eyeline/reader/tools"
	"eyeline/reader/window"
)

var update = flag.Bool("update", false, "write the table of tools into the README")

// TestREADME checks the table of tools in the README against what the tools say and give.
func TestREADME(t *testing.T) {
	const path, begin, end = "../../../README.md", "-run README -update -->\n", "<!-- end of tools -->"
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	head, rest, ok := strings.Cut(string(text), begin)
	old, tail, ok2 := strings.Cut(rest, end)
	if !ok || !ok2 {
		t.Fatal("the README has no place for the table of tools")
	}
	table := toolTable(t)
	if table == old {
		return
	}
	if !*update {
		t.Fatal("the table of tools in the README is not what the tools give; go test ./reader/tools/agents -run README -update writes it")
	}
	if err := os.WriteFile(path, []byte(head+begin+table+end+tail), 0o644); err != nil {
		t.Fatal(err)
	}
}

func toolTable(t *testing.T) string {
	// What is cut out of a middle depends on the length of the path, so that is always the same.
	top, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(top, strings.Repeat("d", max(120-len(top), 1)))
	for name, text := range map[string]string{
		"lines.txt": strings.Repeat("a line of text that has sixty characters, the end included\n", 3000),
		"long.txt":  strings.Repeat("0123456789", 1000) + "\n",
	} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	var b strings.Builder
	b.WriteString("| tool | agent, version | checked | limits of one answer | first read of 3,000 lines (176 KiB) | of a line of 10,000 characters |\n|---|---|---|---|---|---|\n")
	for _, tool := range tools.All() {
		s := tool.Since
		version := s.Version
		if len(version) == 40 {
			version = version[:8]
		}
		fmt.Fprintf(&b, "| `%s` | %s %s | %s, %s | %s | %s | %s |\n", tool.Name, s.Agent, version, s.How, s.Date, tool.Limits(),
			firstRead(t, tool, dir, "lines.txt"), firstRead(t, tool, dir, "long.txt"))
	}
	return b.String()
}

// firstRead says in a few words what the path alone gives of a file.
func firstRead(t *testing.T, tool *tools.Tool, dir, name string) string {
	t.Helper()
	path := filepath.Join(dir, name)
	r, err := tool.Read(t.Context(), tools.Env{Root: dir, Home: dir}, tools.BuildArgs(tool, path, tool.Default))
	var refusal *tools.Error
	switch {
	case errors.As(err, &refusal):
		first, _, _ := strings.Cut(strings.ReplaceAll(refusal.Text, path, name), ". ")
		return "refused: *" + strings.NewReplacer("|", "\\|", "<", "&lt;", "\n", " ").Replace(first) + "*"
	case err != nil:
		t.Fatal(err)
	}
	defer r.Close()
	var out bytes.Buffer
	stats, err := r.Render(t.Context(), &out)
	if err != nil {
		t.Fatal(err)
	}
	w := r.Window
	what := ""
	switch covered := coveredBytes(w); {
	case r.Kind != "" || w.Kind == window.Notice:
		what = "a notice in place of the text"
	case w.Kind == window.Outline:
		what = "an outline"
	case covered == fileSize(t, path) && stats.Cut == 0:
		what = "all"
	case w.First > 0 && len(w.Runs) < 2 && w.Last > w.First:
		what = fmt.Sprintf("lines %s–%s", thousands(w.First), thousands(w.Last))
	case stats.Cut > 0 && len(w.Runs) < 2:
		what = fmt.Sprintf("%s characters are cut", thousands(stats.CutBytes))
	default:
		what = fmt.Sprintf("%s of %s bytes", thousands(covered), thousands(fileSize(t, path)))
		if len(w.Runs) > 1 {
			what += ", the middle is cut"
		}
	}
	if r.Silent && coveredBytes(w) < fileSize(t, path) {
		what += ", and the model is not told"
	}
	return what
}

func coveredBytes(w window.Window) (n int64) {
	for _, run := range w.Spans() {
		n += run.End - run.Start
	}
	return n
}

func fileSize(t *testing.T, path string) int64 {
	fi, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	return fi.Size()
}

// thousands writes a number with commas.
func thousands(n int64) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
