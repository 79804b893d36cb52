package launch

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"eyeline/reader/loss"
	"eyeline/reader/tools"
	"eyeline/reader/window"
)

// toolTable is the table of tools: what they say of themselves, and what their first reads give.
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
		s := tool.Origin
		fmt.Fprintf(&b, "| `%s` | %s %s | %s, %s | %s | %s | %s |\n", tool.Name, s.Agent, s.Versions(), s.How, s.Date, tool.Limits(),
			firstRead(t, tool, dir, "lines.txt"), firstRead(t, tool, dir, "long.txt"))
	}
	return b.String()
}

// firstRead says in a few words what the path alone gives of a file.
func firstRead(t *testing.T, tool *tools.Tool, dir, name string) string {
	t.Helper()
	path := filepath.Join(dir, name)
	r, err := tool.Read(t.Context(), tools.Env{Root: dir, Home: dir}, tools.BuildArgs(tool, path, nil))
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
		what = fmt.Sprintf("%s characters are cut", thousands(loss.AccountOf(r, stats).Lost()))
	default:
		what = fmt.Sprintf("%s of %s bytes", thousands(covered), thousands(fileSize(t, path)))
		if len(w.Runs) > 1 {
			what += ", the middle is cut"
		}
	}
	if r.Silent && coveredBytes(w) < fileSize(t, path) {
		what += ", and the model is not told that more follows"
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

// toolNames is a short table of the tools, with a row for each version of an agent.
func toolNames(*testing.T) string {
	var rows, versions []string
	agents := map[string]bool{}
	for _, tool := range tools.All() {
		s := tool.Origin
		agents[s.Agent] = true
		version := s.Agent + " " + s.Versions()
		row := fmt.Sprintf("| %s | %s, %s | `%s`", version, s.How, s.Date, tool.Name)
		if i := slices.Index(versions, version); i >= 0 {
			rows[i] += fmt.Sprintf(", `%s`", tool.Name)
			continue
		}
		rows, versions = append(rows, row), append(versions, version)
	}
	return fmt.Sprintf("%d tools of %d agents and contracts:\n\n| agent, version | checked | tools |\n|---|---|---|\n%s |\n",
		len(tools.All()), len(agents), strings.Join(rows, " |\n"))
}
