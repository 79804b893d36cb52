package shellrun

import (
	"mvdan.cc/sh/v3/syntax"

	"eyeline/reader/internal/coreutils"
	"eyeline/reader/internal/shell"
	"eyeline/reader/transcript/record"
)

// Limit is how long a command may be in bytes for a look at it.
const Limit = 128 << 10

// NamedFiles are the files that the programs of a command read which it names by plain words, without a look at any
// file. Those that it finds by patterns, variables and the like are not among them.
func NamedFiles(command, dir string) (paths []string) {
	file, err := shell.Parse(command)
	if err != nil {
		return nil
	}

	syntax.Walk(file, func(n syntax.Node) bool {
		call, isCall := n.(*syntax.CallExpr)
		if !isCall {
			return true
		}

		words, ok := shell.Words(call, nil)
		switch {
		case !ok || len(words) < 2:
			return true
		case words[0] == "cd" && len(words) == 2:
			dir = record.ResolvePath(dir, words[1])
			return true
		}

		plan, _ := coreutils.PlanOf(words)
		for _, name := range plan.Files {
			if name != "-" {
				paths = append(paths, record.ResolvePath(dir, name))
			}
		}

		return true
	})
	return paths
}
