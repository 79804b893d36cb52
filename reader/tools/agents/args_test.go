package agents

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"unicode/utf8"

	"eyeline/reader/tools"
	"eyeline/reader/tools/toolstest"
)

func TestCheckJSON(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`{"a":"\ud83d\ude00 \\ud800 \u0041"}`: "",
		`"\ud800"`:                            "a string holds half a surrogate pair",
		`"\ud83d\\\ude00"`:                    "a string holds half a surrogate pair",
		`"\ud800x"`:                           "a string holds half a surrogate pair",
		`"\ud800\n"`:                          "a string holds half a surrogate pair",
		`"\ud800\u0041"`:                      "a string holds half a surrogate pair",
		`{"\udc00":1}`:                        "a string holds half a surrogate pair",
		"\"\xff\"":                            "not valid UTF-8",
		``:                                    "not valid JSON: unexpected end of JSON input (at byte 0)",
		`{"a":1,}`:                            "not valid JSON: invalid character '}' looking for beginning of object key string (at byte 8)",
		strings.Repeat("[", 127) + strings.Repeat("]", 127): "",
		strings.Repeat("[", 128) + strings.Repeat("]", 128): "nested deeper than 127 levels",
		`"` + strings.Repeat("[", 500) + `"`:                "",
	} {
		got := ""
		if err := tools.CheckJSON([]byte(text)); err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%.60q: %q, want %q", text, got, want)
		}
	}
}

func TestInvalidArguments(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ tool, args, want string }{
		{"open_file", ``, "not valid JSON: unexpected end of JSON input (at byte 0)"},
		{"open_file", `[]`, "expected an object, not an array"},
		{"open_file", `{}`, "missing field `file_path`"},
		{"open_file", `{"file_path":5}`, "`file_path` must be a string, not a number"},
		{"open_file", `{"file_path":null}`, "`file_path` must be a string, not null"},
		{"open_file", `{"file_path":"f","line_range":[1,2]}`, "`line_range` must be an object, not an array"},
		{"open_file", `{"file_path":"f","line_range":{"start":1}}`, "missing field `line_range.end`"},
		{"open_file", `{"file_path":"f","line_range":{"start":1,"end":"2"}}`, "`line_range.end` must be an integer, not a string"},
		{"open_file", `{"file_path":"f","line_range":{"start":1.0,"end":2}}`, "`line_range.start` must be an integer, not 1.0"},
		{"open_file", `{"file_path":"f","line_range":{"start":1,"end":18446744073709551616}}`, "`line_range.end` is out of range: 18446744073709551616"},
		{"byte_window", `{"file_path":"f"}`, "missing field `path`"},
		{"byte_window", `{"path":"f","start_line":true}`, "`start_line` must be an integer, not a boolean"},
		{"byte_window", `{"path":"f","start_line":1,"max_bytes":{}}`, "`max_bytes` must be an integer, not an object"},
		{"byte_window", `{"path":"f","start_byte":-1}`, "`start_byte` must be from 0 to 18446744073709551615, not -1"},
		{"byte_window", `{"path":"f","max_bytes":4294967296}`, "`max_bytes` must be from 0 to 4294967295, not 4294967296"},
	} {
		got, ok := call(t, c.tool, tools.Env{Stream: toolstest.View("x\n")}, c.args)
		if want := "invalid arguments: " + c.want; ok || got != want {
			t.Errorf("%s %s\n got %s\nwant %s", c.tool, c.args, got, want)
		}
	}
	// Nulls stand for absent ones, and negative lines are numbers like any other.
	for _, c := range []struct{ tool, args, want string }{
		{"open_file", `{"file_path":"f","line_range":null}`, "a\nb\n"},
		{"open_file", `{"file_path":"f","line_range":{"start":-1,"end":2}}`, "invalid line range -1..=2 for a file with 2 lines"},
		{"byte_window", `{"path":"f","start_line":null,"max_bytes":null}`, "a\nb\n"},
		{"byte_window", `{"path":"f","start_line":-5,"end_line":1}`, "a\n"},
		{"byte_window", `{"path":"f","start_line":18446744073709551615}`, ""},
		{"byte_window", `{"path":"f","start_line":2,"end_line":9223372036854775807}`, "b\n"},
		{"sage", `{"file_path":"f","limit":0.5}`, "Error: Limit must be greater than 0"},
	} {
		if got, _ := call(t, c.tool, tools.Env{Stream: toolstest.View("a\nb\n")}, c.args); got != c.want {
			t.Errorf("%s %s: %q, want %q", c.tool, c.args, got, c.want)
		}
	}
}

func TestWithArg(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		args  string
		path  []string
		value string
		want  string
	}{
		{`{}`, []string{"a"}, "1", `{"a":1}`},
		{`{ "b" : 2 }`, []string{"a"}, "1", `{ "b" : 2 ,"a":1}`},
		{`{"a": 7 , "b":2}`, []string{"a"}, "1", `{"a": 1 , "b":2}`},
		{`{"a":7,"a":8}`, []string{"a"}, "1", `{"a":7,"a":1}`},
		{`{"\u0061":[1, 2]}`, []string{"a"}, "1", `{"\u0061":1}`},
		{`{"r":{"s":1,"e":2},"z":0}`, []string{"r", "s"}, "5", `{"r":{"s":5,"e":2},"z":0}`},
		{`{"z":0}`, []string{"r", "s"}, "5", `{"z":0,"r":{"s":5}}`},
		{`{"r":null}`, []string{"r", "s"}, "5", `{"r":{"s":5}}`},
		{`{"r":3}`, []string{"r", "s"}, "5", ``},
		{`[1]`, []string{"a"}, "1", ``},
		{``, []string{"a"}, "1", ``},
		{`{"a":`, []string{"a"}, "1", ``},
		{`{"a":7}xyz`, []string{"a"}, "1", ``},
	} {
		if got := string(tools.SetArg([]byte(c.args), c.path, c.value)); got != c.want {
			t.Errorf("%s with %v = %s: %s, want %s", c.args, c.path, c.value, got, c.want)
		}
	}
}

