package godecls

import (
	"flag"
	"go/token"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"eyeline/reader/longtest"
)

var all = flag.Bool("all", false, "read every file of Go's own sources, not only some")

// check reports whether a text is taken for Go, and fails where what is found is not in the order of the text, does not
// lie in it, or has no name of its own.
func check(t *testing.T, name string, text []byte) bool {
	t.Helper()
	nodes, taken := declarations(text)
	last := 0
	for _, n := range nodes {
		named := n.Name.Start >= n.Start && n.Name.End <= n.End && token.IsIdentifier(string(text[n.Name.Start:n.Name.End]))
		if n.Start < last || n.End < n.Start || n.End > len(text) || n.Kind != Declaration && !named {
			t.Fatalf("%s: %+v after %d in %.2000q", name, n, last, text)
		}
		last = n.Start
	}
	return taken
}

// sources calls visit with each of Go's own sources, or with one of every so many.
func sources(t *testing.T, every int, visit func(name string, text []byte)) {
	t.Helper()
	out, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Skip("go env GOROOT: ", err)
	}
	n := 0
	err = filepath.WalkDir(strings.TrimSpace(string(out)), func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(name, ".go") {
			return err
		}
		if n++; n%every > 0 && !*all {
			return nil
		}
		text, err := os.ReadFile(name)
		if err == nil {
			visit(name, text)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestSources reads Go's own sources, of which hardly one is no Go.
func TestSources(t *testing.T) {
	t.Parallel()
	every, want := 40, 50
	if !longtest.IsRequested() {
		every, want = 160, 12
	}
	taken := 0
	sources(t, every, func(name string, text []byte) {
		if check(t, name, text) {
			taken++
		}
	})
	if taken < want {
		t.Errorf("only %d files were taken for Go", taken)
	}
}

// Text in which something was left out, put in or put twice never ends in a panic, nor in what lies outside of it.
func TestChangedText(t *testing.T) {
	t.Parallel()
	taken := 0
	r := rand.New(rand.NewPCG(1, 2))
	pieces := strings.Fields("( ) [ ] { } ; , . \" ' ` // /* */ func type const var struct interface import package x.(type) := 0x1p-2 1e+3 .5 é \u00a0 \\ 'a' \"b\" \x00 map[string] chan<- ... ~ |")
	pieces = append(pieces, "\n", " ", "\r", "\n\n", "/* \n */", "\uFEFF")
	sources(t, 500, func(name string, text []byte) {
		if len(text) > 20_000 {
			return
		}
		for range 30 {
			changed := slices.Clone(text)
			for range 1 + r.IntN(2) {
				i := r.IntN(len(changed) + 1)
				switch r.IntN(3) {
				case 0:
					changed = slices.Delete(changed, i, min(len(changed), i+1+r.IntN(6)))
				case 1:
					changed = slices.Insert(changed, i, []byte(pieces[r.IntN(len(pieces))])...)
				case 2:
					changed = slices.Insert(changed, i, changed[i:min(len(changed), i+r.IntN(80))]...)
				}
			}
			if check(t, name, changed) {
				taken++
			}
		}
	})
	if taken < 20 {
		t.Errorf("only %d changed texts were Go", taken)
	}
}

func FuzzDeclarations(f *testing.F) {
	for _, c := range examples {
		f.Add([]byte(c.text))
	}
	f.Fuzz(func(t *testing.T, text []byte) { check(t, "a text", text) })
}
