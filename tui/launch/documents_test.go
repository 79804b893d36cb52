package launch

import (
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"eyeline/keymap"
	"eyeline/reader/check"
	"eyeline/reader/tools"
	"eyeline/reader/transcript/formats"
	topics "eyeline/tui/help"
	"eyeline/tui/settingsfile"
)

var update = flag.Bool("update", false, "write the generated parts of the documents again")

// parts are those of the documents that are made from the tables of the program, by the name in their mark.
var parts = map[string]func(*testing.T) string{
	"keys":              keyTables,
	"settings":          settingsTable,
	"tools":             toolTable,
	"names of tools":    toolNames,
	"topics":            topicList,
	"rules":             ruleTable,
	"formats":           formatList,
	"agents' variables": variableRows,
	"example":           libraryExample,
	"example agents":    libraryProgram("Example_agents"),
	"example blocks":    libraryProgram("Example_blocks"),
	"example edits":     libraryProgram("Example_edits"),
	"measured reads":    tableBelow("speed", "## Reads"),
	"measured pagers":   tableBelow("speed", "## Pagers"),
	"flags tools":       flagTable("tools"),
	"flags emit":        flagTable("emit"),
	"flags check":       flagTable("check"),
	"flags context":     flagTable("context"),
	"flags search":      flagTable("search"),
	"flags mcp":         flagTable("mcp"),
	"flags mcp check":   flagTable("mcp", "check"),
	"flags transcript":  flagTable("transcript"),
	"flags tap":         flagTable("tap"),
	"fields check": fieldTables("../../reader/check", map[string]string{
		"Finding": "An element of `findings`", "Agent": "An element of `agents`", "Files": "The `files` of an element of `agents`",
		"Skipped": "An element of `skipped`", "Share": "An element of the `shares` of a finding", "Fact": "An element of `facts`",
	}),
	"fields transcript": fieldTables("../../reader/transcript", map[string]string{
		"Coverage": "The report", "File": "An element of the report's `files`", "Change": "An element of a file's `changes`",
		"CallInfo": "A call", "CallFile": "An element of a call's `files`", "Row": "A row of `--reads`",
		"Cost": "The report's `cost`, with `--tokens`", "CallCost": "An element of the `calls` of `cost`",
		"ModelCost": "The `model` of `cost`", "FileCost": "An element of the `files` of `cost`",
		"Comparison": "Two runs beside each other", "ComparedRun": "An element of its `runs`",
		"ComparedFile": "An element of the `files` of two runs",
		"UnreadFile":   "An element of the report's `unread`",
		"Listed":       "A request of `--requests`", "Counted": "The `usage` of a request",
		"Step": "One request, with `--request`: as in the list, and",
	}),
}

// made finds a generated part between its marks.
var made = regexp.MustCompile(`(?s)<!-- made: ([^>]+) -->\n(.*?)<!-- end of ([^>]+) -->\n`)

