package opencode

import (
	"bytes"

	"eyeline/reader/internal/shelltool"
	"eyeline/reader/tools"
)

// Bash is what opencode's models get for reads in its shell (CONTRACT-shells, opencode_bash).
var Bash = shelltool.New(Tool, "opencode_bash", "bash",
	tools.Caps{
		Lines: tools.Cap{Most: 2000, Over: "else the end"}, Output: tools.Cap{Most: 50 << 10, Over: "else the end"},
	},
	shelltool.Command{}, answerBash)

func answerBash(env tools.Env, t *shelltool.Output) (*shelltool.Answer, error) {
	ans := &shelltool.Answer{Parts: t.Whole()}
	text := t.Decoded
	if from := bashTail(env.Tool.Caps, text); from > 0 {
		ans.Header = "...output truncated...\n\nFull output saved to: " +
			env.HomeDir() + "/.local/share/opencode/tool-output/tool_0\n\n"
		ans.Cut = true
		ans.Parts = shelltool.Between(ans.Parts, from, len(text))
		text = text[from:]
	}

	if len(text) == 0 {
		ans.Header += "(no output)"
	}

	return ans, nil
}

// bashTail returns the offset of the last lines that fit into an answer, including the text after the last line end.
func bashTail(c tools.Caps, text []byte) int {
	size := int(c.Output.Most)
	most := int(c.Lines.Most)
	if len(text) <= size && bytes.Count(text, []byte("\n")) < most {
		return 0
	}
	from := len(text)
	end := len(text) // end is the end of the previous line

	for lines := 0; lines < most && end >= 0; lines++ {
		before := bytes.LastIndexByte(text[:end], '\n')
		if len(text)-before-1 > size {
			break
		}
		from = before + 1
		end = before
	}

	return from
}
