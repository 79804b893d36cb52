package anthropiceditor

import (
	"errors"
	"io/fs"
	"strings"

	"eyeline/reader/tools"
)

// maxEntries is how many entries of a directory are visited; the listing is cut at 16,000 characters anyway.
const maxEntries = 1 << 16

// listDirectory returns the listing of a directory: the output of find for it and two levels below, without hidden
// names.
func listDirectory(env tools.Env, p string) (*tools.Result, error) {
	if strings.ContainsAny(p, " \t\n\r\"'`$&|;<>()*?[]{}~#!\\") {
		return nil, tools.RefuseOwn("eyeline: the reference client gives the name of a directory to a shell as it " +
			"is; names with other signs than plain ones are not imitated")
	}

	l := listing{env: env}
	l.list(p, 0)
	if l.errors.Len() > 0 {
		return nil, tools.Refuse(l.errors.String())
	}

	found := l.found.String()
	if n, _ := tools.Runes.Fit([]byte(found), env.Caps().Output.Most); n < len(found) {
		found = found[:n] + clipNotice
	}

	body := "Here's the files and directories up to 2 levels deep in " + p + ", excluding hidden items:\n" + found +
		"\n"
	return tools.Notice(nil, body), nil
}

// listing is the output of find.
type listing struct {
	env           tools.Env
	found, errors strings.Builder
}

func (l *listing) list(p string, depth int) {
	if !strings.Contains(p, "/.") {
		l.found.WriteString(p + "\n")
	}
	if depth == 2 || int64(l.found.Len()) > 4*l.env.Tool.Caps.Output.Most+4 {
		return
	}

	view := l.env.Files()
	fi, err := view.Lstat(p)
	if err != nil || !fi.IsDir() { // a link to a directory is not followed
		return
	}

	entries, err := view.ReadDir(p, maxEntries)
	if errors.Is(err, fs.ErrPermission) {
		l.errors.WriteString("find: ‘" + p + "’: Permission denied\n")
	}

	for _, e := range entries {
		l.list(strings.TrimSuffix(p, "/")+"/"+e.Name(), depth+1)
	}
}
