package formats

import (
	"eyeline/reader/internal/jsonskim"
	"eyeline/reader/transcript/cmdoutput"
	"eyeline/reader/transcript/record"
	"eyeline/reader/transcript/rootext"
)

// rooCode is a task of Roo Code: api_conversation_history.json, a list of messages, by the sources of 3.52.1 and of the
// versions before. Calls are blocks; in versions before 3.37 they may be XML in the text of the model.
var rooCode = &Format{
	Name:      "roo-code",
	Agent:     "Roo Code",
	Note:      "What a person deletes from a task, and versions of 2025 drop from a long one, is not in the record.",
	Says:      true,
	Reads:     LineLayout{seps: []string{" | "}, Always: true},
	detect:    func(path string, v jsonskim.Head) bool { return rootext.IsTask(path, v.Value) },
	Write:     jsonskim.Value.WriteText,
	Answer:    func(v jsonskim.Value) []record.Read { return rootext.Files(v.Text(record.TextLimit)) },
	Output:    rooOutput,
	Arguments: rootext.Arguments,
	Fails:     rootext.Fails,
	Places:    extensionPlaces("rooveterinaryinc.roo-cline"),
	Decoder:   func(b *record.Builder) Decoder { return rootext.NewTask(b).Take },
}

// rooOutput is a command's own output in a result; nothing is known of one that has none.
func rooOutput(text string) cmdoutput.Output {
	output, isKnown := rootext.Output(text)
	if !isKnown {
		return cmdoutput.Output{}
	}
	return cmdoutput.SplitAt(output, rootext.Marks(), " omitted...]", "<previous line", "<VSCE ")
}
