package loss

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"eyeline/reader/longtest"
	"eyeline/reader/systemtest"
	"eyeline/reader/tools"
	"eyeline/reader/window"
)

// TestMain runs the tests.
func TestMain(m *testing.M) {
	longtest.CollectLess()
	m.Run()
}

// madeUp are contents at which limits, line ends, character sets and kinds of files differ.
func madeUp() map[string]string {
	long, huge := strings.Repeat("x", 3000), strings.Repeat("word ", 60_000)
	var lines, crlf strings.Builder
	for i := range 3000 {
		fmt.Fprintf(&lines, "line %d of a long file\n", i)
		fmt.Fprintf(&crlf, "line %d\r\n", i)
	}
	return map[string]string{
		"empty.txt":        "",
		"newline.txt":      "\n",
		"one.txt":          "a",
		"noend.txt":        "a\nb",
		"blank.txt":        " \t\n\n",
		"crlf.txt":         crlf.String(),
		"lone.txt":         "a\rb\nc\r\nd",
		"lines.txt":        lines.String(),
		"lines-noend.txt":  lines.String() + "end",
		"long.txt":         "a\n" + long + "\nb\n",
		"longs.txt":        strings.Repeat(long+"\n", 40),
		"long-noend.txt":   "a\n" + long,
		"many-longs.txt":   strings.Repeat(strings.Repeat("y", 2600)+"\n", 1300),
		"huge.txt":         huge,
		"huge-middle.txt":  "a\n" + huge + "\nb\n",
		"huge-crlf.txt":    huge + "\r\n" + huge + "\r\n",
		"wide.txt":         strings.Repeat("é漢😀", 20_000),
		"invalid.txt":      "caf\xe9\n" + strings.Repeat("\xff\xfe\n", 500),
		"invalid-long.txt": strings.Repeat("\xff", 60_000),
		"bom.txt":          "\ufeffa\nb\n",
		"bom-long.txt":     "\ufeff" + huge,
		"utf16.txt":        "\xff\xfea\x00\n\x00b\x00",
		"nuls.bin":         strings.Repeat("\x00\x01\x02", 4000),
		"program":          "\x7fELF\x02\x01\x01" + strings.Repeat("\x00", 600),
		"tabs.go":          strings.Repeat("\tx := 1 \n", 4000),
		"code.go":          "package p\n\n" + strings.Repeat("// F does.\nfunc F() {\n\tprintln(1)\n}\n", 2500),
		"a.png":            "\x89PNG\r\n\x1a\n",
		"text.png":         "no picture\n",
		"a.pdf":            "%PDF-1.4\n%%EOF\n",
		"text.pdf":         "no PDF\n",
		"table.json":       `{"rows": [` + strings.Repeat("[1, 2, 3], ", 9000) + "[4]]}",
		"lines.jsonl":      strings.Repeat(`{"a": "`+long+"\"}\n", 90),
		"n.ipynb": `{"cells": [{"cell_type": "code",
		"source": ["a = 1\n"],
		"outputs": []}],
		"metadata": {}}`,
		"not.ipynb":   `{"a": 1}`,
		"uri.md":      "![](data:image/png;base64," + strings.Repeat("QUJD", 9000) + ")\nend\n",
		"mixed.txt":   long + "\r\n" + lines.String() + long,
		"feeds.c":     strings.Repeat("a\f\vb\u2028c\u0085\n", 900),
		"ends-cr.txt": strings.Repeat(long+"\r", 30),
	}
}

// What a read gives and what it loses are the file together, for every tool and kind of file: nothing is counted twice,
// and a text in place of the file loses all of it.
func TestGivenAndLostAreTheFile(t *testing.T) {
	dir := t.TempDir()
	for name, text := range madeUp() {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	root, err := filepath.Abs("../../testdata")
	if err != nil {
		t.Fatal(err)
	}
	var files []string
	made := len(madeUp())
	for _, top := range []string{dir, root} {
		err = filepath.WalkDir(top, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			info, err := d.Info()
			if errors.Is(err, fs.ErrNotExist) && runtime.GOOS == "windows" {
				return nil // a name that Windows does not have, such as one with a dot at its end
			}
			if err == nil && info.Mode().IsRegular() && info.Size() < 1<<20 && (runtime.GOOS != "windows" || d.Name() != "nul.bin") {
				files = append(files, path)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	// To open all of them as often as there are tools takes nine seconds of a processor, and under Wine ten minutes.
	if runtime.GOOS == "windows" || !longtest.IsRequested() {
		all := files
		files = slices.Clip(files[:made])
		for i := made; i < len(all); i += systemtest.Many(30, 100) {
			files = append(files, all[i])
		}
	}
	for _, tool := range tools.AllVersions() {
		t.Run(tool.Name, func(t *testing.T) {
			t.Parallel()
			for _, path := range files {
				checkAccount(t, tool, path, nil)
				if p, ok := tool.WindowParams(tools.ModeSlice); ok && p.Sizable() {
					values := tools.Values{}
					p.SetStart(values, 2)
					p.SetCount(values, 3)
					checkAccount(t, tool, path, values)
				}
			}
		})
	}
}

// checkAccount compares the account of a read with the bytes that its window and its cuts name, one by one.
func checkAccount(t *testing.T, tool *tools.Tool, path string, values tools.Values) {
	t.Helper()
	root, file := filepath.Dir(path), filepath.Base(path)
	if tool.Paths == tools.PathAbsolute {
		file = path
	}
	r, err := tool.Read(t.Context(), tools.Env{Root: root, Bare: true}, tools.BuildArgs(tool, file, values))
	if refusal := (*tools.Error)(nil); errors.As(err, &refusal) {
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	stats, err := r.Render(t.Context(), io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	a, size := AccountOf(r, stats), info.Size()
	inWindow := make([]bool, size)
	for _, s := range Runs(r.Window, stats) {
		for at := max(s.Start, 0); at < min(s.End, size); at++ {
			inWindow[at] = true
		}
	}
	var given, covered int64
	for _, in := range inWindow {
		if in {
			covered++
		}
	}
	for _, c := range stats.Cuts {
		for at := c.Start; at < min(c.End, size); at++ {
			inWindow[at] = false
		}
	}
	for _, in := range inWindow {
		if in {
			given++
		}
	}
	what := fmt.Sprintf("%s of %s %v (%+v, %+v, %d cuts)", tool.Name, path, values, r.Window, a, stats.Cut)
	if a.File != size || a.Given()+a.Lost() != size || a.Window != covered || a.Lost() < 0 || a.Lost() > size {
		t.Errorf("%s: %d bytes in the window of %d, given %d, lost %d", what, covered, size, a.Given(), a.Lost())
	}
	if stats.Cut <= tools.MaxCuts && a.Given() != given {
		t.Errorf("%s: given %d, not %d", what, a.Given(), given)
	}
	if k := r.Window.Kind; (k == window.Notice || k == window.Outline) && (a.Lost() != size || a.Kind == "") {
		t.Errorf("%s: lost %d as %q", what, a.Lost(), a.Kind)
	}
}
