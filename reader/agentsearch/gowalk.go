package agentsearch

import (
	"strings"

	"eyeline/reader/internal/ignore"
)

// GoWalk selects files by go-git's patterns, as a walk does that matches every file and folder as if it were a file.
// The last pattern that matches decides.
type GoWalk struct {
	// Common are patterns of least precedence.
	Common []string
	// Config is the path of an ignore file in the user's configuration folder.
	Config string
	// Files are the names of ignore files in each folder; later ones win.
	Files []string
}

// goWalkSelector is a GoWalk in a searched folder.
type goWalkSelector struct {
	GoWalk
	r      *run
	common []listedFile // lists of less precedence than those of folders; later ones win
}

// listedFile is a parsed ignore file with its path.
type listedFile struct {
	list *ignore.Listed
	path string
}

func listGoGit(text string) *ignore.Listed { return ignore.List(ignore.GoGit, text) }

func (g GoWalk) newSelector(r *run) selector {
	l := &goWalkSelector{GoWalk: g, r: r}
	l.common = append(l.common, listedFile{ignore.Patterns(ignore.GoGit, g.Common...), ""})
	for _, file := range []string{r.homeFile(r.env.HomeDir() + "/.gitconfig"), r.env.ConfigDir() + "/" + g.Config} {
		if exists(file) {
			l.common = append(l.common, listedFile{r.readIgnoreFile(file, listGoGit), file})
		}
	}
	return l
}

func (l *goWalkSelector) excludes(e *entry) *Reason {
	if !e.isDir && e.name[0] == '.' {
		return hidden(e)
	}

	asFile := *e
	asFile.isDir = false
	for f := e.parent; ; f = f.parent {
		for i := len(l.Files) - 1; i >= 0; i-- {
			list := f.list(l.r, l.Files[i], byGoGit, listGoGit)
			if says, why := l.r.matchIn(f, l.Files[i], list, &asFile); says != 0 {
				return why
			}
		}

		if f == l.r.top {
			break
		}
	}

	for i := len(l.common) - 1; i >= 0; i-- {
		rel := strings.TrimPrefix(relTo(l.r.top.abs, e.abs()), "/")
		if says, why := l.r.matchPath(l.common[i].list, rel, false, l.common[i].path); says != 0 {
			return why
		}
	}

	return nil
}
