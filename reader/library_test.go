package reader_test

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"eyeline/reader"
	"eyeline/reader/systemtest"
)

// TestZeroOptionsReadAnyFile: without options every tool reads a file that is not below the working directory, as
// "eyeline emit FILE" does, and a file that is too long for it is told as lost.
func TestZeroOptionsReadAnyFile(t *testing.T) {
	systemtest.SkipOnWindows(t, "shells are not imitated")
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	short := write("short.txt", "one line that every tool gives\n")
	long := write("long.txt", strings.Repeat(strings.Repeat("many words ", 300)+"\n", 400))
	for _, tool := range reader.Tools() {
		a, err := reader.Read(t.Context(), tool, short, reader.Options{})
		if err != nil || !strings.Contains(a.Text, "one line that every tool gives") {
			t.Errorf("%s: %q, %v", tool, a.Text, err)
			continue
		}
		if a.Size != 31 || a.Lost.Bytes != 0 || len(a.Lost.Runs) != 0 || a.Tokens().Count < 3 {
			t.Errorf("%s: size %d, lost %+v, %v", tool, a.Size, a.Lost, a.Tokens())
		}
		a, err = reader.Read(t.Context(), tool, long, reader.Options{})
		if _, refused := reader.Refusal(err); refused {
			continue // of its size
		}
		if err != nil {
			t.Errorf("%s: %v", tool, err)
			continue
		}
		sum, end := int64(0), int64(0)
		for _, run := range a.Lost.Runs {
			if run.Start < end || run.End <= run.Start || run.Why == "" {
				t.Errorf("%s: %+v", tool, a.Lost.Runs)
			}
			sum, end = sum+run.End-run.Start, run.End
		}
		if a.Size != 1_320_400 || sum != a.Lost.Bytes || end > a.Size {
			t.Errorf("%s: size %d, lost %d, of which the runs have %d", tool, a.Size, a.Lost.Bytes, sum)
		}
		if whole := a.Lost.Bytes == a.Size; whole != (len(a.Lost.Runs) == 1 && a.Lost.Runs[0].Why == "whole") {
			t.Errorf("%s: %+v", tool, a.Lost)
		}
	}
}

// TestUnknownVersion: of a version that is not kept the error names those that are.
func TestUnknownVersion(t *testing.T) {
	_, err := reader.Tool("claude_code@9.9")
	e, ok := errors.AsType[*reader.UnknownToolError](err)
	if !ok || !slices.Contains(e.Near, "claude_code") || len(e.Near) < 2 {
		t.Errorf("%v", err)
	}
	for _, name := range e.Near {
		if !strings.HasPrefix(name, "claude_code") || strings.HasPrefix(name, "claude_code_") {
			t.Errorf("%s was hardly meant", name)
		}
	}
}

// TestSearchInAFile: a search needs a folder, and says so.
func TestSearchInAFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a.txt")
	if err := os.WriteFile(name, []byte("words\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if found, err := reader.Search(t.Context(), name, "words", reader.SearchOptions{}); err == nil {
		t.Errorf("it found %+v", found)
	}
	if _, err := reader.Search(t.Context(), name+"gone", "words", reader.SearchOptions{}); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a folder that is not there: %v", err)
	}
}

// TestUnknownNames: an unknown tool, argument, setting and agent is a type each, with what was perhaps meant.
func TestUnknownNames(t *testing.T) {
	files := fstest.MapFS{"a.txt": {Data: []byte("a\n")}}
	read := func(tool string, o reader.Options) error {
		o.FS = files
		_, err := reader.Read(t.Context(), tool, "a.txt", o)
		return err
	}
	err := read("codx", reader.Options{})
	if e, ok := errors.AsType[*reader.UnknownToolError](err); !ok || fmt.Sprint(e.Near) != "[codex]" || len(e.Known) != len(reader.Tools()) {
		t.Error(err)
	}
	if _, err := reader.Tool("codx"); err == nil || !strings.Contains(err.Error(), "did you mean codex?") {
		t.Error(err)
	}
	err = read("codex", reader.Options{Arguments: map[string]any{"ofset": 1}})
	if e, ok := errors.AsType[*reader.UnknownArgumentError](err); !ok || e.Tool != "codex" || fmt.Sprint(e.Near) != "[offset]" {
		t.Error(err)
	}
	err = read("claude_code", reader.Options{Settings: map[string]int64{"max-tokens": 1}})
	if e, ok := errors.AsType[*reader.UnknownSettingError](err); !ok || e.Name != "max-tokens" || fmt.Sprint(e.Known) != "[max-output-tokens]" {
		t.Error(err)
	}
	_, err = reader.Search(t.Context(), t.TempDir(), "a", reader.SearchOptions{Agents: []string{"codec"}})
	if e, ok := errors.AsType[*reader.UnknownAgentError](err); !ok || len(e.Known) < 5 {
		t.Error(err)
	}
	for _, c := range [][2]int64{{0, 0}, {0, 3}, {-1, 2}, {3, 2}} {
		if _, err := reader.Lines(t.Context(), strings.NewReader("a\nb\n"), 4, c[0], c[1]); err == nil {
			t.Errorf("lines %d to %d are taken", c[0], c[1])
		}
	}
	if _, refused := reader.Refusal(err); refused || reader.ErrConfined.Error() == "" || strings.Contains(reader.ErrConfined.Error(), "--") {
		t.Error("an error of this program is a refusal, or speaks of a flag")
	}
}

// TestToolInfo: every tool says whose it is, what it takes and how much it gives.
func TestToolInfo(t *testing.T) {
	for _, name := range reader.Tools() {
		tool, err := reader.Tool(name)
		if err != nil || tool.Name != name || tool.Agent == "" || tool.Version == "" || tool.How == "" || len(tool.Schema) == 0 {
			t.Errorf("%s: %+v, %v", name, tool, err)
		}
		for _, a := range tool.Arguments {
			if a.Name == "" || a.Type == "" || a.Help == "" || a.Type == "choice" && len(a.Choices) == 0 {
				t.Errorf("%s: %+v", name, a)
			}
		}
	}
	tool, err := reader.Tool("codex")
	if err != nil || fmt.Sprint(tool.Modes) != "[slice block]" {
		t.Error(tool.Modes, err)
	}
}

// TestProgramsNeedReaderAlone: the programs of the page on the library have under 40 lines each, and import nothing of
// Eyeline but this package.
func TestProgramsNeedReaderAlone(t *testing.T) {
	set := token.NewFileSet()
	programs := 0
	for _, name := range []string{"example_agents_test.go", "example_programs_test.go"} {
		file, err := parser.ParseFile(set, name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, i := range file.Imports {
			if strings.HasPrefix(i.Path.Value, `"eyeline/`) && i.Path.Value != `"eyeline/reader"` {
				t.Errorf("they import %s", i.Path.Value)
			}
		}
		for _, d := range file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && strings.HasPrefix(f.Name.Name, "Example_") {
				programs++
				if lines := set.Position(f.End()).Line - set.Position(f.Pos()).Line; lines >= 40 {
					t.Errorf("%s has %d lines", f.Name, lines)
				}
			}
		}
	}
	if programs != 3 {
		t.Errorf("%d programs", programs)
	}
}
