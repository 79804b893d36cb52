package codex

import (
	"bufio"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"eyeline/reader/internal/lossy"
)

// cases reads the contract's cases for codex's arguments.
func cases(t testing.TB, name string, use func(text, errText string, ok bool)) {
	t.Helper()
	f, err := os.Open("../../../../testdata/conformance/vectors.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	in := bufio.NewScanner(f)
	in.Buffer(nil, 16<<20)
	for in.Scan() {
		var c struct {
			Tool, Case, Error string
			Args              json.RawMessage
			OK                bool
		}
		if err := json.Unmarshal(in.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		if c.Tool != "codex" || !strings.HasPrefix(c.Case, name) {
			continue
		}
		text := string(c.Args)
		if strings.HasPrefix(text, `"`) {
			if err := json.Unmarshal(c.Args, &text); err != nil {
				t.Fatal(err)
			}
		}
		use(text, strings.TrimPrefix(c.Error, "failed to parse function arguments: "), c.OK)
	}
}

func TestCodexRefusalsOfTheContract(t *testing.T) {
	n := 0
	cases(t, "badargs", func(text, want string, _ bool) {
		n++
		_, err := parseArgs([]byte(text), 2000, Tool.Policy)
		if err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	})
	if n < 180 {
		t.Fatalf("only %d cases found", n)
	}
}

func TestCodexOddArguments(t *testing.T) {
	n := 0
	cases(t, "oddargs", func(text, _ string, ok bool) {
		n++
		if _, err := parseArgs([]byte(text), 2000, Tool.Policy); (err == nil) != ok {
			t.Errorf("%q: %v", text, err)
		}
	})
	if n < 15 {
		t.Fatalf("only %d cases found", n)
	}
}

// TestCodexIgnoredAndLong checks what is skipped unread, and numbers and texts of unusual size.
func TestCodexIgnoredAndLong(t *testing.T) {
	deep := strings.Repeat("[", 200) + strings.Repeat("]", 200)
	for _, c := range []struct{ text, want string }{
		{`{"x":` + deep + `,"file_path":"/a"}`, ""}, // ignored values nest freely
		{`{"x":1e999,"file_path":"/a"}`, ""},
		{`{"x":"\ud800","file_path":"/a"}`, ""},
		{"{\"x\":\"\x01\",\"file_path\":\"/a\"}", "control character (\\u0000-\\u001F) found while parsing a string at line 1 column 6"},
		{`{"x":[1 2]}`, "expected `,` or `]` at line 1 column 9"},
		{`{"x":{"a" 2}}`, "expected `:` at line 1 column 11"},
		{`{"x":[1,]}`, "expected value at line 1 column 9"},
		{`{"x":[`, "EOF while parsing a list at line 1 column 6"},
		{`{"file_path":"/a","offset":18446744073709551616}`, "invalid type: floating point `1.8446744073709552e+19`, expected usize at line 1 column 47"},
		{`{"file_path":"/a","offset":18446744073709551615}`, ""},
		{`{"file_path":"/a","offset":123456789012345678}`, ""},
		{`{"file_path":"/a","offset":1234567890123456.5}`, "invalid type: floating point `1234567890123456.5`, expected usize at line 1 column 45"},
		{`{"file_path":"/a","offset":1e16}`, "invalid type: floating point `1e+16`, expected usize at line 1 column 31"},
		{`{"file_path":"/a","mode":{"slice":null,"x":1}}`, "expected value at line 1 column 38"},
		{`{"file_path":"/a","mode":{"slice":null`, "EOF while parsing an object at line 1 column 38"},
		{`{"file_path":"/a","mode":{1:null}}`, "invalid type: integer `1`, expected variant identifier at line 1 column 27"},
		{`["/a",]`, "trailing comma at line 1 column 7"},
		{`["/a" 1]`, "expected `,` or `]` at line 1 column 7"},
		{`{"file_path":"/a","offset":"a\tb\"é\u0301"}`, `invalid type: string "a\tb\"é\u{301}", expected usize at line 1 column 43`},
		{"{\"file_path\":\"/a\",\"limit\":\"\xff\"}", "invalid type: string \"\uFFFD\", expected usize at line 1 column 31"},
	} {
		got := ""
		if _, err := parseArgs([]byte(c.text), 2000, Tool.Policy); err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%.60q:\n got %s\nwant %s", c.text, got, c.want)
		}
	}
}

func TestCodexArgs(t *testing.T) {
	a, err := parseArgs([]byte(`{"file_path":"/a","offset":3,"limit":4,"mode":"indentation","indentation":{"anchor_line":5,"max_levels":6,"include_siblings":true,"include_header":false,"max_lines":7}}`), 2000, Tool.Policy)
	if err != nil {
		t.Fatal(err)
	}
	in := a.Indentation
	if a.Path != "/a" || a.Offset != 3 || a.Limit != 4 || !a.ByIndentation || *in.AnchorLine != 5 ||
		in.MaxLevels != 6 || !in.IncludeSiblings || in.IncludeHeader || *in.MaxLines != 7 {
		t.Errorf("%+v %+v", a, in)
	}
	a, err = parseArgs([]byte(`{"file_path":"/a","indentation":{}}`), 2000, Tool.Policy)
	if err != nil || a.Offset != 1 || a.Limit != 2000 || a.ByIndentation || !a.Indentation.IncludeHeader || a.Indentation.MaxLines != nil {
		t.Errorf("%+v %v", a, err)
	}
}

// FuzzCodexArgs: no panic, and what is accepted is JSON.
func FuzzCodexArgs(f *testing.F) {
	cases(f, "badargs", func(text, _ string, _ bool) { f.Add([]byte(text)) })
	cases(f, "oddargs", func(text, _ string, _ bool) { f.Add([]byte(text)) })
	f.Fuzz(func(t *testing.T, text []byte) {
		_, err := parseArgs(text, 2000, Tool.Policy)
		if err == nil && !json.Valid(lossy.Decode(text)) {
			// encoding/json refuses only what is no JSON, but for its own bound on nesting.
			if strings.Count(string(text), "[")+strings.Count(string(text), "{") < 10000 {
				t.Errorf("accepted %q", text)
			}
		}
	})
}
