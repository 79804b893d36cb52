package ospath

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"os"
	"os/exec"
	"reflect"
	"strings"
	"testing"
)

// row is what a language makes of one path, by the names of its functions.
type row map[string]any

func (r row) text(name string) string { return r[name].(string) }

func readRows(t *testing.T, text []byte) (rows []row) {
	t.Helper()
	for line := range bytes.Lines(text) {
		var r row
		if err := json.Unmarshal(line, &r); err != nil {
			t.Fatal(err)
		}
		rows = append(rows, r)
	}
	return rows
}

// table reads a table of testdata. Where the program that made it is on this machine in the same version, it also
// makes the table again, and rows for paths at random.
func table(t *testing.T, name, version string, command ...string) []row {
	t.Helper()
	text, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	rows := readRows(t, text)
	got, err := exec.Command(command[0], "--version").Output()
	if err != nil || !strings.HasPrefix(string(got), version) {
		t.Logf("the table alone: %s is not %s here", command[0], version)
		return rows
	}
	var input bytes.Buffer
	for _, pair := range append(pairsOf(rows), randomPairs(400)...) {
		line, _ := json.Marshal(pair)
		input.Write(append(line, '\n'))
	}
	made := exec.Command(command[0], command[1:]...)
	made.Stdin = &input
	out, err := made.Output()
	if err != nil {
		t.Fatal(err)
	}
	again := readRows(t, out)
	if !reflect.DeepEqual(again[:len(rows)], rows) {
		t.Errorf("%s differs from what %s makes", name, command[0])
	}
	return again
}

func pairsOf(rows []row) (pairs []row) {
	for _, r := range rows {
		pairs = append(pairs, row{"dir": r["dir"], "path": r["path"]})
	}
	return pairs
}

// randomPairs are paths made of what paths are made of.
func randomPairs(n int) (pairs []row) {
	random := rand.New(rand.NewPCG(1, 2))
	pieces := []string{`\`, `\`, "/", "/", ".", "..", "a", "B", "x.txt", ".y", "C:", "c:", "d:", " ", "é", "server", ":"}
	dirs := []string{`C:\w`, `C:\`, `c:\W\x`, `\\server\share\a`, `D:\a\B`}
	for range n {
		var p strings.Builder
		for range random.IntN(7) {
			p.WriteString(pieces[random.IntN(len(pieces))])
		}
		pairs = append(pairs, row{"dir": dirs[random.IntN(len(dirs))], "path": p.String()})
	}
	return pairs
}

func compare(t *testing.T, r row, function string, got any) {
	t.Helper()
	if want := r[function]; got != want {
		t.Errorf("%s(%q, %q) = %q, want %q", function, r["dir"], r["path"], got, want)
	}
}

func TestNodeOnWindows(t *testing.T) {
	n := NodeOn(Windows)
	for _, r := range table(t, "win32.jsonl", "v20.", "node", "testdata/win32.js") {
		dir, p := r.text("dir"), r.text("path")
		compare(t, r, "abs", n.IsAbs(p))
		compare(t, r, "clean", n.Clean(p))
		compare(t, r, "resolve", n.Resolve(dir, p))
		compare(t, r, "join", n.Join(dir, p))
		compare(t, r, "relative", n.Relative(dir, n.Resolve(dir, p)))
		compare(t, r, "dirname", n.Dir(p))
		compare(t, r, "base", n.Base(p))
		compare(t, r, "ext", n.Ext(p))
		at := win32Parse(p)
		ext := lastDot(at.base)
		want, _ := json.Marshal(r["parse"])
		got, _ := json.Marshal([]string{at.root, at.dir, at.base, ext, strings.TrimSuffix(at.base, ext)})
		if !bytes.Equal(got, want) {
			t.Errorf("parse(%q) = %s, want %s", p, got, want)
		}
	}
}

func TestPythonOnWindows(t *testing.T) {
	y := PythonOn(Windows)
	for _, r := range table(t, "nt.jsonl", "Python 3.11.", "python3", "testdata/windows_paths.py") {
		dir, p := r.text("dir"), r.text("path")
		compare(t, r, "abs", y.IsAbs(p))
		compare(t, r, "absolute", y.IsAbsolute(p))
		compare(t, r, "clean", y.Clean(p))
		compare(t, r, "join", y.Join(dir, p))
		compare(t, r, "resolve", y.Resolve(dir, p))
		compare(t, r, "dirname", y.Dir(p))
		compare(t, r, "base", y.Base(p))
		compare(t, r, "ext", y.Ext(p))
		compare(t, r, "pure", y.Pure(p))
		drive, rest := ntSplitDrive(p)
		want, _ := json.Marshal(r["drive"])
		if got, _ := json.Marshal([]string{drive, rest}); !bytes.Equal(got, want) {
			t.Errorf("splitdrive(%q) = %s, want %s", p, got, want)
		}
	}
}

// TestRustOnWindowsByTable compares with what a program of Rust said, which ran as on Windows. Clean is held to it where
// no name leads up, since components stay as they are; what has no parent there is its own here.
func TestRustOnWindowsByTable(t *testing.T) {
	text, err := os.ReadFile("testdata/rust.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	u := RustOn(Windows)
	for _, r := range readRows(t, text) {
		dir, p := r.text("dir"), r.text("path")
		compare(t, r, "abs", u.IsAbs(p))
		compare(t, r, "join", u.Join(dir, p))
		compare(t, r, "name", u.Base(p))
		compare(t, r, "ext", strings.TrimPrefix(u.Ext(p), "."))
		if components := r.text("components"); !strings.Contains(p, "..") && components != "" && components != "." {
			want, _ := strings.CutPrefix(components, `.\`)
			r["components"] = want
			compare(t, r, "components", u.Clean(p))
		}
		if parent := r.text("parent"); parent != "" || u.Dir(p) != p {
			compare(t, r, "parent", u.Dir(p))
		}
	}
}
