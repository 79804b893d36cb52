package launch

import (
	"bytes"
	"encoding"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"eyeline/reader/agentsearch"
	"eyeline/reader/check"
	"eyeline/reader/check/blocks"
	"eyeline/reader/contextfiles"
	"eyeline/reader/emit"
	"eyeline/reader/longtest"
	"eyeline/reader/tools"
	"eyeline/reader/transcript/coverage"
	"eyeline/reader/transcript/fleet"
	"eyeline/reader/transcript/record"
	"eyeline/reader/transcript/runcompare"
	"eyeline/reader/transcript/runstats"
	"eyeline/reader/transcript/runsteps"
	"eyeline/reader/transcript/transcripttest"
	topics "eyeline/tui/help"
)

type object = map[string]any

// written are the types that are written as JSON. The schemas of emit and batch are written by hand: their fields are
// those that apply.
var written = map[string]any{
	"check": struct {
		Version     int             `json:"version"`
		Folder      string          `json:"folder"`
		Findings    []check.Finding `json:"findings"`
		Facts       []check.Fact    `json:"facts"`
		Agents      []check.Agent   `json:"agents"`
		Skipped     []check.Skipped `json:"skipped"`
		More        int             `json:"more,omitempty"`
		Interrupted bool            `json:"interrupted,omitempty"`
	}{},
	"context": contextfiles.Report{},
	"batch-context": struct {
		ID      json.RawMessage     `json:"id,omitempty"`
		Success bool                `json:"success"`
		Context contextfiles.Report `json:"context"`
	}{},
	"search":           agentsearch.Report{},
	"tools":            []toolInfo{},
	"transcript":       coverage.Coverage{},
	"check-finding":    check.Finding{},
	"check-blocks":     blocks.Report{},
	"transcript-calls": runstats.CallInfo{},
	"transcript-call": struct {
		runstats.CallInfo
		Text string `json:"text"`
		Cut  bool   `json:"cut"`
	}{},
	"transcript-file": struct {
		coverage.File
		Unread []coverage.UnreadFile `json:"unread,omitempty"`
	}{},
	"transcript-edits": struct {
		Version int `json:"version"`
		Edits   []struct {
			Agent string `json:"agent"`
			ID    string `json:"id"`
			Sub   string `json:"sub_agent"`
			Path  string `json:"path"`
			coverage.Change
		} `json:"edits"`
		Unread []coverage.UnreadFile `json:"unread,omitempty"`
	}{},
	"transcript-line": struct {
		Version int    `json:"version"`
		Path    string `json:"path"`
		Line    int64  `json:"line"`
		Named   bool   `json:"named"`
		Calls   []struct {
			Agent string `json:"agent"`
			ID    string `json:"id"`
			Sub   string `json:"sub_agent"`
			Call  int    `json:"call"`
			Time  string `json:"time"`
			Tool  string `json:"tool"`
			What  string `json:"what"`
			Then  int64  `json:"line_then,omitempty"`
		} `json:"calls"`
		NotKnown bool                  `json:"not_known"`
		Unread   []coverage.UnreadFile `json:"unread,omitempty"`
	}{},
	"transcript-line-run": struct {
		Version int    `json:"version"`
		Run     string `json:"run"`
		Agent   string `json:"agent"`
		ID      string `json:"id"`
		Path    string `json:"path"`
		Line    int64  `json:"line"`
		Calls   []struct {
			Agent string `json:"agent"`
			ID    string `json:"id"`
			Sub   string `json:"sub_agent"`
			Call  int    `json:"call"`
			Time  string `json:"time"`
			Tool  string `json:"tool"`
			What  string `json:"what"`
			Then  int64  `json:"line_then,omitempty"`
		} `json:"calls"`
		NotKnown bool                  `json:"not_known"`
		Unread   []coverage.UnreadFile `json:"unread,omitempty"`
	}{},
	"transcript-line-counts": struct {
		Version  int    `json:"version"`
		Path     string `json:"path"`
		Line     int64  `json:"line"`
		Runs     int    `json:"runs"`
		Had      int    `json:"had"`
		NotKnown int    `json:"not_known"`
		NotHad   int    `json:"not_had"`
		NotNamed int    `json:"not_named"`
		Partly   int    `json:"partly"`
		Shorter  int    `json:"shorter"`
		Failed   int    `json:"failed"`
	}{},
	"transcript-list": struct {
		Path     string    `json:"path"`
		ID       string    `json:"id"`
		Agent    string    `json:"agent"`
		Version  string    `json:"version"`
		Dir      string    `json:"dir"`
		Modified time.Time `json:"modified"`
		Size     int64     `json:"size"`
		Calls    int       `json:"calls"`
		Reads    int       `json:"reads"`
		Files    int       `json:"files"`
		Changes  int       `json:"changes"`
		Error    string    `json:"error,omitempty"`
	}{},
	"transcript-reads":    fleet.Row{},
	"transcript-requests": runsteps.Listed{},
	"transcript-request":  runsteps.Step{},
	"transcript-paging":   runstats.Paging{},
	"transcript-paging-all": struct {
		Version     int                           `json:"version"`
		Transcripts int                           `json:"transcripts"`
		Tools       []runstats.PagingDistribution `json:"tools"`
	}{},
	"transcript-diff":    coverage.Reviewed{},
	"transcript-compare": runcompare.Comparison{},
}

