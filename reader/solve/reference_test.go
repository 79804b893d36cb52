package solve

import (
	"bytes"
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"eyeline/reader/source"
	"eyeline/reader/tools"
	_ "eyeline/reader/tools/agents" // the tools
)

// written is a file with a text, and its bytes.
func written(t testing.TB, dir, name string, text []byte) (string, File) {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.WriteFile(path, text, 0o644); err != nil {
		t.Fatal(err)
	}
	return path, File{Bytes: source.View(bytes.NewReader(text), int64(len(text)))}
}

// callsOn are the calls of all tools on a file, in a mode.
func callsOn(path string, mode tools.Mode) []Calls {
	dir := filepath.Dir(path)
	var out []Calls
	for _, c := range Modes(tools.All(), func(*tools.Tool) string { return path }, func(*tools.Tool) tools.Env {
		return tools.Env{Root: dir, Home: dir}
	}) {
		if c.Place.Mode == mode {
			out = append(out, c)
		}
	}
	return out
}

// callsOf are the calls of the first tool that has a mode with further arguments for blocks.
func blockCalls(t testing.TB, path string) Calls {
	t.Helper()
	for _, c := range callsOn(path, tools.ModeBlock) {
		if c.Place.Block != (tools.Block{}) {
			return c
		}
	}
	t.Fatal("no tool has blocks")
	return Calls{}
}

// randomCode is a file of a few lines with indents, comments and blank lines.
func randomCode(r *rand.Rand, lines int) []byte {
	var b bytes.Buffer
	for range r.IntN(lines) + 1 {
		switch r.IntN(9) {
		case 0, 1:
			b.WriteString(strings.Repeat(" ", r.IntN(3)))
		case 2:
			b.WriteString(strings.Repeat("\t", r.IntN(3)) + "# c")
		default:
			b.WriteString(strings.Repeat(" ", r.IntN(4)*r.IntN(5)) + strings.Repeat("\t", r.IntN(2)) + "x")
		}
		b.WriteByte('\n')
	}
	if r.IntN(3) == 0 {
		b.WriteString("    end")
	}
	return b.Bytes()
}

func lineCount(text []byte) int64 {
	n := int64(bytes.Count(text, []byte{'\n'}))
	if len(text) > 0 && text[len(text)-1] != '\n' {
		n++
	}
	return n
}

// locate finds lines that are there.
func locate(t testing.TB, f File, first, last int64) Lines {
	t.Helper()
	l, err := Locate(context.Background(), f, first, last)
	if err != nil {
		t.Fatal(err)
	}
	return l
}
