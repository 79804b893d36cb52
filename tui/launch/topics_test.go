package launch

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"eyeline/tui/launch/cmdkit"
)

// TestHelpAndManual: topics are listed, printed as plain text and as manual pages; other names are commands, or
// refused.
func TestHelpAndManual(t *testing.T) {
	withSettings(t, "")
	for _, c := range []struct {
		args   string
		status int
		has    string // in the output, or in the error
	}{
		{"help", 0, "\nexit-status  "},
		{"help emit", 0, "\nAs flags and a file\n"},
		{"help tools", 0, "\nConfinement\n"},
		{"help version", 0, "Usage:\n  eyeline version\n"},
		{"help completion bash", 0, "Usage:\n  eyeline completion bash\n"},
		{"help trancript", 2, "did you mean transcript?"},
		{"help qqqqqq", 2, "eyeline help lists them"},
		{"help emit qqqqqq", 2, "no topic"},
		{"man qqqqqq", 2, "eyeline help lists them"},
		{"man emit check", 2, "one TOPIC at most"},
		{"man keys", 0, ".TH EYELINE\\-KEYS 7 \"" + manualDate + "\""},
		{"man settings", 0, ".SH SEE ALSO\n.BR eyeline (1),\n.BR eyeline\\-keys (7)"},
		{"man emit", 0, "\n.SH SYNOPSIS\n.B eyeline emit "},
		{"man mcp", 0, "\n.br\n.B eyeline mcp check "},
	} {
		r := run(t, strings.Fields(c.args)...)
		if said := r.out; r.err != nil {
			r.out = said + r.err.Error()
		}
		if r.status != c.status || !strings.Contains(r.out, c.has) {
			t.Errorf("%s: status %d\n%s\nlacks %q", c.args, r.status, r.out, c.has)
		}
	}
	for args, has := range map[string][]string{
		"man": {
			".TH EYELINE 1 \"" + manualDate + "\"", ".SH KEYS\n", "\n.SS What the model gets\n", ".SH FILES\n", ".SH ENVIRONMENT\n.nf\n",
			".SH EXAMPLES\n.IP", ".SH EXIT STATUS\n", "\n\\&  0 ", "\n\\&  3 ", "\n\\&  70 ", "\n\\&  130 ", "eyeline\\-written (7)",
		},
		"man check": {".TH EYELINE\\-CHECK 1 ", ".SH OPTIONS\n.nf\n", ".SH EXAMPLES\n.nf\n", ".SH ENVIRONMENT\n", ".SH EXIT STATUS\n", ".SH SEE ALSO\n"},
	} {
		page := run(t, strings.Fields(args)...).out
		for _, part := range has {
			if !strings.Contains(page, part) {
				t.Errorf("%s lacks %q", args, part)
			}
		}
	}
}

// TestTopicOnTerminal: on a terminal the viewer gets the text of a topic as what is piped.
func TestTopicOnTerminal(t *testing.T) {
	withSettings(t, "theme = \"github\"\nfollow = true\n")
	t.Setenv("NO_COLOR", "")
	t.Setenv("MAN_PN", "")
	t.Setenv("TERM", "xterm-256color")
	terminal := func(w *strings.Builder) *cmdkit.Output { return &cmdkit.Output{W: w, Terminal: true} }
	stdin := os.Stdin
	defer func() { os.Stdin = stdin }()
	r := runOn(t, terminal, "help", "keys")
	if r.err != nil || r.opts == nil || r.out != "" {
		t.Fatalf("%v %q", r.err, r.out)
	}
	text, err := io.ReadAll(os.Stdin)
	if err != nil || !strings.Contains(string(text), "\x1b[1mTab\x1b[m") {
		t.Errorf("%v, %.200q", err, text)
	}
	if o := r.opts; os.Getenv("MAN_PN") != "eyeline help keys" || !o.NoTool || o.Input.Follow || o.Paths != nil {
		t.Errorf("%+v", o)
	}
	t.Setenv("TERM", "dumb")
	r = runOn(t, terminal, "help", "keys")
	if r.opts != nil || !strings.HasPrefix(r.out, "keys: ") || strings.Contains(r.out, "\x1b") {
		t.Errorf("where lines are wanted: %q", r.out)
	}
}

// TestSettingsInTopics: the settings that the topics show are accepted.
func TestSettingsInTopics(t *testing.T) {
	shown := 0
	for _, topic := range []string{"settings", "themes"} {
		source, err := os.ReadFile("../help/" + topic + ".md")
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile("(?s)```toml\n(.*?)```").FindAllStringSubmatch(string(source), -1) {
			shown++
			withSettings(t, m[1])
			if r := run(t, "config"); r.err != nil {
				t.Errorf("%s: %v", topic, r.err)
			}
		}
	}
	if shown < 2 {
		t.Errorf("%d blocks of settings", shown)
	}
}

// TestEnvironmentIsDocumented checks that the topic about the environment has each variable that the program asks for.
func TestEnvironmentIsDocumented(t *testing.T) {
	topic := run(t, "help", "environment").out
	asked := 0
	for _, folder := range []string{"..", "../../reader/transcript", "../../reader/git"} {
		err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() && d.Name() == "internal" {
				return filepath.SkipDir
			}
			if filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") {
				return nil
			}
			file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
			if err != nil {
				return err
			}
			ast.Inspect(file, func(n ast.Node) bool {
				if call, ok := n.(*ast.CallExpr); ok && len(call.Args) == 1 {
					if name := variable(call); name != "" {
						asked++
						if !strings.Contains(topic, name) {
							t.Errorf("%s asks for %s, of which the topic says nothing", path, name)
						}
					}
				}
				return true
			})
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if asked < 15 {
		t.Errorf("only %d variables are asked for", asked)
	}
}

// variable is the name of the variable that a call asks the environment for; "" for any other call.
func variable(call *ast.CallExpr) string {
	name := ""
	switch f := call.Fun.(type) {
	case *ast.Ident:
		name = f.Name
	case *ast.SelectorExpr:
		name = f.Sel.Name
	}
	lit, ok := call.Args[0].(*ast.BasicLit)
	if !ok || name != "env" && name != "Getenv" && name != "LookupEnv" {
		return ""
	}
	return strings.Trim(lit.Value, `"`)
}

// TestExitStatusIsDocumented checks that the topic has each status that the source of the commands and of the viewer
// names.
func TestExitStatusIsDocumented(t *testing.T) {
	topic, found := run(t, "help", "exit-status").out, 0
	for _, path := range []string{"cmdkit/status.go", "check.go", "../run.go", "../terminal/program/program.go"} {
		source, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(`(?mi)^\s*(?:const )?((?:exit|pickerLeft|ended|faulty)\w*) *= (\d+)\b`).FindAllStringSubmatch(string(source), -1) {
			if found++; !strings.Contains(topic, "\n  "+m[2]+" ") {
				t.Errorf("%s: the topic lacks %s, %s", path, m[2], m[1])
			}
		}
	}
	if found < 8 {
		t.Errorf("only %d statuses found", found)
	}
}