// schemaOf describes how a type is written as JSON.
func schemaOf(t reflect.Type) object {
	switch t {
	case reflect.TypeFor[time.Time]():
		return object{"type": "string", "format": "date-time"}
	case reflect.TypeFor[json.RawMessage]():
		return object{}
	case reflect.TypeFor[record.Ranges]():
		return object{
			"description": "the first and the last line of each range, from 1, both included",
			"type":        "array", "items": object{"type": "array", "items": object{"type": "integer"}, "minItems": 2, "maxItems": 2},
		}
	}
	switch t.Kind() {
	case reflect.Pointer:
		return schemaOf(t.Elem())
	case reflect.Slice:
		return object{"type": "array", "items": schemaOf(t.Elem())}
	case reflect.Array:
		return object{"type": "array", "items": schemaOf(t.Elem()), "minItems": t.Len(), "maxItems": t.Len()}
	case reflect.Map:
		return object{"type": "object", "additionalProperties": schemaOf(t.Elem())}
	case reflect.Bool:
		return object{"type": "boolean"}
	case reflect.String:
		return object{"type": "string"}
	case reflect.Float64:
		return object{"type": "number"}
	case reflect.Struct:
		properties, required := object{}, []string{}
		fieldsOf(t, properties, &required)
		slices.Sort(required)
		return object{"type": "object", "properties": properties, "required": required}
	}
	if t.Implements(reflect.TypeFor[encoding.TextMarshaler]()) {
		return object{"type": "string"}
	}
	return object{"type": "integer"}
}

// fieldsOf adds the fields of a struct, and of the structs that are embedded in it.
func fieldsOf(t reflect.Type, properties object, required *[]string) {
	for f := range t.Fields() {
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		if name == "" && f.Anonymous {
			fieldsOf(f.Type, properties, required)
		}
		if name == "-" || name == "" {
			continue
		}
		properties[name] = schemaOf(f.Type)
		if f.Type.Kind() == reflect.Pointer && options == "" {
			of := properties[name].(object)
			of["type"] = []any{of["type"], "null"}
		}
		if options == "" {
			*required = append(*required, name)
		}
	}
}

// TestSchemas checks the schemas that are made of types; go test ./tui/launch -run Schemas -update writes them.
func TestSchemas(t *testing.T) {
	for name, value := range written {
		s := schemaOf(reflect.TypeOf(value))
		s["$schema"], s["title"] = "https://json-schema.org/draft/2020-12/schema", "what eyeline writes: "+name
		s["$id"] = "urn:eyeline:schema:" + name
		text, err := json.MarshalIndent(s, "", " ")
		if err != nil {
			t.Fatal(err)
		}
		text = append(text, '\n')
		path := filepath.Join("..", "help", "schemas", name+".json")
		if *update {
			err = os.WriteFile(path, text, 0o644)
		}
		if is, _ := topics.Schema(name); err != nil || !*update && is != string(text) {
			t.Errorf("%s is not what the program writes (%v); go test ./tui/launch -run Schemas -update writes it", path, err)
		}
	}
	for _, name := range topics.Schemas() {
		r := run(t, "schema", name)
		if r.status != 0 || !json.Valid([]byte(r.out)) || !strings.Contains(r.out, `"$id": "urn:eyeline:schema:`+name+`"`) {
			t.Errorf("%s: %v, %.80q", name, r.err, r.out)
		}
	}
	if r := run(t, "schema", "none"); r.status != 2 || !strings.Contains(fmt.Sprint(r.err), "transcript-calls") {
		t.Error(r.err)
	}
}

