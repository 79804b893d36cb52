package opencode_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"eyeline/reader/source"
	"eyeline/reader/systemtest"
	"eyeline/reader/tools"
	"eyeline/reader/tools/agents/kilo"
	"eyeline/reader/tools/agents/opencode"
	"eyeline/reader/tools/toolstest"
	"eyeline/reader/window"
)

// The rules of a directory go along once in a session.
func TestOpenCodeInstructions(t *testing.T) {
	systemtest.SkipOnWindows(t, "the cases have paths of POSIX")
	dir := toolstest.Tree(t, map[string]string{"AGENTS.md": "top\n", "a/AGENTS.md": "rule", "a/CLAUDE.md": "other", "a/b/CLAUDE.md": "deep\n", "a/b/f": "x\n", "a/g": "y\n"})
	env := tools.Env{Root: dir, Session: &tools.Session{}}
	tag := func(text string) string { return "\n\n<system-reminder>\n" + text + "\n</system-reminder>" }
	for _, c := range []struct{ file, want string }{
		{"a/b/f", tag("Instructions from: " + dir + "/a/b/CLAUDE.md\ndeep\n\n\nInstructions from: " + dir + "/a/AGENTS.md\nrule")},
		{"a/g", ""},
		{"AGENTS.md", ""},
	} {
		got, _, _ := toolstest.Ask(t, opencode.Tool, env, `{"filePath":"`+c.file+`"}`)
		if _, after, _ := strings.Cut(got, "\n</content>"); after != c.want {
			t.Errorf("%s: %q, want %q", c.file, after, c.want)
		}
	}
	if got, _, _ := toolstest.Ask(t, opencode.Tool, tools.Env{Root: dir}, `{"filePath":"a/AGENTS.md"}`); strings.Contains(got, "Instructions from") {
		t.Errorf("a file of instructions brings itself along: %q", got)
	}
}

// A notebook becomes text for Kilo, and stays what it is for opencode.
func TestKiloNotebook(t *testing.T) {
	systemtest.SkipOnWindows(t, "the cases have paths of POSIX")
	dir := toolstest.Tree(t, map[string]string{"n.ipynb": `{"cells":[{"cell_type":"markdown","source":["# T\n","x"]},{"cell_type":"code","source":"1","outputs":[{"output_type":"stream","text":"no"}]}]}`})
	got, r, _ := toolstest.Ask(t, kilo.Tool, tools.Env{Root: dir}, `{"filePath":"n.ipynb"}`)
	want := "<path>" + dir + "/n.ipynb</path>\n<type>file</type>\n<content>\n1: <markdown_cell>\n2: # T\n3: x\n4: </markdown_cell>\n5: \n" +
		"6: <code_cell>\n7: 1\n8: </code_cell>\n\n(End of file - total 8 lines)\n</content>"
	// What the outputs say is not given.
	runs := r.Window.Runs
	if got != want || r.Window.Kind != window.Converted || len(runs) != 2 || runs[1].Start-runs[0].End != 38 {
		t.Errorf("got %q, window %+v", got, r.Window)
	}
	if got, _, _ := toolstest.Ask(t, opencode.Tool, tools.Env{Root: dir}, `{"filePath":"n.ipynb"}`); !strings.Contains(got, `1: {"cells"`) {
		t.Errorf("opencode: %q", got)
	}
}

// An incomplete character at the end of a file makes no line, and pictures are known by their bytes.
func TestOpenCodeOddEnds(t *testing.T) {
	systemtest.SkipOnWindows(t, "the cases have paths of POSIX")
	dir := toolstest.Tree(t, map[string]string{
		"tail":     "a\n\xe2\x82",
		"webp.txt": "RIFF\x1a\x00\x00\x00WEBPVP8L\x0e\x00\x00\x00/\x00\x00\x00\x00\x07\x10\x11\xfd\x0fDD\xff\x03",
		"pdf.txt":  "%PDF-1.4", "point.gif": "GIF89a\x01\x00\x01\x00", "x.docx": "no", "x.xlsx": "no",
	})
	if got, r, _ := toolstest.Ask(t, opencode.Tool, tools.Env{Root: dir}, `{"filePath":"tail"}`); !strings.Contains(got, "\n1: a\n\n(End of file - total 1 lines)") || r.Window.End != 4 {
		t.Errorf("got %q, window %+v", got, r.Window)
	}
	for file, want := range map[string]string{"webp.txt": "image", "pdf.txt": "document", "point.gif": ""} {
		for _, tool := range []*tools.Tool{opencode.Tool, kilo.Tool} {
			if _, r, _ := toolstest.Ask(t, tool, tools.Env{Root: dir}, `{"filePath":"`+file+`"}`); r == nil || r.Kind != want {
				t.Errorf("%s %s: %+v", tool.Name, file, r)
			}
		}
	}
	if got, _, refused := toolstest.Ask(t, kilo.Tool, tools.Env{Root: dir}, `{"filePath":"x.xlsx"}`); !refused || got != "Cannot read spreadsheet file: "+dir+"/x.xlsx is not a valid spreadsheet" {
		t.Errorf("got %q", got)
	}
	if got, _, refused := toolstest.Ask(t, kilo.Tool, tools.Env{Root: dir}, `{"filePath":"x.docx"}`); !refused || !strings.HasPrefix(got, "Failed to extract text from DOCX file: ") {
		t.Errorf("got %q", got)
	}
}

