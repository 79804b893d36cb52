package agentsearch

import (
	"slices"
	"strings"

	"eyeline/reader/internal/ignore"
)

// Filter removes files from an engine's output.
type Filter interface {
	// newSelector prepares the filter for one search.
	newSelector(r *run) selector
}

// NPMGit filters by npm's package "ignore". In a git repository it goes by .git, info/exclude and the .gitignore files
// of the searched folder and those below it. Own is the agent's ignore file, which comes last, and is the only one
// without git.
type NPMGit struct{ Own string }

// NPMFiles filters by npm's package "ignore" with ignore files of the agent, each on its own.
type NPMFiles []string

// Secrets filters files by their paths.
type Secrets struct {
	// Is reports whether the file with a path relative to the searched folder is removed.
	Is func(rel string) bool
}

type npmGitSelector struct {
	r           *run
	inGit       bool
	exclude     *ignore.Listed // of info/exclude
	excludePath string
	own         *ignore.Listed
	ownPath     string
}

func (n NPMGit) newSelector(r *run) selector {
	l := &npmGitSelector{
		r: r, inGit: r.top.inGit, ownPath: join(r.top.abs, n.Own), excludePath: join(r.top.abs, exclude),
	}
	if exists(l.ownPath) {
		l.own = r.readIgnoreFile(l.ownPath, listNPM(""))
	}
	if exists(l.excludePath) {
		l.exclude = r.readIgnoreFile(l.excludePath, listNPM(""))
	}

	return l
}

// listNPM returns a parser for an ignore file of a folder, given relative to the searched one; "" is that one.
func listNPM(dir string) func(text string) *ignore.Listed {
	if dir == "" {
		dir = "."
	}
	return func(text string) *ignore.Listed { return ignore.ListNPM(text, dir) }
}

func (l *npmGitSelector) excludes(e *entry) *Reason {
	if l.inGit && e.name == ".git" {
		return &Reason{Cause: ByName, Text: "it searches no .git", Pattern: ".git"}
	}

	rel := relTo(l.r.top.abs, e.abs())
	if says, why := l.match(l.own, rel, e, l.ownPath); says != 0 {
		return why
	}
	if !l.inGit {
		return nil
	}

	for f := e.parent; ; f = f.parent {
		read := listNPM(strings.TrimPrefix(relTo(l.r.top.abs, f.abs), "."))
		if f != l.r.top {
			read = listNPM(relTo(l.r.top.abs, f.abs))
		}

		list := f.list(l.r, ".gitignore", byFilter, read)
		if list != nil {
			if says, why := l.match(list, rel, e, join(f.abs, ".gitignore")); says != 0 {
				return why
			}
		}

		if f == l.r.top {
			break
		}
	}

	_, why := l.match(l.exclude, rel, e, l.excludePath)
	return why
}

func (l *npmGitSelector) match(list *ignore.Listed, rel string, e *entry, file string) (int8, *Reason) {
	if list == nil {
		return 0, nil
	}
	says, why := l.r.matchPath(list, rel, e.isDir, file)
	if why != nil && why.Cause == Ignored {
		why.Text += ", by the npm package ignore, which reads it otherwise than git"
	}
	return says, why
}

type npmFilesSelector struct {
	r     *run
	files []listedFile
}

func (n NPMFiles) newSelector(r *run) selector {
	l := &npmFilesSelector{r: r}
	for _, name := range n {
		if file := join(r.top.abs, name); exists(file) {
			l.files = append(l.files, listedFile{r.readIgnoreFile(file, listNPM("")), file})
		}
	}
	return l
}

func (l *npmFilesSelector) excludes(e *entry) *Reason {
	rel := relTo(l.r.top.abs, e.abs())
	for _, f := range l.files {
		if says, why := l.r.matchPath(f.list, rel, e.isDir, f.path); says == 1 {
			return why
		}
	}
	return nil
}

type secretsSelector struct {
	Secrets
	r *run
}

func (s Secrets) newSelector(r *run) selector { return &secretsSelector{s, r} }

func (l *secretsSelector) excludes(e *entry) *Reason {
	if !e.isDir && l.Is(relTo(l.r.top.abs, e.abs())) {
		return &Reason{Cause: ByName, Text: "it searches no files with names of secrets", Pattern: e.name}
	}
	return nil
}

// newSelectors prepares filters for one search.
func newSelectors(r *run, filters []Filter) (opened []selector) {
	for _, f := range filters {
		opened = append(opened, f.newSelector(r))
	}
	return slices.Clip(opened)
}
