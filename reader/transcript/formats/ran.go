package formats

import (
	"strings"

	"eyeline/reader/internal/jsonskim"
	"eyeline/reader/transcript/cmdoutput"
)

// ShellCommand is a shell command that a call ran.
type ShellCommand struct {
	Command string
	Dir     string // the folder that it ran in, as it is recorded; "" where it is not
	Output  cmdoutput.Output
	Failed  bool // the record says that the command failed
	// Again: the command began in an earlier call and went on running. Earlier is what it had printed in the calls
	// before.
	Again   bool
	Earlier string
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
func (f *Format) RanByArguments(args jsonskim.Value, result string) []ShellCommand {
	command, dir := ranCommand(args)
	if command == "" {
		return nil
	}
	return []ShellCommand{{Command: command, Dir: dir, Output: f.OutputIn(result)}}
}

// OutputIn is a command's own output in the text of its result.
func (f *Format) OutputIn(result string) cmdoutput.Output {
	o := cmdoutput.WholeOutput(result)
	if f.Output != nil {
		o = f.Output(result)
	}
	text, whole := o.Whole()
	if whole && f.Silent != "" && strings.TrimSpace(text) == f.Silent {
		return cmdoutput.WholeOutput("")
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
