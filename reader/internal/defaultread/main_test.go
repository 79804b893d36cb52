package main

import (
	"go/parser"
	"go/token"
	"os"
	"strings"
	"testing"
)

func TestSource(t *testing.T) {
	text := source(20 << 10)
	if len(text) > 20<<10 || len(text) < 19<<10 {
		t.Errorf("%d bytes", len(text))
	}
	if _, err := parser.ParseFile(token.NewFileSet(), "", text, 0); err != nil {
		t.Error(err)
	}
}

func TestMeasure(t *testing.T) {
	program, err := os.Executable() // any program will do: it refuses these arguments
	if err != nil {
		t.Fatal(err)
	}
	if strings.HasPrefix(os.Getenv("EYELINE_DEFAULTREAD"), "inner") {
		return
	}
	t.Setenv("EYELINE_DEFAULTREAD", "inner")
	var out strings.Builder
	if err := measure(program, t.TempDir(), "/none", []string{"codex", "sage"}, 1, &out); err != nil {
		t.Fatal(err)
	}
	if lines := strings.Split(out.String(), "\n"); len(lines) != 5 || !strings.Contains(out.String(), "codex") {
		t.Errorf("%q", out.String())
	}
}
