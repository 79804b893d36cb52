// Package agents, which changes without notice, lists the file-read tools of coding agents. Importing it registers
// them; nothing outside knows one by name.
//
// # A folder for each agent
//
// A folder has the name of the tool, without "_", and what belongs to the tool alone, readable next to its contract in
// testdata/conformance. Where an agent has several tools, or several versions of one, they share a folder.
//
//	tool.go                           the tools.Tool: version, limits (Caps), strictness (Policy), places, Params
//	NAME.json                         the schema of its arguments
//	args.go                           reads the arguments
//	path.go, file.go                  finds the file, and refuses paths
//	type.go                           sorts the file by what it is
//	text.go, page.go, view.go         chooses and cuts the lines
//	dir.go, list.go                   lists a directory
//	media.go, notebook.go, hex.go     gives what is no plain text
//
// Tool.Words has the refusals of a file that cannot be opened or read, a folder (mostly access.ErrDirectory) among them
// unless the tool lists it; refusals of arguments are where those are checked, also of text in place of a number (see
// package tools). A fork uses the folder of the tool that it descends from: kilo that of opencode, qwencode that of
// geminicli. What unrelated tools share stands beside this package, in folders of reader/tools, which package tools
// lists.
//
// "Contract NAME" and "CONTRACT-NAME" in comments are testdata/conformance/contracts/CONTRACT-NAME.md, and "check 4" or
// "step 8" is one that is numbered there. The contracts of byte_window, open_file, sage and the read_file that Codex
// had are in CONTRACTS.md beside those.
//
// # Adding a tool
//
// It takes a folder, a line in the list all, a contract and its cases in testdata/conformance, where the tests find
// every archive; the tables of tools in the documents follow (go test ./tui/launch -run Documents -update). The tests
// of this package go through the list and check what a tool says of itself (Params, Caps, Kinds, Policy, Silence,
// Parse) against what it does. To begin with: sage is a whole tool in one file, which gives numbered lines, a limited
// number a call; codexexec has tools whose answer is what a command prints.
package agents

import (
	"bytes"
	"embed"
	"encoding/json"
	"io/fs"

	"eyeline/reader/agentsearch"
	"eyeline/reader/contextfiles"
	"eyeline/reader/tools"
	"eyeline/reader/tools/agents/amazonq"
	"eyeline/reader/tools/agents/anthropiceditor"
	"eyeline/reader/tools/agents/bytewindow"
	"eyeline/reader/tools/agents/claudecode"
	"eyeline/reader/tools/agents/cline"
	"eyeline/reader/tools/agents/codex"
	"eyeline/reader/tools/agents/codexexec"
	"eyeline/reader/tools/agents/codexgrok"
	"eyeline/reader/tools/agents/continuecli"
	"eyeline/reader/tools/agents/copilotchat"
	"eyeline/reader/tools/agents/copilotcli"
	"eyeline/reader/tools/agents/crush"
	"eyeline/reader/tools/agents/deepagents"
	"eyeline/reader/tools/agents/desktopcommander"
	"eyeline/reader/tools/agents/geminicli"
	"eyeline/reader/tools/agents/grokbuild"
	"eyeline/reader/tools/agents/grokcli"
	"eyeline/reader/tools/agents/hermesagent"
	"eyeline/reader/tools/agents/kilo"
	"eyeline/reader/tools/agents/kimicli"
	"eyeline/reader/tools/agents/kimicode"
	"eyeline/reader/tools/agents/mcpfilesystem"
	"eyeline/reader/tools/agents/mistralvibe"
	"eyeline/reader/tools/agents/nanocoder"
	"eyeline/reader/tools/agents/openclaw"
	"eyeline/reader/tools/agents/opencode"
	"eyeline/reader/tools/agents/openfile"
	"eyeline/reader/tools/agents/openhands"
	"eyeline/reader/tools/agents/pi"
	"eyeline/reader/tools/agents/qwencode"
	"eyeline/reader/tools/agents/roocode"
	"eyeline/reader/tools/agents/sage"
	"eyeline/reader/tools/agents/serena"
	"eyeline/reader/tools/agents/sweagent"
	"eyeline/reader/tools/agents/zed"
)

//go:embed */*.json
var schemas embed.FS

// all lists the tools in the order in which they are listed and cycled.
var all = []*tools.Tool{
	claudecode.Tool,
	codexexec.Exec,
	codexexec.ExecBytes,
	codexexec.CodeMode,
	geminicli.Tool,
	opencode.Tool,
	copilotchat.Tool,
	copilotcli.Tool,
	grokbuild.Tool,
	codexgrok.Tool,
	cline.Tool,
	qwencode.Tool,
	kilo.Tool,
	pi.Tool,
	kimicode.Tool,
	anthropiceditor.Tool,
	mcpfilesystem.Tool,
	roocode.Tool,
	grokbuild.Hashline,
	openhands.Tool,
	kimicli.Tool,
	mistralvibe.Tool,
	openclaw.Tool,
	crush.Tool,
	desktopcommander.Tool,
	deepagents.Tool,
	serena.Tool,
	amazonq.Tool,
	hermesagent.Tool,
	continuecli.Tool,
	nanocoder.Tool,
	grokcli.Tool,
	claudecode.Bash,
	geminicli.Shell,
	qwencode.Shell,
	opencode.Bash,
	copilotcli.Bash,
	kimicode.Bash,
	grokbuild.Terminal,
	zed.Tool,
	sweagent.Tool,
	codex.Tool,
	sage.Tool,
	openfile.Tool,
	bytewindow.Tool,
	claudecode.Tool197,
	pi.Tool087,
}

// contexts lists what agents get of files before they read, in the order in which it is listed and cycled.
var contexts = []*contextfiles.Profile{
	claudecode.Context,
	codexexec.Context,
	geminicli.Context,
	opencode.Context,
	copilotcli.Context,
	grokbuild.Context,
	cline.Context,
	qwencode.Context,
	kilo.Context,
	pi.Context,
	kimicode.Context,
}

// searches lists how agents search, in the order in which it is listed.
var searches = []*agentsearch.Profile{
	claudecode.Search,
	codexexec.Search,
	geminicli.Search,
	opencode.Search,
	copilotcli.Search,
	qwencode.Search,
	kimicode.Search,
	cline.Search,
	kilo.Search,
	crush.Search,
}

// schemaOf is the schema of a tool; it is read when it is asked for.
func schemaOf(name string) json.RawMessage {
	files, err := fs.Glob(schemas, "*/"+name+".json")
	if err != nil || len(files) != 1 {
		panic("agents: no schema, or several, for " + name) // the files are part of the program
	}
	schema, err := schemas.ReadFile(files[0])
	if err != nil {
		panic(err)
	}
	return bytes.TrimSpace(schema)
}

func init() {
	for _, t := range all {
		t.Schema = func() json.RawMessage { return schemaOf(t.Name) }
	}
	tools.Register(all...)
	contextfiles.Register(contexts...)
	agentsearch.Register(searches...)
	tools.SetDefault(tools.ModeSlice, claudecode.Tool.Name)
	tools.SetDefault(tools.ModeBlock, codexgrok.Tool.Name)
	tools.SetDefault(tools.ModeBytes, bytewindow.Tool.Name)
}
