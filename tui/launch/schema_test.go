package launch

import (
	"bytes"
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

	"eyeline/reader/briefing"
	"eyeline/reader/check"
	"eyeline/reader/emit"
	"eyeline/reader/tools"
	"eyeline/reader/transcript/coverage"
	"eyeline/reader/transcript/record"
	"eyeline/reader/transcript/summaries"
	"eyeline/reader/transcript/transcripttest"
	topics "eyeline/tui/help"
)

type object = map[string]any

// written are the types that are written as JSON. The schemas of emit and batch are written by hand: their fields are
// those that apply.
var written = map[string]any{
	"check": struct {
		Version     int             `json:"version"`
		Findings    []check.Finding `json:"findings"`
		Facts       []check.Fact    `json:"facts"`
		Agents      []check.Agent   `json:"agents"`
		Skipped     []check.Skipped `json:"skipped"`
		More        int             `json:"more,omitempty"`
		Interrupted bool            `json:"interrupted,omitempty"`
	}{},
	"context":          briefing.Report{},
	"transcript":       coverage.Coverage{},
	"transcript-calls": summaries.CallInfo{},
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
	case reflect.Bool:
		return object{"type": "boolean"}
	case reflect.String:
		return object{"type": "string"}
	case reflect.Struct:
	default:
		return object{"type": "integer"}
	}
	properties, required := object{}, []string{}
	for f := range t.Fields() {
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		if name == "-" || name == "" {
			continue
		}
		properties[name] = schemaOf(f.Type)
		if options != "omitempty" {
			required = append(required, name)
		}
	}
	slices.Sort(required)
	return object{"type": "object", "properties": properties, "required": required}
}

// TestSchemas checks the schemas that are made of types; go test ./tui/launch -run Schemas -update writes them.
func TestSchemas(t *testing.T) {
	for name, value := range written {
		s := schemaOf(reflect.TypeOf(value))
		s["$schema"], s["title"] = "https://json-schema.org/draft/2020-12/schema", "what eyeline writes: "+name
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
		if r := run(t, "schema", name); r.status != 0 || !json.Valid([]byte(r.out)) {
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

// holds checks the lines of an output, or all of it, against a schema.
func holds(t *testing.T, name, out string, lines bool) {
	t.Helper()
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
	schema := c.MustCompile(name + ".json")
	parts := []string{out}
	if lines {
		parts = slices.Collect(strings.Lines(out))
	}
	if strings.TrimSpace(out) == "" {
		t.Errorf("%s: nothing was written", name)
	}
	for _, part := range parts {
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
	dir := t.TempDir()
	files := map[string]string{
		"long.txt": strings.Repeat(strings.Repeat("x", 3000)+"\n", 300), "a.txt": "one\r\ntwo\t\n", "empty": "", "CLAUDE.md": "be kind\n",
		"bad.txt": "\xff\xfe\xfdabc\n", "p.png": "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", "zero.txt": "a\u200bb\n", "bin": "\x00\x01\x02",
	}
	var requests bytes.Buffer
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, tool := range tools.Names() {
		for name := range files {
			path := filepath.Join(dir, name)
			for _, how := range []string{"--json", "--walk"} {
				holds(t, "emit", run(t, "emit", how, "--root", dir, "--tool", tool, path).out, true)
			}
			k, _ := tools.Lookup(tool)
			fmt.Fprintf(&requests, `{"id":[1,"a"],"tool":%q,"details":true,"arguments":%s}`+"\n", tool, tools.BuildArgs(k, path, k.Default))
		}
	}
	holds(t, "batch-request", requests.String(), true)
	asked := strings.Count(requests.String(), `{"id":[1,"a"],`)
	requests.WriteString("no request\n" + `{"id":7,"tool":"none","arguments":{}}` + "\n")
	var answers strings.Builder
	if err := emit.Batch(t.Context(), &requests, &answers, tools.Env{Root: dir}); err != nil {
		t.Fatal(err)
	}
	holds(t, "emit", answers.String(), true)
	answered := strings.Count(answers.String(), `{"id":[1,"a"],"tool":`)
	if answered != asked || !strings.Contains(answers.String(), `{"id":7,"tool":"none","success":false`) {
		t.Errorf("%d answers with their id to %d requests\n%.300s", answered, asked, answers.String())
	}
	if strings.Count(answers.String(), `"tokens":`) < asked/4 {
		t.Error("answers have no details")
	}
	holds(t, "check", run(t, "check", "--all", "--agents", "all", "--format", "json", dir).out, false)
	holds(t, "context", run(t, "context", "--json", dir).out, true)
	for _, sample := range []string{
		"claude_code/session-default.jsonl", "cline/1795273263916_z60pf.messages.json", "codex/exec-gpt-5.5.jsonl", "opencode/export.json",
	} {
		path := transcripttest.Sample(t, sample)
		holds(t, "transcript", run(t, "transcript", path, "--json").out, false)
		holds(t, "transcript-calls", run(t, "transcript", path, "--calls", "--json").out, true)
	}
}
