package formats

import (
	"slices"
	"strings"

	"eyeline/reader/internal/jsonskim"
	"eyeline/reader/transcript/cmdoutput"
	"eyeline/reader/transcript/codexjs"
	"eyeline/reader/transcript/record"
)

// In Codex' code mode a call is a script in JavaScript, which calls the tools, several at once where it wants, and
// gives texts of its choice. What it ran is recorded for people while it runs: each command with its folder and all
// that it printed, each patch with its changes. Which part of it the model was sent is in the script's result alone.
// Where no such records are, as in the first versions, the commands are those that stand in the script as literals.

// codexScript is the tool that runs a script.
const codexScript = "exec"

// codexRan are the commands of a script.
func codexRan(c Called) ([]ShellCommand, bool) {
	if c.Tool != codexScript || c.Args.Kind != jsonskim.String {
		return nil, false
	}

	given := codexGiven(c.Result)
	var ran []ShellCommand
	for _, part := range c.Parts {
		if part.Get("type").Is("CommandExecution") {
			ran = append(ran, codexPart(part, given))
		}
	}

	if goesOn(c.Result) {
		for i := range ran {
			if len(ran[i].Output.Pieces) == 0 {
				ran[i].Output = cmdoutput.WholeOutput("") // what it printed comes with the call that waits for it
			}
		}
	}

	if len(c.Parts) > 0 {
		return ran, true
	}

	return codexLiterals(c.Args.Text(longestScript), given), true
}

// goesOn reports whether a result says that its script goes on running.
func goesOn(result jsonskim.Value) bool {
	const running = "Script running with "
	texts := blockTexts(result, len(running))
	return len(texts) > 0 && strings.HasPrefix(texts[0], running)
}

// codexGiven are the texts that a script gave, without the head that says how it ended.
func codexGiven(result jsonskim.Value) []string {
	texts := blockTexts(result, record.TextLimit)
	if len(texts) == 0 || !strings.HasPrefix(texts[0], "Script ") {
		return texts
	}
	if _, rest, found := strings.Cut(texts[0], "\nOutput:\n"); found && rest != "" {
		texts[0] = rest
		return texts
	}
	return texts[1:]
}

// codexPart is a command that a script ran, with what of its output is in the texts that the script gave.
func codexPart(part jsonskim.Value, given []string) ShellCommand {
	exit, said := part.Get("exit_code").Int()
	return ShellCommand{
		Command: shellScript(part.Get("command")),
		Dir:     part.Get("cwd").Text(4096),
		Failed:  said && exit != 0,
		Output:  givenOf(part.Get("aggregated_output").Text(record.TextLimit), given),
	}
}

// codexKept stands in a recorded output in place of what is left out of its middle; at most 64 KiB of the output are
// kept.
const codexKept = "\n... command output truncated for persistence ...\n"

// givenOf is what of a command's output is in the texts that a script gave: all of it, in a text or in an object that
// the script gave as JSON, a part of it, or a text that was cut in the middle. A text that the script made of it is not
// looked into.
func givenOf(printed string, given []string) cmdoutput.Output {
	lines := strings.TrimSuffix(printed, "\n")
	for _, text := range given {
		if codexjs.HasLines(text, lines) || slices.Contains(codexjs.Texts(text), printed) {
			return cmdoutput.WholeOutput(printed)
		}
	}

	start, end, isCut := strings.Cut(printed, codexKept)
	if !isCut {
		end = printed
	}

	for _, text := range given {
		o := cmdoutput.Codex(text)
		piece := strings.TrimSuffix(text, "\n")
		switch at := strings.Index(lines, piece); {
		case (len(o.Pieces) > 1 || isCut) && isCutOf(o, start, end):
			return o
		case at >= 0 && piece != "" && !isCut:
			return cmdoutput.Output{Pieces: []string{piece}, NoStart: at > 0, NoEnd: at+len(piece) < len(lines)}
		}
	}

	return cmdoutput.Output{}
}

// isCutOf reports whether an output that was cut begins and ends as a command's, whose start and end are known.
func isCutOf(o cmdoutput.Output, start, end string) bool {
	first := o.Pieces[0]
	last := strings.TrimSuffix(o.Pieces[len(o.Pieces)-1], "\n")
	end = strings.TrimSuffix(end, "\n")
	return (strings.HasPrefix(start, first) || strings.HasPrefix(first, start)) &&
		(strings.HasSuffix(end, last) || strings.HasSuffix(last, end))
}

// codexLiterals are the commands that stand in a script as literals, with an empty one where it may run something else.
// Their outputs are the texts of the script, where it gives as many.
func codexLiterals(script string, given []string) (ran []ShellCommand) {
	for _, args := range codexjs.Calls(script, "exec_command") {
		if command, dir := ranCommand(args); command != "" {
			ran = append(ran, ShellCommand{Command: command, Dir: dir})
		}
	}

	if len(ran) > 0 && codexjs.RunsMore(script) {
		return append(ran, ShellCommand{})
	}
	if len(ran) != len(given) {
		return ran
	}

	for i := range ran {
		ran[i].Output = cmdoutput.Codex(given[i])
		if v := jsonskim.Parse([]byte(given[i])); v.Get("output").Kind == jsonskim.String {
			ran[i].Output = cmdoutput.Codex(v.Get("output").Text(record.TextLimit))
		}
	}

	return ran
}

// codexPatches are the patches that stand in a script as literals.
func codexPatches(c Called) (patches []string) {
	if c.Tool != codexScript || c.Args.Kind != jsonskim.String {
		return nil
	}
	for _, v := range codexjs.Calls(c.Args.Text(longestScript), "apply_patch") {
		if text := v.Text(record.TextLimit); text != "" {
			patches = append(patches, text)
		}
	}
	return patches
}
