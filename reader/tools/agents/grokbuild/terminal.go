package grokbuild

import (
	"bytes"
	"fmt"

	"eyeline/reader/internal/shelltool"
	"eyeline/reader/tools"
)

// Terminal is what Grok Build's models get for reads in its shell (CONTRACT-shells, grok_build_terminal).
var Terminal = shelltool.New(Tool, "grok_build_terminal", "run_terminal_command",
	tools.Caps{Also: "of more than 20,000 characters the first and the last 10,000; tabs are lost"},
	"/bin/bash", answerTerminal)

const (
	terminalMost = 20_000 // characters of an answer: half of them of a longer one at its front, half at its back
	terminalLine = 2_000  // characters of a line that is not broken
)

func answerTerminal(env tools.Env, t *shelltool.Output) (*shelltool.Answer, error) {
	for line := range bytes.Lines(t.Decoded) {
		if tools.Runes.Length(line) > terminalLine {
			return nil, tools.RefuseOwn("eyeline: what Grok Build makes of lines of more than 2,000 characters is not imitated")
		}
	}
	ans := &shelltool.Answer{Header: fmt.Sprintf("exit: %d", t.Status), Parts: t.Whole()}
	if length := tools.Runes.Length(t.Decoded); length > terminalMost {
		head, _ := tools.Runes.Fit(t.Decoded, terminalMost/2)
		tail, _ := tools.Runes.Fit(t.Decoded, length-terminalMost/2)
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
