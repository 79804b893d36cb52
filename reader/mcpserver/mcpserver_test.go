package mcpserver_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"eyeline/reader/emit"
	"eyeline/reader/longtest"
	"eyeline/reader/mcpserver"
	"eyeline/reader/tools"
)

// TestMain runs the tests.
func TestMain(m *testing.M) {
	longtest.CollectLess()
	m.Run()
}

// folder is a root with files of many kinds, and beside it a file that no read may give.
func folder(t testing.TB) string {
	t.Helper()
	dir := t.TempDir()
	root := filepath.Join(dir, "root")
	if err := os.MkdirAll(filepath.Join(root, "sub"), 0o755); err != nil {
		t.Fatal(err)
	}
	code := "package a\n\n// F does.\nfunc F() {\n\tif true {\n\t\tprintln(1)\n\t}\n}\n\nfunc G() {\n\tprintln(2)\n}\n"
	for name, text := range map[string]string{
		"../secret.txt": "the secret",
		"a.go":          code,
		"sub/b.txt":     strings.Repeat("a line of text\n", 9000),
		"long.txt":      "short\n" + strings.Repeat("x", 3000) + "\nshort\n",
		"cuts.txt":      strings.Repeat(strings.Repeat("y", 600)+"\n", 10),
		"one.json":      strings.Repeat(`{"key": "value"}, `, 20_000),
		"empty.txt":     "",
		"binary.bin":    "\x00\x01\xff\xfe" + strings.Repeat("\x00", 500),
		"latin.txt":     "caf\xe9\n",
		"crlf.txt":      "one\r\ntwo\r\n",
		"picture.png":   "\x89PNG\r\n\x1a\n0000",
		"label.go":      "package a\n\nfunc F() {\nagain:\n\tgoto again\n}\n",
		"f.py":          "import x\n\n# Says why.\n@cached(\n    3,\n)\ndef f(\n    a,\n    b,\n):\n    return a\n\n\ny = 1\n",
		"one.txt":       "one line\n",
		"packed.gz":     "\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03\x01\x00\x00\xff\xff\x00\x00\x00\x00\x00",
		"where.rb":      "def f\n  x = %q(\ntext\n)\n  a = 1\n  b = 2\nend\n",
		"f.unknown":     "(one\n    two\n):\n    three\n",
	} {
		if err := os.WriteFile(filepath.Join(root, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	_ = os.Symlink("../secret.txt", filepath.Join(root, "out.txt")) // some systems have no links
	_ = os.Symlink("..", filepath.Join(root, "up"))
	return root
}

// withHandshake is the newest version of the protocol in which a client begins with a handshake.
const withHandshake = "2025-11-25"

// connected is a client of a server, by lines as over standard input and output.
func connected(t testing.TB, o mcpserver.Options) *mcp.ClientSession {
	t.Helper()
	return connectedBy(t, o, withHandshake, nil, byLines)
}

// byLines is a connection by lines, byLibrary one whose calls are all the library's.
func byLines(s *mcpserver.Server) mcp.Transport {
	in, to := io.Pipe()
	from, out := io.Pipe()
	go func() {
		_ = s.RunOn(context.Background(), in, out)
		_, _ = in.Close(), out.Close()
	}()
	return &mcp.IOTransport{Reader: from, Writer: to}
}

func byLibrary(s *mcpserver.Server) mcp.Transport {
	near, far := mcp.NewInMemoryTransports()
	_, _ = s.Connect(context.Background(), far, nil) // then no client connects
	return near
}

func connectedBy(
	t testing.TB, o mcpserver.Options, version string, client *mcp.ClientOptions, to func(*mcpserver.Server) mcp.Transport,
) *mcp.ClientSession {
	t.Helper()
	s, err := mcpserver.New(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	begin := &mcp.ClientSessionOptions{ProtocolVersion: version}
	c, err := mcp.NewClient(&mcp.Implementation{Name: "test"}, client).Connect(context.Background(), to(s), begin)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	return c
}

// called are the texts that a call gives.
func called(t testing.TB, c *mcp.ClientSession, name string, args any) (texts []string, refused bool) {
	t.Helper()
	r, err := c.CallTool(context.Background(), &mcp.CallToolParams{Name: name, Arguments: args})
	if err != nil {
		t.Fatalf("%s %v: %v", name, args, err)
	}
	for _, part := range r.Content {
		text, ok := part.(*mcp.TextContent)
		if !ok {
			t.Fatalf("%s %v: a part is %T", name, args, part)
		}
		texts = append(texts, text.Text)
	}
	if len(texts) == 0 || r.StructuredContent != nil {
		t.Fatalf("%s %v: %d texts, and %v", name, args, len(texts), r.StructuredContent)
	}
	return texts, r.IsError
}

// emitted is what emit gives of a call, its refusal too.
func emitted(t *testing.T, root, tool string, args []byte) (text string, refused bool) {
	t.Helper()
	var b bytes.Buffer
	env := tools.Env{Root: root, Confine: true}
	err := emit.Run(context.Background(), &b, env, emit.Request{Tool: tool, Arguments: args})
	var refusal *tools.Error
	var notText *emit.NotTextError
	switch {
	case errors.As(err, &refusal):
		return b.String() + refusal.Text, true
	case err != nil && !errors.As(err, &notText):
		t.Fatal(err)
	}
	return b.String(), false
}

// TestTheServersTextIsEmits: of every tool, over files of many kinds, the client gets what emit prints.
func TestTheServersTextIsEmits(t *testing.T) {
	t.Parallel()
	root := folder(t)
	o := mcpserver.Options{Root: root, Tools: tools.All()}
	t.Run("by lines", func(t *testing.T) { compareWithEmit(t, root, connected(t, o)) })
	t.Run("by the library", func(t *testing.T) { compareWithEmit(t, root, connectedBy(t, o, withHandshake, nil, byLibrary)) })
}

func compareWithEmit(t *testing.T, root string, c *mcp.ClientSession) {
	files := []string{
		"a.go", "sub/b.txt", "long.txt", "one.json", "empty.txt", "binary.bin", "latin.txt", "crlf.txt", "picture.png",
		"sub", "nothing", "out.txt", "up/secret.txt", "../secret.txt", "/etc/passwd",
	}
	compared, refusals := 0, 0
	for k, tool := range tools.All() {
		if !longtest.IsRequested() && k%4 != 0 || !longtest.InPart(k/4) {
			continue
		}
		places := append([]tools.WindowParams{{}}, tool.Windows...)
		for _, file := range files {
			name := file
			if tool.Paths == tools.PathAbsolute && !filepath.IsAbs(file) {
				name = root + "/" + file
			}
			for i, place := range places {
				args := tools.BuildArgs(tool, name, nil)
				if i > 0 {
					v := tools.Values{}
					place.SetStart(v, 3)
					place.SetCount(v, 2)
					args = tool.Call(place, name, v)
				}
				want, wantRefused := emitted(t, root, tool.Name, args)
				got, refused := called(t, c, mcpserver.Name(tool), args)
				if got[0] != want || refused != wantRefused {
					t.Errorf("%s %s: %.200q, %t\nwant %.200q, %t", tool.Name, args, got[0], refused, want, wantRefused)
				}
				if strings.Contains(strings.Join(got, ""), "the secret") {
					t.Errorf("%s %s: gives what is outside", tool.Name, args)
				}
				if compared++; refused {
					refusals++
				}
			}
		}
	}
	if longtest.IsWhole() && (compared < 250 || refusals < 100) {
		t.Errorf("only %d answers were compared, %d refusals", compared, refusals)
	}
}

// own are the reads of the server's own.
var own = []string{"read_lines", "read_block", "read_bytes", "outline", "read_budget"}

// TestOwnReads: what each read gives, what is said of what it leaves out, and how it refuses.
func TestOwnReads(t *testing.T) {
	t.Parallel()
	c := connected(t, mcpserver.Options{Root: folder(t)})
	for _, one := range []struct {
		name, args, text, hint string
		refused                bool
	}{
		{"read_lines", `{"path":"a.go","line":3,"lines":2}`, "L3: // F does.\nL4: func F() {", `read_lines {"path":"a.go","line":5,"lines":2}`, false},
		{"read_lines", `{"path":"a.go","line":"11"}`, `eyeline: read_lines: "line" is a whole number, not a string`, "", true},
		{"read_lines", `{"path":"a.go","line":1.5}`, `eyeline: read_lines: "line": 1.5 is no whole number`, "", true},
		{"read_lines", `{"path":7}`, `eyeline: read_lines: "path" is a string, not a number`, "", true},
		{"read_lines", `[]`, `eyeline: read_lines: its arguments are an object of JSON`, "", true},
		{"read_lines", `{"file_path":"a.go","offset":3,"limit":2}`, "L3: // F does.\nL4: func F() {", `read_lines {"path":"a.go","line":5,"lines":2}`, false},
		{"read_lines", `{"end_line":4,"path":"a.go","start_line":3}`, "L3: // F does.\nL4: func F() {", `read_lines {"path":"a.go","line":5,"lines":2}`, false},
		{"read_lines", `{"path":"a.go","line":3,"lines":null,"end_line":2}`, `eyeline: read_lines: "end_line" is before the first line, 3`, "", true},
		{"read_lines", `{"path":"a.go","line":3,"offset":4}`, `eyeline: read_lines: "line" and "offset" are the same`, "", true},
		{"read_lines", `{"path":"picture.png"}`, `eyeline: picture.png is a picture (image/png) of 12 bytes, not text that can be read here`, "", true},
		{"read_bytes", `{"path":"binary.bin"}`, `eyeline: binary.bin is a binary file of 504 bytes, not text that can be read here`, "", true},
		{"read_lines", `{"path":"long.txt"}`, "", `[Line 2 is cut; its rest: read_bytes {"path":"long.txt","start":506,"bytes":2500}]`, false},
		{
			"read_lines", `{"path":"cuts.txt"}`, "",
			`[7 lines more are cut; read_lines {"path":"cuts.txt","line":4,"lines":7} names the rest of the next ones]`, false,
		},
		{"read_lines", `{"path":""}`, `eyeline: read_lines: "path" is empty`, "", true},
		{"read_lines", `{"path":"a.go","line":99}`, "eyeline: line 99 is beyond the end: the file has 12 lines", "", true},
		{"read_block", `{"path":"a.go","line":99}`, "eyeline: line 99 is beyond the end: the file has 12 lines", "", true},
		{"read_budget", `{"path":"a.go","line":99,"tokens":50}`, "eyeline: line 99 is beyond the end: the file has 12 lines", "", true},
		{"read_lines", `{"path":"crlf.txt","line":2000}`, "eyeline: line 2000 is beyond the end: the file has 2 lines", "", true},
		{"read_lines", `{"path":"one.txt","line":2}`, "eyeline: line 2 is beyond the end: the file has 1 line", "", true},
		{"read_lines", `{"path":"a.go","line":0}`, `eyeline: read_lines: "line" is counted from 1`, "", true},
		{"read_lines", `{"path":"a.go","start_line":0}`, `eyeline: read_lines: "start_line" is counted from 1`, "", true},
		{"read_budget", `{"path":"a.go","line":0,"tokens":50}`, `eyeline: read_budget: "line" is counted from 1`, "", true},
		{"outline", `{"path":"a.go","line":0}`, `eyeline: outline: "line" is counted from 1`, "", true},
		{"read_block", `{"path":"a.go","line":0}`, `eyeline: read_block: "line" is counted from 1`, "", true},
		{"read_bytes", `{"path":"a.go","start":5000}`, "eyeline: start 5000 is beyond the end: the file has 88 bytes", "", true},
		{"read_bytes", `{"path":"a.go","start":88}`, "eyeline: start 88 is beyond the end: the file has 88 bytes", "", true},
		{"read_bytes", `{"path":"a.go","start":87}`, "", "", false},
		{"read_lines", `{"path":"none.go"}`, "eyeline: none.go: there is no such file", "", true},
		{"read_block", `{"path":"none.go","line":3}`, "eyeline: none.go: there is no such file", "", true},
		{"read_bytes", `{"path":"none.go"}`, "eyeline: none.go: there is no such file", "", true},
		{"read_lines", `{"path":"sub"}`, "eyeline: sub is a directory, not a file", "", true},
		{"read_lines", `{"path":"packed.gz"}`, "eyeline: packed.gz is a compressed file (gzip) of 20 bytes, not text that can be read here", "", true},
		{"read_lines", `{"path":"empty.txt"}`, "The file is empty.", "", false},
		{"read_lines", `{"path":"empty.txt","line":7}`, "The file is empty.", "", false},
		{"read_block", `{"path":"empty.txt","line":1}`, "The file is empty.", "", false},
		{"read_bytes", `{"path":"empty.txt","start":7}`, "The file is empty.", "", false},
		{"read_budget", `{"path":"empty.txt","tokens":7}`, "The file is empty.", "", false},
		{"read_lines", `{"path":"offset/f.py","line":9}`, "", "", true},
		{"read_lines", `{"path":"./offset","line":9}`, "", "", true},
		{"read_lines", `{"path":"../secret.txt"}`, "eyeline: ../secret.txt: the path leads out of the root, and no other is allowed", "", true},
		{"read_lines", `{"line":1}`, `eyeline: read_lines: "path" is missing: the file, relative to the root or absolute in it`, "", true},
		{"read_lines", `{"path":"a.go","column":1}`, `eyeline: read_lines: it has no argument "column"; it has path (or file_path), line (or start_line, offset), lines (or limit, end_line)`, "", true},
		{"read_bytes", `{"path":"a.go","ofset":1}`, `eyeline: read_bytes: it has no argument "ofset"; did you mean offset?; it has path (or file_path), start (or offset), bytes (or limit)`, "", true},
		{"read_lines", `{"path":"a.go","path":"long.txt"}`, `eyeline: read_lines: "path" is given twice`, "", true},
		{"read_lines", `{"path":"a.go","li\u006ee":1,"line":2}`, `eyeline: read_lines: "line" is given twice`, "", true},
		{"read_lines", `{"path":"a.go","line":-1}`, `eyeline: read_lines: "line" is not negative, as -1 is`, "", true},
		{"read_lines", `{"path":"a.go","offset":-2.0}`, `eyeline: read_lines: "offset" is not negative, as -2 is`, "", true},
		{"read_lines", `{"path":"a.go","lines":-5}`, `eyeline: read_lines: "lines" is not negative, as -5 is`, "", true},
		{"read_budget", `{"path":"a.go","tokens":-5}`, `eyeline: read_budget: "tokens" is not negative, as -5 is`, "", true},
		{"read_bytes", `{"path":"a.go","start":-5}`, `eyeline: read_bytes: "start" is not negative, as -5 is`, "", true},
		{"read_lines", `{"path":"a.go","line":1e300}`, `eyeline: read_lines: "line": the number 1e300 is beyond 64 bits`, "", true},
		{"read_block", `{"path":"a.go","line":6,"levels":1}`, "L3: // F does.\nL4: func F() {\nL5: \tif true {\nL6: \t\tprintln(1)\nL7: \t}\nL8: }", "", false},
		{"read_block", `{"path":"a.go","line":6,"levels":2,"header":false}`, "L4: func F() {\nL5: \tif true {\nL6: \t\tprintln(1)\nL7: \t}\nL8: }", "", false},
		{"read_block", `{"path":"f.py","line":9}`, "L3: # Says why.\nL4: @cached(\nL5:     3,\nL6: )\nL7: def f(\nL8:     a,\nL9:     b,\nL10: ):\nL11:     return a", "", false},
		{"read_block", `{"path":"a.go","line":6,"header":false}`, "L4: func F() {\nL5: \tif true {\nL6: \t\tprintln(1)\nL7: \t}\nL8: }", "", false},
		{"read_lines", `{"path":"a.go","offset":0,"end_line":2}`, "L1: package a\nL2: ", `read_lines {"path":"a.go","line":3,"lines":2}`, false},
		{"read_block", `{"path":"label.go","line":5}`, "L3: func F() {\nL4: again:\nL5: \tgoto again\nL6: }", "", false},
		{"read_block", `{"path":"where.rb","line":6}`, "L4: )\nL5:   a = 1\nL6:   b = 2\nL7: end", "[The declaration may begin above L4]", false},
		{"read_block", `{"path":"f.unknown","line":4}`, "L2:     two\nL3: ):\nL4:     three", "[The declaration may begin above L2]", false},
		{"read_bytes", `{"path":"a.go","start":8,"bytes":4}`, "[start_byte=0 end_byte=22 file_bytes=88 next_start_byte=22]\npackage a\n\n// F does.\n", `read_bytes {"path":"a.go","start":22,"bytes":4}`, false},
		{"outline", `{"path":"a.go"}`, "12 lines of Go\nfunc F() { [L4-L8]\nfunc G() { [L10-L12]", "", false},
		{"outline", `{"path":"a.go","line":9}`, "12 lines of Go\nfunc G() { [L10-L12]", "", false},
		{"outline", `{"path":"a.go","line":12}`, "12 lines of Go\nno declarations from line 12 on", "", false},
		{"outline", `{"path":"a.go","line":90}`, "eyeline: line 90 is beyond the end: the file has 12 lines", "", true},
		{"outline", `{"path":"sub"}`, "eyeline: sub is a directory, not a file", "", true},
		{"outline", `{"path":"nothing"}`, "eyeline: nothing: there is no such file", "", true},
		{"outline", `{"path":"../secret.txt"}`, "eyeline: ../secret.txt: the path leads out of the root, and no other is allowed", "", true},
		{"read_budget", `{"path":"a.go","line":6,"tokens":1}`, "eyeline: read_budget: line 6 alone has more than 1 token", "", true},
		{"read_budget", `{"path":"a.go","line":6,"tokens":1000}`, "L1: package a", "", false},
	} {
		texts, refused := called(t, c, one.name, json.RawMessage(one.args))
		hints := strings.Join(texts[1:], "\n")
		whole := texts[0] == one.text || one.text == "" || one.name == "read_budget" && strings.HasPrefix(texts[0], one.text)
		if !whole || refused != one.refused || one.hint == "" && hints != "" || !strings.Contains(hints, one.hint) {
			t.Errorf("%s %s: %.300q, %t, %q", one.name, one.args, texts[0], refused, hints)
		}
	}
}

// TestLongDeclaration: of a function that no page holds the line that was asked for is given.
func TestLongDeclaration(t *testing.T) {
	t.Parallel()
	root := folder(t)
	code := "package a\n\nfunc F() {\n" + strings.Repeat("\tprintln(1)\n", 9000) + "}\n"
	if err := os.WriteFile(filepath.Join(root, "long.go"), []byte(code), 0o644); err != nil {
		t.Fatal(err)
	}
	c := connected(t, mcpserver.Options{Root: root})
	for line, first := range map[int]string{10: "L3: func F() {", 8000: ""} {
		texts, refused := called(t, c, "read_block", map[string]any{"path": "long.go", "line": line})
		hasLine := strings.Contains(texts[0], fmt.Sprintf("L%d: ", line))
		saysWhere := strings.Contains(strings.Join(texts[1:], "\n"), "[The declaration begins at L3]")
		if refused || !hasLine || !strings.HasPrefix(texts[0], first) || len(texts) < 2 || saysWhere != (first == "") {
			t.Errorf("line %d: %.60q, %q", line, texts[0], texts[1:])
		}
	}
}

// TestMayBeginAbove: where no declaration is known, a block says that one may begin above it, also one of some levels and
// one that no page holds.
func TestMayBeginAbove(t *testing.T) {
	t.Parallel()
	root := folder(t)
	code := "head\n(one\n    two\n):\n" + strings.Repeat("    three\n", 9000)
	if err := os.WriteFile(filepath.Join(root, "long.unknown"), []byte(code), 0o644); err != nil {
		t.Fatal(err)
	}
	c := connected(t, mcpserver.Options{Root: root})
	for args, more := range map[string]bool{
		`{"path":"f.unknown","line":4,"levels":1}`:       false,
		`{"path":"long.unknown","line":5000}`:            true,
		`{"path":"long.unknown","line":5000,"levels":1}`: true,
	} {
		texts, refused := called(t, c, "read_block", json.RawMessage(args))
		first, _, _ := strings.Cut(texts[0], ":")
		hints := strings.Join(texts[1:], "\n")
		says := strings.HasPrefix(hints, "[The declaration may begin above "+first+"]")
		if refused || !says || strings.Contains(hints, "\n[More follows") != more || strings.HasSuffix(hints, "\n") {
			t.Errorf("%s: %.80q, %q", args, texts[0], hints)
		}
	}
}

// TestNothingOfNeighbours: a function of Python, one in a class and a class are given alone, though a block by indentation
// has parts of what stands beside them; with siblings it has.
func TestNothingOfNeighbours(t *testing.T) {
	t.Parallel()
	root := folder(t)
	code := "import os\n\n\ndef a():\n    return 1\n\n\n@cached\ndef b(x):\n    if x:\n        return 2\n    return 3\n\n\n" +
		"class C:\n    def m(self):\n        return 4\n\n    def n(self):\n        return 5\n\n\ndef z():\n    return 6\n"
	if err := os.WriteFile(filepath.Join(root, "simple.py"), []byte(code), 0o644); err != nil {
		t.Fatal(err)
	}
	c := connected(t, mcpserver.Options{Root: root})
	for line, want := range map[int][2]string{
		5: {"L4: ", "L5: "}, 11: {"L8: ", "L12: "}, 17: {"L16: ", "L17: "}, 15: {"L15: ", "L20: "}, 24: {"L23: ", "L24: "},
	} {
		texts, refused := called(t, c, "read_block", map[string]any{"path": "simple.py", "line": line})
		lines := strings.Split(texts[0], "\n")
		if refused || !strings.HasPrefix(lines[0], want[0]) || !strings.HasPrefix(lines[len(lines)-1], want[1]) {
			t.Errorf("line %d: %q", line, texts)
		}
	}
	for levels, want := range map[int][2]string{1: {"L16: ", "L17: "}, 2: {"L15: ", "L20: "}, 9: {"L15: ", "L20: "}} {
		texts, refused := called(t, c, "read_block", map[string]any{"path": "simple.py", "line": 17, "levels": levels})
		lines := strings.Split(texts[0], "\n")
		if refused || !strings.HasPrefix(lines[0], want[0]) || !strings.HasPrefix(lines[len(lines)-1], want[1]) {
			t.Errorf("%d levels: %q", levels, texts)
		}
	}
	texts, refused := called(t, c, "read_block", map[string]any{"path": "simple.py", "line": 17, "siblings": true})
	if refused || !strings.Contains(texts[0], "L19: ") {
		t.Errorf("with siblings: %q", texts)
	}
}

// TestBudget: the lines fit the budget, the middle one is among them, and more would not fit.
func TestBudget(t *testing.T) {
	t.Parallel()
	c := connected(t, mcpserver.Options{Root: folder(t)})
	last := 0
	for _, budget := range []int{20, 50, 200, 1000, 5000} {
		texts, _ := called(t, c, "read_budget", map[string]any{"path": "sub/b.txt", "line": 500, "tokens": budget})
		lines := strings.Count(texts[0], "\n") + 1
		if !strings.Contains(texts[0], "L500: ") || lines <= last || lines*6 > budget || lines*12 < budget {
			t.Errorf("%d tokens: %d lines", budget, lines)
		}
		last = lines
	}
}

// TestADefaultPageIsShownWhole: of the clients that move a long result out of the model's sight, Copilot CLI is the first,
// from 20,480 bytes on.
func TestADefaultPageIsShownWhole(t *testing.T) {
	if mcpserver.DefaultPage >= 20_480 {
		t.Errorf("a page of %d bytes is moved to a file", mcpserver.DefaultPage)
	}
}

// TestPages: an answer is no longer than a page, and following the hints gives the whole file.
func TestPages(t *testing.T) {
	t.Parallel()
	root := folder(t)
	for _, size := range []int{0, 2000} {
		c := connected(t, mcpserver.Options{Root: root, Page: size})
		most := size
		if most == 0 {
			most = mcpserver.DefaultPage
		}
		for _, one := range []struct{ name, file string }{{"read_lines", "sub/b.txt"}, {"read_bytes", "one.json"}} {
			args, all, calls := `{"path":"`+one.file+`"}`, "", 0
			for more := true; more; calls++ {
				texts, refused := called(t, c, one.name, json.RawMessage(args))
				if n := len(texts[0]); n > most || refused {
					t.Fatalf("%s: %d bytes of %d, refused: %t", args, n, most, refused)
				}
				all += texts[0]
				_, args, more = strings.Cut(strings.Join(texts[1:], ""), "the next call is "+one.name+" ")
				args = strings.TrimSuffix(args, "]")
			}
			want := 9000
			got := strings.Count(all, "a line of text")
			if one.name == "read_bytes" {
				want, got = 20_000, strings.Count(all, "value")
			}
			if got < want-calls || got > want { // a page may end within a word
				t.Errorf("%s %s: %d of %d in %d calls", one.name, one.file, got, want, calls)
			}
		}
	}
}

// TestAnAnswerIsNoLongerThanAClientTakes: a tool of an agent that gives a long file whole is refused in a sentence, the
// server's own reads give a page of it, and the server goes on.
func TestAnAnswerIsNoLongerThanAClientTakes(t *testing.T) {
	t.Parallel()
	root := folder(t)
	long := strings.Repeat("a line of text\n", 400_000) + strings.Repeat("x", 5<<20)
	if err := os.WriteFile(filepath.Join(root, "long.txt"), []byte(long), 0o644); err != nil {
		t.Fatal(err)
	}
	whole, _ := tools.Lookup("mcp_filesystem")
	c := connected(t, mcpserver.Options{Root: root, Tools: []*tools.Tool{whole}})
	for _, read := range []struct{ name, path, first, refusal string }{
		{whole.Name, "long.txt", "", "eyeline: the answer has more than 4 MiB; ask for less of the file"},
		{"read_lines", "long.txt", "L1: a line of text\n", ""},
		{"read_bytes", "long.txt", "[start_byte=0 ", ""},
		{whole.Name, "one.txt", "one line\n", ""},
	} {
		got, refused := called(t, c, read.name, map[string]any{"path": read.path})
		right := strings.HasPrefix(got[0], read.first) && len(got[0]) < 100_000
		if read.refusal != "" {
			right = got[0] == read.refusal
		}
		if !right || refused != (read.refusal != "") {
			t.Errorf("%s %s: %d bytes, %.100q, refused %t", read.name, read.path, len(got[0]), got[0], refused)
		}
	}
}

// TestDescriptions: clients cut what is longer, and the arguments have the names that clients leave alone.
func TestDescriptions(t *testing.T) {
	t.Parallel()
	c := connected(t, mcpserver.Options{Root: folder(t), Tools: tools.AllVersions()})
	if n := len(c.InitializeResult().Instructions); n == 0 || n > 247 {
		t.Errorf("the instructions have %d bytes", n)
	}
	seen := map[string]bool{}
	for tool, err := range c.Tools(context.Background(), nil) {
		if err != nil {
			t.Fatal(err)
		}
		seen[tool.Name] = true
		if len(tool.Description) > 1024 || tool.Description == "" || tool.OutputSchema != nil ||
			!tool.Annotations.ReadOnlyHint || *tool.Annotations.OpenWorldHint {
			t.Errorf("%s: %q, %+v", tool.Name, tool.Description, tool.Annotations)
		}
	}
	for _, name := range own {
		if !seen[name] {
			t.Errorf("%s is not served", name)
		}
	}
	if len(seen) != len(own)+len(tools.AllVersions()) {
		t.Errorf("%d tools are served", len(seen))
	}
}

// TestLinesLongerThanAPage: read_bytes gives each byte once of a file with lines that no page holds, whether its tool
// would give such a line whole or not.
func TestLinesLongerThanAPage(t *testing.T) {
	t.Parallel()
	for _, size := range []int{15_000, 20_000, 100_000, 300_000} {
		for _, unit := range []string{"0123456789", "é", "\x00\x01"} {
			line := strings.Repeat(unit, size/len(unit))
			text := "first\n" + line + "\nlast"
			root := t.TempDir()
			if err := os.WriteFile(filepath.Join(root, "long.txt"), []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
			c := connected(t, mcpserver.Options{Root: root})
			args, all, more := `{"path":"long.txt"}`, "", true
			for more {
				texts, refused := called(t, c, "read_bytes", json.RawMessage(args))
				if refused || len(texts[0]) > mcpserver.DefaultPage {
					t.Fatalf("%d of %q, %s: %.200q", size, unit, args, texts[0])
				}
				_, part, _ := strings.Cut(texts[0], "]\n")
				all += part
				_, args, more = strings.Cut(strings.Join(texts[1:], ""), "the next call is read_bytes ")
				args = strings.TrimSuffix(args, "]")
			}
			if all != text {
				t.Errorf("%d of %q: %d bytes of %d", size, unit, len(all), len(text))
			}
		}
	}
}

// TestPageSizesAreSaid: each description says how much an answer has at most, as the server and its tool bound it.
func TestPageSizesAreSaid(t *testing.T) {
	t.Parallel()
	for page, want := range map[int][3]string{
		0:    {"950 lines and 19,000 bytes, 500 bytes of a line", "18,500 bytes", "19,000 bytes"},
		2000: {"950 lines and 2,000 bytes, 500 bytes of a line", "1,500 bytes", "2,000 bytes"},
	} {
		c := connected(t, mcpserver.Options{Root: folder(t), Page: page})
		for tool, err := range c.Tools(t.Context(), nil) {
			says := want[0]
			switch tool.Name {
			case "read_bytes":
				says = want[1]
			case "outline":
				says = want[2]
			}
			if err != nil || !strings.Contains(tool.Description, says) {
				t.Errorf("a page of %d: %s: %v, %q", page, tool.Name, err, tool.Description)
			}
		}
	}
}

// TestOtherNamesAgreeWithTheSchema: a client that looks at a call before it sends it lets the names of agents' own tools
// through.
func TestOtherNamesAgreeWithTheSchema(t *testing.T) {
	t.Parallel()
	c := connected(t, mcpserver.Options{Root: folder(t)})
	schemas := map[string]*jsonschema.Resolved{}
	for tool, err := range c.Tools(t.Context(), nil) {
		if err != nil {
			t.Fatal(err)
		}
		var schema jsonschema.Schema
		if err := json.Unmarshal(tools.Encode(tool.InputSchema), &schema); err != nil {
			t.Fatal(err)
		}
		if schemas[tool.Name], err = schema.Resolve(nil); err != nil {
			t.Fatal(err)
		}
	}
	for _, one := range []struct {
		tool, args string
		agrees     bool
	}{
		{"read_lines", `{"path":"a.go","line":3}`, true},
		{"read_lines", `{"file_path":"a.go","offset":3,"limit":2}`, true},
		{"read_lines", `{"file_path":"a.go","start_line":3,"end_line":4}`, true},
		{"read_block", `{"file_path":"a.go","start_line":5}`, true},
		{"read_bytes", `{"file_path":"a.go","offset":3,"limit":2}`, true},
		{"outline", `{"file_path":"a.go","offset":3}`, true},
		{"read_budget", `{"file_path":"a.go","offset":3,"tokens":90}`, true},
		{"read_budget", `{"file_path":"a.go","offset":3}`, false},
		{"read_lines", `{"path":7}`, false},
	} {
		var args any
		if err := json.Unmarshal([]byte(one.args), &args); err != nil {
			t.Fatal(err)
		}
		err := schemas[one.tool].Validate(args)
		_, refused := called(t, c, one.tool, json.RawMessage(one.args))
		if (err == nil) != one.agrees || refused == one.agrees {
			t.Errorf("%s %s: %v, refused: %t", one.tool, one.args, err, refused)
		}
	}
}

// TestUnknownTool: a call of a tool that is not served hears which was perhaps meant, or which there are.
func TestUnknownTool(t *testing.T) {
	t.Parallel()
	c := connected(t, mcpserver.Options{Root: folder(t)})
	for name, want := range map[string]string{
		"read_line": "unknown tool \"read_line\"; did you mean read_lines?",
		"Outline":   "unknown tool \"Outline\"; did you mean outline?",
		"grep":      "unknown tool \"grep\"; there are outline, read_block, read_budget, read_bytes, read_lines",
	} {
		_, err := c.CallTool(t.Context(), &mcp.CallToolParams{Name: name})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestTuned: a read is made by the tool and with the values that a person has tuned.
func TestTuned(t *testing.T) {
	t.Parallel()
	for _, tool := range tools.ByMode(tools.ModeSlice) {
		place, _ := tool.WindowParams(tools.ModeSlice)
		if !place.Movable() || !place.Sizable() {
			continue
		}
		root := folder(t)
		v := tools.Values{}
		place.SetCount(v, 3)
		c := connected(t, mcpserver.Options{Root: root, Tuned: mcpserver.TunedRead{Mode: tools.ModeSlice, Tool: tool, Values: v}})
		got, refused := called(t, c, "read_lines", map[string]any{"path": "a.go", "line": 2})
		place.SetStart(v, 2)
		name := "a.go"
		if tool.Paths == tools.PathAbsolute {
			name = root + "/a.go"
		}
		want, wantRefused := emitted(t, root, tool.Name, tool.Call(place, name, v))
		if got[0] != want || refused != wantRefused {
			t.Errorf("%s: %q, want %q", tool.Name, got[0], want)
		}
	}
}

// TestManyCallsAtOnce: calls of one client do not wait for each other, and each gets its own answer.
func TestManyCallsAtOnce(t *testing.T) {
	t.Parallel()
	c := connected(t, mcpserver.Options{Root: folder(t)})
	var all sync.WaitGroup
	for n := range 200 {
		all.Go(func() {
			r, err := c.CallTool(context.Background(), &mcp.CallToolParams{
				Name: "read_lines", Arguments: map[string]any{"path": "sub/b.txt", "line": n + 1, "lines": 1},
			})
			if err != nil {
				t.Error(err)
			} else if got := r.Content[0].(*mcp.TextContent).Text; got != fmt.Sprintf("L%d: a line of text", n+1) {
				t.Errorf("call %d: %q", n, got)
			}
		})
	}
	all.Wait()
}

// TestArgumentsHaveOneType: a client that makes a form of a schema has a field for one type, and null is taken for what
// is left out all the same.
func TestArgumentsHaveOneType(t *testing.T) {
	t.Parallel()
	c := connected(t, mcpserver.Options{Root: folder(t)})
	listed, err := c.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, tool := range listed.Tools {
		properties := tool.InputSchema.(map[string]any)["properties"].(map[string]any)
		for name, property := range properties {
			if kind, one := property.(map[string]any)["type"].(string); !one || kind == "null" {
				t.Errorf("%s: %s has the type %v", tool.Name, name, property.(map[string]any)["type"])
			}
		}
	}
	texts, refused := called(t, c, "read_block", json.RawMessage(`{"path":"a.go","line":6,"levels":null,"siblings":null}`))
	if want := "L3: // F does.\n"; refused || !strings.HasPrefix(texts[0], want) {
		t.Errorf("with null: %v %q", refused, texts)
	}
}
