package agentsearch

import (
	"strings"

	"eyeline/reader/internal/ignore"
)

// GoWalk is which files a walk looks at that asks patterns of go-git for each file and folder, always as if it were a
// file: the last pattern that matches decides.
type GoWalk struct {
	// Common are patterns that come first.
	Common []string
	// Config is a file of patterns below the folder of settings.
	Config string
	// Files are the ignore files of each folder, later ones win.
	Files []string
}

// goWalkLooker is a GoWalk in a folder.
type goWalkLooker struct {
	GoWalk
	r      *run
	before []listedFile // before those of folders
}

// listedFile is an ignore file that has been read.
type listedFile struct {
	list *ignore.Listed
	file string
}

func listGoGit(text string) *ignore.Listed { return ignore.List(ignore.GoGit, text) }

func (g GoWalk) open(r *run) looker {
	l := &goWalkLooker{GoWalk: g, r: r}
	l.before = append(l.before, listedFile{ignore.Patterns(ignore.GoGit, g.Common...), ""})
	for _, file := range []string{r.homeFile(r.env.HomeDir() + "/.gitconfig"), r.env.ConfigDir() + "/" + g.Config} {
		if exists(file) {
			l.before = append(l.before, listedFile{r.readIgnoreFile(file, listGoGit), file})
		}
	}
	return l
}

func (l *goWalkLooker) why(e *entry) *Reason {
	if !e.isDir && e.name[0] == '.' {
		return hidden(e)
	}

	asFile := *e
	asFile.isDir = false
	for f := e.in; ; f = f.up {
		for i := len(l.Files) - 1; i >= 0; i-- {
			list := f.list(l.r, l.Files[i], byGoGit, listGoGit)
			if says, why := l.r.saidIn(f, l.Files[i], list, &asFile); says != 0 {
				return why
			}
		}

		if f == l.r.top {
			break
		}
	}

	for i := len(l.before) - 1; i >= 0; i-- {
		rel := strings.TrimPrefix(relTo(l.r.top.abs, e.abs()), "/")
		if says, why := l.r.saidOf(l.before[i].list, rel, false, l.before[i].file); says != 0 {
			return why
		}
	}

	return nil
}
