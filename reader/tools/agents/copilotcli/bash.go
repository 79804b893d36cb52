package copilotcli

import (
	"fmt"

	"eyeline/reader/internal/shelltool"
	"eyeline/reader/tools"
)

// Bash is what Copilot CLI's models get for reads in its shell (CONTRACT-shells, copilot_cli_bash).
var Bash = shelltool.New(Tool, "copilot_cli_bash", "bash",
	tools.Caps{
		Output: tools.Cap{Most: 20 << 10, Over: "else the first 500 characters"},
	}, shelltool.Command{}, answerBash)

// bashPreview is how many UTF-16 units of a longer answer are shown.
const bashPreview = 500

func answerBash(env tools.Env, t *shelltool.Output) (*shelltool.Answer, error) {
	ended := fmt.Sprintf("\n<shellId: 0 completed with exit code %d>", t.Status)
	raw := shelltool.WithoutColors(t.Whole())
	parts := shelltool.Trim(raw)
	size := shelltool.Size(raw)
	ans := &shelltool.Answer{Parts: append(parts, shelltool.OwnText(ended)), Trims: true}
	most := env.Caps().Output.Most
	all := shelltool.Size(ans.Parts)
	switch {
	case size <= most && all <= most:
		return ans, nil
	case size <= most: // the end counts, and is lost
		raw = parts
		size = all
		ended = ""
	}

	ans.Header = fmt.Sprintf("Output too large to read at once (%s KB). Saved to: /tmp/0-copilot-tool-output-0.txt\n"+
		"Consider using tools like grep (for searching), head/tail (for viewing start/end), "+
		"view with view_range (for specific sections), "+
		"or jq (for JSON) to examine portions of the output.\n\nPreview (first 500 chars):\n", shelltool.KB(size))
	ans.Cut = true
	ans.Parts = shelltool.Between(raw, 0, shelltool.Units(shelltool.Join(raw), bashPreview))
	if ended != "" {
		ans.Parts = append(ans.Parts, shelltool.OwnText(ended))
	}

	return ans, nil
}
