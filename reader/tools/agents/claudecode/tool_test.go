package claudecode

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"eyeline/reader/source"
	"eyeline/reader/systemtest"
	"eyeline/reader/tools"
	"eyeline/reader/tools/toolstest"
)

// The cases are those of the newest version; these are where the older one differs.
func TestClaudeCode197(t *testing.T) {
	systemtest.SkipOnWindows(t, "the cases are errors of POSIX")
	dir := toolstest.Tree(t, map[string]string{
		"a.txt": "one\n\ntwo\n", "f.dmg": "text\n", "wide": "\xff\xfea\x00", "bad": "a\xff\n",
		"big": strings.Repeat("0123456789abcdef\n", 6000), "long": strings.Repeat("x", 110000),
	})
	if err := os.WriteFile(filepath.Join(dir, "empty"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	short := func(offset, lines int) string {
		return fmt.Sprintf("<system-reminder>Warning: the file exists but is shorter than the provided offset (%d). The file has %d lines.</system-reminder>", offset, lines)
	}
	for _, c := range []struct{ args, want string }{
		{`{"file_path":"a.txt"}`, "1\tone\n2\t\n3\ttwo\n4\t"},
		{`{"file_path":"a.txt","offset":4}`, short(4, 4)},
		{`{"file_path":"a.txt","offset":2,"limit":1}`, short(2, 4)},
		{`{"file_path":"a.txt","offset":2,"limit":2}`, "2\t\n3\ttwo"},
		{`{"file_path":"empty"}`, short(1, 1)},
		{`{"file_path":"f.dmg"}`, "1\ttext\n2\t"},
		{`{"file_path":"wide"}`, "1\t\uFFFD\uFFFDa\x00"},
		{`{"file_path":"bad"}`, "1\ta\uFFFD\n2\t"},
		{`{"file_path":"a.txt","allow_large":true}`, "<tool_use_error>InputValidationError: Read failed due to the following issue:\nAn unexpected parameter `allow_large` was provided</tool_use_error>"},
		{`5`, "<tool_use_error>InputValidationError: Read failed due to the following issue:\nThe parameter `` type is expected as `object` but provided as `number`</tool_use_error>"},
		{`{"file_path":"a.txt","pages":""}`, "<tool_use_error>Invalid pages parameter: \"\". Use formats like \"1-5\", \"3\", or \"10-20\". Pages are 1-indexed.</tool_use_error>"},
		{`{"file_path":"x.zip"}`, "<tool_use_error>This tool cannot read binary files. The file appears to be a binary .zip file. Please use appropriate tools for binary file analysis.</tool_use_error>"},
		{`{"file_path":"/dev/zero"}`, "<tool_use_error>Cannot read '/dev/zero': this device file would block or produce infinite output.</tool_use_error>"},
		{`{"file_path":"a.txt/b"}`, "ENOTDIR: not a directory, statx '" + dir + "/a.txt/b'"},
		{`{"file_path":"a.txt/"}`, "ENOTDIR: not a directory, statx '" + dir + "/a.txt/'"},
		{`{"file_path":"big","limit":9000}`, "File content (25500 tokens) exceeds maximum allowed tokens (25000). " + advice},
	} {
		if got, _, _ := toolstest.Ask(t, Tool197, tools.Env{Root: dir, Home: dir}, c.args); got != c.want {
			t.Errorf("%s\n got %.400s\nwant %s", c.args, got, c.want)
		}
	}
	page, r, _ := toolstest.Ask(t, Tool197, tools.Env{Root: dir}, `{"file_path":"big"}`)
	banner := "<system-reminder>[Truncated: PARTIAL view — showing lines 1-5000 of 6001 total (25500 tokens, cap 25000). " +
		"Call Read with offset=5001 limit=5000 for the next page, or Grep to find a specific section. " +
		"Do NOT answer from this page alone if the answer may be further in the file.]</system-reminder>\n\n1\t0123456789abcdef\n2\t"
	if !strings.HasPrefix(page, banner) || r.Notes != nil || string(r.NextArgs) != `{"file_path":"big","offset":5001,"limit":5000}` {
		t.Errorf("%.400s\nnotes %q, next %s", page, r.Notes, r.NextArgs)
	}
	if p, ok := Tool197.ParseContent(nil, page); !ok || len(p.Lines) != 5000 || p.Total != 6001 || page[p.Lines[1].Start:p.Lines[1].End] != "0123456789abcdef" {
		t.Errorf("the page is read back as %d lines of %d", len(p.Lines), p.Total)
	}
	page, _, _ = toolstest.Ask(t, Tool197, tools.Env{Root: dir}, `{"file_path":"long"}`)
	if p, ok := Tool197.ParseContent(nil, page); !ok || len(p.Lines) != 1 || !p.Lines[0].Cut || p.Lines[0].End-p.Lines[0].Start != 85000 {
		t.Errorf("the excerpt %.300s is read back as %+v", page, p)
	}
}

// The same call twice in a session is answered with a stub, until another one or a change comes between.
func TestClaudeCode197Session(t *testing.T) {
	dir := toolstest.Tree(t, map[string]string{"a.txt": "one\n", "long.txt": strings.Repeat("a line of a long file\n", 6000)})
	env := tools.Env{Root: dir, Session: &tools.Session{}}
	for range 2 { // a part of a file, given for the whole, is not remembered
		if content, _, _ := toolstest.Ask(t, Tool197, env, `{"file_path":"long.txt"}`); !strings.Contains(content, "PARTIAL view") {
			t.Errorf("a page: %.100q", content)
		}
	}
	var got []bool
	for _, args := range []string{`{"file_path":"a.txt"}`, `{"file_path":"./a.txt","offset":1}`, `{"file_path":"a.txt","limit":1}`, `{"file_path":"a.txt"}`} {
		content, _, _ := toolstest.Ask(t, Tool197, env, args)
		got = append(got, strings.HasPrefix(content, "Wasted call"))
	}
	if !slices.Equal(got, []bool{false, true, false, false}) {
		t.Errorf("stubs: %v", got)
	}
	if content, _, _ := toolstest.Ask(t, Tool, env, `{"file_path":"a.txt"}`); content != "1\tone\n2\t" {
		t.Errorf("the newest version says %q", content)
	}
}

// Where the text is cut between characters, lines are cut in the middle or end exactly there.
func TestClaudeCodeExcerpt(t *testing.T) {
	for _, first := range []int{60000, 84999, 85000} { // the first 85000 of 110080 characters are shown
		text := strings.Repeat("a", first) + "\n" + strings.Repeat("b", 110080-first-77) + "\n" + strings.Repeat("z\n", 37) + "z"
		dir := toolstest.Tree(t, map[string]string{"f": text})
		content, r, _ := toolstest.Ask(t, Tool, tools.Env{Root: dir}, `{"file_path":"f"}`)
		shown := strings.ReplaceAll(strings.TrimPrefix(content, "1\t"), "\n2\t", "\n")
		if shown != text[:85000] || len(r.Notes) != 1 || !strings.Contains(r.Notes[0], "the first 85000 of 110080 characters") {
			t.Errorf("line of %d: %d bytes shown; notes %q", first, len(shown), r.Notes)
		}
		if r.Window.End != 85000 {
			t.Errorf("line of %d: the window ends at %d", first, r.Window.End)
		}
	}
}

// A notebook's cells and what its outputs say.
func TestClaudeCodeNotebook(t *testing.T) {
	dir := toolstest.Tree(t, map[string]string{"n.ipynb": `{"cells":[
		{"cell_type":"markdown","id":"m","source":["# T\n","x"]},
		{"cell_type":"code","source":"1+1","outputs":[
			{"output_type":"stream","text":["a\n","b"]},
			{"output_type":"display_data","data":{"image/png":"xx"}},
			{"output_type":"execute_result","data":{"text/plain":"2"}},
			{"output_type":"error","ename":"E","evalue":"v","traceback":["t1","t2"]}]}]}`, "none.ipynb": `{"cells":[]}`})
	want := "<cell id=\"m\"><cell_type>markdown</cell_type># T\nx</cell id=\"m\">\n<cell id=\"cell-1\">1+1</cell id=\"cell-1\">" +
		"\n\na\nb\n\n2\n\nE: v\nt1\nt2"
	if got, _, _ := toolstest.Ask(t, Tool, tools.Env{Root: dir}, `{"file_path":"n.ipynb"}`); got != want {
		t.Errorf("got %q\nwant %q", got, want)
	}
	if got, _, _ := toolstest.Ask(t, Tool, tools.Env{Root: dir}, `{"file_path":"none.ipynb"}`); got != "(Read completed with no output)" {
		t.Errorf("no cells: %q", got)
	}
}

// What is no text has a kind, and a sentence for what the model gets.
func TestClaudeCodeMedia(t *testing.T) {
	dir := toolstest.Tree(t, map[string]string{"p.png": "\x89PNG\r\n\x1a\n" + strings.Repeat(".", 16), "d.pdf": "%PDF-1.7\n"})
	for file, want := range map[string]string{"p.png": "image", "d.pdf": "document"} {
		_, r, refused := toolstest.Ask(t, Tool, tools.Env{Root: dir}, `{"file_path":"`+file+`"}`)
		if refused || r.Kind != want || r.Instead == "" {
			t.Errorf("%s: %+v", file, r)
		}
	}
}

// A slice of a large stream is found without reading it whole, and refusals come by size.
func TestClaudeCodeLarge(t *testing.T) {
	b := source.View(toolstest.Repeated("0123456789abcde\n"), 10<<30)
	env := tools.Env{Stream: b}
	if got, _, _ := toolstest.Ask(t, Tool, env, `{"file_path":"big","offset":1000,"limit":2}`); got != "1000\t0123456789abcde\n1001\t0123456789abcde" {
		t.Errorf("got %q", got)
	}
	if got, _, _ := toolstest.Ask(t, Tool, env, `{"file_path":"big","offset":1000}`); !strings.HasPrefix(got, "File content (10240MB) exceeds") {
		t.Errorf("got %q", got)
	}
}
