package copilotcli

import (
	"context"
	"fmt"

	"eyeline/reader/internal/shelltool"
	"eyeline/reader/tools"
)

// Bash is what Copilot CLI's models get for reads in its shell (CONTRACT-shells, copilot_cli_bash).
var Bash = &tools.Tool{
	Name: "copilot_cli_bash", Title: "Copilot CLI's bash: cat, sed -n and the like",
	Since:   tools.Since{Agent: Tool.Since.Agent, Version: Tool.Since.Version, Date: "2026-11-24", How: tools.Ran},
	Tokens:  Tool.Tokens,
	Silence: tools.SilentAsAsked,
	Caps:    tools.Caps{Output: tools.Cap{Most: 20 << 10, Over: "else the first 500 characters"}},
	Kinds:   tools.Kinds{Empty: tools.GivesNotice, Image: tools.GivesText, PDF: tools.GivesText, Binary: tools.GivesText},
	Params:  shelltool.Params,
	Paths:   tools.PathAny, Places: shelltool.Places, Words: shelltool.Words,
	Args: shelltool.Args(shelltool.Params), Values: shelltool.Values(shelltool.Params),
	Run: runBash,
}

const (
	bashPreview = 500 // UTF-16 units of what is shown of a longer answer
)

func runBash(ctx context.Context, env tools.Env, args []byte) (*tools.Result, error) {
	line, err := shelltool.CommandOf(args)
	if err != nil {
		return nil, err
	}
	return shelltool.Evaluate(ctx, env, shelltool.Command{Line: line}, func(t *shelltool.Output) (*shelltool.Answer, error) {
		if t.Dropped > 0 {
			return nil, shelltool.TooLong()
		}
		ended := fmt.Sprintf("\n<shellId: 0 completed with exit code %d>", t.Status)
		raw := shelltool.Without(t.Whole(), shelltool.Colors)
		parts, size := shelltool.Trim(raw), shelltool.Size(raw)
		ans := &shelltool.Answer{Parts: append(parts, shelltool.Own(ended)), Trims: true, Next: shelltool.Next(args, line)}
		most := env.Tool.Caps.Output.Most
		switch all := shelltool.Size(ans.Parts); {
		case size <= most && all <= most:
			return ans, nil
		case size <= most: // the end counts too, and is lost
			raw, size, ended = parts, all, ""
		}
		ans.Header = fmt.Sprintf("Output too large to read at once (%s KB). Saved to: /tmp/0-copilot-tool-output-0.txt\n"+
			"Consider using tools like grep (for searching), head/tail (for viewing start/end), view with view_range (for specific sections), "+
			"or jq (for JSON) to examine portions of the output.\n\nPreview (first 500 chars):\n", shelltool.KB(size))
		ans.Cut, ans.Parts = true, shelltool.Between(raw, 0, shelltool.Units(shelltool.Join(raw), bashPreview))
		if ended != "" {
			ans.Parts = append(ans.Parts, shelltool.Own(ended))
		}
		return ans, nil
	})
}
