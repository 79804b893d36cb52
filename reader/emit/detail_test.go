package emit

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"eyeline/reader/longtest"
	"eyeline/reader/systemtest"
	"eyeline/reader/tokens"
	"eyeline/reader/tools"
)

// detailed is an answer with all that is known of a read.
type detailed struct {
	Tool           string
	Success        bool
	Content, Error string
	Window         *struct {
		Runs []struct {
			Lines []int64
			Bytes [2]int64
		}
		TotalLines *int64 `json:"total_lines"`
		FileBytes  int64  `json:"file_bytes"`
	}
	Kind     string
	Stop     string
	Cut      []struct{ Line, Bytes int64 }
	Replaced int64
	Altered  []string
	Tokens   *struct {
		Count      int64
		Vocabulary string
		Estimated  bool
	}
	Next      json.RawMessage
	CallsLeft int64 `json:"calls_left"`
}

// Every tool's walk through a file is a row of answers that count down to the end.
func TestWalkOfEveryTool(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	var text strings.Builder
	lines := 5000
	if !longtest.IsRequested() {
		lines = 2300
	}
	for i := range lines {
		text.WriteString("line of text")
		text.WriteString(strings.Repeat(" and more", i%9))
		text.WriteString("\n")
	}
	file := filepath.Join(dir, "f.txt")
	if err := os.WriteFile(file, []byte(text.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	long, goesOn := 0, 0
	for i, tool := range tools.All() {
		if !longtest.IsRequested() && i%3 != 0 {
			continue
		}
		name := "f.txt"
		if tool.Paths == tools.PathAbsolute {
			name = file
		}
		var out bytes.Buffer
		ok, err := Walk(t.Context(), &out, tools.Env{Root: dir}, Request{Tool: tool.Name, Arguments: tools.BuildArgs(tool, name, nil)})
		if err != nil {
			t.Fatal(err)
		}
		lines := bytes.Split(bytes.TrimSuffix(out.Bytes(), []byte("\n")), []byte("\n"))
		for i, line := range lines {
			var d detailed
			if err := json.Unmarshal(line, &d); err != nil {
				t.Fatalf("%s: %v in %.200q", tool.Name, err, line)
			}
			after := ok || i > 0 // a first call that is refused; those after it are not
			if d.Tool != tool.Name || d.Success != after {
				t.Errorf("%s: answer %d: %+v", tool.Name, i, d)
			}
			if left := int64(len(lines) - 1 - i); after && d.CallsLeft != left {
				t.Errorf("%s: answer %d of %d says that %d calls are left", tool.Name, i+1, len(lines), d.CallsLeft)
			}
			if d.Window != nil && (d.Window.FileBytes != int64(text.Len()) || len(d.Window.Runs) == 0 && d.Kind == "") {
				t.Errorf("%s: window %+v", tool.Name, d.Window)
			}
			if d.Success && d.Tokens != nil && !d.Tokens.Estimated && d.Tokens.Count != tokens.OfText(d.Content) {
				t.Errorf("%s: %d tokens, want %d", tool.Name, d.Tokens.Count, tokens.OfText(d.Content))
			}
		}
		if len(lines) > 1 {
			long++
		}
		if !ok && len(lines) > 1 {
			goesOn++
		}
	}
	if goesOn == 0 && longtest.IsRequested() {
		t.Error("no walk goes on after a first call that was refused")
	}
	if long < 5 && longtest.IsRequested() || long == 0 {
		t.Errorf("only %d tools walk", long)
	}
}

// Where the middle is cut, a read stops at the limit of the output, though its last run goes to the end of the file;
// and a line in which a tool stops is one that it cuts, where the next call goes on behind it.
func TestDetailsOfWhatEndsEarly(t *testing.T) {
	t.Parallel()
	systemtest.SkipOnWindows(t, "no shell is imitated")
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "f.txt"), []byte(strings.Repeat("some line of text\n", 5000)), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, one := range []struct{ tool, args, stop, cut string }{
		{"codex_exec", `{"cmd":"cat f.txt"}`, "output", "[]"},
		{"copilot_cli", `{"path":"f.txt","view_range":[1,-1]}`, "output", "[{1138 3}]"},
	} {
		var out bytes.Buffer
		req := Request{Tool: one.tool, Arguments: []byte(one.args)}
		if ok, err := Answer(t.Context(), &out, tools.Env{Root: dir}, req); !ok || err != nil {
			t.Fatal(err, out.String())
		}
		var d detailed
		if err := json.Unmarshal(out.Bytes(), &d); err != nil {
			t.Fatal(err)
		}
		if d.Stop != one.stop || fmt.Sprint(d.Cut) != one.cut {
			t.Errorf("%s stops by %s, cuts %v", one.tool, d.Stop, d.Cut)
		}
	}
}

// TestDetailsOfABlock: they say whether it has the whole declaration around its anchor, and are silent where there is
// none.
func TestDetailsOfABlock(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	python := "x = 1\n\n# f says it.\n@cached\ndef f(\n    a,\n):\n    b()\n    return 0\n"
	for name, text := range map[string]string{
		"f.py": python, "g.go": "package p\n\nfunc g() {\n\th()\n}\n", "n.txt": "one\n  two\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, one := range []struct{ file, in, want string }{
		{"f.py", `{"anchor_line":8}`, `{"name":"def f","lines":[5,9],"from":3,"complete":false,"exact":false}`},
		{"f.py", `{"anchor_line":8,"include_siblings":true}`, `{"name":"def f","lines":[5,9],"from":3,"complete":true,"exact":false}`},
		{"g.go", `{"anchor_line":4}`, `{"name":"func g","lines":[3,5],"complete":true,"exact":true}`},
		{"g.go", `{"anchor_line":1,"max_levels":1}`, ""},
		{"n.txt", `{"anchor_line":2}`, ""},
	} {
		args := `{"file_path":` + quote(filepath.Join(dir, one.file)) + `,"mode":"indentation","indentation":` + one.in + `}`
		var out bytes.Buffer
		if ok, err := Answer(t.Context(), &out, tools.Env{Root: dir}, Request{Tool: "codex", Arguments: []byte(args)}); !ok || err != nil {
			t.Fatal(err, out.String())
		}
		var got struct{ Declaration json.RawMessage }
		if err := json.Unmarshal(out.Bytes(), &got); err != nil || string(got.Declaration) != one.want {
			t.Errorf("%s %s: %s, not %s (%v)", one.file, one.in, got.Declaration, one.want, err)
		}
	}
}

// An answer says what was cut, replaced and altered, and how a read goes on.
func TestDetails(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := filepath.Join(dir, "f.txt")
	data := "a\xff\r\n" + strings.Repeat("x", 600) + "\n" + strings.Repeat("y\n", 5)
	if err := os.WriteFile(file, []byte(data), 0o644); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	args := `{"file_path":` + quote(file) + `,"limit":3}`
	if ok, err := Answer(t.Context(), &out, tools.Env{Root: dir}, Request{Tool: "codex", Arguments: []byte(args)}); !ok || err != nil {
		t.Fatal(err, out.String())
	}
	out.Reset()
	if ok, err := Answer(t.Context(), &out, tools.Env{Root: dir}, Request{Tool: "codex", Arguments: []byte(args)}); !ok || err != nil {
		t.Fatal(err, out.String())
	}
	_, about, _ := strings.Cut(out.String(), `"window"`)
	want := `:{"runs":[{"lines":[1,3],"bytes":[0,607]}],"file_bytes":615},"stop":"limit","silent":true,` +
		`"cut":[{"line":2,"bytes":100}],"cut_bytes":100,"lost_bytes":108,"replaced":1,"altered":["dropped-cr"],"tokens":`
	if !strings.HasPrefix(about, want) {
		t.Errorf("got %s\nwant %s", about, want)
	}
	if !strings.HasSuffix(about, `,"calls_left":2}`+"\n") || !strings.Contains(about, `"next":{"file_path":`+quote(file)+`,"limit":3,"offset":4}`) {
		t.Errorf("it ends %s", about)
	}
	// An error of ours is no refusal of the tool.
	out.Reset()
	if ok, err := Answer(t.Context(), &out, tools.Env{Root: dir}, Request{Tool: "openhands", Arguments: []byte("{")}); ok || err != nil ||
		!strings.HasSuffix(out.String(), `"error":"eyeline: the arguments are not JSON","own":true}`+"\n") {
		t.Errorf("%v %s", err, out.String())
	}
	// A batch answers as before.
	out.Reset()
	if err := Batch(t.Context(), strings.NewReader(`{"tool":"codex","arguments":`+args+`}`), &out, tools.Env{Root: dir}); err != nil || strings.Contains(out.String(), "window") {
		t.Errorf("%v %s", err, out.String())
	}
}

// The tokens of an answer are counted as the tool's rule says, and the answer names the rule.
func TestTokensAreCountedByTheToolsRule(t *testing.T) {
	t.Parallel()
	systemtest.SkipOnWindows(t, "no shell is imitated")
	dir := t.TempDir()
	file := filepath.Join(dir, "f.txt")
	if err := os.WriteFile(file, []byte(strings.Repeat("value := list[12]\n", 40)), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, tool := range tools.AllVersions() {
		name := "f.txt"
		if tool.Paths == tools.PathAbsolute {
			name = file
		}
		var out bytes.Buffer
		if _, err := Answer(t.Context(), &out, tools.Env{Root: dir}, Request{Tool: tool.Name, Arguments: tools.BuildArgs(tool, name, nil)}); err != nil {
			t.Fatal(err)
		}
		var d struct {
			Content string
			Tokens  struct {
				Count      int64
				Vocabulary string
				Estimated  bool
				Model      string
				Range      []int64
				Source     string
			}
		}
		if err := json.Unmarshal(out.Bytes(), &d); err != nil {
			t.Fatal(err)
		}
		n, exact := d.Tokens, tokens.OfText(d.Content)
		switch rule := tool.Tokens; {
		case rule != nil && rule.Count != nil:
			if n.Vocabulary != rule.Name || n.Count != rule.Count(int64(len(d.Content))) || !n.Estimated || n.Range != nil {
				t.Errorf("%s: %+v of %d bytes", tool.Name, n, len(d.Content))
			}
		case n.Vocabulary != "o200k" || n.Count != exact || n.Estimated:
			t.Errorf("%s: %+v, want %d", tool.Name, n, exact)
		case rule != nil && (n.Model != rule.Model || len(n.Range) != 2 || n.Range[0] <= exact || n.Range[1] <= n.Range[0] || !strings.HasPrefix(n.Source, "https://")):
			t.Errorf("%s: %+v of %d", tool.Name, n, exact)
		case rule == nil && (n.Model != "" || n.Range != nil):
			t.Errorf("%s: %+v", tool.Name, n)
		}
	}
}

// A long content is sampled all over, in bounded memory.
func TestALongContentIsSampledAllOver(t *testing.T) {
	t.Parallel()
	var s sample
	var all bytes.Buffer
	for i := range 40 * maxCounted / 1000 {
		line := []byte(strings.Repeat("a word, ", 124) + "\n")
		if i > 20*maxCounted/1000 { // the second half has many more tokens
			line = []byte(strings.Repeat("x1y2z3__", 124) + "\n")
		}
		all.Write(line)
		s.add(line)
		if len(s.kept) > maxCounted {
			t.Fatalf("%d bytes are kept", len(s.kept))
		}
	}
	got, estimated, err := tokens.Count(t.Context(), bytes.NewReader(s.kept), int64(len(s.kept)), int64(all.Len()))
	if err != nil || !estimated {
		t.Fatal(estimated, err)
	}
	half := int64(all.Len()) / 2
	want := (tokens.OfText(all.String()[:50_000]) + tokens.OfText(all.String()[half+100_000:half+150_000])) * half / 50_000
	if got < want*9/10 || got > want*11/10 {
		t.Errorf("%d tokens, want about %d", got, want)
	}
}

// TestDetailsOfAnEmptyFile: an answer about a file without a byte says so as one about any other file does.
func TestDetailsOfAnEmptyFile(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "empty.txt"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	for _, tool := range tools.All() {
		var out bytes.Buffer
		ok, err := Answer(t.Context(), &out, tools.Env{Root: dir}, Request{Tool: tool.Name, File: "empty.txt"})
		if err != nil {
			t.Fatalf("%s: %v", tool.Name, err)
		}
		// One tool answers about files that are named in a list; it opens none that is empty.
		if ok && tool.Name != "cline" && !strings.Contains(out.String(), `"file_bytes":0}`) {
			t.Errorf("%s: %s", tool.Name, out.String())
		}
	}
}
