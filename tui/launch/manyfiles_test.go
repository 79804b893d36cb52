package launch

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	topics "eyeline/tui/help"
)

// TestEmitOfManyFiles: files that are typed and listed are read one after the other, also where one is refused, has
// gone or has an odd name.
func TestEmitOfManyFiles(t *testing.T) {
	withSettings(t, "")
	dir := t.TempDir()
	t.Chdir(dir)
	for name, text := range map[string]string{"a.txt": "one\n", "b c.txt": "two\n", "-": "three\n", "list": "b c.txt\n\n-\r\ngone.txt\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	r := run(t, "emit", "--tool", "codex", "--json", "--files-from", "list", "a.txt")
	var got []string
	for line := range strings.Lines(r.out) {
		var answer struct{ File, Agent, Version, Content, Error string }
		if err := json.Unmarshal([]byte(line), &answer); err != nil || answer.Agent == "" || answer.Version == "" {
			t.Errorf("%v: %s", err, line)
		}
		got = append(got, answer.File+"="+answer.Content)
	}
	if text := strings.Join(got, ";"); text != "a.txt=L1: one;b c.txt=L1: two;./-=L1: three;gone.txt=" || r.status != 1 {
		t.Errorf("%q, status %d, %v", text, r.status, r.err)
	}
	r = run(t, "emit", "--tool", "codex", "a.txt", "gone.txt", "b c.txt")
	if r.out != "L1: one\nL1: two" || r.status != 1 {
		t.Errorf("%q, status %d", r.out, r.status)
	}
	withInput(t, "a.txt\x00b c.txt\x00")
	if r = run(t, "emit", "--tool", "codex", "--files-from", "-", "-0"); r.out != "L1: one\nL1: two" || r.err != nil {
		t.Errorf("%q, %v", r.out, r.err)
	}
	for list, want := range map[string]string{ // what was named before is read
		"a.txt\x00":                "line 1 has a NUL; -0 takes a list whose names end with one",
		"a.txt\n\nb c.txt\x00gone": "line 3 has a NUL; -0 takes a list whose names end with one",
	} {
		withInput(t, list)
		r = run(t, "emit", "--tool", "codex", "--files-from", "-")
		if r.status != 2 || r.err == nil || !strings.HasSuffix(r.err.Error(), want) || (r.out != "") != (list[5] == '\n') {
			t.Errorf("%q: %q, status %d, %v", list, r.out, r.status, r.err)
		}
	}
	withInput(t, "a.txt\nb c.txt\n")
	r = run(t, "emit", "--tool", "codex", "--files-from", "-", "-0")
	if r.status != 2 || r.err == nil || !strings.HasSuffix(r.err.Error(), "the list has no NUL; without -0 its lines are the names") {
		t.Errorf("%q, status %d, %v", r.out, r.status, r.err)
	}
	r = run(t, "check", "--agents", "codex", "--format", "json", "--files-from", "list")
	if r.err != nil || !strings.Contains(r.out, `"files":{"whole":2`) {
		t.Errorf("%v\n%s", r.err, r.out)
	}
}

// TestEachAnswerBeginsALine: of several files, also where one is empty or refused; an answer itself is as the tool gives
// it, and nothing follows the last.
func TestEachAnswerBeginsALine(t *testing.T) {
	withSettings(t, "")
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{"end": "one\n", "none": "two", "empty": "", "list": "none\n"} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for args, want := range map[string]string{
		"end end":                     "one\none\n",
		"none none end none":          "two\ntwo\none\ntwo",
		"empty none empty gone empty": "two",
		"none empty gone empty none":  "two\ntwo",
		"none":                        "two",
		"--files-from list":           "two",
	} {
		r := run(t, append([]string{"emit", "--tool", "open_file"}, strings.Fields(args)...)...)
		if r.out != want {
			t.Errorf("%s: %q, want %q (%v)", args, r.out, want, r.err)
		}
	}
}

// TestTheSchemaOfRequestsIsAsStrict: what a batch refuses for its fields, the schema does not hold for a request.
func TestTheSchemaOfRequestsIsAsStrict(t *testing.T) {
	text, _ := topics.Schema("batch-request")
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("request.json", doc); err != nil { // as it is published
		t.Fatal(err)
	}
	schema := c.MustCompile("request.json")
	for request, right := range map[string]bool{
		`{"tool":"codex","arguments":{},"details":true,"root":"a","session":"s","id":[1]}`: true,
		`{"tool":"codex","file":"a","flags":{"limit":1}}`:                                  true,
		`{"context":{"agent":"codex_exec","reads":[]},"id":1}`:                             true,
		`{"tool":"codex","arguments":{},"detials":true}`:                                   false,
		`{"tool":"codex","fiel":"a"}`:                                                      false,
		`{"tool":"codex","arguments":{},"file":"a"}`:                                       false,
		`{"tool":"codex","arguments":{},"flags":{}}`:                                       false,
		`{"tool":"codex","arguments":{},"context":{"agent":"codex_exec"}}`:                 false,
		`{"context":{"agent":"codex_exec"},"root":"a"}`:                                    false,
		`{"context":{"agent":"codex_exec","mentoins":[]}}`:                                 false,
	} {
		v, err := jsonschema.UnmarshalJSON(strings.NewReader(request))
		if err != nil {
			t.Fatal(err)
		}
		if err := schema.Validate(v); (err == nil) != right {
			t.Errorf("%s: %v", request, err)
		}
		parsed := !strings.Contains(batchOf(t, request), "bad request")
		if parsed != right {
			t.Errorf("%s: taken %t, want %t", request, parsed, right)
		}
	}
}

// batchOf is the answer of a batch to a request.
func batchOf(t *testing.T, request string) string {
	t.Helper()
	withInput(t, request+"\n")
	return run(t, "emit", "--batch").out
}

// TestEachFileHasItsObject: with --json a file of which no call can be made has an object, too, which says why in our
// words.
func TestEachFileHasItsObject(t *testing.T) {
	withSettings(t, "")
	t.Chdir(t.TempDir())
	if err := os.WriteFile("a.txt", []byte("one\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{"emit", "--tool", "codex", "--json", "a.txt", "bad\xff.txt"},
		{"emit", "--tool", "codex", "--json", "a.txt", "none:a.txt"},
		{"emit", "--tool", "codex", "--walk", "a.txt", "bad\xff.txt"},
	} {
		r := run(t, args...)
		lines := strings.Split(strings.TrimSuffix(r.out, "\n"), "\n")
		var last struct {
			Success, Own bool
			File, Error  string
		}
		if err := json.Unmarshal([]byte(lines[len(lines)-1]), &last); err != nil {
			t.Fatalf("%q: %v in %q", args, err, r.out)
		}
		if len(lines) != 2 || last.Success || !last.Own || last.File == "" || !strings.HasPrefix(last.Error, "eyeline: ") {
			t.Errorf("%q: %d lines, %+v", args, len(lines), last)
		}
		if r.status != 1 {
			t.Errorf("%q: status %d", args, r.status)
		}
	}
}

// TestBatchNamesFilesAndFlags: one form of request serves every tool, and what is wrong in it is said.
func TestBatchNamesFilesAndFlags(t *testing.T) {
	withSettings(t, "")
	t.Chdir(t.TempDir())
	if err := os.WriteFile("a.txt", []byte("one\ntwo\nthree\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for request, want := range map[string]string{
		`{"tool":"codex","file":"a.txt","flags":{"offset":2,"limit":1}}`:      `"file":"a.txt","agent":"Codex","version":"until March 2026"`,
		`{"tool":"gemini_cli","file":"a.txt","flags":{"start-line":2}}`:       `three`,
		`{"tool":"open_file","file":"a.txt"}`:                                 `"content":"one\ntwo\nthree\n"`,
		`{"tool":"codex","file":"a.txt","flags":{"ofset":2}}`:                 `codex has no argument \"ofset\"; did you mean offset?`,
		`{"tool":"codex","file":"a.txt","flags":{"offset":2.5}}`:              `\"offset\" takes a whole number`,
		`{"tool":"codex","file":"a.txt","flags":{"mode":"sideways"}}`:         `\"mode\" takes one of slice, indentation`,
		`{"tool":"codex","file":"a.txt","flags":[]}`:                          "`flags` must be an object",
		`{"tool":"codex","file":7}`:                                           "`file` must be a string",
		`{"tool":"codex","file":"a.txt","arguments":{"file_path":"/x"}}`:      "not both",
		`{"tool":"codex","flags":{"limit":1}}`:                                "missing field `arguments`",
		`{"tool":"codex","file":"a.txt","flags":{"offset":9007199254740993}}`: `offset exceeds file length`,
	} {
		withInput(t, request+"\n")
		if r := run(t, "emit", "--batch"); r.err != nil || !strings.Contains(r.out, want) {
			t.Errorf("%s: %v\n%s\nlacks %s", request, r.err, r.out, want)
		}
	}
}

// TestRunsThatHaveGoneAreCounted: those that are not read are told of all that were named.
func TestRunsThatHaveGoneAreCounted(t *testing.T) {
	withSettings(t, "")
	recorded, err := filepath.Abs("../../testdata/transcripts/claude_code/session-default.jsonl.gz")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	withInput(t, recorded+"\n./gone.jsonl\n")
	r := run(t, "transcript", "--reads", "--files-from", "-")
	if r.status != 1 || r.err == nil || r.err.Error() != "eyeline: 1 transcript of 2 not read" || r.out == "" {
		t.Errorf("status %d, %v, %d bytes", r.status, r.err, len(r.out))
	}
}

// BenchmarkGoneNames: what it takes to say of a listed file that it is not there.
func BenchmarkGoneNames(b *testing.B) {
	withSettings(b, "")
	b.Chdir(b.TempDir())
	if err := os.WriteFile("list", []byte(strings.Repeat("gone.txt\n", 1000)), 0o600); err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		run(b, "emit", "--json", "--files-from", "list")
	}
}
