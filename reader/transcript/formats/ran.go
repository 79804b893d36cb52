package formats

import (
	"regexp"
	"slices"
	"strings"

	"eyeline/reader/internal/jsonskim"
)

// Ran is a shell command that a call ran.
type Ran struct {
	Command string
	Dir     string // the folder that it ran in, as it is recorded; "" where it is not
	Output  Output
	Failed  bool // the record says that the command failed
	// Again: the command began in an earlier call and went on running. Earlier is what it had printed in the calls
	// before.
	Again   bool
	Earlier string
}

// Output is what a model was sent of what a command printed. The zero Output is that nothing is known to be sent.
type Output struct {
	// Pieces follow each other in what was printed. Between two of them something is left out, which may begin and end
	// within a line. No piece where nothing is known to be sent.
	Pieces  []string
	NoStart bool // something was printed before the first piece
	NoEnd   bool // something was printed after the last piece
}

// WholeOutput is the output of a command of which all was sent.
func WholeOutput(text string) Output { return Output{Pieces: []string{text}} }

// Whole is the output, where all that the command printed was sent.
func (o Output) Whole() (text string, ok bool) {
	if len(o.Pieces) != 1 || o.NoStart || o.NoEnd {
		return "", false
	}
	return o.Pieces[0], true
}

// Sent are the pieces, one after the other.
func (o Output) Sent() string { return strings.Join(o.Pieces, "") }

// splitAt is the output of a text with marks where something is left out. Each mark has one of the words in it: that a
// text has none of them is found much faster than that it has no mark.
func splitAt(text string, marks *regexp.Regexp, words ...string) (o Output) {
	isIn := func(word string) bool { return strings.Contains(text, word) }
	if !slices.ContainsFunc(words, isIn) {
		return WholeOutput(text)
	}
	at := 0
	for _, m := range marks.FindAllStringIndex(text, -1) {
		o.Pieces = append(o.Pieces, text[at:m[0]])
		at = m[1]
	}
	o.Pieces = append(o.Pieces, text[at:])
	return o
}

// Called are the values that are recorded of a call. A value that is not recorded is missing.
type Called struct {
	Tool   string
	Args   jsonskim.Value   // as recorded: an object, or a text
	Result jsonskim.Value   // as recorded
	Parts  []jsonskim.Value // records of what the call did, see record.Run.Parts
}

// longestScript bounds how many bytes of a command or of a script are looked at.
const longestScript = 256 << 10

// ranCommand is the command that the arguments of a call name, and the folder it runs in; "" for none.
func ranCommand(args jsonskim.Value) (command, dir string) {
	for _, name := range []string{"workdir", "cwd", "directory", "dir_path", "working_directory", "Cwd"} {
		if d := args.Get(name).Text(4096); d != "" {
			dir = d
		}
	}

	for _, name := range []string{"cmd", "command", "keystrokes", "CommandLine"} {
		switch v := args.Get(name); v.Kind {
		case jsonskim.String:
			return v.Text(longestScript), dir
		case jsonskim.Array: // ["bash", "-lc", "..."]
			return shellScript(v), dir
		}
	}

	return "", dir
}

// shellScript is the command of a list ["bash", "-lc", COMMAND]; "" of any other list.
func shellScript(list jsonskim.Value) string {
	if flag := list.Elem(1).Text(10); flag != "-lc" && flag != "-c" {
		return ""
	}
	return list.Elem(2).Text(longestScript)
}

// RanByArguments is the one command that the arguments of a call name, with the text of its result; none where they
// name none.
func (f *Format) RanByArguments(args jsonskim.Value, result string) []Ran {
	command, dir := ranCommand(args)
	if command == "" {
		return nil
	}
	return []Ran{{Command: command, Dir: dir, Output: f.OutputIn(result)}}
}

// OutputIn is a command's own output in the text of its result.
func (f *Format) OutputIn(result string) Output {
	o := WholeOutput(result)
	if f.Output != nil {
		o = f.Output(result)
	}
	text, whole := o.Whole()
	if whole && f.Silent != "" && strings.TrimSpace(text) == f.Silent {
		return WholeOutput("")
	}
	return o
}

// blockTexts are the texts of a result that is a text, or a list of blocks; of each the first limit bytes, or a few
// more.
func blockTexts(result jsonskim.Value, limit int) (texts []string) {
	if result.Kind == jsonskim.String {
		return []string{result.Text(limit)}
	}
	for block := range result.Values() {
		if text := block.Get("text"); text.Kind == jsonskim.String {
			texts = append(texts, text.Text(limit))
		}
	}
	return texts
}
