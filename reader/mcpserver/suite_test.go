package mcpserver_test

import (
	"context"
	"encoding/json"
	"flag"
	"net/http/httptest"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"eyeline/reader/access"
	"eyeline/reader/mcpserver"
	"eyeline/reader/source"
	"eyeline/reader/tools"
)

var suite = flag.String("suite", "", "the `FOLDER` in which npm has installed @modelcontextprotocol/conformance and "+
	"@modelcontextprotocol/inspector-cli")

func needsSuite(t *testing.T) {
	t.Helper()
	if *suite == "" {
		t.Skip("-suite names no folder with the official programs")
	}
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("there is no Node.js: ", err)
	}
}

// node runs a program of the suite's folder; the error is that it failed. It runs where the program is: the inspector
// looks for its package.json from the working folder on.
func node(t *testing.T, program string, args ...string) (string, error) {
	t.Helper()
	at, err := filepath.Abs(filepath.Join(*suite, "node_modules", "@modelcontextprotocol", filepath.FromSlash(program)))
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), "node", append([]string{at}, args...)...)
	cmd.Dir = filepath.Dir(at)
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// suiteTool is a tool of the server that the suite asks for.
func suiteTool(name, text string, refuses bool) *tools.Tool {
	like := tools.Default(tools.ModeSlice)
	return &tools.Tool{
		Name: name, Title: name, Origin: like.Origin, Schema: func() json.RawMessage { return json.RawMessage(`{"type":"object"}`) },
		Run: func(ctx context.Context, _ tools.Env, _ []byte) (*tools.Result, error) {
			if refuses {
				return nil, tools.Refuse(text)
			}
			none := func() (*tools.File, error) {
				return &tools.File{File: access.Stream(source.View(strings.NewReader(""), 0))}, nil
			}
			words := func(err error) string { return err.Error() }
			return tools.ReadFile(ctx, words, none, func(o *tools.File) (*tools.Result, error) {
				return tools.Notice(o, text), nil
			})
		},
	}
}

// TestSuite runs the scenarios of the official suite that apply. The others want tools that send pictures, sounds,
// questions and samples, and prompts, resources and completions, all of a server that is made for the suite.
func TestSuite(t *testing.T) {
	t.Parallel()
	needsSuite(t)
	s, err := mcpserver.New(mcpserver.Options{Root: folder(t), Tools: []*tools.Tool{
		suiteTool("test_simple_text", "This is a simple text response for testing.", false),
		suiteTool("test_error_handling", "This tool intentionally returns an error for testing", true),
	}})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	at := httptest.NewServer(s.Handler())
	defer at.Close()
	for _, scenario := range []string{
		"server-initialize", "ping", "tools-list", "tools-call-simple-text", "tools-call-error", "resources-list",
		"prompts-list", "logging-set-level", "server-sse-multiple-streams", "dns-rebinding-protection",
	} {
		t.Run(scenario, func(t *testing.T) {
			out, err := node(t, "conformance/dist/index.js", "server", "--url", at.URL, "--scenario", scenario)
			if err != nil || strings.Contains(out, "✗") {
				t.Errorf("%v: %s", err, out)
			}
		})
	}
}

// TestInspector calls the server by the command line of the official inspector.
func TestInspector(t *testing.T) {
	t.Parallel()
	needsSuite(t)
	root := folder(t)
	program := filepath.Join(t.TempDir(), "eyeline")
	inspect := func(args ...string) string {
		out, err := node(t, "inspector-cli/build/index.js", append([]string{program, "mcp", "--root", root, "--method"}, args...)...)
		if err != nil {
			t.Errorf("%s: %v", out, err)
		}
		return out
	}
	if out, err := exec.CommandContext(t.Context(), "go", "build", "-o", program, "eyeline").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	list := inspect("tools/list")
	for _, name := range own {
		if !strings.Contains(list, `"name": "`+name+`"`) {
			t.Errorf("%s is not listed: %s", name, list)
		}
	}
	out := inspect("tools/call", "--tool-name", "read_lines", "--tool-arg", "path=a.go", "--tool-arg", "line=11")
	if !strings.Contains(out, `"text": "L11: \tprintln(2)\nL12: }"`) {
		t.Error(out)
	}
	if out := inspect("tools/call", "--tool-name", "read_lines", "--tool-arg", "path=out.txt"); !strings.Contains(out, `"isError": true`) {
		t.Error(out)
	}
}
