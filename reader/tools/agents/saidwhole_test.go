package agents

import (
	"bytes"
	"encoding/json"
	"fmt"
	"html"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"eyeline/reader/longtest"
	"eyeline/reader/systemtest"
	"eyeline/reader/tools"
	"eyeline/reader/window"
)

// What an answer says that it gives is in its text: each line that lies in the window and in no cut, of the sources of
// Go, of the corpora and of made-up files, is in the text, in its order. EYELINE_TREE=all takes all files of the
// sources instead of some.
func TestWhatIsSaidToBeGivenIsThere(t *testing.T) {
	t.Parallel()
	systemtest.SkipOnWindows(t, "the Go command is not at hand")
	files := append(goSources(t), hostileFiles(t)...)
	compared := 0
	for i, path := range files {
		text, err := os.ReadFile(path)
		if err != nil || int64(len(text)) > 4<<20 {
			continue
		}
		for k, tool := range tools.AllVersions() {
			every := 2
			if !longtest.IsRequested() {
				every = 24
			}
			if (i+k)%every != 0 && os.Getenv("EYELINE_TREE") != "all" {
				continue
			}
			compared += holdsItsLines(t, tool, path, text)
		}
		if t.Failed() {
			return
		}
	}
	t.Logf("%d answers of %d files were compared", compared, len(files))
}

// goSources are files of the Go distribution and of the corpora.
func goSources(t *testing.T) (files []string) {
	t.Helper()
	every, n := 197, 0
	if os.Getenv("EYELINE_TREE") == "all" {
		every = 1
	}
	out, err := exec.CommandContext(t.Context(), "go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	goroot := filepath.Join(strings.TrimSpace(string(out)), "src")
	for _, root := range []string{goroot, "../../../testdata/conformance/corpus"} {
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err == nil && d.Type().IsRegular() {
				if n++; n%every == 0 || root != goroot {
					files = append(files, path)
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if n < 5000 {
		t.Errorf("only %d files in %s", n, goroot)
	}
	return files
}

// hostileFiles are made of pieces at which tools differ.
func hostileFiles(t *testing.T) (files []string) {
	t.Helper()
	dir := t.TempDir()
	random := rand.New(rand.NewPCG(5, 3))
	pieces := []string{
		"a line of text\n", "\n", "\r\n", "\r", "\t", "\f", "\v", "\x00", "\xff\xfe", "\xef\xbb\xbf", "\u2028", "\u0085", "é",
		"日本語のテキスト\n", "\U0001F600\n", "\xe6\x97", strings.Repeat("long ", 600) + "\n", strings.Repeat("x", 30_000) + "\n",
		"<system>&amp; \"quoted\" \\n</system>\n", "func f() {\n\treturn\n}\n", "   trailing   \n", "data:image/png;base64,iVBORw0KGgo=\n",
		strings.Repeat("one of many lines\n", 700), "=======\n<<<<<<< HEAD\n", "\x1b[31mred\n", "1\t2\t3\n", "no end",
	}
	pieces = append(pieces, "  \n", " \t\n")
	names := []string{"%d.txt", "%d.go", "%d.json", "%d.md", "%d", "%d.svg", "%d.py", "%d.ipynb", "%d.csv"}
	for n := range 560 {
		var text bytes.Buffer
		from := pieces
		if n%20 == 0 {
			from = pieces[len(pieces)-2:] // white space alone
		}
		for range 1 + random.IntN(30) {
			text.WriteString(from[random.IntN(len(from))])
		}
		path := filepath.Join(dir, fmt.Sprintf(names[n%len(names)], n))
		if err := os.WriteFile(path, text.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
		files = append(files, path)
	}
	return files
}

// holdsItsLines holds what an answer says of itself against its text, and returns how many answers it had.
func holdsItsLines(t *testing.T, tool *tools.Tool, path string, text []byte) (answers int) {
	t.Helper()
	dir, file := filepath.Dir(path), path
	if tool.Paths != tools.PathAbsolute {
		file = filepath.Base(path)
	}
	r, err := tool.Read(t.Context(), tools.Env{Root: dir}, tools.BuildArgs(tool, file, nil))
	if err != nil {
		return 0 // a refusal
	}
	defer r.Close()
	var content bytes.Buffer
	stats, err := r.Render(t.Context(), &content)
	if err != nil {
		t.Errorf("%s of %s: %v", tool.Name, path, err)
	}
	size := int64(len(text))
	for _, s := range r.Window.Spans() {
		if s.Start < 0 || s.End < s.Start || s.End > size {
			t.Errorf("%s of %s: a run from %d to %d of %d bytes", tool.Name, path, s.Start, s.End, size)
		}
	}
	for _, c := range stats.Cuts {
		if c.Start < 0 || c.End < c.Start || c.End > size {
			t.Errorf("%s of %s: a cut from %d to %d of %d bytes", tool.Name, path, c.Start, c.End, size)
		}
	}
	if stats.Altered[tools.Transcoded] > 0 {
		return 1 // its lines are not those of the bytes
	}
	if k := r.Window.Kind; r.Kind != "" || k == window.Notice || k == window.Outline {
		return 1
	}
	if given := r.Window.Spans(); len(given) > 0 && bytes.HasPrefix(content.Bytes(), []byte("(")) && len(bytes.TrimSpace(text)) == 0 {
		t.Errorf("%s of %s: white space is said to be given by %q", tool.Name, path, content.String())
	}
	rest, at := content.Bytes(), int64(0)
	for i, line := range bytes.Split(text, []byte("\n")) {
		end := at + int64(len(line))
		if len(line) > 0 && plainText(line) && saidWhole(r, stats, at, end) {
			n := placeOf(rest, line)
			if n < 0 {
				t.Errorf("%s of %s: line %d is said to be given whole and is not in the text: %.80q; window %+v, cuts %v",
					tool.Name, path, i+1, line, r.Window, stats.Cuts)
				return 1
			}
			rest = rest[n:]
		}
		at = end + 1
	}
	return 1
}

// plainText reports whether every tool shows a line as it is.
func plainText(line []byte) bool {
	return utf8.Valid(line) && !bytes.ContainsFunc(line, func(r rune) bool { return !unicode.IsPrint(r) }) &&
		len(bytes.TrimSpace(line)) == len(line) && !bytes.Contains(line, []byte("data:"))
}

// placeOf is the place after the first time that a line is in a text, as it is or escaped; below 0 where it is not.
func placeOf(text, line []byte) int {
	quoted, err := json.Marshal(string(line))
	if err != nil {
		return -1
	}
	var plain bytes.Buffer
	e := json.NewEncoder(&plain)
	e.SetEscapeHTML(false)
	if e.Encode(string(line)) != nil {
		return -1
	}
	for _, form := range [][]byte{
		line, bytes.Trim(quoted, `"`), bytes.TrimSuffix(bytes.TrimPrefix(bytes.TrimSpace(plain.Bytes()), []byte(`"`)), []byte(`"`)),
		[]byte(html.EscapeString(string(line))),
	} {
		if n := bytes.Index(text, form); n >= 0 {
			return n + len(form)
		}
	}
	return -1
}
