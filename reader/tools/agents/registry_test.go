package agents

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"eyeline/reader/tools"
	"eyeline/reader/tools/agents/codex"
)

// schemaNode is what a test looks at in a schema.
type schemaNode struct {
	Schema      string                `json:"$schema"`
	Title       string                `json:"title"`
	Description string                `json:"description"`
	Type        any                   `json:"type"`
	Properties  map[string]schemaNode `json:"properties"`
	Required    []string              `json:"required"`
	Enum        []string              `json:"enum"`
	Default     any                   `json:"default"`
	Additional  *bool                 `json:"additionalProperties"`
	Items       *schemaNode           `json:"items"`
	PrefixItems []schemaNode          `json:"prefixItems"`
}

// types are the JSON types that the node allows, without null.
func (n schemaNode) types() []string {
	var names []string
	switch v := n.Type.(type) {
	case string:
		names = []string{v}
	case []any:
		for _, e := range v {
			if s, ok := e.(string); ok && s != "null" {
				names = append(names, s)
			}
		}
	}
	return names
}

// leaves lists the paths of all arguments that are not objects.
func (n schemaNode) leaves(path []string, visit func(path []string, leaf schemaNode, required bool)) {
	for name, p := range n.Properties {
		at := append(slices.Clone(path), name)
		if p.Properties != nil {
			p.leaves(at, visit)
			continue
		}
		if p.Items != nil && p.Items.Properties != nil {
			p.Items.leaves(append(at, "[0]"), visit)
			continue
		}
		if p.PrefixItems != nil {
			for i, item := range p.PrefixItems {
				visit(append(slices.Clone(at), fmt.Sprintf("[%d]", i)), item, false)
			}
			continue
		}
		inArray := len(path) > 0 && path[len(path)-1] == "[0]"
		visit(at, p, (len(path) == 0 || inArray) && slices.Contains(n.Required, name))
	}
}

// order lists the names of an object's fields as they are written.
func order(t *testing.T, raw json.RawMessage, path []string) []string {
	t.Helper()
	for _, name := range append(path, "properties") {
		var fields map[string]json.RawMessage
		if err := json.Unmarshal(raw, &fields); err != nil || fields[name] == nil {
			t.Fatalf("no %s: %v", name, err)
		}
		raw = fields[name]
	}
	var names []string
	dec := json.NewDecoder(bytes.NewReader(raw))
	if _, err := dec.Token(); err != nil {
		t.Fatal(err)
	}
	for dec.More() {
		key, err := dec.Token()
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, key.(string))
		var skipped json.RawMessage
		if err := dec.Decode(&skipped); err != nil {
			t.Fatal(err)
		}
	}
	return names
}

func TestParamsAndSchemaAgree(t *testing.T) {
	t.Parallel()
	kinds := map[tools.ParamType][]string{
		tools.TypeString: {"string"}, tools.TypeChoice: {"string"}, tools.TypeBoolean: {"boolean"}, tools.TypeInteger: {"integer", "number"},
	}
	for _, tool := range tools.All() {
		var root schemaNode
		if err := json.Unmarshal(tool.Schema(), &root); err != nil {
			t.Fatalf("%s: %v", tool.Name, err)
		}
		if root.Schema != "https://json-schema.org/draft/2020-12/schema" || root.Title != tool.Name ||
			root.Description == "" || root.Additional == nil || tool.Title == "" {
			t.Errorf("%s: the schema's head is %+v", tool.Name, root)
		}
		params := map[string]tools.Param{}
		for _, p := range tool.Params {
			if p.Path == nil { // Tool.Args writes it
				if tool.Args == nil || p.Flag == "" || p.Help == "" || p.Required {
					t.Errorf("%s: %+v has no path", tool.Name, p)
				}
				continue
			}
			key, _ := json.Marshal(p.Path)
			if _, twice := params[string(key)]; twice {
				t.Errorf("%s: %s stands twice", tool.Name, key)
			}
			params[string(key)] = p
		}
		root.leaves(nil, func(path []string, leaf schemaNode, required bool) {
			key, _ := json.Marshal(path)
			if leaf.Items != nil {
				elements := 0
				for i := 0; ; i++ {
					element, _ := json.Marshal(append(slices.Clone(path), "["+strconv.Itoa(i)+"]"))
					p, ok := params[string(element)]
					if !ok {
						break
					}
					delete(params, string(element))
					elements++
					if !slices.Equal(leaf.types(), []string{"array"}) || !slices.Contains(kinds[p.Type], leaf.Items.types()[0]) || p.Required || leaf.Description == "" || p.Help == "" {
						t.Errorf("%s %s: the schema has %+v, the parameter %+v", tool.Name, element, leaf, p)
					}
				}
				if elements > 0 {
					return
				}
			}
			p, ok := params[string(key)]
			if !ok {
				t.Errorf("%s: %s stands in the schema alone", tool.Name, key)
				return
			}
			delete(params, string(key))
			if types := leaf.types(); len(types) != 1 || !slices.Contains(kinds[p.Type], types[0]) {
				t.Errorf("%s %s: types %v", tool.Name, key, types)
			}
			var def any
			if p.Default != nil {
				if err := json.Unmarshal(tools.Encode(p.Default), &def); err != nil {
					t.Error(err)
				}
			}
			if !reflect.DeepEqual(def, leaf.Default) || !slices.Equal(p.Choices, leaf.Enum) || p.Required != required {
				t.Errorf("%s %s: the schema has %+v, the parameter %+v", tool.Name, key, leaf, p)
			}
			if leaf.Description == "" || p.Help == "" || (p.Flag == "") != p.IsFile {
				t.Errorf("%s %s: %q, %q, flag %q", tool.Name, key, leaf.Description, p.Help, p.Flag)
			}
		})
		for key := range params {
			t.Errorf("%s: %s stands in the parameters alone", tool.Name, key)
		}
		// The order is the same, object by object.
		var names []string
		for _, p := range tool.Params {
			if p.Path == nil {
				continue
			}
			if len(names) == 0 || names[len(names)-1] != p.Path[0] {
				names = append(names, p.Path[0])
			}
		}
		if got := order(t, tool.Schema(), nil); !slices.Equal(got, names) {
			t.Errorf("%s: the schema's order is %v, the parameters' %v", tool.Name, got, names)
		}
	}
	var inner []string
	for _, p := range codex.Tool.Params {
		if len(p.Path) == 2 {
			inner = append(inner, p.Path[1])
		}
	}
	if got := order(t, codex.Tool.Schema(), []string{"properties", "indentation"}); !slices.Equal(got, inner) {
		t.Errorf("indentation's order is %v, the parameters' %v", got, inner)
	}
}

