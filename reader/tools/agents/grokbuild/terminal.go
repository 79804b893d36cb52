package grokbuild

import (
	"bytes"
	"fmt"

	"eyeline/reader/internal/shelltool"
	"eyeline/reader/tools"
)

// Terminal is what Grok Build's models get for reads in its shell (CONTRACT-shells, grok_build_terminal).
var Terminal = shelltool.New(Tool, "grok_build_terminal", "run_terminal_command",
	tools.Caps{
		Output: tools.Cap{Most: 20_000, Unit: tools.Runes, Of: "of output", Over: "else the first and the last 10,000"},
		Also:   "tabs are lost",
	},
	"/bin/bash", answerTerminal)

// terminalLine is how many characters a line that is not broken has at most.
const terminalLine = 2_000

func answerTerminal(env tools.Env, t *shelltool.Output) (*shelltool.Answer, error) {
	for line := range bytes.Lines(t.Decoded) {
		if tools.Runes.Length(line) > terminalLine {
			return nil, tools.RefuseOwn("eyeline: what Grok Build makes of lines of more than 2,000 characters is not imitated")
		}
	}
	ans := &shelltool.Answer{Header: fmt.Sprintf("exit: %d", t.Status), Parts: t.Whole()}
	if length, most := tools.Runes.Length(t.Decoded), env.Tool.Caps.Output.Most; length > most {
		head, _ := tools.Runes.Fit(t.Decoded, most/2) // half at the front, half at the back
		tail, _ := tools.Runes.Fit(t.Decoded, length-most/2)
		tail = len(t.Decoded) - len(bytes.TrimLeft(t.Decoded[tail:], " \t\r\n"))
		ans.Parts = shelltool.Ends(ans.Parts, head, "\n\n... (output truncated) ...\n\n", tail)
		ans.Cut = true
		ans.Header += fmt.Sprintf(" [truncated: showing first/last %s KB of %s KB - "+
			"full output at: %s/.grok/sessions/0/terminal/call_0.log]",
			shelltool.KB(shelltool.Size(ans.Parts)), shelltool.KB(t.Size), env.HomeDir())
	}
	ans.Header += "\n"
	ans.Parts, ans.Plain = shelltool.WithoutColors(ans.Parts), true
	return ans, nil
}
