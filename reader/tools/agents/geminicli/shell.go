package geminicli

import (
	"bytes"
	"fmt"
	"path"

	"eyeline/reader/internal/shelltool"
	"eyeline/reader/tools"
)

// Shell is what Gemini CLI's models get for reads in its shell (CONTRACT-shells, gemini_cli_shell).
var Shell = tools.Variant(shelltool.New(Tool, "gemini_cli_shell", "run_shell_command",
	tools.Caps{Output: tools.Cap{Most: 40_000, Unit: tools.UTF16, Over: "else the first 8,000 and the last 32,000"}},
	shelltool.Command{Shell: "bash"}, answerShell), func(t *tools.Tool) {
	t.Kinds = tools.Kinds{
		Empty: tools.GivesNotice, Image: tools.GivesNotice, PDF: tools.GivesNotice, Binary: tools.GivesNotice,
	}
})

const (
	shellHead = 8_000  // UTF-16 units of what is shown of a longer answer at its front
	shellTail = 32_000 // and at its back
)

func answerShell(env tools.Env, t *shelltool.Output) (*shelltool.Answer, error) {
	parts := shelltool.Trim(shelltool.WithoutColors(t.Whole()))
	if len(parts) == 0 || bytes.IndexByte(t.Decoded, 0) >= 0 {
		parts = []shelltool.Part{shelltool.OwnText("(empty)")}
	}

	end := "\n"
	if t.Status != 0 {
		end += fmt.Sprintf("Exit Code: %d\n", t.Status)
	}

	parts = append([]shelltool.Part{shelltool.OwnText("<untrusted_context>\nOutput: ")}, parts...)
	parts = append(parts, shelltool.OwnText(end+"Process Group PGID: 10000\n</untrusted_context>"))
	ans := &shelltool.Answer{Parts: parts, Trims: true}
	all := shelltool.Join(parts)
	length := tools.UTF16.Length(all)
	most := env.Caps().Output.Most
	if length <= most {
		return ans, nil
	}

	ans.Header = fmt.Sprintf("Output too large. Showing first 8,000 and last 32,000 characters. "+
		"For full output see: %s/.gemini/tmp/%s/tool-outputs/session-0/run_shell_command_0.txt\n",
		env.HomeDir(), path.Base(env.Dir()))
	omitted := fmt.Sprintf("\n\n... [%s characters omitted] ...\n\n", tools.Thousands(length-most))
	ans.Cut = true
	ans.Parts = shelltool.Ends(parts, shelltool.Units(all, shellHead), omitted, shelltool.Units(all, length-shellTail))
	return ans, nil
}