// closed lets the objects of a schema have no other fields.
func closed(v any) {
	switch v := v.(type) {
	case object:
		if v["properties"] != nil {
			v["additionalProperties"] = false
		}
		for x := range maps.Values(v) {
			closed(x)
		}
	case []any:
		for _, x := range v {
			closed(x)
		}
	}
}

// compiled are the schemas, closed.
type compiled map[string]*jsonschema.Schema

func (all compiled) of(t *testing.T, name string) *jsonschema.Schema {
	t.Helper()
	if all[name] == nil {
		text, _ := topics.Schema(name)
		doc, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		closed(doc)
		c := jsonschema.NewCompiler()
		if err := c.AddResource(name+".json", doc); err != nil {
			t.Fatal(err)
		}
		all[name] = c.MustCompile(name + ".json")
	}
	return all[name]
}

// hold checks the documents of an output against a schema; each document is a line.
func (all compiled) hold(t *testing.T, name, out string) {
	t.Helper()
	schema := all.of(t, name)
	if strings.TrimSpace(out) == "" {
		t.Errorf("%s: nothing was written", name)
	}
	for part := range strings.Lines(out) {
		v, err := jsonschema.UnmarshalJSON(strings.NewReader(part))
		if err == nil {
			err = schema.Validate(v)
		}
		if err != nil {
			t.Errorf("%s: %v\n%.300s", name, err, part)
		}
	}
}

