package blocks

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"eyeline/reader/check"
	"eyeline/reader/tools"
)

// tree writes files of functions, and returns their folder.
func tree(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"a.py": "x = 1\n\n# f is.\n@dec\ndef f(\n    a,\n):\n    b()\n    return 0\n\n\n" +
			"def g(a):\n    b()\n    c()\n\n\nclass C:\n    def h(self):\n        return 1\n\n    def i(self): return 2\n",
		"sub/b.go":      "package p\n\n// F is.\nfunc F() {\nagain:\n\tg()\n\th()\n\tgoto again\n}\n\nfunc g() {\n\th()\n}\n",
		"notes.txt":     "def no(a):\n    function\n",
		".hidden/no.py": "def no(\n    a,\n):\n    b()\n",
	} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func measure(t *testing.T, dir string, values ...tools.Values) *Result {
	t.Helper()
	codex, _ := tools.Lookup("codex")
	o := Options{Tree: check.Options{Paths: []string{dir}}}
	for i, v := range values {
		o.Sets = append(o.Sets, Set{Name: fmt.Sprint("set ", i+1), Tool: codex, Values: v})
	}
	r, err := Run(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestRun: each function is read in its body, and what is missing of it, and given beyond it, is what the tool's window
// says. Two sets stand beside each other.
func TestRun(t *testing.T) {
	dir := tree(t)
	r := measure(t, dir, nil, tools.Values{"include-siblings": true})
	var said []string
	for _, f := range r.Functions {
		said = append(said, fmt.Sprintf("%s %v from %d at %d: %s | %s", f.Name, f.Lines, f.From, f.Anchor,
			f.Reads[0].Words(), f.Reads[1].Words()))
	}
	slices.Sort(said)
	want := []string{
		"C.h [18 19] from 18 at 19: L13–L21, whole, 7 lines beyond | L1–L21, whole, 19 lines beyond",
		"F [4 9] from 3 at 6: L5–L9, without head, 2 lines missing | L1–L13, whole, 6 lines beyond",
		"f [5 9] from 3 at 8: L6–L14, without head, 3 lines missing, 5 lines beyond | L1–L21, whole, 14 lines beyond",
		"g [11 13] from 11 at 12: L11–L13, whole | L1–L13, whole, 10 lines beyond",
		"g [12 14] from 12 at 13: L8–L21, whole, 11 lines beyond | L1–L21, whole, 18 lines beyond",
	}
	if !slices.Equal(said, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(said, "\n"), strings.Join(want, "\n"))
	}
	first := r.Sums[0]
	if first.Functions != 5 || first.Whole != 3 || first.WithoutHead != 2 || first.WithoutEnd != 0 || first.Beyond != 23 || r.Short != 1 || r.Files != 2 {
		t.Errorf("%+v, %d short, %d files", first, r.Short, r.Files)
	}
	if r.Functions[0].Name != "f" || len(r.Groups) != 4 || !r.Groups[0].Exact || r.Groups[0].Language != "Go" {
		t.Errorf("the worst is %s, groups %+v", r.Functions[0].Name, r.Groups)
	}
}

// TestDecoratorsAreOfTheFunction: a read that begins with the function's own first line lacks what stands above it.
func TestDecoratorsAreOfTheFunction(t *testing.T) {
	dir := t.TempDir()
	text := "class C:\n    # h is.\n    @classmethod\n    def h(self):\n        return 1\n"
	if err := os.WriteFile(filepath.Join(dir, "a.py"), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	r := measure(t, dir, nil, tools.Values{"max-levels": int64(1)})
	all, part := r.Functions[0].Reads[0], r.Functions[0].Reads[1]
	if all.Words() != "L1–L5, whole, 1 line beyond" || part.Words() != "L4–L5, without decorator or comment, 2 lines missing" {
		t.Errorf("%s | %s", all.Words(), part.Words())
	}
	if s := r.Sums[1]; s.Whole != 0 || s.WithoutAbove != 1 || s.WithoutHead != 0 {
		t.Errorf("%+v", s)
	}
}

// TestEachFileIsRead: none is lost when the listing ends before the reads do.
func TestEachFileIsRead(t *testing.T) {
	dir := t.TempDir()
	for i := range 40 {
		text := strings.Repeat(fmt.Sprintf("def f%d(\n    a,\n):\n    b()\n\n\n", i), 20)
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("%d.py", i)), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if r := measure(t, dir, nil); r.Sums[0].Functions != 800 || r.Files != 40 || len(r.Skipped) != 0 {
		t.Errorf("%+v in %d files, left out %v", r.Sums[0], r.Files, r.Skipped)
	}
}

// TestRefusalsAreResults: a function that is refused is given in no part.
func TestRefusalsAreResults(t *testing.T) {
	r := measure(t, tree(t), tools.Values{"max-lines": int64(0)})
	if s := r.Sums[0]; s.Refused != 5 || s.Whole != 0 || s.WithoutHead != 5 || !strings.Contains(r.Functions[0].Reads[0].Words(), "max_lines must be") {
		t.Errorf("%+v %v", s, r.Functions[0].Reads)
	}
}

// TestNothingWorstWhereAllIsWhole: the table says first that all functions are whole, then the sums, and last what
// blocks send again and again.
func TestNothingWorstWhereAllIsWhole(t *testing.T) {
	dir := t.TempDir()
	text := "class C:\n    def f(self):\n        return 1\n\n    def g(self):\n        return 2\n"
	if err := os.WriteFile(filepath.Join(dir, "a.py"), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	var table bytes.Buffer
	if err := WriteTable(&table, measure(t, dir, nil)); err != nil {
		t.Fatal(err)
	}
	said := strings.Join(strings.Fields(table.String()), " ")
	at := 0
	for _, part := range []string{
		"All 2 functions whole. ", "lines beyond 8", "What costs most: blocks with lines of other functions, sent",
		"lines beyond functions block 8 2 …", "a.py L1–L6",
	} {
		i := strings.Index(said[at:], part)
		if i < 0 {
			t.Fatalf("%q is not there, or not behind the others:\n%s", part, table.String())
		}
		at += i
	}
	if strings.Contains(said, "worst") {
		t.Error(table.String())
	}
}

// TestForms: table, CSV and JSON say the same.
func TestForms(t *testing.T) {
	r := measure(t, tree(t), nil, tools.Values{"max-levels": int64(1)})
	var table, rows, object bytes.Buffer
	for _, err := range []error{WriteTable(&table, r), WriteCSV(&rows, r), WriteJSON(&object, r)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, part := range []string{"5 functions in 2 files", "those of Go by its parser", "1: set 1", "a.py:8 f\n", "without head, 3 lines missing"} {
		if !strings.Contains(table.String(), part) {
			t.Errorf("the table lacks %q:\n%s", part, table.String())
		}
	}
	for line := range strings.Lines(table.String()) {
		if len([]rune(line)) > 90 {
			t.Errorf("a line of %d characters: %s", len(line), line)
		}
	}
	all, err := csv.NewReader(&rows).ReadAll()
	if err != nil || len(all) != 1+2*5 {
		t.Errorf("%d rows, %v", len(all), err)
	}
	var back Report
	if err := json.Unmarshal(object.Bytes(), &back); err != nil || len(back.Functions) != 5 || back.Sets[1].Options != "set 2" || back.Sets[0].Whole != 3 {
		t.Errorf("%v\n%s", err, object.String())
	}
}

// TestProgressHasATotal: while the functions of a tree are read it is known how many files there are.
func TestProgressHasATotal(t *testing.T) {
	progress := new(check.Progress)
	found, err := check.OpenTree(t.Context(), check.Options{Paths: []string{tree(t)}, Progress: progress})
	if err != nil {
		t.Fatal(err)
	}
	found.Count(t.Context())
	if got := progress.String(); got != "0 of 3 files checked" {
		t.Errorf("it says %q", got)
	}
}