// TestDocuments checks the generated parts of the README and the topics; -update writes them.
func TestDocuments(t *testing.T) {
	files, err := filepath.Glob("../help/*.md")
	if err != nil || len(files) < 10 {
		t.Fatal(files, err)
	}
	found := 0
	for _, path := range append(files, "../../README.md") {
		b, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		text := strings.ReplaceAll(string(b), "\r\n", "\n")
		now := made.ReplaceAllStringFunc(text, func(part string) string {
			m := made.FindStringSubmatch(part)
			found++
			if parts[m[1]] == nil || m[1] != m[3] {
				t.Fatalf("%s: nothing makes the part %q, which ends as %q", path, m[1], m[3])
			}
			if m[1] == "tools" && runtime.GOOS == "windows" {
				return part // it has what shells give, which are not imitated there
			}
			body := parts[m[1]](t)
			if !strings.HasPrefix(body, "| `") { // rows go on with the table above
				body = "\n" + body + "\n"
			}
			return "<!-- made: " + m[1] + " -->\n" + body + "<!-- end of " + m[1] + " -->\n"
		})
		switch {
		case now == text:
		case !*update:
			t.Errorf("%s is not what the program makes; go test ./tui/launch -run Documents -update writes it", path)
		default:
			if err := os.WriteFile(path, []byte(now), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	if found != len(parts) {
		t.Errorf("%d parts in the documents, of %d", found, len(parts))
	}
}

// escaped is a text inside a table's cell.
func escaped(s string) string {
	return strings.NewReplacer(`\`, `\\`, "`", "\\`", "|", `\|`, "*", `\*`, "_", `\_`, "<", `\<`, ">", `\>`, "[", `\[`, "]", `\]`).Replace(s)
}

// span is a text as code inside a table's cell: a bar would end the cell, a backtick the code.
func span(s string) string {
	if s = strings.ReplaceAll(s, "|", `\|`); strings.Contains(s, "`") {
		return "`` " + s + " ``"
	}
	return "`" + s + "`"
}

// keyTables has a table for each group of actions that have keys.
func keyTables(*testing.T) string {
	var b strings.Builder
	for _, g := range keymap.Groups() {
		heading := "## " + string(g) + "\n\n| keys | what they do | name in settings |\n|---|---|---|\n"
		for _, row := range keymap.Default().InGroup(g) {
			if len(row.Keys) == 0 {
				continue
			}
			var keys []string
			for _, k := range row.Keys {
				keys = append(keys, span(keymap.Name(k)))
			}
			if row.Takes != "" {
				keys = append(keys, "*"+escaped(row.Takes)+"*")
			}
			help := escaped(row.Help)
			if row.Count {
				help += " (*N*)"
			}
			fmt.Fprintf(&b, "%s| %s | %s | %s |\n", heading, strings.Join(keys, " "), help, span(string(row.Action)))
			heading = ""
		}
		if heading == "" {
			b.WriteByte('\n')
		}
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// flagTable is the table of a command's flags.
func flagTable(names ...string) func(*testing.T) string {
	return func(t *testing.T) string {
		p := Program{load: func() (*settingsfile.File, error) { return settingsfile.Empty(""), nil }}
		cmd, _, err := p.commands(names).Find(names)
		if err != nil {
			t.Fatal(err)
		}
		var b strings.Builder
		b.WriteString("| flag | what it does |\n|---|---|\n")
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			value, help := pflag.UnquoteUsage(f)
			names := strings.TrimSpace("--" + f.Name + " " + strings.TrimSuffix(value, "string"))
			if f.Shorthand != "" {
				names = "-" + f.Shorthand + "` `" + names
			}
			help = escaped(help)
			if f.DefValue != "" && f.DefValue != "false" && f.DefValue != "0" && f.DefValue != "[]" {
				help += "; `" + f.DefValue + "` unless given"
			}
			if !f.Hidden && f.Name != "help" {
				fmt.Fprintf(&b, "| `%s` | %s |\n", names, help)
			}
		})
		return b.String()
	}
}

// tableBelow is the first table below a heading of a topic.
func tableBelow(topic, heading string) func(*testing.T) string {
	return func(t *testing.T) string {
		source, err := os.ReadFile("../help/" + topic + ".md")
		if err != nil {
			t.Fatal(err)
		}
		_, text, _ := strings.Cut(string(source), heading+"\n")
		_, text, _ = strings.Cut(text, "\n|")
		text, _, found := strings.Cut(text, "\n\n")
		if !found {
			t.Fatalf("%s has no table below %s", topic, heading)
		}
		return "|" + text + "\n"
	}
}

// libraryExample is the body of the library's first example.
func libraryExample(t *testing.T) string {
	source, err := os.ReadFile("../../reader/example_test.go")
	if err != nil {
		t.Fatal(err)
	}
	_, body, _ := strings.Cut(string(source), "func Example() {\n")
	body, _, found := strings.Cut(body, "\t// Output:")
	if !found {
		t.Fatal("there is no first example")
	}
	_, body, _ = strings.Cut(body, "RemoveAll(filepath.Dir(path)) }()\n") // of the file that the example makes
	return "```go\npath := \"/src/job.py\"\n" + strings.ReplaceAll(strings.TrimPrefix(body, "\t"), "\n\t", "\n") + "```\n"
}

// libraryProgram is the body of an example as a program has it, without what it prints.
func libraryProgram(name string) func(*testing.T) string {
	return func(t *testing.T) string {
		var source []byte
		for _, file := range []string{"agents", "programs"} {
			text, err := os.ReadFile("../../reader/example_" + file + "_test.go")
			if err != nil {
				t.Fatal(err)
			}
			source = append(source, text...)
		}
		_, body, _ := strings.Cut(string(source), "func "+name+"() {\n")
		body, _, found := strings.Cut(body, "\t// Output:")
		if !found {
			t.Fatalf("there is no %s", name)
		}
		if _, rest, made := strings.Cut(body, "defer os.RemoveAll(filepath.Dir(files[0]))\n"); made { // of files that it makes
			body = "\tfiles, err := filepath.Glob(\"/src/*.go\")\n\tif err != nil {\n\t\tlog.Fatal(err)\n\t}\n" + rest
		}
		return "```go\n" + strings.ReplaceAll(strings.TrimPrefix(body, "\t"), "\n\t", "\n") + "```\n"
	}
}

func topicList(*testing.T) string {
	var b strings.Builder
	for _, topic := range topics.Topics() {
		fmt.Fprintf(&b, "- [%s](tui/help/%s.md): %s\n", topic.Name, topic.Name, strings.ToLower(topic.About[:1])+topic.About[1:])
	}
	return b.String()
}

func ruleTable(t *testing.T) string {
	var b strings.Builder
	b.WriteString("| rule | what it says |\n|---|---|\n")
	for _, name := range check.RuleNames() {
		var explained strings.Builder
		if err := check.Explain(t.Context(), &explained, name, check.Options{Tools: tools.All()[:1]}); err != nil {
			t.Fatal(err)
		}
		text, _, _ := strings.Cut(strings.TrimPrefix(explained.String(), name+": "), ".\n")
		fmt.Fprintf(&b, "| `%s` | %s |\n", name, escaped(text))
	}
	return b.String()
}

func formatList(*testing.T) string {
	var names []string
	for _, f := range formats.All() {
		if !slices.Contains(names, f.Agent) {
			names = append(names, f.Agent)
		}
	}
	slices.Sort(names)
	return strings.Join(names, ", ") + ".\n"
}

// variableRows are the variables that name agents' folders.
func variableRows(*testing.T) string {
	rows := map[string]string{}
	for _, f := range formats.All() {
		for _, p := range f.Places {
			if p.Variable != "" {
				rows[p.Variable] = fmt.Sprintf("| `%s` | where %s keeps its transcripts |\n", p.Variable, f.Agent)
			}
		}
	}
	var b strings.Builder
	for _, row := range rows {
		b.WriteString(row)
	}
	lines := strings.SplitAfter(b.String(), "\n")
	slices.Sort(lines)
	return strings.Join(lines, "")
}

// fieldTables has a table of the JSON fields of each named type below a folder, as its source says them.
func fieldTables(folder string, headings map[string]string) func(*testing.T) string {
	return func(t *testing.T) string {
		var b strings.Builder
		files, err := filepath.Glob(folder + "/*.go")
		nested, err2 := filepath.Glob(folder + "/*/*.go")
		if err != nil || err2 != nil {
			t.Fatal(err, err2)
		}
		var parsed []*ast.File
		structs := map[string]*ast.StructType{} // by package.Type
		for _, path := range append(files, nested...) {
			if strings.HasSuffix(path, "_test.go") || strings.Contains(path, "rerun") {
				continue
			}
			file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ParseComments|parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			parsed = append(parsed, file)
			ast.Inspect(file, func(n ast.Node) bool {
				if spec, ok := n.(*ast.TypeSpec); ok {
					if of, ok := spec.Type.(*ast.StructType); ok {
						structs[file.Name.Name+"."+spec.Name.Name] = of
					}
				}
				return true
			})
		}
		for _, file := range parsed {
			ast.Inspect(file, func(n ast.Node) bool {
				if spec, ok := n.(*ast.TypeSpec); ok && headings[spec.Name.Name] != "" {
					if of := structs[file.Name.Name+"."+spec.Name.Name]; of != nil {
						if rows := fieldRows(of, structs); rows != "" {
							const table = "%s:\n\n| field | what it says |\n|---|---|\n%s\n"
							fmt.Fprintf(&b, table, headings[spec.Name.Name], rows)
						}
					}
				}
				return true
			})
		}
		return strings.TrimSuffix(b.String(), "\n")
	}
}

// fieldRows has a row for each field of a struct that is written in JSON, those of structs of other packages that are
// embedded in it included.
func fieldRows(of *ast.StructType, structs map[string]*ast.StructType) (rows string) {
	for _, f := range of.Fields.List {
		if embedded, ok := f.Type.(*ast.SelectorExpr); ok && len(f.Names) == 0 && f.Tag == nil {
			if of := structs[fmt.Sprint(embedded.X)+"."+embedded.Sel.Name]; of != nil {
				rows += fieldRows(of, structs)
			}
			continue
		}
		if f.Tag == nil {
			continue
		}
		name, _, _ := strings.Cut(reflect.StructTag(strings.Trim(f.Tag.Value, "`")).Get("json"), ",")
		if name != "-" && name != "" {
			text := strings.Join(strings.Fields(f.Doc.Text()+" "+f.Comment.Text()), " ")
			rows += fmt.Sprintf("| `%s` | %s |\n", name, escaped(text))
		}
	}
	return rows
}

// TestChangelog checks the form of the changelog, newest version first, and that the manual has the newest one's date.
func TestChangelog(t *testing.T) {
	b, err := os.ReadFile("../../CHANGELOG.md")
	if err != nil {
		t.Fatal(err)
	}
	versions := regexp.MustCompile(`(?m)^## (.*)$`).FindAllStringSubmatch(string(b), -1)
	form := regexp.MustCompile(`^\[(\d+)\.(\d+)\.(\d+)\] - (\d{4}-\d\d-\d\d)( \([0-9a-f]{7}\))?$`)
	if len(versions) < 2 || versions[0][1] != "[Unreleased]" {
		t.Fatal("the changelog does not begin with what is not released")
	}
	number := func(s string) (n int) { _, _ = fmt.Sscan(s, &n); return n }
	last := []int{1 << 30, 0, 0}
	for i, v := range versions[1:] {
		m := form.FindStringSubmatch(v[1])
		if m == nil {
			t.Fatalf("%q is no version", v[1])
		}
		if i == 0 && m[4] != manualDate {
			t.Errorf("the manual is of %s, the newest version of %s", manualDate, m[4])
		}
		now := []int{number(m[1]), number(m[2]), number(m[3])}
		if slices.Compare(now, last) >= 0 {
			t.Errorf("%s is not older than what is above it", m[0])
		}
		last = now
	}
	for _, kind := range regexp.MustCompile(`(?m)^### (.*)$`).FindAllStringSubmatch(string(b), -1) {
		if !slices.Contains([]string{"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}, kind[1]) {
			t.Errorf("%q is no kind of change", kind[1])
		}
	}
}