// TestOutputsHoldTheirSchemas validates what the commands write of many files, and finds fields that no schema has.
func TestOutputsHoldTheirSchemas(t *testing.T) {
	longtest.SkipUnlessLong(t)
	dir, all := t.TempDir(), compiled{}
	files := map[string]string{
		"long.txt": strings.Repeat(strings.Repeat("many words ", 270)+"\n", 300), "a.txt": "one\r\ntwo\t\n", "empty": "", "CLAUDE.md": "be kind\n",
		"bad.txt": "\xff\xfe\xfdabc\n", "p.png": "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", "zero.txt": "a\u200bb\n", "bin": "\x00\x01\x02",
	}
	var requests bytes.Buffer
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for i, tool := range tools.Names() {
		for j, name := range slices.Sorted(maps.Keys(files)) {
			path := filepath.Join(dir, name)
			how := []string{"--json", "--walk"}[(i+j)%2] // each with half of the files
			all.hold(t, "emit", run(t, "emit", how, "--root", dir, "--tool", tool, path).out)
			k, _ := tools.Lookup(tool)
			fmt.Fprintf(&requests, `{"id":[1,"a"],"tool":%q,"details":true,"arguments":%s}`+"\n", tool, tools.BuildArgs(k, path, nil))
		}
	}
	all.hold(t, "batch-request", requests.String())
	asking := fmt.Sprintf(`{"id":"c","context":{"agent":"claude_code","dir":%q,"home":%q,"mentions":["a.txt"]}}`+"\n", dir, dir)
	all.hold(t, "batch-request", asking)
	var context strings.Builder
	if err := emit.Batch(t.Context(), strings.NewReader(asking), &context, tools.Env{Root: dir}); err != nil {
		t.Fatal(err)
	}
	all.hold(t, "batch-context", context.String())
	asked := strings.Count(requests.String(), `{"id":[1,"a"],`)
	requests.WriteString("no request\n" + `{"id":7,"tool":"none","arguments":{}}` + "\n")
	var answers strings.Builder
	if err := emit.Batch(t.Context(), &requests, &answers, tools.Env{Root: dir}); err != nil {
		t.Fatal(err)
	}
	all.hold(t, "emit", answers.String())
	answered := strings.Count(answers.String(), `{"id":[1,"a"],"tool":`)
	if answered != asked || !strings.Contains(answers.String(), `{"id":7,"tool":"none","success":false`) {
		t.Errorf("%d answers with their id to %d requests\n%.300s", answered, asked, answers.String())
	}
	if strings.Count(answers.String(), `"tokens":`) < asked/4 {
		t.Error("answers have no details")
	}
	code := filepath.Join(dir, "code.py")
	transcripttest.Write(t, code, []byte("# f\ndef f():\n    g()\n"))
	all.hold(t, "emit", run(t, "emit", "--json", "--tool", "codex", "--anchor-line", "3", code).out)
	all.hold(t, "tools", run(t, "tools", "--json").out)
	all.hold(t, "check", run(t, "check", "--all", "--agents", "all", "--format", "json", dir).out)
	all.hold(t, "check-finding", run(t, "check", "--all", "--agents", "all", "--format", "ndjson", dir).out)
	all.hold(t, "check-blocks", run(t, "check", "--block", "codex", "--against", "--max-levels 1", "--format", "json", dir).out)
	all.hold(t, "context", run(t, "context", "--json", dir).out)
	all.hold(t, "search", run(t, "search", "--json", "e", dir).out)
	read := transcripttest.Sample(t, transcripttest.Claude)
	all.hold(t, "transcript-file", run(t, "transcript", read, "--file", "src/ring.go", "--json").out)
	all.hold(t, "transcript-line", run(t, "transcript", read, "--line", "src/ring.go:2", "--json").out)
	folder := transcripttest.Unpack(t, ".")
	looked := strings.TrimSpace(run(t, "transcript", folder, "--line", "src/ring.go:2", "--json").out)
	last := strings.LastIndexByte(looked, '\n')
	all.hold(t, "transcript-line-run", looked[:last+1])
	all.hold(t, "transcript-line-counts", looked[last+1:])
	conversation := filepath.Join(t.TempDir(), "requests.jsonl")
	transcripttest.Write(t, conversation, []byte(transcripttest.Requests(t, transcripttest.Conversation()...)))
	all.hold(t, "transcript-requests", run(t, "transcript", conversation, "--requests", "--json").out)
	all.hold(t, "transcript-request", run(t, "transcript", conversation, "--request", "2,4", "--json").out)
	home := t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("USERPROFILE", home)
	text, err := os.ReadFile(read)
	if err != nil {
		t.Fatal(err)
	}
	transcripttest.Write(t, filepath.Join(home, ".claude", "projects", "-w", "one.jsonl"), text)
	transcripttest.Write(t, filepath.Join(home, ".claude", "projects", "-w", "two.jsonl"), []byte("no transcript\n"))
	listed := run(t, "transcript", "--all", "--json").out
	all.hold(t, "transcript-list", listed)
	all.hold(t, "transcript-paging-all", run(t, "transcript", "--all", "--paging", "--json").out)
	if strings.Count(listed, "\n") != 2 || strings.Count(listed, `"error":`) != 1 {
		t.Errorf("the list has not both transcripts:\n%s", listed)
	}
	for _, sample := range []string{
		"claude_code/session-default.jsonl", "cline/1795273263916_z60pf.messages.json", "codex/exec-gpt-5.5.jsonl", "opencode/export.json",
	} {
		path := transcripttest.Sample(t, sample)
		all.hold(t, "transcript", run(t, "transcript", path, "--json", "--tokens").out)
		all.hold(t, "transcript-compare", run(t, "transcript", path, read, "--json").out)
		all.hold(t, "transcript-calls", run(t, "transcript", path, "--calls", "--json").out)
		all.hold(t, "transcript-call", run(t, "transcript", path, "--call", "2", "--json").out)
		all.hold(t, "transcript-edits", run(t, "transcript", path, "--edits", "--json").out)
		all.hold(t, "transcript-reads", run(t, "transcript", path, "--reads").out)
		all.hold(t, "transcript-paging", run(t, "transcript", path, "--paging", "--json").out)
		for _, diff := range []string{"--- a/a.go\n+++ b/a.go\n@@ -1,0 +1 @@\n+one\n", "no diff\n", ""} {
			withInput(t, diff)
			all.hold(t, "transcript-diff", run(t, "transcript", path, "--root", dir, "--diff", "-", "--json").out)
		}
	}
	for _, name := range topics.Schemas() {
		if all[name] == nil {
			t.Errorf("%s: nothing that is written is held against it", name)
		}
	}
}
