package opencode

import (
	"bytes"
	"context"

	"eyeline/reader/internal/shelltool"
	"eyeline/reader/tools"
)

// Bash is what opencode's models get for reads in its shell (CONTRACT-shells, opencode_bash).
var Bash = &tools.Tool{
	Name: "opencode_bash", Title: "opencode's bash: cat, sed -n and the like",
	Since:   tools.Since{Agent: Tool.Since.Agent, Version: Tool.Since.Version, Date: "2026-11-24", How: tools.Ran},
	Tokens:  Tool.Tokens,
	Silence: tools.SilentAsAsked,
	Caps:    tools.Caps{Lines: tools.Cap{Most: 2000, Over: "else the end"}, Output: tools.Cap{Most: 50 << 10, Over: "else the end"}},
	Kinds:   tools.Kinds{Empty: tools.GivesNotice, Image: tools.GivesText, PDF: tools.GivesText, Binary: tools.GivesText},
	Params:  shelltool.Params,
	Paths:   tools.PathAny, Places: shelltool.Places, Words: shelltool.Words,
	Args: shelltool.Args(shelltool.Params), Values: shelltool.Values(shelltool.Params),
	Run: runBash,
}

func runBash(ctx context.Context, env tools.Env, args []byte) (*tools.Result, error) {
	line, err := shelltool.CommandOf(args)
	if err != nil {
		return nil, err
	}
	return shelltool.Evaluate(ctx, env, shelltool.Command{Line: line}, func(t *shelltool.Output) (*shelltool.Answer, error) {
		ans := &shelltool.Answer{Parts: t.Whole(), Next: shelltool.Next(args, line)}
		text := t.Decoded
		if from := bashTail(env.Tool.Caps, text); from > 0 || t.Dropped > 0 {
			ans.Header = "...output truncated...\n\nFull output saved to: " + env.HomeDir() + "/.local/share/opencode/tool-output/tool_0\n\n"
			ans.Cut, ans.Parts = true, shelltool.Between(ans.Parts, from, len(text))
			text = text[from:]
		}
		if len(text) == 0 {
			ans.Header += "(no output)"
		}
		return ans, nil
	})
}

// bashTail is where the last lines begin that fit into an answer; what follows the last line end is one.
func bashTail(c tools.Caps, text []byte) int {
	size, most := int(c.Output.Most), int(c.Lines.Most)
	if len(text) <= size && bytes.Count(text, []byte("\n")) < most {
		return 0
	}
	from := len(text)
	for lines := 0; lines < most; lines++ {
		end := max(from-1, 0) // without the line end between
		if lines == 0 {
			end = from
		}
		begin := bytes.LastIndexByte(text[:end], '\n') + 1
		if len(text)-begin > size || lines > 0 && from == 0 {
			break
		}
		from = begin
	}
	return from
}
