package replica

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"eyeline/reader/mcpserver"
)

// client is how an agent is told of a server of the Model Context Protocol.
type client struct {
	prefix, namespace string // of the names of its tools
	args              func(program, root string) []string
	// file and text are what is put behind a file of the home, or in place of words of it.
	file, in, text string
}

var mcpClients = map[string]client{
	"claude_code": {prefix: "mcp__eyeline__", args: func(program, root string) []string {
		server := object{"command": program, "args": []string{"mcp", "--root", root}}
		return []string{"--mcp-config", settings(object{"mcpServers": object{"eyeline": server}})}
	}},
	"codex_exec": {
		namespace: "mcp__eyeline", file: ".codex/config.toml",
		text: "[mcp_servers.eyeline]\ncommand = \"PROGRAM\"\nargs = [\"mcp\", \"--root\", \"ROOT\"]\n",
	},
	"opencode": {
		prefix: "eyeline_", file: ".config/opencode/opencode.json", in: `"autoupdate": false,`,
		text: `"autoupdate": false, "mcp": {"eyeline": {"type": "local", "command": ["PROGRAM", "mcp", "--root", "ROOT"]}},`,
	},
	"gemini_cli": {
		prefix: "mcp_eyeline_", file: ".gemini/settings.json", in: "{",
		text: `{"mcpServers": {"eyeline": {"command": "PROGRAM", "args": ["mcp", "--root", "ROOT"], "trust": true}},`,
	},
	"qwen_code": {
		prefix: "mcp__eyeline__", file: ".qwen/settings.json", in: "{",
		text: `{"mcpServers": {"eyeline": {"command": "PROGRAM", "args": ["mcp", "--root", "ROOT"], "trust": true}},`,
	},
	"copilot_cli": {prefix: "eyeline-", args: func(program, root string) []string {
		server := object{
			"type": "local", "command": program, "args": []string{"mcp", "--root", root}, "tools": []string{"*"},
		}
		return []string{"--additional-mcp-config", settings(object{"mcpServers": object{"eyeline": server}})}
	}},
	"continue_cli": {
		file: "config.yaml",
		text: "mcpServers:\n  - name: eyeline\n    command: PROGRAM\n    args: [mcp, --root, ROOT]\n",
	},
}

// servedCalls are calls of each read that eyeline mcp serves, two that are refused, and some that get a whole page.
var servedCalls = [][2]string{
	{"read_lines", `{"path":"a.go","line":3,"lines":4}`},
	{"read_block", `{"path":"a.go","line":6,"levels":1}`},
	{"read_bytes", `{"path":"long.txt","start":2000,"bytes":300}`},
	{"outline", `{"path":"a.go"}`},
	{"read_budget", `{"path":"a.go","line":6,"tokens":40}`},
	{"read_lines", `{"path":"nothing.txt"}`},
	{"read_lines", `{"path":"lines.txt","lines":300}`},
	{"read_lines", `{"path":"a.go","number":3}`},
	{"read_lines", `{"path":"lines.txt","lines":2000}`},
	{"read_lines", `{"path":"wide.txt","lines":2000}`},
	{"read_lines", `{"path":"short.txt","lines":2000}`},
	{"read_bytes", `{"path":"long.txt"}`},
}

