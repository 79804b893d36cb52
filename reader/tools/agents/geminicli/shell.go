package geminicli

import (
	"bytes"
	"context"
	"fmt"
	"path"

	"eyeline/reader/internal/shelltool"
	"eyeline/reader/tools"
)

// Shell is what Gemini CLI's models get for reads in its shell (CONTRACT-shells, gemini_cli_shell).
var Shell = &tools.Tool{
	Name: "gemini_cli_shell", Title: "Gemini CLI's run_shell_command: cat, sed -n and the like",
	Since:   tools.Since{Agent: Tool.Since.Agent, Version: Tool.Since.Version, Date: "2026-11-24", How: tools.Ran},
	Tokens:  Tool.Tokens,
	Silence: tools.SilentAsAsked,
	Caps:    tools.Caps{Output: tools.Cap{Most: 40_000, Unit: tools.UTF16, Over: "else the first 8,000 and the last 32,000"}},
	Kinds:   tools.Kinds{Empty: tools.GivesNotice, Image: tools.GivesNotice, PDF: tools.GivesNotice, Binary: tools.GivesNotice},
	Params:  shelltool.Params,
	Paths:   tools.PathAny, Places: shelltool.Places, Words: shelltool.Words,
	Args: shelltool.Args(shelltool.Params), Values: shelltool.Values(shelltool.Params),
	Run: runShell,
}

const (
	shellHead = 8_000  // UTF-16 units of what is shown of a longer answer at its front
	shellTail = 32_000 // and at its back
)

func runShell(ctx context.Context, env tools.Env, args []byte) (*tools.Result, error) {
	line, err := shelltool.CommandOf(args)
	if err != nil {
		return nil, err
	}
	cmd := shelltool.Command{Line: line, Shell: "bash"}
	return shelltool.Evaluate(ctx, env, cmd, func(t *shelltool.Output) (*shelltool.Answer, error) {
		if t.Dropped > 0 {
			return nil, shelltool.TooLong()
		}
		parts := shelltool.Trim(shelltool.Without(t.Whole(), shelltool.Colors))
		if len(parts) == 0 || bytes.IndexByte(t.Decoded, 0) >= 0 {
			parts = []shelltool.Part{shelltool.Own("(empty)")}
		}
		end := "\n"
		if t.Status != 0 {
			end += fmt.Sprintf("Exit Code: %d\n", t.Status)
		}
		parts = append([]shelltool.Part{shelltool.Own("<untrusted_context>\nOutput: ")}, parts...)
		parts = append(parts, shelltool.Own(end+"Process Group PGID: 10000\n</untrusted_context>"))
		ans := &shelltool.Answer{Parts: parts, Trims: true, Next: shelltool.Next(args, line)}
		all := shelltool.Join(parts)
		length := tools.UTF16.Length(all)
		most := env.Tool.Caps.Output.Most
		if length <= most {
			return ans, nil
		}
		ans.Header = fmt.Sprintf("Output too large. Showing first 8,000 and last 32,000 characters. For full output see: %s/.gemini/tmp/%s/tool-outputs/session-0/run_shell_command_0.txt\n",
			env.HomeDir(), path.Base(env.Dir()))
		from := shelltool.Units(all, length-shellTail)
		omitted := shelltool.Own(fmt.Sprintf("\n\n... [%s characters omitted] ...\n\n", tools.Thousands(length-most)))
		ans.Cut, ans.Parts = true, append(shelltool.Between(parts, 0, shelltool.Units(all, shellHead)), omitted)
		ans.Parts = append(ans.Parts, shelltool.Between(parts, from, len(all))...)
		return ans, nil
	})
}