// The lines of the tool end at a lone '\r' too: the window has the file's own numbers.
func TestOpenCodeNumbersOfItsOwn(t *testing.T) {
	dir := toolstest.Tree(t, map[string]string{"f": "a\nb\rc\nd\r\ne"})
	_, r, _ := toolstest.Ask(t, opencode.Tool, tools.Env{Root: dir}, `{"filePath":"f","offset":3,"limit":2}`)
	if w := r.Window; w.Start != 4 || w.End != 9 || w.First != 2 || w.Last != 3 || w.Renumbered != 2 || w.TotalLines != 4 {
		t.Errorf("window %+v", w)
	}
	if string(r.NextArgs) != `{"filePath":"f","offset":5,"limit":2}` {
		t.Errorf("next %s", r.NextArgs)
	}
}

// Output that is cut ends the reading: a large stream is not counted.
func TestOpenCodeLarge(t *testing.T) {
	env := tools.Env{Stream: source.View(toolstest.Repeated("0123456789abcde\n"), 1<<40)}
	got, r, _ := toolstest.Ask(t, opencode.Tool, env, `{"filePath":"/big","limit":4000}`)
	if !strings.HasSuffix(got, "\n3200: 0123456789abcde\n\n(Output capped at 50 KB. Showing lines 1-3200. Use offset=3201 to continue.)\n</content>") {
		t.Errorf("it ends %q", got[len(got)-150:])
	}
	if r.Window.End != 3200*16 || r.Window.Last != 3200 || string(r.NextArgs) != `{"filePath":"/big","limit":4000,"offset":3201}` {
		t.Errorf("window %+v, next %s", r.Window, r.NextArgs)
	}
}

// A directory's entries are sorted as ICU sorts, and missing files get at most three suggestions.
func TestOpenCodeDirectory(t *testing.T) {
	systemtest.SkipOnWindows(t, "making links takes a privilege")
	dir := toolstest.Tree(t, map[string]string{".hid": "x", "a b.txt": "x", "Sub": "", "y.txt": "x", "up": "-> Sub", "gone": "-> nothing", "Sub/1report1": "x", "Sub/2report2": "x", "Sub/REPORT": "x", "Sub/reports": "x"})
	got, _, _ := toolstest.Ask(t, opencode.Tool, tools.Env{Root: dir}, `{"filePath":"."}`)
	want := fmt.Sprintf("<path>%s</path>\n<type>directory</type>\n<entries>\n.hid\na b.txt\ngone\nSub/\nup/\ny.txt\n\n(6 entries)\n</entries>", dir)
	if got != want {
		t.Errorf("got %q\nwant %q", got, want)
	}
	got, _, refused := toolstest.Ask(t, opencode.Tool, tools.Env{Root: dir}, `{"filePath":"Sub/report"}`)
	if head := "File not found: " + dir + "/Sub/report\n\nDid you mean one of these?\n"; !refused || !strings.HasPrefix(got, head) || strings.Count(got, "\n") != 5 {
		t.Errorf("got %q", got)
	}
	if err := os.WriteFile(filepath.Join(dir, `a\b`), []byte("x"), 0o644); err == nil {
		if got, _, refused := toolstest.Ask(t, kilo.Tool, tools.Env{Root: dir}, `{"filePath":"a\\b"}`); !refused || got != `ENOENT: no such file or directory, lstat '`+dir+`/a\b'` {
			t.Errorf("a backslash: %q", got)
		}
	}
}
