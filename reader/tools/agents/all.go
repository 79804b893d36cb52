// Package agents is the file-read tools of coding agents: for each one file, or a few that begin with its name, readable
// next to its contract in testdata/conformance. A part of one agent that needs nothing else of it is in a package below this one (the
// shell and the programs that Codex's models read with in shell and coreutils), and what belongs to the language that agents are
// written in below reader/tools/runtime. Importing this package registers the tools; nothing outside it knows one by name.
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