// Every tool is paged from its first window to its end; the windows show every line once and in order.
func TestNextArgsPageThroughAFile(t *testing.T) {
	t.Parallel()
	var data strings.Builder
	for i := range 57 {
		data.WriteString(strings.Repeat("x", i%5))
		data.WriteString("é\r\n")
	}
	text := data.String()
	for _, c := range []struct{ tool, args string }{
		{"codex", `{"limit": 10, "file_path":"/f"}`},
		{"codex", `["/f",1,10]`},
		{"sage", `{"file_path":"f","limit":10.5,"z":"é"}`},
		{"open_file", `{"line_range":{"end":10,"start":1},"file_path":"f"}`},
		{"byte_window", `{"path":"f","end_line":10}`},
		{"byte_window", `{"start_byte":0,"path":"f","max_bytes":50}`},
	} {
		tool, _ := tools.Lookup(c.tool)
		args := json.RawMessage(c.args)
		at := int64(0)
		pages := 0
		for ; args != nil && pages < 100; pages++ {
			r, err := tool.Read(t.Context(), tools.Env{Stream: toolstest.View(text)}, args)
			if err != nil {
				t.Fatalf("%s %s: %v", c.tool, args, err)
			}
			if r.Window.Start != at {
				t.Fatalf("%s %s: the window begins at %d, want %d", c.tool, args, r.Window.Start, at)
			}
			at, args = r.Window.End, r.NextArgs
		}
		if at != int64(len(text)) || pages < 6 {
			t.Errorf("%s: %d pages end at %d of %d", c.tool, pages, at, len(text))
		}
	}
	next := func(tool, args string) string {
		found, _ := tools.Lookup(tool)
		r, err := found.Read(t.Context(), tools.Env{Stream: toolstest.View(text)}, []byte(args))
		if err != nil {
			t.Fatal(err)
		}
		return string(r.NextArgs)
	}
	for _, c := range []struct{ tool, args, want string }{
		{"pi@0.87.1", `{"path":"f","limit":1}xyz`, `{"path":"f","limit":1,"offset":2}`},
		{"pi@0.87.1", `{"path":"f" "limit":1`, `{"path":"f","limit":1,"offset":2}`},
		{"codex", `{"limit": 10, "file_path":"/f"}`, `{"limit": 10, "file_path":"/f","offset":11}`},
		{"codex", `["/f",1,10]`, `{"file_path":"/f","offset":11,"limit":10}`},
		{"codex", `{"limit":57,"file_path":"/f"}`, ``},
		{"sage", `{"file_path":"f","limit":10.5}`, `{"file_path":"f","limit":10.5,"offset":10}`},
		{"open_file", `{"file_path":"f","line_range":{"start":41,"end":50}}`, `{"file_path":"f","line_range":{"start":51,"end":57}}`},
		{"open_file", `{"file_path":"f"}`, ``},
		{"byte_window", `{"path":"f","start_line":50}`, ``},
		{"byte_window", `{"path":"f","start_line":3,"end_line":4}`, `{"path":"f","start_line":5,"end_line":6}`},
	} {
		if got := next(c.tool, c.args); got != c.want {
			t.Errorf("%s %s: next %s, want %s", c.tool, c.args, got, c.want)
		}
	}
}

// FuzzArguments gives every tool any text as its arguments. Nothing panics, refusals are refusals, and a content is
// UTF-8.
func FuzzArguments(f *testing.F) {
	for _, c := range everyTool {
		f.Add([]byte(c.args))
	}
	f.Add([]byte(`{"file_path":"/f","path":"f","offset":2,"limit":1e1,"line_range":{"start":1,"end":2},"max_bytes":9}`))
	f.Add([]byte(`["/f",20,3,"indentation",[2,1,true,true,null]]`))
	f.Add([]byte(`{"path":"\ud800"}`))
	f.Add([]byte("\xae"))
	f.Add([]byte(`{"path":"f","limit":1}xyz`))
	text := "a\r\n\n    b\xff\n\t# c\n" + strings.Repeat("é", 400) + "\n  "
	f.Fuzz(func(t *testing.T, args []byte) {
		for _, tool := range tools.All() {
			r, err := tool.Read(context.Background(), tools.Env{Stream: toolstest.View(text)}, args)
			if err != nil {
				var refusal *tools.Error
				if !errors.As(err, &refusal) || refusal.Text == "" {
					t.Fatalf("%s %q: %v", tool.Name, args, err)
				}
				continue
			}
			var b bytes.Buffer
			if _, err := r.Render(context.Background(), &b); err != nil {
				t.Fatalf("%s %q: %v", tool.Name, args, err)
			}
			if !utf8.Valid(b.Bytes()) {
				t.Fatalf("%s %q: %q", tool.Name, args, b.Bytes())
			}
			if r.NextArgs != nil && !json.Valid(r.NextArgs) {
				t.Fatalf("%s %q: next %q", tool.Name, args, r.NextArgs)
			}
		}
	})
}
