package claudecode

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"eyeline/reader/internal/paths"
	"eyeline/reader/internal/runtime/js"
	"eyeline/reader/internal/shelltool"
	"eyeline/reader/internal/textfile"
	"eyeline/reader/ospath"
	"eyeline/reader/tools"
)

// Bash is what Claude Code's models get for reads in its shell (CONTRACT-shells, claude_code_bash).
var Bash = shelltool.New(Tool, "claude_code_bash", "Bash",
	tools.Caps{Output: tools.Cap{Most: 30_000, Unit: tools.UTF16, Over: "else the first 2,000"}},
	shelltool.Command{Ugrep: true, GitBash: true}, answerBash)

const (
	bashPreview = 2_000  // UTF-16 units that are shown of a longer answer
	bashMost    = 30_000 // limit for a command that failed
	bashError   = 5_000  // kept at either end of a longer one
)

func answerBash(env tools.Env, t *shelltool.Output) (*shelltool.Answer, error) {
	from, to := bashText(t.Decoded)
	text := t.Decoded[from:to]
	if t.Status != 0 && !(t.Status == 1 && saysNo(t.Command)) {
		return nil, tools.Refuse(bashFailure(t.Status, string(text)))
	}

	ans := &shelltool.Answer{Parts: shelltool.Between(t.Whole(), from, to), Trims: true}
	length := tools.UTF16.Length(text)
	switch {
	case length > env.Caps().Output.Most:
		n := shelltool.Units(text, bashPreview)
		if i := bytes.LastIndexByte(text[:n], '\n'); i > n/2 {
			n = i
		}

		ans.Cut = true
		ans.Parts = shelltool.Between(t.Whole(), from, from+n)
		ans.Parts = append(ans.Parts, shelltool.OwnText("\n...\n</persisted-output>"))
		folder := strings.NewReplacer("/", "-", `\`, "-", ":", "-", ".", "-", "_", "-").Replace(env.Dir())
		saved := ospath.NodeOn(env.System).Below(
			env.HomeDir(), ".claude", "projects", folder, "0", "tool-results", "0.txt",
		)
		ans.Header = fmt.Sprintf("<persisted-output>\nOutput too large (%sKB). Full output saved to: "+
			"%s\n\nPreview (first 2KB):\n", strings.TrimSuffix(shelltool.KB(int64(len(text))), ".0"), saved)
	case length == 0:
		ans.Header = "(Bash completed with no output)"
	}

	if !paths.IsBelow(env, env.Dir(), t.Dir) {
		ans.Parts = append(ans.Parts, shelltool.OwnText("\nShell cwd was reset to "+env.Dir()))
	}

	return ans, nil
}

// bashText returns the range of an output without blank lines at its start and white space at its end.
func bashText(text []byte) (from, to int) {
	to = len(bytes.TrimRightFunc(text, textfile.IsJSSpace))
	lead := to - len(bytes.TrimLeftFunc(text[:to], textfile.IsJSSpace))
	return bytes.LastIndexByte(text[:lead], '\n') + 1, to
}

// saysNo reports whether exit status 1 of a command line means that its last program has found nothing.
func saysNo(line string) bool {
	last := line[strings.LastIndexAny(line, "|;&")+1:]
	name, _, _ := strings.Cut(strings.TrimSpace(last), " ")
	return slices.Contains([]string{"grep", "rg", "find", "diff", "test", "["}, name)
}

// bashFailure returns the answer for a command that failed.
func bashFailure(status int, text string) string {
	text = strings.TrimSuffix(fmt.Sprintf("Exit code %d\n%s", status, js.Prefix(text, bashMost)), "\n")
	length := js.Length(text)
	if length <= 2*bashError {
		return text
	}
	tail := text[len(js.Prefix(text, length-bashError)):]
	return fmt.Sprintf("%s\n\n... [%d characters truncated] ...\n\n%s",
		js.Prefix(text, bashError), length-2*bashError, tail)
}
