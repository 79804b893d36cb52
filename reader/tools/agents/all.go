// Package agents is the file-read tools of coding agents: for each one file, or a few that begin with its name, readable
// next to its contract in testdata/conformance. Importing this package registers the tools; nothing outside it knows one by name.
//
// # Where things are
//
// The file that is named like a tool, or like the beginning of its name (claude_code.go has claude_code@2.1.197, too), declares
// it: version, limits (Caps), strictness with arguments (Policy), places, arguments (Params). One that is a variant of another
// says what differs. Most have all the rest there, and the longer ones further files that begin with the same name:
//
//	NAME_args.go                          reads the arguments
//	NAME_path.go, NAME_file.go            finds the file, and refuses paths
//	NAME_type.go                          sorts the file by what it is
//	NAME_text.go, _page.go, _view.go      chooses and cuts the lines
//	NAME_dir.go, _list.go                 lists a directory
//	NAME_media.go, _notebook.go, _hex.go  gives what is no plain text
//
// Tool.Words has the refusals of a file that cannot be opened or read, a folder (mostly access.ErrDirectory) among them unless
// the tool lists it; refusals of arguments are where those are checked, also of text in place of a number (see package tools). What
// tools of one agent or a fork share has the name of the first: codex_grok reads its arguments with grok_build_args.go, Qwen
// Code with gemini_cli_shared.go. What unrelated tools share is in files without a tool's name: shared.go, params.go (arguments
// of Params), paths.go, media.go, notebook.go, and tokenrules.go, which has all rules of how tokens are counted.
//
// "Contract NAME" and "CONTRACT-NAME" in comments are testdata/conformance/contracts/CONTRACT-NAME.md, and "check 4" or "step 8" is
// one that is numbered there. The contracts of byte_window, open_file, sage and the read_file that Codex had are in CONTRACTS.md
// beside those.
//
// What needs nothing of a tool is elsewhere:
//
//	shell, coreutils   the command lines and programs that Codex's models read with
//	brokenjson         arguments that are almost JSON, as pi takes them
//	datauri            pictures and PDFs in a text, which Grok Build takes out
//	ignore             .gitignore and the ignore files of agents
//	zedoutline         the symbols of a source as Zed lists them
//	../runtime/…       what languages and libraries do that agents are written in: JavaScript, Node.js, Python, Pydantic, isBinary
//	../serdejson       JSON as Rust's serde reads it
//	..                 the machine: lines, their numbers, cutting, windows, refusals
//
// # Adding a tool
//
// It takes a file with its tools.Tool, a place in the list all, schema/NAME.json, a contract and its cases in
// testdata/conformance, and the table in the README, which go test ./reader/tools/agents -run README -update writes. The tests
// of this package go through the list and check what a tool says of itself (Params, Caps, Kinds, Policy, Silence, Parse)
// against what it does. To begin with: sage.go is a whole tool in one file, which gives numbered lines, so many a call; codex_exec.go
// is one whose answer is what a command prints.
package agents

import (
	"bytes"
	"embed"
	"encoding/json"

	"eyeline/reader/tools"
)

//go:embed schema/*.json
var schemas embed.FS

// all lists the tools in the order in which they are listed and cycled.
var all = []*tools.Tool{
	claudeCode,
	codexExec,
	codexExecBytes,
	codexCodeMode,
	geminiCLI,
	opencode,
	copilotChat,
	copilotCLI,
	grokBuild,
	codexGrok,
	cline,
	qwenCode,
	kilo,
	pi,
	kimiCode,
	anthropicEditor,
	mcpFilesystem,
	rooCode,
	grokHashline,
	openHands,
	kimiCLI,
	mistralVibe,
	zed,
	sweAgent,
	codex,
	sage,
	openFile,
	byteWindow,
	claudeCode197,
	pi15,
}

// schemaOf is the schema of a tool; it is read when it is asked for.
func schemaOf(name string) json.RawMessage {
	schema, err := schemas.ReadFile("schema/" + name + ".json")
	if err != nil {
		panic(err) // the files are part of the program
	}
	return bytes.TrimSpace(schema)
}

func init() {
	for _, t := range all {
		t.Schema = func() json.RawMessage { return schemaOf(t.Name) }
	}
	tools.Register(all...)
	tools.SetDefault(tools.ModeSlice, claudeCode.Name)
	tools.SetDefault(tools.ModeBlock, codex.Name)
	tools.SetDefault(tools.ModeBytes, byteWindow.Name)
}
