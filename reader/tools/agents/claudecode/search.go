package claudecode

import (
	"fmt"
	"strings"

	"eyeline/reader/agentsearch"
	"eyeline/reader/agentsearch/pattern"
	"eyeline/reader/internal/lossy"
	"eyeline/reader/internal/runtime/js"
)

// searchFolders are folders that grep in Claude Code's shell skips.
var searchFolders = []string{".git", ".svn", ".hg", ".bzr", ".jj", ".sl"}

// Search is how Claude Code searches (SEARCH-claude_code): it has no search tool, and grep in its shell is a function
// over the ugrep that it brings along, whether or not there is a ripgrep.
var Search = &agentsearch.Profile{
	Name: Tool.Name, Agent: Tool.Origin.Agent, Version: Tool.Origin.Newest(), Tool: "grep -r in Bash",
	Rg: searchMethod, NoRg: []*agentsearch.Method{searchMethod},
	Aside: "where its shell is asked for rg, the machine's own runs, by other rules",
}

var searchMethod = &agentsearch.Method{
	By: "ugrep 7.8", Selector: agentsearch.Ugrep{Folders: searchFolders},
	Syntax: pattern.Basic, Read: agentsearch.ByUgrep,
	Cap: agentsearch.Cap{Most: int(Bash.Caps.Output.Most), Unit: "characters"},
	Say: saySearch, NeedsText: true,
}

// saySearch writes the answer of Bash to "grep -rn PATTERN .".
func saySearch(f *agentsearch.Found) (string, error) {
	var out strings.Builder
	for _, file := range f.Files {
		for _, line := range file.Lines {
			fmt.Fprintf(&out, "%s:%d:%s\n", file.Rel, line.Number, strings.TrimSuffix(line.Text, "\n"))
		}
	}

	text := lossy.Decode([]byte(out.String()))
	from, to := bashText(text)
	answer := string(text[from:to])
	switch {
	case answer == "":
		return "(Bash completed with no output)", nil
	case js.Length(answer) > Bash.Caps.Output.Most:
		return "", agentsearch.NewUnsettled(
			"an answer of more than %d characters becomes a file and a preview of some lines", Bash.Caps.Output.Most)
	default:
		return answer, nil
	}
}
