package openhands

import (
	"slices"
	"strconv"
	"strings"

	"eyeline/reader/internal/runtime/python"
	"eyeline/reader/source"
	"eyeline/reader/tools"
)

// listDirectory returns the listing of a directory: its names and those one level below, without hidden ones.
func listDirectory(env tools.Env, p string) (*tools.Result, error) {
	names, hidden, err := namesIn(env, p)
	if err != nil {
		return nil, refuse(python.OSError(err, p))
	}

	root := strings.ReplaceAll(p, `\`, "/")
	list := []string{root + "/"}
	for _, name := range names {
		at := root + "/" + strings.ReplaceAll(name, `\`, "/")
		if isDir, err := env.IsDir(env.Abs(p + "/" + name)); err != nil || !isDir {
			list = append(list, at)
			continue
		}

		list = append(list, at+"/")
		inner, _, err := namesIn(env, p+"/"+name)
		if err != nil {
			continue
		}

		for _, below := range inner {
			line := at + "/" + strings.ReplaceAll(below, `\`, "/")
			if isDir, err := env.IsDir(env.Abs(p + "/" + name + "/" + below)); err == nil && isDir {
				line += "/"
			}
			list = append(list, line)
		}
	}

	body := "Here's the files and directories up to 2 levels deep in " + p + ", excluding hidden items:\n" +
		strings.Join(list, "\n")
	if hidden > 0 {
		body += "\n\n" + strconv.Itoa(hidden) + " hidden files/directories in this directory are excluded. You can " +
			"use 'ls -la " + p + "' to see them."
	}
	if head, tail, cut := clipMiddle([]byte(body), env.Caps().Output.Most, clipNoticeDir); cut {
		body = body[:head] + clipNoticeDir + body[len(body)-tail:]
	}

	return tools.Notice(nil, body), nil
}

// namesIn returns the names in a directory, sorted, and how many hidden ones there are.
func namesIn(env tools.Env, p string) (names []string, hidden int, err error) {
	entries, err := env.Files().ReadDir(env.Abs(p), 0)
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), ".") {
			hidden++
			continue
		}

		names = append(names, e.Name())
	}

	slices.Sort(names)
	return names, hidden, source.WithoutPath(err)
}