// served compares what the model gets of calls of eyeline mcp with what the server gives.
func (rn *runner) served(ctx context.Context) error {
	how, ok := mcpClients[rn.agent.Tool]
	if !ok {
		return fmt.Errorf("it is not known how it is told of a server")
	}
	b, err := rn.box()
	if err != nil {
		return err
	}
	root, program := filepath.Join(b.Dir, "root"), filepath.Join(b.Dir, "eyeline")
	if out, err := exec.CommandContext(ctx, "go", "build", "-o", program, "eyeline").CombinedOutput(); err != nil {
		return fmt.Errorf("%w: %s", err, out)
	}
	for name, text := range map[string]string{
		"a.go":      "package a\n\n// F does.\nfunc F() {\n\tif true {\n\t\tprintln(\"<&>\\u2028 é\")\n\t}\n}\n\nfunc G() {\n}\n",
		"long.txt":  strings.Repeat("0123456789", 10_000),
		"wide.txt":  strings.Repeat("é line of text with é and ééééééééééééé\n", 2000),
		"short.txt": strings.Repeat("\n", 3000),
		"lines.txt": strings.Repeat("a line of text with \"quotes\" and \ttabs\n", 2000),
	} {
		if err := os.MkdirAll(root, 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(root, name), []byte(text), 0o644); err != nil {
			return err
		}
	}
	want, err := servedHere(ctx, root)
	if err != nil {
		return err
	}
	a := *rn.agent
	a.Files = func(r agentRun) map[string]string {
		files := map[string]string{}
		if rn.agent.Files != nil {
			files = rn.agent.Files(r)
		}
		text := strings.NewReplacer("PROGRAM", program, "ROOT", root).Replace(how.text)
		if how.in != "" {
			files[how.file] = strings.Replace(files[how.file], how.in, text, 1)
		} else if how.file != "" {
			files[how.file] += text
		}
		return files
	}
	a.Args = func(r agentRun) []string {
		args := rn.agent.Args(r)
		if how.args != nil {
			args = append(args, how.args(program, root)...)
		}
		return args
	}
	other := *rn
	other.agent = &a
	mark := "eyeline-" + rand.Text()[:12]
	var calls []toolCall
	for _, c := range servedCalls {
		calls = append(calls, toolCall{Name: how.prefix + c[0], Namespace: how.namespace, Args: c[1]})
	}
	script := newScript(mark, calls)
	server, err := serve(script)
	if err != nil {
		return err
	}
	defer func() { _ = server.Close() }() // nothing more is asked
	e, err := other.start(ctx, b, agentRun{URL: server.URL, Home: b.Home, Dir: root, Prompt: mark + " go on"}, script)
	if err != nil {
		return err
	}
	for i, res := range script.Results() {
		if res == nil {
			rn.report.Unanswered++
			rn.report.trouble("no result for %v: it %s (%s)", servedCalls[i], e.How, e.Status)
			continue
		}
		rn.report.Calls++
		missing := ""
		for _, text := range want[i] {
			if !has(res.Text, text) {
				missing = text
			}
		}
		if missing == "" {
			rn.report.Held++
			continue
		}
		rn.report.Differing++
		rn.report.Differences = append(rn.report.Differences, difference{
			Case: servedCalls[i][0], Arguments: json.RawMessage(servedCalls[i][1]), Recorded: "nothing", Diff: diff(missing, res.Text),
		})
	}
	if e.Output != nil && rn.report.Unanswered+rn.report.Differing > 0 {
		rn.report.keep(rn.agent.Tool, e.Output.String(), b.Dir, rn.o.keep)
	}
	return nil
}

// has reports whether what a model gets has a text, perhaps within JSON: Gemini CLI and Qwen Code show a refusal so,
// and Continue every result.
func has(got, text string) bool {
	escaped := strings.Trim(encode(text), `"`)
	return strings.Contains(got, text) || strings.Contains(got, escaped) ||
		strings.Contains(got, strings.Trim(encode(escaped), `"`))
}

// servedHere are the texts that a server gives of the calls to a client of the library.
func servedHere(ctx context.Context, root string) (texts [][]string, err error) {
	s, err := mcpserver.New(mcpserver.Options{Root: root})
	if err != nil {
		return nil, err
	}
	defer s.Close()
	near, far := mcp.NewInMemoryTransports()
	if _, err := s.Connect(ctx, far, nil); err != nil {
		return nil, err
	}
	c, err := mcp.NewClient(&mcp.Implementation{Name: "replica"}, nil).Connect(ctx, near, nil)
	if err != nil {
		return nil, err
	}
	defer func() { _ = c.Close() }() // all is asked
	for _, call := range servedCalls {
		r, err := c.CallTool(ctx, &mcp.CallToolParams{Name: call[0], Arguments: json.RawMessage(call[1])})
		if err != nil {
			return nil, err
		}
		var one []string
		for _, part := range r.Content {
			if text, ok := part.(*mcp.TextContent); ok {
				one = append(one, text.Text)
			}
		}
		texts = append(texts, one)
	}
	return texts, nil
}