func TestLookup(t *testing.T) {
	t.Parallel()
	var names []string
	for _, tool := range tools.All() {
		names = append(names, tool.Name)
		if found, ok := tools.Lookup(tool.Name); !ok || found.Name != tool.Name {
			t.Errorf("%s is not found", tool.Name)
		}
	}
	var want []string
	modes := map[tools.Mode]int{}
	for _, tool := range all {
		if tool.OtherVersion() {
			continue
		}
		want = append(want, tool.Name)
		for _, mode := range tool.Modes() {
			modes[mode]++
		}
		if len(tool.Windows) == 0 {
			modes[tools.ModeSlice]++
		}
	}
	if !slices.Equal(names, want) {
		t.Errorf("tools %v, want %v", names, want)
	}
	if _, ok := tools.Lookup("Codex"); ok {
		t.Error("a name in another case was found")
	}
	for mode, want := range modes {
		if got := tools.ByMode(mode); len(got) != want {
			t.Errorf("mode %d has %d tools, want %d", mode, len(got), want)
		}
	}
}

// TestLookupByAnyVersionThatAnswersSo: a tool is found by the version it was written for and by the newest that was run
// since; another version is not taken for it.
func TestLookupByAnyVersionThatAnswersSo(t *testing.T) {
	t.Parallel()
	for _, tool := range tools.All() {
		if tool.Origin.How == tools.ByContract {
			continue
		}
		for _, version := range []string{tool.Origin.Version, tool.Origin.Newest()} {
			if found, ok := tools.Lookup(tool.Name + "@" + version); !ok || found != tool {
				t.Errorf("%s@%s is not %s", tool.Name, version, tool.Name)
			}
		}
		if _, ok := tools.Lookup(tool.Name + "@999.9.9"); ok {
			t.Errorf("%s@999.9.9 is a tool", tool.Name)
		}
		if _, ok := tools.Lookup(tool.Name + "@"); ok {
			t.Errorf("%s@ is a tool", tool.Name)
		}
	}
}

func TestBuildArgs(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		tool   string
		file   string
		values map[string]any
		want   string
	}{
		{"codex", "/a<b>&\"c", nil, `{"file_path":"/a<b>&\"c"}`},
		{"codex", "", nil, `{}`},
		{
			"codex", "/f",
			map[string]any{"max-lines": 5, "limit": uint64(1<<64 - 1), "anchor-line": int64(7), "mode": "indentation", "include-header": false, "nope": 1},
			`{"file_path":"/f","limit":18446744073709551615,"mode":"indentation","indentation":{"anchor_line":7,"include_header":false,"max_lines":5}}`,
		},
		{"codex", "/f", map[string]any{"offset": json.RawMessage(`-1`), "limit": json.RawMessage(`nonsense`)}, `{"file_path":"/f","offset":-1}`},
		{"codex", "/f", map[string]any{"limit": func() {}}, `{"file_path":"/f"}`},
		{"open_file", "f", map[string]any{"end": 9, "start": 2}, `{"file_path":"f","line_range":{"start":2,"end":9}}`},
		{"byte_window", "f", map[string]any{"max-bytes": 9}, `{"path":"f","max_bytes":9}`},
	} {
		tool, _ := tools.Lookup(c.tool)
		if got := string(tools.BuildArgs(tool, c.file, c.values)); got != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.tool, got, c.want)
		}
	}
}

// TestToolsAreBesideTheirSchemas: the folder that declares a tool has the schema of its name.
func TestToolsAreBesideTheirSchemas(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("*/*.go")
	if err != nil {
		t.Fatal(err)
	}
	declared := regexp.MustCompile(`\b(?:Name: +|t\.Name, t\.Title = |shelltool\.New\(Tool, )"([a-z0-9_@.]+)",\s+(?:Title: )?"`)
	found := map[string]string{}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range declared.FindAllSubmatch(text, -1) {
			found[string(m[1])] = filepath.Dir(file)
		}
	}
	for _, tool := range tools.AllVersions() {
		if _, err := os.Stat(filepath.Join(found[tool.Name], tool.Name+".json")); err != nil || found[tool.Name] == "" {
			t.Errorf("%s is declared in %q: %v", tool.Name, found[tool.Name], err)
		}
	}
}

// TestNoModeOpensWithAToolThatIsGone: a mode opens with a tool that its agent still has.
func TestNoModeOpensWithAToolThatIsGone(t *testing.T) {
	t.Parallel()
	for _, mode := range []tools.Mode{tools.ModeSlice, tools.ModeBlock, tools.ModeBytes} {
		if tool := tools.Default(mode); tool.Origin.Use == tools.Ended {
			t.Errorf("a mode opens with %s, which ended", tool.Name)
		}
	}
}
