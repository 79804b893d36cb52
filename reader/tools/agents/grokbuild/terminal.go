package grokbuild

import (
	"bytes"
	"fmt"
	"unicode"

	"eyeline/reader/internal/shelltool"
	"eyeline/reader/tools"
)

// Terminal is what Grok Build's models get for reads in its shell (CONTRACT-shells, grok_build_terminal).
var Terminal = shelltool.New(Tool, "grok_build_terminal", "run_terminal_command",
	tools.Caps{
		Output: tools.Cap{Most: 20_000, Unit: tools.Runes, Of: "of output", Over: "else the first and the last 10,000"},
		Also:   "tabs are lost, lines broken after 2,000",
	},
	shelltool.Command{}, answerTerminal)

// terminalLine is the limit of a line in characters.
const terminalLine = 2_000

func answerTerminal(env tools.Env, t *shelltool.Output) (*shelltool.Answer, error) {
	ans := &shelltool.Answer{Header: fmt.Sprintf("exit: %d", t.Status), Parts: t.Whole()}
	length := tools.Runes.Length(t.Decoded)
	most := env.Caps().Output.Most
	if length > most {
		head, _ := tools.Runes.Fit(t.Decoded, most/2) // half at either end
		tail, _ := tools.Runes.Fit(t.Decoded, length-most/2)
		head = len(bytes.TrimRightFunc(t.Decoded[:head], unicode.IsSpace))
		tail = len(t.Decoded) - len(bytes.TrimLeftFunc(t.Decoded[tail:], unicode.IsSpace))
		ans.Parts = shelltool.Ends(ans.Parts, head, "\n\n... (output truncated) ...\n\n", tail)
		ans.Cut = true
		ans.Header += fmt.Sprintf(" [truncated: showing first/last %s KB of %s KB - "+
			"full output at: %s/.grok/sessions/0/terminal/call_0.log]",
			shelltool.KB(shelltool.Size(ans.Parts)), shelltool.KB(t.Size), env.HomeDir())
	}

	ans.Header += "\n"
	ans.Parts = wrapped(shelltool.WithoutColors(ans.Parts))
	ans.Plain = true
	return ans, nil
}

// wrapped returns parts with a line end after each 2,000 characters of a line that are not removed.
func wrapped(parts []shelltool.Part) (broken []shelltool.Part) {
	all := shelltool.Join(parts)
	at := 0
	column := 0
	for i, r := range string(all) {
		switch {
		case r == '\n':
			column = 0
		case r < ' ' || r == 0x7F: // it has no column
		case column == terminalLine:
			broken = append(append(broken, shelltool.Between(parts, at, i)...), shelltool.OwnText("\n"))
			at = i
			column = 1
		default:
			column++
		}
	}

	return append(broken, shelltool.Between(parts, at, len(all))...)
}
